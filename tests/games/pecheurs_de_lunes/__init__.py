"""Tests of Pêcheurs de lunes: the kernels against an independent second implementation, known answers, the law."""
