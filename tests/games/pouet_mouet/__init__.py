"""Pouêt Mouêt: kernels against the oracle, known answers, laws of cards and times, policies, stories."""
