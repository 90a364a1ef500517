"""How fast the engine is: against peers, against its own past, and by the size of the job.

``python -m benchmarks --help`` lists the commands; ``docs/performance.md`` tells what is measured and how.
"""
