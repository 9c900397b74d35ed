"""Settings for what hypothesis runs: no clock decides whether a test passes, and CI is repeatable."""

import os

from hypothesis import HealthCheck, settings

settings.register_profile(
    "cornered",
    deadline=None,
    max_examples=60,
    suppress_health_check=[HealthCheck.too_slow],
    derandomize=bool(os.environ.get("CI")),
)
settings.load_profile("cornered")
