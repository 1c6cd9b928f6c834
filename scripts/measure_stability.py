"""Whether other random numbers give other advice: results/stability.csv.

    python scripts/measure_stability.py [--situations 100] [--seeds 5]

Random hands in random auctions: deals of a stream, bid by the style natural under australian rules, and of
each auction one call at random, the same hand asked about with five seeds at the default budget. A row for
each number of calls heard before, and one for all: in how many situations every seed has the same best call
(`same`), in how many of the others no seed has ruled out the call that most seeds have best (`said`), and in
how many most seeds say that calls are too close to tell (`too close`). What disagrees is printed. The check
is that `same` + `said` are 95 of 100 and `too close` 40 at most.

Then the half-widths of the 95 % intervals in points, of the best call and of its lead over the next one,
the deals that the answer is worth, and the seconds of a warm answer, median and 95th percentile, whatever
else the machine did at that time.
"""

import argparse
import time
from collections import Counter

import numpy as np
import pandas as pd
from saving import save

from fivehundred_sim.cards import format_bid, format_card
from fivehundred_sim.kernels.bidding import law
from fivehundred_sim.rules.load import load_rules
from fivehundred_sim.rules.packs import pack
from fivehundred_sim.study.bidding.bid_or_pass import DEALS, bid_or_pass
from fivehundred_sim.study.bidding.house import all_alike, house_of
from fivehundred_sim.study.bidding.signals import signals
from fivehundred_sim.study.bidding.situation import situation_of
from fivehundred_sim.study.bidding.styles import DEFAULT, load_style, manners_of

RULES = "australian"
SEED = 77
HAND = 10
MOST = 3  # of seeds


def situations(house, number):
    """Yield hands in auctions that natural bids: one call of each, at random."""
    natural = load_style(DEFAULT)
    deals, dealers = house.deals(SEED, 0, number), np.arange(number) % house.players
    states = np.empty((number, law.STATE_WORDS), np.int64)
    house.auctions(all_alike(house, natural, signals(house, natural)), dealers, deals, states)
    cards, rng = pack(house.rules), np.random.default_rng(SEED)
    for deal, dealer, state in zip(deals, dealers, states, strict=True):
        listed = state[law.LIST : law.LIST + 2 * state[law.COUNT]].reshape(-1, 2)
        before = int(rng.integers(len(listed)))
        seat = listed[before, 0]
        hand = " ".join(format_card(cards[place]) for place in deal[HAND * seat : HAND * (seat + 1)])
        words = " ".join(format_bid(house.bidding.calls[call]) for call in listed[:before, 1])
        yield situation_of(hand, house.rules, house.bidding, words, dealer=int(dealer))


def asked(house, situation, seeds):
    """Return what several seeds say of one situation."""
    manners, answers, seconds = manners_of(None, None, None), [], []
    for seed in range(1, seeds + 1):
        start = time.perf_counter()
        answers.append(bid_or_pass(house, situation, manners, seed=seed))
        seconds.append(time.perf_counter() - start)
    close = [len(answer.close) > 1 for answer in answers]
    votes = Counter(answer.best.call for answer in answers)
    usual, same = votes.most_common(1)[0][0], len(votes) == 1
    if not same:
        print(situation, [answer_in_short(answer) for answer in answers], flush=True)
    # The next call that could be recommended: bluffs are not.
    leads = [[row for row in answer.rows[1:] if not row.bluff] for answer in answers]
    return {
        "before": len(situation.calls),
        "same": same,
        "said": not same and all(usual in answer.close for answer in answers),
        "close": sum(close) >= min(MOST, seeds),
        "half": np.mean([(a.best.mean_points_high - a.best.mean_points_low) / 2 for a in answers]),
        "lead": np.mean([(rows[0].diff_high - rows[0].diff_low) / 2 for rows in leads if rows] or [np.nan]),
        "effective": np.mean([answer.effective for answer in answers]),
        "exact": np.mean([answer.how in ("all", "exact") for answer in answers]),
        "seconds": seconds,
    }


def answer_in_short(answer):
    """Return the first calls of an answer, with their differences from the best and the half-widths."""
    rows = [row for row in answer.rows if not row.bluff][:4]
    return [(row.call, round(row.diff, 1), round((row.diff_high - row.diff_low) / 2, 1)) for row in rows]


def row_of(name, found):
    """Return what was found in some situations as a row."""
    seconds = np.concatenate([each["seconds"] for each in found])
    leads = [each["lead"] for each in found if not np.isnan(each["lead"])]
    return {
        "calls before": name,
        "situations": len(found),
        "same": sum(each["same"] for each in found),
        "said": sum(each["said"] for each in found),
        "too close": sum(each["close"] for each in found),
        "half-width": round(float(np.mean([each["half"] for each in found])), 1),
        "half-width of the lead": round(float(np.mean(leads)), 1) if leads else None,
        "effective deals": round(float(np.mean([each["effective"] for each in found]))),
        "exact": round(float(np.mean([each["exact"] for each in found])), 2),
        "median seconds": round(float(np.median(seconds)), 2),
        "95 % seconds": round(float(np.quantile(seconds, 0.95)), 2),
    }


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--situations", type=int, default=100)
    parser.add_argument("--seeds", type=int, default=5)
    wanted = parser.parse_args()
    house = house_of(load_rules(RULES))
    found = []
    for number, situation in enumerate(situations(house, wanted.situations), 1):
        if number == 1:
            asked(house, situation, 1)  # what is compiled or loaded once is no part of a warm answer
        found.append(asked(house, situation, wanted.seeds))
        if number % 10 == 0:
            print(row_of(number, found), flush=True)
    known = sorted({each["before"] for each in found})
    rows = [row_of(before, [each for each in found if each["before"] == before]) for before in known]
    frame = pd.DataFrame([*rows, row_of("all", found)])
    save(frame, "stability", __file__, rules=RULES, seed=SEED, seeds=wanted.seeds, deals=DEALS)


if __name__ == "__main__":
    main()
