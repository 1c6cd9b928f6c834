"""Worked examples of bid or pass: hands of public discussions and test suites, and what the score changes.

    python scripts/measure_examples.py

Writes results/examples.csv: each question, what its source says, the call advised, the calls too close to it,
and what it wins beside passing. The questions are those of cases.md (B08 to B13, B21, B47, B57), one hand at
several scores, and the certain ones.
"""

import time

import pandas as pd
from saving import save

from fivehundred_sim.rules.load import load_rules
from fivehundred_sim.study.bidding.auction_question import AuctionQuestion, calls_of
from fivehundred_sim.study.bidding.bid_or_pass import DEALS

SOLID = "JK AD KD QD JD 10D 9D 7D 4D JH"
HEARTS = "JK JD KH 9H 5H AS 8S 7C 6C 5D"
TEN = "JK JH JD AH KH QH 10H 9H 8H 7H"
NO_JOKER = "JH JD AH KH QH 10H 9H 8H 7H AS"
TOPS = "AS KS QS AC KC AD KD AH KH QH"
NOTHING = "6D 8D 9S 10C QH JC 10S JH QC 9D"
JOKER = "joker-six-nt"
CASES = (
    ("B08", SOLID, "6NT P 7D P", (0, 0), JOKER, "10D"),
    ("B09", SOLID, "6NT P 7D P", (480, 200), JOKER, "P"),
    ("B10", SOLID, "6NT P 7D P", (120, 200), JOKER, "9D"),
    ("B11", SOLID, "6NT 7C 7D P", (480, 200), JOKER, "8D"),
    ("B12", SOLID, "6NT 7C 7D P", (480, 200), JOKER, "P"),
    ("B13", SOLID, "6NT P 7D 7H", (480, 200), JOKER, "8D"),
    ("B21", TOPS, "", (0, 0), "natural", "P"),
    ("B47", NO_JOKER, "", (0, 0), "natural", "not ten"),
    ("B47", NO_JOKER, "", (0, 480), "natural", "not ten"),
    ("B57", HEARTS, "", (490, 490), "natural", ""),
    ("score", HEARTS, "P 7S", None, "natural", ""),
    ("score", HEARTS, "P 7S", (0, 0), "natural", ""),
    ("score", HEARTS, "P 7S", (220, 340), "natural", ""),
    ("score", HEARTS, "P 7S", (340, 220), "natural", ""),
    ("score", HEARTS, "P 7S", (300, 0), "natural", ""),
    ("score", HEARTS, "P 7S", (-300, 340), "natural", ""),
    ("ten sure", TEN, "", (0, 0), "natural", "10H"),
    ("ten sure", TEN, "P P P", (300, 0), "natural", "least that wins"),
    ("ten sure", TEN, "P P P", (480, 0), "natural", "least that wins"),
    ("nothing", NOTHING, "", (0, 0), "natural", "P"),
)


def row_of(name, hand, auction, score, style, said):
    """One question and its answer."""
    again = {"auction.after_pass": "always"} if name == "B12" else {}
    question = AuctionQuestion(auction, score=score, style=style, partner=style)
    start = time.perf_counter()
    answer = calls_of(question, hand, None, load_rules("australian", again), seed=1)
    passing, best = answer.row("P"), answer.best
    return {
        "case": name,
        "hand": hand,
        "auction": auction,
        "score": "" if score is None else f"{score[0]}:{score[1]}",
        "style": style,
        "source": said,
        "best": best.call,
        "too_close": " ".join(answer.close[1:]),
        "wins": best.p_win,
        "points": best.mean_points,
        "passing_wins": passing.p_win,
        "passing_points": passing.mean_points,
        "difference": -passing.diff,
        "half_width": (passing.diff_high - passing.diff_low) / 2,
        "best_by_points": answer.best_by_points.call,
        "fit": answer.how,
        "effective_deals": answer.effective,
        "seconds": time.perf_counter() - start,
    }


def main():
    rows = [row_of(*case) for case in CASES]
    frame = pd.DataFrame(rows).round(3)
    save(frame.drop(columns="seconds"), "examples", __file__, rules="australian", deals=DEALS, seed=1)
    print(frame[["case", "score", "best", "seconds"]].to_string(index=False))


if __name__ == "__main__":
    main()
