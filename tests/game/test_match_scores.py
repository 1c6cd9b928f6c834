"""The points and scores of exported matches, added up again from the text by what the rules' sources say.

Nothing of the program's scoring is used: sides, values and exceptions are written out here from the texts of
the houses (pagat.com for whatever is not named).
"""

import random
import re
from pathlib import Path

import match_players
import pytest

from fivehundred_sim.game.match import Match
from fivehundred_sim.rules.load import preset_names

FOLDER = Path(__file__).parents[1] / "transcripts"
SEATS = {"howstuffworks": 3, "hoyle-1909": 3, "five-handed": 5, "six-handed": 6, "six-handed-pairs": 6}
SEATS |= {"two-handed": 2, "two-handed-tables": 2}  # and four in all others
SIDES = {
    "howstuffworks": 3,
    "hoyle-1909": 3,
    "five-handed": 5,
    "six-handed-pairs": 3,
}  # and two in all others
NO_SLAM, CAPPED, DOUBLED = {"new-zealand"}, {"trickster-australian": 490}, {"quebec-1000"}
TARGET = {"quebec-1000": 1000}
SUITS = {"S": 0, "C": 1, "D": 2, "H": 3, "NT": 4}
MISERES = {"M": 250, "OM": 500, "BM": 500}


def value(preset, bid):
    if bid in MISERES:
        return MISERES[bid] * (2 if preset in DOUBLED else 1)
    level, suit = re.fullmatch(r"(\d+)(S|C|D|H|NT)(?:/sk)?", bid).groups()
    return 40 + 20 * SUITS[suit] + 100 * (int(level) - 6)


def added_up(preset, lines, scores):
    """The points by side of a deal that has been played, given its lines and the scores before it."""
    sides = SIDES.get(preset, 2)
    said = dict(line.split(": ", 1) for line in lines if ": " in line)
    winners = [int(line.rsplit(" ", 1)[1]) for line in lines if line.startswith("trick ")]
    own = [sum(winner % sides == side for winner in winners) for side in range(sides)]
    if said["contract"] == "no contract":
        return [10 * tricks for tricks in own]
    bid, contractor = re.fullmatch(r"(\S+) by seat (\d)", said["contract"]).groups()
    ours = {int(contractor) % sides}
    called = said.get("partner", "-")
    if called != "-":
        hands = {seat: said[f"seat {seat}"].split() for seat in range(SEATS[preset])}
        ours |= {seat for seat, hand in hands.items() if called in hand}
    taken = sum(own[side] for side in ours)
    worth, misere = value(preset, bid), bid in MISERES
    made = taken == 0 if misere else taken >= int(re.match(r"\d+", bid)[0])
    gain = (max(worth, 250) if taken == 10 and preset not in NO_SLAM else worth) if made else -worth
    if preset in DOUBLED:  # a failed contract costs nothing and pays the others its value; tricks pay nothing
        return [max(gain, 0) if side in ours else 0 if made else worth for side in range(sides)]
    points = []
    for side in range(sides):
        tricks = 0 if misere else 10 * own[side]
        if preset in CAPPED:
            tricks = min(tricks, max(0, CAPPED[preset] - scores[side]))
        points.append(gain // len(ours) if side in ours and sides == 5 else gain if side in ours else tricks)
    return points


def verify_additions(preset, text):
    """Every `points` and `score` line of a match against this module's own addition; how many there were."""
    scores, counted = [0] * SIDES.get(preset, 2), 0
    for deal in text.split("\n\ndeal ")[1:]:
        lines = deal.split("\n\n")[0].splitlines()
        said = dict(line.split(": ", 1) for line in lines if ": " in line)
        if "points" not in said:
            continue
        points = added_up(preset, lines, scores)
        scores = [score + gain for score, gain in zip(scores, points, strict=True)]
        assert said["points"] == " ".join(map(str, points)), lines
        assert said["score"] == " ".join(map(str, scores)), lines
        counted += 1
    return counted


@pytest.mark.parametrize("preset", preset_names())
def test_points_of_every_playthrough_are_those_of_the_rules_text(preset):
    assert verify_additions(preset, (FOLDER / f"{preset}.txt").read_text("utf-8")) >= 2


@pytest.mark.parametrize("preset", preset_names())
def test_points_of_whole_games_are_those_of_the_rules_text(preset):
    counted = 0
    for seed in (21, 22, 23):
        match = Match(preset, seed)
        match_players.play_on(match, dict.fromkeys(range(2, 30, 4), ("M", "P")), 30)
        counted += verify_additions(preset, match.export())
        if match.phase == "over":
            reached = all(match.scores[side] >= TARGET.get(preset, 500) for side in match.winners)
            assert reached or min(match.scores) <= -500
    assert counted >= 6


@pytest.mark.parametrize("preset", ["australian", "five-handed", "hoyle-1909", "quebec-1000", "gamerules"])
def test_points_of_wild_contracts_are_those_of_the_rules_text(preset):
    rng, match = random.Random(13), Match(preset, 13)
    for _ in range(1500):
        if match.phase == "over":
            match = Match(preset, rng.randrange(1000))
        legal = match.legal()
        size = match.rules.pack.kitty if match.phase == "discard" else 1
        match.do(" ".join(rng.sample(legal, size)))
        if match.phase == "over":
            assert verify_additions(preset, match.export()) >= 1
