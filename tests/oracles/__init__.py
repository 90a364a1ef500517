"""Give the rules a second time, in plain Python: the oracles that the fast kernels are compared with."""
