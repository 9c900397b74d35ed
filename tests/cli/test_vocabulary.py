"""One vocabulary for all commands: what docs/cli.md says of groups, options and exit codes holds."""

import re
from collections.abc import Iterator
from pathlib import Path

import click
import pytest

from cornered.cli import _GROUPS, main
from cornered.errors import Exit

PAGE = (Path(__file__).parents[2] / "docs" / "cli.md").read_text("utf-8")
COMMANDS = [name for group in _GROUPS.values() for name in group]


def command(name: str) -> click.Command:
    found = main.get_command(click.Context(main), name)
    assert found
    return found


def options() -> Iterator[click.Option]:
    for name in COMMANDS:
        yield from (one for one in command(name).params if isinstance(one, click.Option))


@pytest.mark.parametrize("heading", _GROUPS)
def test_the_page_lists_the_commands_by_what_they_are_for(heading: str) -> None:
    [row] = re.findall(rf"^\| {heading} \| (.*) \|$", PAGE, re.MULTILINE)
    assert re.findall(r"`([a-z]+)`", row) == list(_GROUPS[heading])


def test_the_page_has_every_exit_code() -> None:
    listed = re.findall(r"^\| (\d+) \| ", PAGE, re.MULTILINE)
    assert sorted(map(int, listed)) == sorted(map(int, Exit))


@pytest.mark.parametrize("name", COMMANDS)
def test_every_command_has_examples(name: str) -> None:
    assert f"cornered {name}" in (command(name).help or "").partition("Examples:")[2]


def test_every_option_says_what_it_does_and_a_file_to_write_is_o_everywhere() -> None:
    assert [one.name for one in options() if not one.help] == []
    files = [one for one in options() if one.name == "output"]
    assert len(files) > 5
    assert all(one.opts == ["-o", "--output"] for one in files)
