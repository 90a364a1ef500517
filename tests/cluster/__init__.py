"""Engines that play elsewhere: their parts by themselves, and real schedulers, workers and batch jobs."""
