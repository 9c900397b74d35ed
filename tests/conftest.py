"""Settings for every test that hypothesis runs: no clock decides whether a test passes."""

from hypothesis import settings

settings.register_profile("cornered", deadline=None, max_examples=60)
settings.load_profile("cornered")
