"""An answer of three or four models with invented figures, for what reports make of it."""

from dataclasses import replace
from functools import cache

from fake_engine import make_engine

from fivehundred_sim import advise
from fivehundred_sim.study.manifest import EngineRecord

HAND = "JK JD KH 9H 5H AS 8S 7C 6C 5D"


@cache
def answer_of(bid="8H", *, sampled=False, certain=()):
    """Return an answer whose calibrated rows lie between the other two; `certain` bids cannot fail."""
    engines = (make_engine(deals=200, chunk=100)[0], make_engine("double-dummy", deals=50, bonus=1)[0])
    advice = advise(HAND, bid, engines=engines)
    rows = []
    for word in advice.bids:
        row, other = (advice.row(engine, word) for engine in ("heuristic", "double-dummy"))
        shares = [
            (a / row.deals + b / other.deals) / 2 for a, b in zip(row.tricks, other.tricks, strict=True)
        ]
        chance = (row.p_make + other.p_make) / 2
        rows.append(
            replace(
                row,
                engine="calibrated",
                made=None,
                p_make=1.0 if word in certain else chance,
                p_make_low=1.0 if word in certain else max(0.0, chance - 0.03),
                p_make_high=1.0 if word in certain else min(1.0, chance + 0.03),
                tricks=tuple(shares),
                solved=50,
                model_error=0.0 if word in certain else 0.017,
                certain=word in certain,
            )
        )
    records = [EngineRecord("calibrated", 200, 200, 10, 50, 50)]
    asked = [row for row in rows if row.bid == bid]
    if sampled:
        found = next(row for row in rows if row.bid == (bid or "7H"))
        rows.append(replace(found, engine="sampled", sampled=60, model_error=None))
        records.append(EngineRecord("sampled", 200, 200, 1, 50, 50, {found.bid: 60}))
        asked.insert(0, rows[-1])
    manifest = replace(advice.manifest, engines=(*records, *advice.manifest.engines))
    changed = {"engine": "calibrated", "contracts": (*rows, *advice.contracts), "manifest": manifest}
    if advice.asked is not None:
        changed["asked"] = replace(advice.asked, engine=asked[0].engine, rows=(*asked, *advice.asked.rows))
    return replace(advice, **changed)
