"""Which bidding styles beat which: results/league.csv.

    python scripts/measure_league.py [--deals 20000] [--games 2000]

Rows by `rules`: every style against all others together (no opponent; how many it beats, loses to and cannot
be told from) and against each, in points a hand with a 95 % interval, on the same deals, seats exchanged. The
rows of `natural` also have the share of whole games that it wins (`won`), and their hands (`hands`). Under
Australian rules all styles of the package; under American rules some, with `inkle`, which calls inkles there.
"""

import argparse

import pandas as pd
from saving import save

from fivehundred_sim.rules.load import load_rules
from fivehundred_sim.study.bidding.equity_store import equity_of
from fivehundred_sim.study.bidding.exchanged import DIGITS
from fivehundred_sim.study.bidding.games import TABLES, games
from fivehundred_sim.study.bidding.house import house_of
from fivehundred_sim.study.bidding.league import league
from fivehundred_sim.study.bidding.styles import DEFAULT, load_style, style_names

LEAGUES = {
    "australian": style_names(),
    "american": ("natural", "inkle", "joker-six-nt", "cautious", "bold", "zh", "patrick"),
}
SEED = 600


def league_rows(rules, names, deals, whole_games):
    """The league of one house, and how `natural` fares in whole games."""
    house = house_of(load_rules(rules))
    answer = league(house, [load_style(name) for name in names], deals=deals, seed=SEED)
    equity = equity_of(house.rules, house=house)
    rows = []
    for record in answer.records():
        if record["style"] == DEFAULT and record["opponent"]:
            other = load_style(record["opponent"])
            pairs = whole_games // TABLES
            played = games(house, load_style(DEFAULT), other, pairs=pairs, seed=SEED, equity=equity)
            won = played.won.to_json_dict()
            record |= {"won": won["mean"], "won_low": won["low"], "won_high": won["high"]}
            record |= {"hands": round(played.hands, DIGITS)}
        rows.append({"rules": rules, **record})
    return rows


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--deals", type=int, default=20_000)
    parser.add_argument("--games", type=int, default=2_000)
    given = parser.parse_args()
    rows = [
        row for rules, names in LEAGUES.items() for row in league_rows(rules, names, given.deals, given.games)
    ]
    frame = pd.DataFrame(rows)
    whole = ["wins", "losses", "close"]
    frame[whole] = frame[whole].astype("Int64")
    save(frame.round(3), "league", __file__, deals=given.deals, games=given.games, seed=SEED)


if __name__ == "__main__":
    main()
