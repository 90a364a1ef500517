"""The three games as other people would write them: plain Python and plain C, uniform play, main variants.

These programs share nothing with the engine but the printed rules (``docs/rules.md``): they are what its speed is
compared with, and a second and third opinion on its results. ``pecheurs``, ``mookies`` and ``pouet`` each exist
as ``.py`` (standard library only) and as ``.c``; `benchmarks.peers.build` compiles and runs them.
"""
