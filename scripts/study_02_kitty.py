"""What the kitty is worth in tricks, with three, five and six cards, extra trumps and the discard apart.

    python scripts/study_02_kitty.py [--small] [--to FOLDER]

The same deals are played four ways by heuristic players, seat 0 the contractor: with the kitty; without it;
with its trumps alone (jokers, in no-trump); with its trumps and side aces. What he takes alone he takes for
his lowest side card of a suit of two cards or more, so that no void is made on purpose.
"""

from functools import partial

import numpy as np
import pandas as pd
from study_parts.studied_hands import PASS, solved_deals, thought_of
from studying import Finding, Study, interval, mean_and_half, panels, run, spread

from fivehundred_sim.cards import HAND_SIZE, NO_TRUMP
from fivehundred_sim.kernels.bidding.wide_deals import wide_tricks
from fivehundred_sim.report.chart_theme import LIGHT
from fivehundred_sim.rules.load import load_rules
from fivehundred_sim.rules.wide import FIRST_SANS_KITTY
from fivehundred_sim.study.bidding.house import house_of
from fivehundred_sim.study.count_features import best_suit, thinks_of_no_trump

HOUSES = {"australian": 3, "american": 5, "quebec": 6}
SEED, CHUNK, SOLVED_CHUNK = 602, 4_000, 100
DEALS, SMALL = 900_000, 6_000
SOLVED, SMALL_SOLVED = 6_000, 300  # deals, Australian rules
DEALT = 4 * HAND_SIZE
FEWEST, MOST = 4, 8  # trumps held that have rows of their own
LEAST = 30  # deals of a row
SUIT_NAME, NO_TRUMP_NAME = "suit with most trumps", "no-trump"
NEAR = 0.05  # tricks: nobody counts finer
HEURISTIC, DOUBLE_DUMMY = "heuristic", "double-dummy"
NO_TRUMP_CLASS, TRUMPS = 4, 0  # suit classes of `hand_code`: jokers without trumps, trumps
WAYS = "none", "trumps", "aces", "kitty"
PARTS = {  # a part of the kitty's worth: with, less without
    "kitty": ("kitty", "none"),
    "trumps": ("trumps", "none"),
    "discard": ("kitty", "trumps"),
    "aces": ("aces", "trumps"),
    "rest": ("kitty", "aces"),
}


def with_some(deals, suits, heights, wanted):
    """Deals after the contractor has taken the wanted cards of the kitty, one by one, for low side cards.

    deals: int64 (n, cards). suits, heights: by pack index, classes and places from the top. wanted: bool
    (cards,). The card given for it is the lowest (most cards above it) of a side suit of two or more cards,
    else the lowest side card; without a side card nothing is taken. It goes where the taken one lay.
    """
    deals = deals.copy()
    keep = TRUMPS if suits.max() < NO_TRUMP_CLASS else NO_TRUMP_CLASS
    rows = np.arange(len(deals))
    for place in range(DEALT, deals.shape[1]):
        held = deals[:, :HAND_SIZE]
        suit, height = suits[held], heights[held]
        length = (suit[:, :, None] == suit[:, None, :]).sum(axis=2)
        low = np.where((suit == keep) | wanted[held], -1, height + 100 * (length > 1))
        given = low.argmax(axis=1)
        takes = wanted[deals[:, place]] & (low[rows, given] >= 0)
        at = rows[takes]
        deals[at, given[takes]], deals[at, place] = deals[at, place], deals[at, given[takes]]
    return deals


def tricks_of(house, deals, strain, takes_kitty, players):
    """Tricks of the contractor's side, int64 (n,), by one player model."""
    if players == DOUBLE_DUMMY:
        return solved_deals(house, deals, strain, takes_kitty)
    asked = np.zeros((len(deals), 3), np.int64)
    asked[:, 0], asked[:, 2] = np.arange(len(deals)), strain + (0 if takes_kitty else FIRST_SANS_KITTY)
    return wide_tricks(*house.task.wide, deals, asked)[:, 0]


def played(house, deals, strains, players):
    """Tricks of the contractor's side in each of the four ways, int64 (4, n), and trumps taken (n,)."""
    code = house.evaluation.code
    found = np.empty((len(WAYS), len(deals)), np.int64)
    taken = np.empty(len(deals), np.int64)
    for strain in np.unique(strains):
        mine = strains == strain
        dealt, (suits, heights) = deals[mine], code[strain].T
        trumps = suits == (TRUMPS if strain < NO_TRUMP else NO_TRUMP_CLASS)
        tops = trumps | ((heights == 0) & (suits != NO_TRUMP_CLASS))
        taken[mine] = trumps[dealt[:, DEALT:]].sum(axis=1)
        some, more = (with_some(dealt, suits, heights, wanted) for wanted in (trumps, tops))
        for way, cards in enumerate((dealt, some, more, dealt)):
            found[way, mine] = tricks_of(house, cards, strain, WAYS[way] == "kitty", players)
    return found, taken


def piece(house, players, first, n):
    """One frame of deals: in the suit with most trumps every one, in no-trump the hands that think of it."""
    code, deals = house.evaluation.code, house.deals(SEED, first, n)
    hands = deals[:, :HAND_SIZE]
    best, call = best_suit(hands, code), thought_of(house, hands).call
    bid = np.where(call == PASS, -1, house.bidding.table[call, 1])
    plain = thinks_of_no_trump(hands, code)
    rows = np.concatenate([np.arange(n), np.flatnonzero(plain)])
    strains = np.concatenate([best, np.full(plain.sum(), NO_TRUMP)])
    tricks, taken = played(house, deals[rows], strains, players)
    keep = np.where(strains < NO_TRUMP, TRUMPS, NO_TRUMP_CLASS)
    held = (code[strains[:, None], hands[rows], 0] == keep[:, None]).sum(axis=1)
    frame = pd.DataFrame(dict(zip(WAYS, tricks.astype(np.int8), strict=True)))
    return frame.assign(
        suit=strains < NO_TRUMP,
        held=held.astype(np.int8),
        taken=taken.astype(np.int8),
        bids=bid[rows] == strains,
    )


def rows_of(house, cards, players, frame):
    """The rows of one house: each class of hands with the kitty's worth and its parts."""
    suits, plain = frame[frame.suit], frame[~frame.suit]
    classes = [(SUIT_NAME, "all hands", suits), (SUIT_NAME, "would bid it", suits[suits.bids])]
    classes += [(SUIT_NAME, f"{held} trumps", suits[suits.held == held]) for held in range(FEWEST, MOST + 1)]
    classes += [(NO_TRUMP_NAME, "thinks of it", plain), (NO_TRUMP_NAME, "would bid it", plain[plain.bids])]
    rows = []
    for contract, hands, part in classes:
        if len(part) < LEAST:
            continue
        row = {"rules": house, "kitty_cards": cards, "contract": contract, "hands": hands, "players": players}
        row |= {"deals": len(part), "trumps_found": part.taken.mean()}
        row["tricks_with"], row["tricks_with_error"] = mean_and_half(part.kitty)
        for name, (more, less) in PARTS.items():
            row[name], row[f"{name}_error"] = mean_and_half(part[more] - part[less])
        found = part[part.taken > 0]
        if len(found) >= LEAST:
            each = (found.trumps - found.none) / found.taken
            row["each_trump"], row["each_trump_error"] = mean_and_half(each)
        rows.append(row)
    return rows


def measured(deals, solved):
    """All rows, a frame: of every house by heuristic players, of the Australian one double-dummy too."""
    rows = []
    for name, cards in HOUSES.items():
        house = house_of(load_rules(name))
        for players, number, size in ((HEURISTIC, deals, CHUNK), (DOUBLE_DUMMY, solved, SOLVED_CHUNK)):
            if players == DOUBLE_DUMMY and name != "australian":
                continue
            parts = spread(partial(piece, house, players), number, size)
            rows += rows_of(name, cards, players, pd.concat(parts, ignore_index=True))
    return pd.DataFrame(rows)


def row_at(table, rules, contract, hands, players=HEURISTIC):
    """The row of one class of hands."""
    chosen = (table.rules == rules) & (table.contract == contract) & (table.hands == hands)
    return table[chosen & (table.players == players)].iloc[0]


def figure_of(row, name, unit="tricks"):
    """A figure of a row with its interval; a third digit where the interval is that narrow."""
    half = row[f"{name}_error"]
    return interval(row[name], half, 2 if half >= 0.005 else 3, unit)


def told(row, name, claimed):
    """A verdict on a claimed number of tricks."""
    off = row[name] - claimed
    if abs(off) <= row[f"{name}_error"]:
        return "confirmed"
    if abs(off) + row[f"{name}_error"] < NEAR:
        return f"confirmed within {NEAR}"
    return f"refuted: {abs(off):.2f} {'more' if off > 0 else 'less'}"


def of_our_players(table, contract, hands):
    """Whether best play gains as much by the kitty as our players do."""
    ours, best = (row_at(table, "australian", contract, hands, model) for model in (HEURISTIC, DOUBLE_DUMMY))
    apart, half = best.kitty - ours.kitty, np.hypot(best.kitty_error, ours.kitty_error)
    parts = f"the kitty {figure_of(best, 'kitty')}, extra trumps {figure_of(best, 'trumps')}"
    more = "more" if apart > 0 else "less"
    verdict = "not shown" if half > 0.1 else "confirmed"
    if abs(apart) > half:
        verdict = f"depends: best play gains {abs(apart):.2f} {more}"
    claim = f"that is not our players' doing (kitty of 3, {'a suit' if contract == SUIT_NAME else contract})"
    return Finding(claim, "asked here", f"double-dummy: {parts}", verdict)


def findings_of(table):
    suit, source = SUIT_NAME, "C9 of a public site's bot"
    found = []
    for rules, claimed in (("australian", 1), ("american", 2), ("quebec", 2)):
        row = row_at(table, rules, suit, "all hands")
        claim = f"a kitty of {HOUSES[rules]} is worth {claimed} trick{'s' * (claimed > 1)} in a suit"
        said = source if claimed == 1 else "the same bot, an earlier version"
        found.append(Finding(claim, said, figure_of(row, "kitty"), told(row, "kitty", claimed)))
    one = row_at(table, "australian", NO_TRUMP_NAME, "thinks of it")
    found.append(
        Finding(
            "the same kitty of 3 in no-trump: 1 trick", source, figure_of(one, "kitty"), told(one, "kitty", 1)
        )
    )
    row = row_at(table, "australian", suit, "all hands")
    figure = f"extra trumps {figure_of(row, 'trumps')}, the discard {figure_of(row, 'discard')}"
    more = row["trumps"] - row["trumps_error"] > row["discard"] + row["discard_error"]
    less = row["discard"] - row["discard_error"] > row["trumps"] + row["trumps_error"]
    verdict = "confirmed" if more else "refuted: the discard brings more" if less else "not shown"
    found.append(Finding("most of it are the trumps found (kitty of 3, suit)", "asked here", figure, verdict))
    for contract, hands in ((SUIT_NAME, "all hands"), (NO_TRUMP_NAME, "thinks of it")):
        found.append(of_our_players(table, contract, hands))
    few, many = (row_at(table, "australian", suit, f"{held} trumps") for held in (FEWEST, 6))
    figure = f"four trumps {figure_of(few, 'kitty')}, six trumps {figure_of(many, 'kitty')}"
    apart, half = few.kitty - many.kitty, np.hypot(few.kitty_error, many.kitty_error)
    verdict = (
        "confirmed within 0.1 trick"
        if abs(apart) + half < 0.1
        else "refuted"
        if abs(apart) > half
        else "not shown"
    )
    found.append(
        Finding("the kitty is worth the same with any number of trumps", "C9 (one number)", figure, verdict)
    )
    return found


def shown_of(table):
    rows = []
    for row in table.to_dict("records"):
        cells = {name: figure_of(row, name, "") for name in PARTS}
        rows.append(
            {
                "rules, kitty": f"{row['rules']}, {row['kitty_cards']}",
                "contract": row["contract"],
                "hands": row["hands"],
                "players": row["players"],
                "deals": f"{row['deals']:,}",
                "trumps found": f"{row['trumps_found']:.2f}",
                "kitty": cells["kitty"],
                "extra trumps": cells["trumps"],
                "discard": cells["discard"],
                "of it side aces": cells["aces"],
                "of it the rest": cells["rest"],
            }
        )
    return pd.DataFrame(rows)


def label_of(contract, hands):
    """What stands under a bar."""
    if contract == NO_TRUMP_NAME:
        return "NT" if hands == "thinks of it" else "NT,\nbid"
    return {"all hands": "all", "would bid it": "bid"}.get(hands, hands.removesuffix(" trumps"))


def chart_of(table):
    blue, orange = (LIGHT.look(model).color for model in (HEURISTIC, DOUBLE_DUMMY))
    foot = (
        "Tricks gained on the same deals by heuristic players, with the 95 % interval of the whole.\n"
        "Hands in the suit with most trumps: all, those that would bid it, by trumps held; then no-trump."
    )
    with panels("What the kitty is worth in tricks", foot, len(HOUSES)) as (figure, axes):
        for axis, (name, cards) in zip(axes, HOUSES.items(), strict=True):
            rows = table[(table.rules == name) & (table.players == HEURISTIC)]
            places = np.arange(len(rows))
            axis.bar(places, rows.trumps, color=blue, label="extra trumps", width=0.7)
            axis.bar(places, rows.discard, bottom=rows.trumps, color=orange, label="the discard", width=0.7)
            axis.errorbar(places, rows.kitty, yerr=rows.kitty_error, fmt="none", ecolor=LIGHT.ink, capsize=3)
            axis.set_xticks(
                places, [label_of(*row) for row in zip(rows.contract, rows.hands, strict=True)], size=8
            )
            axis.set_title(f"{name}: {cards} cards", size=10)
        axes[0].set_ylabel("tricks")
        axes[-1].legend(frameon=False, fontsize=8, loc="upper right")
    return figure


METHOD = """
**How.** {deals:,} random deals under each house's rules (the presets `australian`, `american`, `quebec`:
packs of 43, 45 and 46 cards, one, one and two jokers; stream {seed}), contractor the seat whose hand is
looked at, all four played by the heuristic players of [docs/players.md](../../docs/players.md); all ways of
a row on the same deals, so the intervals are those of paired differences, deals as independent units. In
suits the trump suit is the one with most trumps; in no-trump the hands are those with a joker and an ace,
or three aces. "Would bid it": the table's evaluation of the ten cards has its best contract, nobody else
bidding, in this denomination (at six or more; the American game has no contract below seven).

**The parts.** *Extra trumps*: with the kitty's trumps alone (in no-trump its jokers), less without the
kitty; for each he gives his lowest side card of a suit of two or more cards. *Discard*: the whole exchange,
less that. It holds the kitty's side aces, taken the same way, and *the rest*: kings and queens, suits made
short on purpose, and knowing the cards thrown. Without the exchange a contractor does not know what lies in
the kitty, in the ways between he does not know the cards that he gave either.

**What could be our players' doing.** Their discard lies a hundredth of a trick below the best of all
discards in suits, some hundredths in no-trump (docs/players.md). The rows marked double-dummy ({solved:,}
deals, Australian rules) have the same exchanges and then best play with all hands open: there the
contractor knows the kitty in every way, and nobody needs to hold a stopper for luck.
"""


def study(small):
    deals, solved = (SMALL, SMALL_SOLVED) if small else (DEALS, SOLVED)
    table = measured(deals, solved)
    method = METHOD.format(deals=deals, solved=solved, seed=SEED)
    return Study(
        title="What the kitty is worth",
        question="What is the kitty worth in tricks, by size; how much are trumps, how much the discard?",
        findings=findings_of(table),
        method=method,
        table=table.round(4),
        shown=shown_of(table),
        chart=chart_of(table),
        made_from={"seed": SEED, "deals": deals, "solved": solved, "rules": list(HOUSES)},
    )


if __name__ == "__main__":
    run(__file__, study)
