"""Pages: one file a kind of document, each of which says in blocks what the page shows; renderers make the files."""
