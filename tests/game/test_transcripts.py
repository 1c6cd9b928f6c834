"""A playthrough of every preset, kept as text under tests/transcripts and regenerated identically."""

import os
from pathlib import Path

import match_players
import pytest

from fivehundred_sim.game.match import Match
from fivehundred_sim.rules.load import preset_names

FOLDER = Path(__file__).parents[1] / "transcripts"
DEALS = 4
# preset: seed, and the calls to be made as soon as they are legal, by deal
SCRIPTS = {
    "australian": (42, {2: ("7D", "OM"), 3: ("7NT", "P")}),
    "gamerules": (54, {1: ("8H/sk", "P"), 2: ("BM", "7S", "P")}),
    "american": (56, {1: ("6NT", "7H", "P")}),
    "trickster-american": (51, {1: ("6D", "7D", "P")}),
    "quebec-1000": (33, {1: ("8S", "P"), 2: ("M", "P")}),
    "hoyle-1909": (38, {1: ("P",), 2: ("7S", "P")}),
    "new-zealand": (49, {1: ("6D", "P", "7C")}),
    "five-handed": (35, {1: ("7H", "P"), 2: ("OM", "P")}),
    "two-handed-tables": (56, {1: ("7C", "P"), 2: ("M", "P")}),
}
# what a transcript must show, as text of a line
SHOWS = {
    "gamerules": ("contract: BM by", "contract: 8H/sk by"),
    "american": ("0 6NT", "contract: M by", "contract: dealt again"),
    "trickster-american": ("0 6D",),
    "hoyle-1909": ("contract: no contract",),
    "five-handed": ("partner: ", "contract: OM by"),
    "two-handed-tables": ("piles 0: ", "contract: M by"),
    "two-handed": ("dead: ",),
    "australian": ("contract: OM by", "contract: 7NT by", "joker: 2 D"),
    "quebec": ("BJ", "RJ"),
    "quebec-1000": ("won: ",),
}


def transcript(preset):
    seed, wishes = SCRIPTS.get(preset, (1, {}))
    match = Match(preset, seed)
    match_players.play_on(match, wishes, DEALS)
    return match.export()


@pytest.mark.parametrize("preset", preset_names())
def test_a_playthrough_is_what_it_was_and_reads_back(preset):
    path, text = FOLDER / f"{preset}.txt", transcript(preset)
    if os.environ.get("REGENERATE_GOLDEN"):
        FOLDER.mkdir(exist_ok=True)
        path.write_text(text, "utf-8")
    assert path.read_text("utf-8") == text, "REGENERATE_GOLDEN=1 rewrites it, if the change is meant"
    assert Match.read(text).export() == text
    for line in SHOWS.get(preset, ()):
        assert line in text
    assert text.count("points:") >= 2, "a playthrough in which something is played"


def test_every_preset_has_a_playthrough_and_nothing_else_is_there():
    assert sorted(path.stem for path in FOLDER.iterdir()) == list(preset_names())
