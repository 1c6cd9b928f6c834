"""`advise` under every preset and at every table, by the real players: engines, contracts, points, notes."""

import subprocess
import sys

import numpy as np
import pytest

from fivehundred_sim import advise, load_rules
from fivehundred_sim.cards import HEARTS, BidError, format_hand, parse_bid
from fivehundred_sim.game.trick import height
from fivehundred_sim.rules.code import lanes_cover
from fivehundred_sim.rules.ladder import bids
from fivehundred_sim.rules.load import preset_names
from fivehundred_sim.rules.packs import pack, suit_of
from fivehundred_sim.rules.scoring import hand_points
from fivehundred_sim.study import notes, run
from fivehundred_sim.study.advise import resolve_engines, verify_question
from fivehundred_sim.study.question import QuestionError

HAND = "JK JD KH 9H 5H AS 8S 7C 6C 5D"
PILES = "two-handed-tables"
SIMULATED = [name for name in preset_names() if name != PILES]
EVERY = 0b1111111  # the strains that the fast kernels know
SUITS, NO_TRUMP = 0b1111, 0b10000


def top_trumps(rules, suit=HEARTS):
    """The ten highest trumps of a suit: ten tricks against any cards."""
    trumps = [card for card in pack(rules) if suit_of(rules, card, suit) == suit]
    return sorted(trumps, key=lambda card: -height(card, suit))[:10]


def any_hand(rules):
    """Ten cards from all over the pack, a joker among them where there is one."""
    return pack(rules)[:: -(len(pack(rules)) // 10)][:10]


# --- which kernels ------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("overrides", "covered"),
    [
        ({}, EVERY),
        ({"joker.set": "hsw"}, EVERY),
        ({"joker.set": "last"}, EVERY),
        ({"sans_kitty.allowed": True, "bar_nullo.value": 500}, EVERY),  # these strains have no such bit
        ({"joker.set": "nz"}, SUITS),
        ({"joker.set": "qc"}, SUITS),
        ({"joker.nominate": "holder_mandatory"}, SUITS),
        ({"joker.misere_rank": "low"}, SUITS | NO_TRUMP),
        ({"misere.plays": "both_hands"}, SUITS | NO_TRUMP),
        ({"misere.defender_points": "per_own_trick"}, SUITS | NO_TRUMP),
        ({"pack.kitty": 5}, 0),
        ({"pack.jokers": 0, "pack.kitty": 2}, 0),
        ({"pack.floating_four": True}, 0),
        ({"table.players": 3, "table.sides": "alone"}, 0),
        ({"table.players": 6, "table.sides": "3v3"}, 0),
    ],
    ids=str,
)
def test_the_fast_kernels_cover_what_they_were_made_for(overrides, covered):
    assert lanes_cover(load_rules("australian", overrides)) == covered


def counted(rules, strains, fast):
    """The counts of some strains, by the fast kernels where `fast` allows them."""
    task = run.Task(rules, np.arange(10), np.arange(10, len(pack(rules))), 5)
    task.__dict__["fast"] = fast
    return run.HEURISTIC.load()(task, 0, 40, strains)


def test_it_does_not_show_which_kernels_played():
    rules = load_rules("australian")
    mixed, general = counted(rules, EVERY, EVERY), counted(rules, EVERY, 0)
    assert mixed.shape == (15, 11)
    assert mixed.sum(axis=1).tolist() == [40] * 7 + [0] * 8
    assert np.array_equal(mixed, general)


def test_an_australian_question_loads_no_general_kernel():
    code = (
        "import sys\n"
        "from fivehundred_sim import advise\n"
        f"advise({HAND!r}, deals=10)\n"
        "loaded = [name for name in sys.modules if 'kernels.wide' in name or 'kernels.dense' in name]\n"
        "assert not loaded, loaded\n"
    )
    subprocess.run([sys.executable, "-c", code], check=True)


# --- the rules in the rows ----------------------------------------------------------------------------------


@pytest.mark.parametrize("name", SIMULATED)
def test_every_preset_has_a_row_for_each_of_its_bids_and_the_points_of_its_rules(name):
    rules = load_rules(name)
    advice = advise(any_hand(rules), rules=rules, engines="heuristic", deals=30)
    assert advice.bids == tuple(str(bid) for bid in bids(rules) if str(bid) != "BM")
    partnered = rules.table.sides == "call_card"
    for row in advice.contracts:
        bid = parse_bid(row.bid)
        assert sum(row.tricks) == row.deals == 30
        made = row.tricks[0] if bid.is_misere else sum(row.tricks[bid.level :])
        assert row.made == made
        points = [
            hand_points(rules, bid, tricks, partnered=partnered and not bid.is_misere) for tricks in range(11)
        ]
        ours, theirs = (
            sum(n * p for n, p in zip(row.tricks, side, strict=True)) for side in zip(*points, strict=True)
        )
        assert row.mean_ours == pytest.approx(ours / 30)
        assert row.mean_theirs == pytest.approx(theirs / 30)
        assert row.mean_points == pytest.approx(row.mean_ours - row.mean_theirs)
        assert row.mean_points_low <= row.mean_points <= row.mean_points_high


@pytest.mark.parametrize("name", SIMULATED)
def test_the_ten_highest_trumps_take_every_trick_at_every_table(name):
    rules = load_rules(name)
    row = advise(top_trumps(rules), "10H", rules=rules, engines="heuristic", deals=25).asked.rows[0]
    assert row.tricks == (0,) * 10 + (25,)
    own = {"five-handed": row.value / 2}.get(name, row.value)
    assert (row.mean_ours, row.mean_theirs) == (own, 0)
    assert row.verdict == "yes"


@pytest.mark.parametrize("name", SIMULATED)
def test_they_take_every_trick_with_open_hands_too(name):
    rules = load_rules(name)
    held = set(top_trumps(rules))
    places = {True: [], False: []}
    for place, card in enumerate(pack(rules)):
        places[card in held].append(place)
    task = run.Task(rules, np.array(places[True]), np.array(places[False]), 2)
    counts = run.DOUBLE_DUMMY.load()(task, 0, 3, 1 << HEARTS)
    assert counts[HEARTS].tolist() == [0] * 10 + [3]
    assert counts.sum() == 3


def test_contracts_that_a_house_does_not_offer_are_absent():
    rows = {
        name: set(advise(any_hand(load_rules(name)), rules=name, deals=1, engines="heuristic").bids)
        for name in ("quebec", "american", "gamerules", "hoyle-1909")
    }
    assert not {"M", "OM"} & rows["quebec"]
    assert {"6S", "6NT"} & rows["american"] == set()
    assert {"6S/sk", "10NT/sk", "M", "OM"} <= rows["gamerules"]
    assert "BM" not in rows["gamerules"]
    assert not {"M", "OM"} & rows["hoyle-1909"]


def test_a_misere_whose_tricks_score_is_counted_by_tricks():
    rules = load_rules("american", {"misere.defender_points": "per_trick_taken_by_bidder"})
    row = advise(any_hand(rules), "M", rules=rules, engines="heuristic", deals=60).asked.rows[0]
    assert sum(row.tricks[2:]) > 0
    assert row.is_misere
    assert row.mean_tricks == pytest.approx(sum(t * n for t, n in enumerate(row.tricks)) / 60)
    assert row.mean_theirs == pytest.approx(10 * row.mean_tricks)


def test_the_whole_misere_family_has_rows_where_it_is_played():
    rules = load_rules("american", {"double_misere.value": 500, "bar_nullo.value": 500})
    advice = advise(any_hand(rules), rules=rules, engines="heuristic", deals=40)
    rates = {bid: advice.row("heuristic", bid).p_make for bid in ("M", "OM", "DM", "BN")}
    assert all(advice.row("heuristic", bid).value == 500 for bid in ("OM", "DM", "BN"))
    # Two hands without a trick are harder than one; five cards of a kitty to throw away help.
    assert rates["DM"] <= rates["M"]
    assert rates["BN"] <= rates["M"]


@pytest.mark.parametrize(
    ("name", "engines", "deals"),
    [("gamerules", "heuristic", 4_100), ("howstuffworks", ("heuristic", "double-dummy"), 45)],
)
def test_jobs_change_no_integer_at_a_general_table(name, engines, deals):
    rules = load_rules(name)
    one, three = (
        advise(any_hand(rules), rules=rules, engines=engines, deals=deals, jobs=jobs).to_json_dict()
        for jobs in (1, 3)
    )
    assert one == three
    assert {row["deals"] for row in one["contracts"]} == {deals}


# --- who answers, and what the answer says of itself --------------------------------------------------------


@pytest.mark.parametrize("name", SIMULATED)
def test_open_hands_are_solved_by_default_with_up_to_four_players(name):
    rules = load_rules(name)
    default = [engine.name for engine in resolve_engines(None, rules)]
    slow = rules.table.players > 4
    quick = ["heuristic"] if slow else ["heuristic", "double-dummy"]
    calibrated = name in ("australian", "trickster-american", "trickster-australian")
    assert default == (["calibrated", *quick] if calibrated else quick)
    both = resolve_engines(["double-dummy", "heuristic"], rules)
    assert [engine.deals for engine in both] == [10_000, 10 if slow else 100]


def test_where_calibrated_and_sampled_players_do_not_know_the_game_it_is_said():
    rules = load_rules("new-zealand")  # suits as they know them, no-trump otherwise
    assert [engine.name for engine in resolve_engines("all", rules)] == ["heuristic", "double-dummy"]
    for name in ("calibrated", "sampled"):
        with pytest.raises(QuestionError, match=f"{name}.*new-zealand.*heuristic or double-dummy"):
            resolve_engines(name, rules)
    assert notes.UNCALIBRATED_NOTE in advise(any_hand(rules), rules=rules, deals=1, engines="heuristic").notes
    australian = load_rules("australian")
    assert [engine.name for engine in resolve_engines("sampled", australian)] == ["calibrated", "sampled"]
    assert notes.UNCALIBRATED_NOTE not in notes.notes(
        australian, resolve_engines("heuristic", australian), False
    )


def test_a_model_left_out_is_named_with_the_way_to_get_it():
    rules = load_rules("six-handed")
    advice = advise(any_hand(rules), rules=rules, deals=5)
    assert advice.engines == ("heuristic",)
    assert notes.LEFT_OUT_NOTE in advice.notes
    assert notes.LEFT_OUT_NOTE not in advise(any_hand(rules), rules=rules, deals=5, engines="heuristic").notes
    assert (advice.players, advice.opposing_sides) == (6, 1)


@pytest.mark.parametrize(
    ("name", "sides", "said", "unsaid"),
    [
        ("australian", 1, [], [notes.FITTED_NOTE, notes.BLIND_NOTE]),
        ("gamerules", 1, [notes.BLIND_NOTE], [notes.FITTED_NOTE]),
        ("howstuffworks", 2, [notes.FITTED_NOTE, notes.THREE_NOTE], [notes.BLIND_NOTE]),
        ("six-handed-pairs", 2, [notes.FITTED_NOTE], [notes.THREE_NOTE]),
        ("five-handed", 3, [notes.FITTED_NOTE, notes.ALONE_NOTE], []),
    ],
)
def test_the_notes_say_what_is_special_at_this_table(name, sides, said, unsaid):
    rules = load_rules(name)
    advice = advise(any_hand(rules), rules=rules, deals=5, engines="heuristic")
    assert set(said) <= set(advice.notes)
    assert not set(unsaid) & set(advice.notes)
    assert advice.opposing_sides == sides
    assert advice.to_json_dict()["table"] == {"players": rules.table.players, "opposing_sides": sides}
    assert all(len(note) < 80 for note in advice.notes)


def test_five_handed_points_are_halves_with_a_partner_and_whole_alone():
    rules = load_rules("five-handed")
    alone = load_rules("five-handed", {"table.sides": "alone"})
    hand = top_trumps(rules)
    with_partner, without = (
        advise(hand, "8H", rules=each, engines="heuristic", deals=10).asked.rows[0] for each in (rules, alone)
    )
    assert (with_partner.mean_ours, without.mean_ours) == (150, 300)
    assert any("half the value" in note for note in advise(hand, rules=rules, deals=1).notes)


@pytest.mark.parametrize(
    ("overrides", "words"),
    [
        ({"partner.share": "full"}, ["whose card you call", "full value"]),
        ({"table.sides": "name_player"}, ["named unseen", "half the value"]),
        ({"table.sides": "name_player", "partner.share": "full"}, ["named unseen", "full value"]),
    ],
    ids=str,
)
def test_the_notes_say_how_the_partner_is_found_and_what_he_costs(overrides, words):
    rules = load_rules("five-handed", overrides)
    said = notes.notes(rules, resolve_engines(None, rules), left_out=False)
    assert any(all(word in note for word in words) for note in said)
    assert all(len(note) < 80 for note in said)


def test_cards_are_called_as_in_their_pack():
    rules = load_rules("quebec")
    advice = advise(top_trumps(rules), rules=rules, engines="heuristic", deals=1)
    assert advice.hand[:2] == ("BJ", "RJ")
    assert advise(format_hand(top_trumps(rules), pack(rules)), rules=rules, engines="heuristic", deals=1)


def test_blind_misere_and_table_piles_are_refused_with_the_reason():
    rules = load_rules("gamerules")
    with pytest.raises(BidError, match="blind misère is called before the cards are seen"):
        verify_question(HAND, "BM", rules)
    with pytest.raises(QuestionError, match="only the referee plays it"):
        advise(HAND, rules=PILES)
    with pytest.raises(QuestionError, match="table_piles"):
        verify_question(HAND, None, load_rules(PILES))
