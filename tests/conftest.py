"""Settings for what hypothesis runs, and the one browser of all tests: two could not be driven in one run."""

import os
from collections.abc import Iterator

import pytest
from hypothesis import HealthCheck, settings
from playwright.sync_api import Browser, expect, sync_playwright

# No clock decides whether a test passes, and CI is repeatable.
settings.register_profile(
    "cornered",
    deadline=None,
    max_examples=60,
    suppress_health_check=[HealthCheck.too_slow],
    derandomize=bool(os.environ.get("CI")),
)
settings.load_profile("cornered")

_CHROMIUM = "/usr/bin/chromium"
_SWITCHES = (
    "--no-sandbox --headless --disable-gpu --disable-quic --no-first-run --disable-background-networking "
    "--disable-component-update --disable-sync"
)


@pytest.fixture(scope="session")
def chromium() -> Iterator[Browser]:
    """Debian's own browser: `make test` installs it."""
    expect.set_options(timeout=30_000)  # a busy machine takes its time
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=_CHROMIUM, args=_SWITCHES.split())
        yield browser
        browser.close()
