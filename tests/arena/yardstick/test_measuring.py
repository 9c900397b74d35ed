"""`cornered measure` and `tournament`: figures that programs can rely on, and that people can read."""

import json
import subprocess
import sys
from collections import Counter
from pathlib import Path
from random import Random
from typing import Any

import pytest

from cornered.arena.spread import Here, Local
from cornered.arena.yardstick.asking import asker, read_entrant
from cornered.arena.yardstick.games import LADDER, Scheduled, everyone, games, play_game
from cornered.arena.yardstick.positions import ask, disguised, position_test
from cornered.arena.yardstick.ratings import RANDOM_IS_ZERO
from cornered.arena.yardstick.running import results
from cornered.arena.yardstick.runs import Played, RunFile
from cornered.arena.yardstick.scores import Standings
from cornered.arena.yardstick.suite import Suite, load_suite
from cornered.arena.yardstick.truth import Truth
from cornered.errors import BadSetup
from cornered.games import read_position

from .conftest import Cornered

PROMISED = {
    *("agent", "suite", "sha256", "questions", "kept", "kept_interval", "chance", "skill", "beta"),
    *("beta_interval", "by_game", "by_band", "refused", "seconds"),
}


def test_the_json_has_all_that_is_promised(cornered: Cornered, tmp_path: Path) -> None:
    (tmp_path / "bot.py").write_text("def choose(position):\n    return position.moves()[0]\n")
    found = cornered("measure", "bot:choose", "--suite", "cornered-1", "--limit", 30, "--seed", 7, "--json")
    told = json.loads(found.stdout)
    assert told.keys() >= PROMISED
    assert (told["agent"], told["suite"], told["questions"]) == ("bot:choose", "cornered-1", 30)
    assert told["sha256"] == load_suite("cornered-1").sha256
    low, high = told["kept_interval"]
    assert 0 <= low <= told["kept"] <= high <= 1
    assert sum(band["questions"] for band in told["by_band"].values()) == 30
    assert list(told["by_band"]) == ["1-4", "5-8", "9-12", "13+"]


def test_what_an_agent_prints_does_not_hide_the_figures(cornered: Cornered, tmp_path: Path) -> None:
    (tmp_path / "bot.py").write_text(
        "def choose(position):\n    print('hm')\n    return position.moves()[0]\n"
    )
    found = cornered("measure", "bot:choose", "--limit", 3, "--json", "--workers", 1)
    assert json.loads(found.stdout.splitlines()[-1])["questions"] == 3


FAULTY = """
import os, time
def raises(position): raise ValueError("no idea")
def nothing(position): return None
def listed(position): return list(position.moves())[:1]
def named(position): return "A1"
def endless(position): return 10 ** 5000
def illegal(position): return min(set(range(position.game.board.size)) - set(position.moves()))
def leaves(position): raise SystemExit(3)
def dies(position): os._exit(5)
def hangs(position):
    while True:
        try:
            time.sleep(60)
        except BaseException:
            pass
"""


@pytest.mark.parametrize(
    ("function", "kind"),
    [
        *((name, "failed") for name in ("raises", "nothing", "listed", "named", "endless", "leaves", "dies")),
        ("illegal", "illegal"),
        ("hangs;seconds=0.2", "late"),
    ],
)
def test_a_function_at_fault_loses_its_question_and_nothing_of_it_is_left(
    small: Suite, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, function: str, kind: str
) -> None:
    (tmp_path / "faulty.py").write_text(FAULTY)
    monkeypatch.syspath_prepend(tmp_path)
    address = f"faulty:{function}"
    work = position_test(small, read_entrant(address), seed=0, limit=2)
    with RunFile(tmp_path / "run.jsonl", work.header) as file:
        told = ask(work, file, Local(1), lambda _: True).scores.summary()
    assert told["refused"] == {kind: 2}
    assert told["questions"] == 2
    running = subprocess.run(["ps", "-eo", "args"], capture_output=True, text=True, check=True).stdout
    assert str(tmp_path) not in running


@pytest.fixture(scope="module")
def levels(tmp_path_factory: pytest.TempPathFactory) -> dict[str, dict[str, Any]]:
    """The summaries of the three quickest levels and the best on the whole suite."""
    folder, suite = tmp_path_factory.mktemp("levels"), load_suite("cornered-1")
    found = {}
    for level in ("random", "easy", "medium", "perfect"):
        work = position_test(suite, read_entrant(level), seed=3, limit=960)
        with RunFile(folder / f"{level}.jsonl", work.header) as file:
            found[level] = ask(work, file, Local(), lambda _: True).scores.summary()
    return found


def test_random_has_no_skill_in_any_game(levels: dict[str, dict[str, Any]]) -> None:
    for row in (levels["random"], *levels["random"]["by_game"].values()):
        low, high = row["beta_interval"]
        assert low < 0 < high


def test_perfect_keeps_everything(levels: dict[str, dict[str, Any]]) -> None:
    perfect = levels["perfect"]
    assert (perfect["kept"], perfect["skill"]) == (1, 1)
    assert (
        perfect["regret"] < levels["medium"]["regret"]
    )  # on a busy machine it has no time for every distance
    assert perfect["beta_interval"][0] > 5
    assert perfect["beta_interval"][1] is None


def test_the_order_of_the_levels_is_that_of_their_ability(levels: dict[str, dict[str, Any]]) -> None:
    abilities = [levels[level]["beta"] for level in ("random", "easy", "medium", "perfect")]
    assert abilities == sorted(abilities)


def test_people_are_told_in_words(cornered: Cornered, small_file: Path) -> None:
    found = cornered("measure", "Ada=easy", "--suite", small_file, "--workers", 1)
    first, second, third, *_ = found.stdout.splitlines()
    assert first.startswith("Ada on small: ")
    assert second.startswith("Kept ")
    assert "where chance keeps" in second
    assert third.startswith("Skill ")
    for heading in ("by game", "by board", "by band"):
        assert f"\n{heading} " in found.stdout
    assert found.stderr.startswith("Kept in ")


@pytest.mark.parametrize(
    ("options", "sentence"),
    [
        (["nobody"], "There is no level 'nobody'"),
        (["random", "--suite", "no.suite"], "The suite no.suite cannot be read"),
        (["random", "--until", "wide"], "'wide' is not a share: write it like 2%."),
        (["random", "--shard", "5/4"], "'5/4' is no shard: write it like 3/16"),
        (["random", "--game", "chess"], "There is no game 'chess'"),
        (["random", "--renamed"], "Squares are renamed for agents that read text"),
        (["no_such_module:choose"], "There is no agent 'no_such_module:choose'"),
        (["random", "--ray", "auto"], "Work on a Ray cluster needs the extra 'ray'"),
        (["random", "--games", "--turned"], "--until, --turned and --renamed are for questions"),
    ],
)
def test_what_cannot_be_measured_is_told_in_a_sentence(
    cornered: Cornered, options: list[str], sentence: str
) -> None:
    found = cornered("measure", *options, "--workers", 1)
    assert found.returncode == 2
    assert found.stderr.startswith(f"cornered: {sentence}")


def test_no_address_is_written_down(cornered: Cornered, small_file: Path, tmp_path: Path) -> None:
    secret = f"cmd:{sys.executable} -c pass --key=hush"
    cornered("measure", secret, "--suite", small_file, "--limit", 1, "-o", "run.jsonl")
    assert "hush" not in (tmp_path / "run.jsonl").read_text()


def test_a_disguise_changes_neither_the_moves_nor_what_they_lead_to(small: Suite) -> None:
    for number, question in enumerate(small.questions):
        position = question.position()
        shown = disguised(position, turn=True, rename=True, random=Random(number))
        assert sorted(shown.really[square] for square in shown.position.moves()) == list(position.moves())
        label = shown.position.game.label
        for square in shown.position.moves():
            assert shown.position.game.square(label(square)) == square
            after = position.play(shown.really[square])
            assert len(shown.position.play(square).moves()) == len(after.moves())


def played(suite: Suite, path: Path, names: list[str]) -> list[Played]:
    work = games(suite, everyone([read_entrant(name) for name in names]), seed=1)
    with RunFile(path, work.header) as file:
        return [game for game in results(work, file, Here(), lambda _: True) if isinstance(game, Played)]


def test_every_pair_plays_both_seats_of_each_start(small: Suite, tmp_path: Path) -> None:
    found = played(small, tmp_path / "run.jsonl", ["random", "easy"])
    seats = Counter((game.start, game.players) for game in found)
    assert len(seats) == 2 * len(small.starts)
    assert set(seats.values()) == {1}


def test_nobody_meets_perfect_from_the_lost_side(small: Suite, tmp_path: Path) -> None:
    found = played(small, tmp_path / "run.jsonl", ["random", "perfect"])
    assert len(found) == len(small.starts)
    assert {game.players[game.won_seat - 1] for game in found} == {"random"}


def test_perfect_is_rated_with_the_wins_that_need_not_be_played(small: Suite, tmp_path: Path) -> None:
    standings = Standings()
    for game in played(small, tmp_path / "run.jsonl", ["random", "easy", "perfect"]):
        standings.add(game)
    told = standings.summary(RANDOM_IS_ZERO)
    assert list(told["agents"]) == ["perfect", "easy", "random"]
    assert told["games"] == 4 * len(small.starts)
    assert told["agents"]["perfect"]["against"]["easy"]["games"] == len(small.starts)


def test_those_wins_are_certain(small: Suite) -> None:
    for number, start in enumerate(small.starts):
        perfect, easy = (asker(level, Random(number)) for level in ("perfect", "easy"))
        position = read_position(start.code)
        won_seat = position.to_move if start.value > 0 else 3 - position.to_move
        seats = (perfect, easy) if won_seat == 1 else (easy, perfect)
        entrants = (read_entrant("easy"), read_entrant("easy"))
        game = play_game(Scheduled(number, 0, start, entrants), seats, Truth(position.game))
        assert game.winner == won_seat


def test_perfect_goes_by_its_own_name_in_games(small: Suite) -> None:
    with pytest.raises(BadSetup, match="Ada cannot be another name for perfect"):
        games(small, [(read_entrant("Ada=perfect"), read_entrant("random"))], seed=0)


def test_a_game_is_lost_by_whoever_gave_a_won_one_away_last(small: Suite, tmp_path: Path) -> None:
    for game in played(small, tmp_path / "run.jsonl", ["random", "easy"]):
        errors = [decision.seat for decision in game.decisions if not decision.kept]
        assert game.winner == (3 - errors[-1] if errors else game.won_seat)


def test_games_are_the_same_from_the_same_seed(small: Suite, tmp_path: Path) -> None:
    first, second = (
        [game._replace(seconds=(0, 0)) for game in played(small, tmp_path / name, ["random", "easy"])]
        for name in ("one.jsonl", "two.jsonl")
    )
    assert first == second


def test_a_tournament_tells_who_beats_whom(cornered: Cornered, small_file: Path, tmp_path: Path) -> None:
    (tmp_path / "bot.py").write_text(
        "def never(position):\n    return min(set(range(position.game.board.size)) - set(position.moves()))\n"
    )
    found = cornered(
        *("tournament", "lost=bot:never", "easy", "random", "--suite", small_file, "--starts", 4, "--json")
    )
    told = json.loads(found.stdout)
    assert told["agents"]["lost"]["against"]["easy"]["won"] == 0
    assert told["agents"]["random"]["rating"] == 0
    low, high = told["agents"]["lost"]["rating_interval"]
    assert low is None
    assert told["agents"]["lost"]["rating"] < high < 0.5  # four starts do not tell much
    assert told["refused"] == {"illegal": 16}
    assert told["games"] == 24


def test_an_agent_meets_every_level_but_itself(cornered: Cornered, small_file: Path) -> None:
    found = cornered("measure", "easy", "--games", "--suite", small_file, "--limit", 2, "--json")
    against = json.loads(found.stdout)["agents"]["easy"]["against"]
    assert against.keys() == {level.name for level in LADDER} - {"easy"}
    assert against["perfect"]["games"] == 2
    assert against["random"]["games"] == 4


def test_two_agents_of_one_name_are_refused(small: Suite) -> None:
    pair = (read_entrant("cmd:./one/bot.sh"), read_entrant("cmd:./other/bot.sh"))
    with pytest.raises(BadSetup, match=r"Two agents are called bot\.sh"):
        games(small, [pair], seed=0)
