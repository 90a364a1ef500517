"""Many plays of one table: what is to be run, the running itself, and the document it leaves."""
