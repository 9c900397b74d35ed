"""Who is measured: an agent's address and a name for it, which is all that is written down."""

import re
from hashlib import sha256
from typing import NamedTuple

from cornered.arena.addresses import read_address, title
from cornered.errors import BadSetup
from cornered.play.players import LEVELS

_NAMED = re.compile(r"([^:;=]+)=(.+)")
_LONGEST_NAME = 40


class Entrant(NamedTuple):
    """An agent by name. Its address may hold paths and keys, and stays here."""

    name: str
    address: str

    @property
    def digest(self) -> str:
        """Tells one address from another, and nothing else about it."""
        return sha256(self.address.encode()).hexdigest()[:16]

    @property
    def shows_legal_moves(self) -> bool:
        """Whether an agent that reads text is told the legal moves."""
        return read_address(self.address).settings.get("legal", "yes") == "yes"


def read_entrant(text: str) -> Entrant:
    """The agent meant by a level, an address, or `NAME=ADDRESS`.

    >>> read_entrant("Fairy=uci:/opt/fairy-stockfish;movetime=200").name
    'Fairy'
    >>> read_entrant("cmd:./ask.sh --key 1234").name
    'ask.sh'
    """
    named = _NAMED.fullmatch(text)
    if named:
        name, address = named.groups()
        return Entrant(_checked(name.strip()), address)
    if text in LEVELS:
        return Entrant(text, text)
    if ":" not in text:
        raise BadSetup(
            f"There is no level '{text}': choose one of {', '.join(LEVELS)}, or write module:name."
        )
    return Entrant(title(text), text)


def _checked(name: str) -> str:
    if not 0 < len(name) <= _LONGEST_NAME or not name.isprintable() or name in LEVELS:
        raise BadSetup(f"'{name}' cannot be an agent's name: it has 1 to {_LONGEST_NAME} characters.")
    return name
