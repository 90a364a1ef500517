"""Compiled building blocks that know no game: keyed streams, playouts, tallies, the kernel cache."""
