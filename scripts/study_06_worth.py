"""What aces, voids, trumps, joker, bowers, partner and the kitty are worth in tricks, by player model.

    python scripts/study_06_worth.py [--small] [--to FOLDER]

Least squares of the tricks of a hand on what a player counts in it, with White's errors over hands: random
hands played by heuristic players, and the hands of results/calibration_games.npz by heuristic play, best
play and sampled players. Whose cards take the tricks is seen card by card, after natural auctions.
"""

from concurrent.futures import ThreadPoolExecutor
from functools import cache

import numpy as np
import pandas as pd
from calibration_games import KEPT, load
from measure_counts import winners_of
from study_parts.published_worths import IN_NO_TRUMP, SAID, WORDS, said_text
from studying import Finding, Study, interval, mean_and_half, panels, run, spread

from fivehundred_sim.cards import HAND_SIZE, NO_TRUMP
from fivehundred_sim.kernels.bidding.law import OWN, STATE_WORDS
from fivehundred_sim.kernels.wide.one import play_deal
from fivehundred_sim.report.chart_theme import LIGHT
from fivehundred_sim.rules.load import load_rules
from fivehundred_sim.rules.wide import FIRST_SANS_KITTY
from fivehundred_sim.study.bidding.house import all_alike, house_of
from fivehundred_sim.study.bidding.signals import signals
from fivehundred_sim.study.bidding.styles import DEFAULT, load_style
from fivehundred_sim.study.count_deals import draw_hands, play_hands
from fivehundred_sim.study.count_features import (
    best_suit,
    no_trump_columns,
    suit_columns,
    thinks_of_no_trump,
)
from fivehundred_sim.study.count_fit import fit
from fivehundred_sim.study.run import default_jobs

RULES, SEED = load_rules("australian"), 606
TRICKS = np.arange(11)
HEURISTIC, DOUBLE_DUMMY, SAMPLED = "heuristic", "double-dummy", "sampled"
RANDOM, ASKED = "random", "would be asked about"
SUITS, PLAIN = "suits", "no-trump"
HONOURS = "joker", "right_bower", "left_bower", "ace", "king", "queen"
PARTNER, PARTNER_PASSED, PARTNER_BID = (
    "partner's cards",
    "partner's cards, he passed",
    "partner's cards, he bid",
)
KITTY = "the kitty"
SAID_OF_OTHERS = {PARTNER: 2.0, PARTNER_PASSED: 1.0, PARTNER_BID: 2.0, KITTY: 1.0}
QUARTER = 0.25  # tricks
SLACK = 0.125  # tricks: counts go by quarters


@cache
def house():
    return house_of(RULES)


def designs(columns):
    """Three ways to lay out a suit hand: by cards, by length of trumps, with trumps that lack all tops."""
    tops = np.stack([columns[name] for name in HONOURS])
    sides = {name: columns[name] for name in ("side_ace", "side_king", "void", "singleton")}
    trumps = columns["trump"]
    cards = {name: columns[name] for name in HONOURS} | {"low_trump": trumps - tops.sum(axis=0)} | sides
    lengths = {"up_to_four": np.minimum(trumps, 4), "fifth": trumps > 4, "sixth": trumps > 5}
    lengths |= {"further": np.maximum(trumps - 6, 0)} | {name: columns[name] for name in HONOURS} | sides
    headless = cards | {"no_top": tops[:4].sum(axis=0) == 0}
    return (cards, None), (lengths, ("up_to_four", "fifth", "sixth", "further")), (headless, ("no_top",))


def fitted(contract, hands, players, columns, tricks, wanted=None):
    """The rows of one fit, those of `wanted` columns alone if named."""
    names = list(columns)
    found = fit(np.column_stack([columns[name] for name in names]).astype(float), tricks, 0.25)
    words = WORDS if contract == SUITS else IN_NO_TRUMP
    about = {"contract": contract, "hands": hands, "players": players, "number": len(tricks)}
    return [
        about | {"column": name, "what": words[name], "tricks": worth, "error": error}
        for name, worth, error in zip(names, found.exact[1:], found.error[1:], strict=True)
        if (wanted is None or name in wanted) and error > 0
    ]


def fits(contract, hands, players, columns, tricks):
    """All rows of a population by one player model."""
    if contract == PLAIN:
        return fitted(contract, hands, players, columns, tricks)
    rows = []
    for laid, wanted in designs(columns):
        rows += fitted(contract, hands, players, laid, tricks, wanted)
    return rows


def random_hands(number):
    """Rows of random hands, in the suit with most trumps or thinking of no-trump; heuristic play."""
    code, orders = house().evaluation.code, draw_hands(house().cards, SEED, 0, number)
    hands = orders[:, :HAND_SIZE]
    best, thinks = best_suit(hands, code), thinks_of_no_trump(hands, code)
    plain = np.where(thinks, (1 << NO_TRUMP) | (1 << (NO_TRUMP + FIRST_SANS_KITTY)), 0)
    strains = (1 << best) | (1 << (best + FIRST_SANS_KITTY)) | plain
    with ThreadPoolExecutor(default_jobs()) as pool:
        counts = play_hands(RULES, SEED, 0, orders, strains, pool, default_jobs(), lambda: None)
    every = np.arange(number)
    mean = counts @ TRICKS / np.maximum(counts.sum(axis=2), 1)
    columns = columns_of(hands, code, best)
    rows = fits(SUITS, RANDOM, HEURISTIC, columns, mean[every, best])
    rows += fits(PLAIN, RANDOM, HEURISTIC, no_trump_columns(hands[thinks], code), mean[thinks, NO_TRUMP])
    gains = {SUITS: mean[every, best] - mean[every, best + FIRST_SANS_KITTY]}
    gains[PLAIN] = (mean[:, NO_TRUMP] - mean[:, NO_TRUMP + FIRST_SANS_KITTY])[thinks]
    for contract, gain in gains.items():
        rows.append(of_others(contract, RANDOM, KITTY, gain))
    return rows


def columns_of(hands, code, suits):
    """The columns of a suit contract, each hand in its own suit."""
    by_suit = [suit_columns(hands, code, strain) for strain in range(NO_TRUMP)]
    every = np.arange(len(hands))
    return {name: np.stack([each[name] for each in by_suit])[suits, every] for name in by_suit[0]}


def asked_hands(thin):
    """Rows of the hands that the calibration asked about, by three player models; every `thin`-th of them.

    Means over deals: heuristic 10,000; best play what it takes beyond that on 100; sampled players what they
    take beyond heuristic ones in one game.
    """
    games, code = {key: values[::thin] for key, values in load(KEPT).items()}, house().evaluation.code
    hands, strains = games["hand"].astype(np.int64), games["strain"]
    mean = games["counts"] @ TRICKS / games["counts"].sum(axis=1)
    pairs = games["pairs"].astype(float)
    tricks = {HEURISTIC: mean, DOUBLE_DUMMY: mean + (pairs[:, :, 1] - pairs[:, :, 0]).mean(axis=1)}
    tricks[SAMPLED] = mean + games["sampled"] - games["heuristic"]
    suit = strains < NO_TRUMP
    plain = (strains == NO_TRUMP) & thinks_of_no_trump(hands, code)
    columns = {
        SUITS: columns_of(hands[suit], code, strains[suit]),
        PLAIN: no_trump_columns(hands[plain], code),
    }
    rows = []
    for contract, chosen in ((SUITS, suit), (PLAIN, plain)):
        for players, taken in tricks.items():
            rows += fits(contract, ASKED, players, columns[contract], taken[chosen])
    return rows


def of_others(contract, hands, what, tricks):
    """A row of a plain mean."""
    mean, half = mean_and_half(tricks)
    about = {"contract": contract, "hands": hands, "players": HEURISTIC, "number": len(tricks)}
    return about | {"column": what, "what": what, "tricks": mean, "error": half}


def by_whom(first, n):
    """Contracts of natural auctions, int64 (m, 3): strain, whether partner ever bid, tricks of his cards."""
    deals = house().deals(SEED + 1, first, n)
    style = load_style(DEFAULT)
    states = np.zeros((n, STATE_WORDS), np.int64)
    bidders = all_alike(house(), style, signals(house(), style))
    ends, _ = house().auctions(bidders, (first + np.arange(n)) % 4, deals, states)
    rows = []
    for deal, (call, seat), state in zip(deals, ends, states, strict=True):
        strain = int(house().bidding.table[call, 1])
        if seat < 0 or strain > NO_TRUMP:
            continue
        hands = np.roll(deal[: 4 * HAND_SIZE].reshape(4, HAND_SIZE), -int(seat), axis=0)
        played = play_deal(*house().task.wide, strain, hands, deal[4 * HAND_SIZE :])
        won = winners_of(house().task.wide[0][strain], played.cards, strain < NO_TRUMP)
        rows.append((strain, state[OWN + (seat + 2) % 4] > 0, won.count(2)))
    return np.array(rows, np.int64).reshape(-1, 3)


def partners(deals):
    """Rows of what partner's cards take in contracts bid, by whether he had bid himself."""
    found = np.concatenate(spread(by_whom, deals, 50))
    rows = []
    for contract, mine in ((SUITS, found[:, 0] < NO_TRUMP), (PLAIN, found[:, 0] == NO_TRUMP)):
        bid = found[:, 1] == 1
        for what, chosen in ((PARTNER, mine), (PARTNER_PASSED, mine & ~bid), (PARTNER_BID, mine & bid)):
            if chosen.sum() > 1:
                rows.append(of_others(contract, "contracts of natural auctions", what, found[chosen, 2]))
    return rows


def same(table, contract, column):
    """The rows of one figure, random hands first."""
    return table[(table.contract == contract) & (table.column == column)]


def text_of(row):
    return interval(row["tricks"], row["error"], 2 if row["error"] >= 0.005 else 3)


def verdict_of(rows, low, high):
    """Whether a published number agrees with all hands and players, none or some: to an eighth of a trick."""
    slack = SLACK if low == high else 0.0
    above = rows.tricks - rows.error > high + slack
    below = rows.tricks + rows.error < low - slack
    if above.all() or below.all():
        off = (rows.tricks - (high if above.all() else low)).iloc[0]
        return f"refuted, {abs(off):.2f} {'more' if off > 0 else 'less'}"
    if (above | below).any():
        return "depends on hands and players"
    return "confirmed" if rows.error.min() < SLACK else "not shown"


def findings_of(table):
    found = []
    for column, said in SAID.items():
        rows = same(table, SUITS, column)
        if rows.empty:
            continue
        figure = "; ".join(
            f"{row.players}, {row.hands}: {text_of(row._asdict())}" for row in rows.itertuples()
        )
        verdicts = "; ".join(f"{who}: {verdict_of(rows, low, high)}" for who, low, high in said)
        claim = f"{WORDS[column]}, tricks in a suit"
        found.append(Finding(claim, ", ".join(said_text(*each) for each in said), figure, verdicts))
    for what, claimed in SAID_OF_OTHERS.items():
        rows = same(table, SUITS, what)
        if len(rows):
            figure = f"heuristic, {rows.iloc[0].hands}: {text_of(rows.iloc[0])}"
            claim = f"{what}, tricks in a suit"
            found.append(Finding(claim, f"T-BOT {claimed:g}", figure, near(rows.iloc[0], claimed)))
    return found


def near(row, claimed):
    """A verdict on a whole number of tricks, to a quarter."""
    off = row.tricks - claimed
    if abs(off) + row.error < QUARTER:
        return "confirmed, to a quarter"
    if abs(off) > row.error:
        return f"refuted, {abs(off):.2f} {'more' if off > 0 else 'less'}"
    return "not shown"


def shown_of(table):
    """One line a figure, a column a population and model."""
    groups = [(RANDOM, HEURISTIC), (ASKED, HEURISTIC), (ASKED, DOUBLE_DUMMY), (ASKED, SAMPLED)]
    rows = []
    for contract, column in dict.fromkeys(zip(table.contract, table.column, strict=True)):
        own = same(table, contract, column)
        cells = {"contract": contract, "worth of": own.iloc[0].what}
        cells["published"] = ", ".join(
            said_text(*each) for each in (SAID.get(column, []) if contract == SUITS else [])
        )
        for hands, players in groups:
            mine = own[
                ((own.hands == hands) | (hands == RANDOM) & (own.hands != ASKED)) & (own.players == players)
            ]
            cells[f"{players}, {hands}"] = text_of(mine.iloc[0]) if len(mine) else ""
        rows.append(cells)
    return pd.DataFrame(rows)


def chart_of(table):
    groups = {
        "heuristic, random hands": (RANDOM, HEURISTIC, LIGHT.other),
        "heuristic": (ASKED, HEURISTIC, LIGHT.look(HEURISTIC)),
        "double-dummy": (ASKED, DOUBLE_DUMMY, LIGHT.look(DOUBLE_DUMMY)),
        "sampled": (ASKED, SAMPLED, LIGHT.look(SAMPLED)),
    }
    foot = (
        "Least squares over hands, 95 % intervals; hands that would be asked about unless marked random.\n"
        "Crosses are published numbers; T-BOT's void of two ruffs lies outside."
    )
    with panels("What cards are worth in tricks", foot, 2, 6.4, share_y=False) as (figure, axes):
        for axis, contract, words in zip(axes, (SUITS, PLAIN), (WORDS, IN_NO_TRUMP), strict=True):
            names = [name for name in words if len(same(table, contract, name))]
            for shift, (label, (hands, players, look)) in zip(
                (-0.27, -0.09, 0.09, 0.27), groups.items(), strict=True
            ):
                own = table[
                    (table.contract == contract) & (table.hands == hands) & (table.players == players)
                ]
                own = own[own.column.isin(names)]
                fill = look.color if look.filled else LIGHT.paper
                axis.errorbar(
                    own.tricks,
                    [names.index(name) + shift for name in own.column],
                    xerr=own.error,
                    fmt=look.marker,
                    color=look.color,
                    markerfacecolor=fill,
                    markersize=4,
                    label=label,
                )
            for place, name in enumerate(names):
                said = (
                    [end for _, *ends in SAID.get(name, []) for end in ends if end < 1.5]
                    if contract == SUITS
                    else []
                )
                axis.plot(said, [place] * len(said), "x", color=LIGHT.ink, markersize=6)
            axis.axvline(0, color=LIGHT.mark, linewidth=1)
            axis.set_yticks(range(len(names)), [words[name] for name in names], size=8)
            axis.invert_yaxis()
            axis.grid(axis="x", color=LIGHT.grid)
            axis.set_title({SUITS: "suits", PLAIN: "no-trump"}[contract], size=10)
            axis.set_xlabel("tricks")
        axes[1].set_xlim(right=2.9)  # room for the legend
        axes[1].legend(frameon=False, fontsize=8, loc="center right")
        figure.set_size_inches(10.0, 6.4)
    return figure


METHOD = """
**How.** Australian rules. *Random*: {number:,} random hands (stream {seed}), ten deals each by heuristic
players, in the suit with most trumps; in no-trump those with the joker and an ace or with three aces.
*Would be asked about*: the hands of results/calibration_games.npz, drawn so that somebody would ask about
the contract, by heuristic play (10,000 deals a hand), by best play with all hands open (the first 100 of
these deals) and by sampled players (one game each, the heuristic result of the very deal taken off). Worths
are least squares over hands; intervals are White's, hands as independent units. A single published number
is confirmed where every one of the four columns comes within an eighth of a trick of it (counts go by
quarters), refuted where none does; of a range the ends count.

**What the lines mean.** Cards are worth what they bring in place of a low side card: joker, bowers, ace,
king and queen of trumps include the trump that they are. HEN and ZH count a card and the length of trumps
apart, so their cards are worth a little more than the numbers beside ours: by 0.1 to 0.4 for the trump.
Fifth, sixth and further trumps come from a second fit, each trump what it adds to one fewer, honours apart;
"best trump below the ace" from a third, where it is what is lost beyond the missing cards. Voids and
singletons count with four trumps or more.

**Partner**: the tricks that his own cards win in {deals:,} deals with auctions by four players of the
natural style (stream {partner_seed}), the contracts in suits and no-trump, played by heuristic players. It
is not what the contractor's side would lose with worse cards there. **The kitty**: the same deals with the
exchange and without it (study 02 takes it apart).

**Beside docs/counting.md**: the same columns and fit; there with trumps linear, rounded to quarters, and
with the gain in points. Hands that would be asked about are stronger and more various, so a further trump
or ace is worth less where ten tricks are near: where both populations disagree, the worth depends on the
hand, and no single number is right.
"""


def study(small):
    number, thin, deals = (3_000, 8, 60) if small else (150_000, 1, 16_000)
    table = pd.DataFrame(random_hands(number) + asked_hands(thin) + partners(deals))
    numbers = {"number": number, "deals": deals}
    return Study(
        title="What cards, partner and kitty are worth",
        question="What are aces, voids, trumps, the joker, partner and the kitty worth in tricks?",
        findings=findings_of(table),
        method=METHOD.format(seed=SEED, partner_seed=SEED + 1, **numbers),
        table=table.round(4),
        shown=shown_of(table),
        chart=chart_of(table),
        made_from={
            "rules": RULES.name,
            "seed": SEED,
            "thin": thin,
            **numbers,
            "games": "results/calibration_games.npz",
        },
    )


if __name__ == "__main__":
    run(__file__, study)
