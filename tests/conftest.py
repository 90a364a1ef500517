"""Settings for every test: hypothesis profiles; slow statistics only when asked for or in full runs."""

from __future__ import annotations

from hypothesis import HealthCheck, settings

settings.register_profile("fairdeal", deadline=None, suppress_health_check=[HealthCheck.too_slow], derandomize=True)
settings.load_profile("fairdeal")
