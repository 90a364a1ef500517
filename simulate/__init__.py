"""From rules to answers: statistics, kernels, games, runs and studies."""
