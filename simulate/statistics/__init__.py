"""Intervals, tests and verdicts as pure functions of integers; needs numpy and scipy only.

Import the module that holds the idea: nothing is imported here, so that a program pays only for what it uses.
"""
