"""Settings for every test: hypothesis profiles; Ctrl-C reaches the programs that tests start."""

from __future__ import annotations

import signal

from hypothesis import HealthCheck, settings

settings.register_profile("fairdeal", deadline=None, suppress_health_check=[HealthCheck.too_slow], derandomize=True)
settings.load_profile("fairdeal")

# A test run that was started in the background ignores Ctrl-C, and every program it starts would inherit that.
signal.signal(signal.SIGINT, signal.default_int_handler)
