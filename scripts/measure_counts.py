"""What the count for the table is worth, beside the published counts: results/counts.csv.

    python scripts/measure_counts.py [--deals 1000000] [--others 200000]

Rows by `rules` and `about`. Under Australian rules, a million deals in each denomination to fit and as many
fresh ones: `worth`, `accuracy`, `bids`, `points` and `tuned points` as `fivehundred count` has them; `in
tenths` the accuracy of the same count rounded to tenths; `by trumps` what the count is off by number of
trumps; `sampled games` how far each count of tricks is from games of sampled players, and from the mean of
heuristic ones, on the hands of the calibration; `own cards` whose cards take the tricks. Under other rules,
fewer deals: `worth`, `accuracy` and `points` alone.
"""

import argparse

import numpy as np
import pandas as pd
from saving import RESULTS, save

from fivehundred_sim.cards import HAND_SIZE, NO_TRUMP
from fivehundred_sim.kernels.bidding.counts import COUNTS, GIVES_TRICKS
from fivehundred_sim.kernels.wide.one import play_deal
from fivehundred_sim.rules.hands import hand_code
from fivehundred_sim.rules.load import load_rules
from fivehundred_sim.rules.wide import LANE_BITS, encode_wide, strain_table, table_row
from fivehundred_sim.study.count import count
from fivehundred_sim.study.count_answer import NO_TRUMP_NAME, OURS, SUITS_NAME
from fivehundred_sim.study.count_deals import DEALS_EACH, draw_hands, play_hands
from fivehundred_sim.study.count_features import (
    best_suit,
    no_trump_columns,
    suit_columns,
    thinks_of_no_trump,
)
from fivehundred_sim.study.count_measure import NEVER, published_values
from fivehundred_sim.study.estimate import Z95

OTHERS = ("american", "quebec", "hoyle-1909", "five-handed", "six-handed")
SEED = 500  # of the checks that `count` does not make itself
TRUMP_LANE, SUITLESS = 3, 4


def told_by(answer, hands, code, rules):
    """What each count of tricks says, float64 (n, 5) by name."""
    suits = [answer.suits.values(suit_columns(hands, code, strain)) for strain in range(NO_TRUMP)]
    in_no_trump = answer.no_trump.values(no_trump_columns(hands, code))
    ours = np.stack([*suits, np.where(thinks_of_no_trump(hands, code), in_no_trump, NEVER)], axis=1)
    published = published_values(hands, code, rules)
    return {OURS: ours} | {
        name: published[name] for name, gives in zip(COUNTS, GIVES_TRICKS, strict=True) if gives
    }


def against_sampled(answer, rules):
    """How far the counts are from sampled players, one game each, on hands that people would ask about.

    In no-trump those hands that this count is made for.
    """
    games = np.load(RESULTS / "calibration_games.npz")
    hands, code = games["hand"].astype(np.int64), hand_code(rules)
    values, strain = told_by(answer, hands, code, rules), games["strain"]
    own = {name: value[np.arange(len(hands)), np.minimum(strain, NO_TRUMP)] for name, value in values.items()}
    mean = games["counts"] @ np.arange(11) / games["counts"].sum(axis=1)
    rows = []
    for contract, kind in ((SUITS_NAME, strain < NO_TRUMP), (NO_TRUMP_NAME, strain == NO_TRUMP)):
        asked = kind & (own[OURS] > NEVER)
        for name, value in own.items():
            told = asked & (value > NEVER)
            if told.any():
                about = {"about": "sampled games", "count": name, "contract": contract}
                share = told.sum() / asked.sum()
                off = (value[told], own[OURS][told], games["sampled"][told], mean[told])
                rows.append({**about, "deals": int(told.sum()), "share": share, **distances(*off)})
    return rows


def distances(value, ours, sampled, mean):
    """What a count is off against sampled games, and against the mean tricks of heuristic players."""
    off = value - sampled
    return {
        "rmse": np.sqrt(np.mean(off**2)),
        "rmse_ours": np.sqrt(np.mean((ours - sampled) ** 2)),
        "bias": off.mean(),
        "error": Z95 * off.std(ddof=1) / np.sqrt(len(off)),
        "within_one": np.mean(np.abs(np.floor(value + 0.5) - sampled) <= 1),
        "hand_error": np.sqrt(np.mean((value - mean) ** 2)),
    }


def by_trumps(answer, rules, pool, hands):
    """What the count is off in the suit with most trumps, by their number, on fresh hands."""
    orders, code = draw_hands(len(encode_wide(rules).pack), SEED, 0, hands), hand_code(rules)
    held = orders[:, :HAND_SIZE]
    best = best_suit(held, code)
    counts = play_hands(rules, SEED, 0, orders, 1 << best, pool, 2, lambda: None)
    every = np.arange(hands)
    means = counts[every, best] @ np.arange(11) / DEALS_EACH
    columns = [suit_columns(held, code, strain) for strain in range(NO_TRUMP)]
    value = np.stack([answer.suits.values(each) for each in columns])[best, every]
    trumps = np.stack([each["trump"] for each in columns])[best, every]
    rows = []
    for number in np.unique(trumps):
        off = (value - means)[trumps == number]
        if len(off) > 1:
            error = Z95 * off.std(ddof=1) / np.sqrt(len(off))
            shown = {"about": "by trumps", "count": OURS, "contract": SUITS_NAME, "name": int(number)}
            rows.append({**shown, "deals": len(off) * DEALS_EACH, "bias": off.mean(), "error": error})
    return rows


def winners_of(place, played, trumps):
    """Who wins each trick of a deal played (`wide.one.play_deal`), contractor 0; trumps: in lane 3."""
    found = []
    for first in range(0, len(played), 4):
        trick = played[first : first + 4]
        lanes = [place[each.card] // LANE_BITS for each in trick]
        led = trick[0].named if lanes[0] == SUITLESS else lanes[0]
        strength = [
            (lane == SUITLESS or (trumps and lane == TRUMP_LANE), lane == led, place[each.card] % LANE_BITS)
            for lane, each in zip(lanes, trick, strict=True)
        ]
        found.append(trick[strength.index(max(strength))].seat)
    return found


def own_cards(rules, contract, hands):
    """Whose cards take the tricks of a contract: the contractor's, his partner's, the defenders'.

    In suits the one with most trumps of a random hand; in no-trump the hands among them that think of it.
    """
    wide, code = encode_wide(rules), hand_code(rules)
    arrays = (wide.place, strain_table(wide), table_row(wide))
    orders = draw_hands(len(wide.pack), SEED + 1, 0, hands)
    if contract == NO_TRUMP_NAME:
        orders = orders[thinks_of_no_trump(orders[:, :HAND_SIZE], code)]
        strains = np.full(len(orders), NO_TRUMP)
    else:
        strains = best_suit(orders[:, :HAND_SIZE], code)
    taken = np.zeros((len(orders), 4))
    for order, strain, row in zip(orders, strains, taken, strict=True):
        dealt, kitty = order[: 4 * HAND_SIZE].reshape(4, HAND_SIZE), order[4 * HAND_SIZE :]
        deal = play_deal(*arrays, int(strain), dealt, kitty)
        won = winners_of(wide.place[strain], deal.cards, strain < NO_TRUMP)
        # Whoever leads the next trick has won this one: a check of `winners_of`.
        assert won[:-1] == [each.seat for each in deal.cards[4::4]]
        np.add.at(row, won, 1)
        assert row[0] + row[2] == deal.tricks
    parts = {"contractor": taken[:, 0], "partner": taken[:, 2], "defenders": taken[:, 1] + taken[:, 3]}
    return [own_row(contract, name, tricks) for name, tricks in parts.items()]


def own_row(contract, name, tricks):
    """One line: mean tricks with their error."""
    error = Z95 * tricks.std(ddof=1) / np.sqrt(len(tricks))
    about = {"about": "own cards", "contract": contract, "name": name, "deals": len(tricks)}
    return {**about, "exact": tricks.mean(), "error": error}


def main():
    from concurrent.futures import ThreadPoolExecutor

    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--deals", type=int, default=1_000_000)
    parser.add_argument("--others", type=int, default=200_000)
    asked = parser.parse_args()
    rules = load_rules("australian")
    answer = count(rules, deals=asked.deals)
    rows = [{"rules": "australian", **row} for row in answer.records()]
    tenths = count(rules, deals=asked.deals, unit=0.1)
    more = [
        {**row, "about": "in tenths"}
        for row in tenths.records()
        if row.get("count") == OURS and "rmse" in row
    ]
    with ThreadPoolExecutor(2) as pool:
        more += by_trumps(answer, rules, pool, asked.deals // 40)
    more += against_sampled(answer, rules)
    for contract in (SUITS_NAME, NO_TRUMP_NAME):
        more += own_cards(rules, contract, asked.deals // 100)
    rows += [{"rules": "australian", **row} for row in more]
    for name in OTHERS:
        found = count(name, deals=asked.others).records()
        rows += [{"rules": name, **row} for row in found if row["about"] in ("worth", "accuracy", "points")]
    frame = pd.DataFrame(rows).round(4)
    save(
        frame,
        "counts",
        __file__,
        deals=asked.deals,
        others=asked.others,
        seed=answer.manifest.seed,
        check_seed=SEED,
    )


if __name__ == "__main__":
    main()
