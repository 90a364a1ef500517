"""Drawings as SVG text, made from a game's pictures; nothing here knows a game."""
