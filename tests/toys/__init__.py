"""Tiny games whose exact answers are known, played through the same kernels as the real ones."""
