"""L'île des Mookies: kernels against the oracle, known answers, laws, knowledge, stories."""
