"""The games: a contract, a registry that finds them, and a folder a game."""
