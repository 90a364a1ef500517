"""The phrases of the studies' pages: a file a study, which holds them in every language."""
