"""Several runs that answer one question: whether two variants differ, what a budget can show, whether a lock holds."""
