"""The limits of a site: one table of a file, and the page that explains it."""

import re
import tomllib
from dataclasses import asdict
from pathlib import Path

import pytest

from cornered.errors import BadSetup
from cornered.web.config import Limits, read_limits

PAGE = Path(__file__).parents[2] / "docs" / "hosting.md"


@pytest.fixture
def file(tmp_path):
    return tmp_path / "site.toml"


def test_the_page_explains_every_limit_and_its_default():
    rows = re.findall(r"^\| `(\w+)` \| ([\d.]+) \| \S.*\|$", PAGE.read_text(), re.MULTILINE)
    explained = tomllib.loads("\n".join(f"{name} = {default}" for name, default in rows))
    assert explained == asdict(Limits())
    assert list(explained) == list(asdict(Limits()))


def test_the_file_on_the_page_is_read(file):
    [example] = re.findall(r"```toml\n(.*?)```", PAGE.read_text(), re.DOTALL)
    file.write_text(example)
    limits = read_limits(file)
    assert (limits.requests_per_second, limits.stored_bytes) == (20, 20_000_000_000)
    assert limits.body_bytes == Limits().body_bytes


def test_what_is_given_goes_before_the_file(file):
    file.write_text("[limits]\nkeep_days = 7\nopen_games = 0")
    assert read_limits(file).keep_days == 7
    assert read_limits(file, keep_days=30.0).keep_days == 30


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("nonsense", "cannot be read"),
        ("[limit]\nburst = 1", r"has one table, \[limits\]: 'limit' is not known"),
        ("limits = 3", "has one table"),
        ("[limits]\nbursts = 1", "there is no limit 'bursts'"),
        ("[limits]\nstreams = 1.5", "'streams' is a whole number larger than 0"),
        ("[limits]\nburst = 'much'", "'burst' is a number larger than 0"),
        ("[limits]\nburst = -1", "'burst' is a number larger than 0"),
        ("[limits]\nburst = inf", "'burst' is a number larger than 0"),
        ("[limits]\nstreams = true", "'streams' is a whole number"),
    ],
)
def test_what_makes_no_sense_is_refused_in_a_sentence(file, text, sentence):
    file.write_text(text)
    with pytest.raises(BadSetup, match=sentence):
        read_limits(file)
