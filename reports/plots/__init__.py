"""Plots for reports, drawn with matplotlib figures and without its global state."""
