"""The command line: one file a command; heavy imports stand inside the functions that need them."""
