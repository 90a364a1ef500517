"""Plays on many machines through Dask; ``distributed`` is imported only by what connects to a scheduler."""
