"""Write what calls say, and how hands end, for the presets: what `advise --auction` and `equity` start from.

    python scripts/fit_bidding.py [PRESET …]

Writes study/bidding/signals.npz (weights of every style in the australian and american presets, of
`natural` in all others) and, where two sides play, study/bidding/results/*.npz, with one manifest each. Run
it after scripts/fit_evaluation.py, and when styles or the kernels of the auction change; with presets
named, only those are made anew. A quarter of an hour for all.
"""

import json
import sys
import time
from pathlib import Path

import numpy as np

from fivehundred_sim.rules.load import load_rules, preset_names
from fivehundred_sim.study.bidding import equity_store, hand_results, signals
from fivehundred_sim.study.bidding.house import house_of
from fivehundred_sim.study.bidding.styles import DEFAULT, load_style, style_names
from fivehundred_sim.study.manifest import versions
from fivehundred_sim.study.question import QuestionError, check_table

EVERY_STYLE = ("australian", "american")


def weights_of(name, house):
    """The weights of a preset's styles by key, and what is told of them."""
    styles = style_names() if name in EVERY_STYLE else (DEFAULT,)
    found, about = {}, {}
    for each in styles:
        style = load_style(each)
        key = signals.signals_key(house, style)
        if style.fitted and key not in found:
            found[key] = signals.fit_signals(house, style).astype(np.float32)
            about[key] = f"{name} {each}"
    return found, about


def results_of(name, house):
    """Write how the hands of a preset end; return the name of the file and what is told of it."""
    try:
        equity_store.check_game(house.rules)
    except QuestionError:
        return {}
    path = equity_store.SHIPPED / f"{equity_store.equity_key(house.rules)}.npz"
    equity_store.write(path, hand_results.hand_results(house))
    return {path.stem: name}


def main():
    names = sys.argv[1:] or [name for name in preset_names() if playable(name)]
    kept = dict(np.load(signals.SHIPPED)) if signals.SHIPPED.exists() and sys.argv[1:] else {}
    manifests = [signals.SHIPPED.with_suffix(".json"), equity_store.SHIPPED / "manifest.json"]
    told = [
        json.loads(path.read_text())["made"] if path.exists() and sys.argv[1:] else {} for path in manifests
    ]
    for name in names:
        start = time.monotonic()
        house = house_of(load_rules(name))
        found, about = weights_of(name, house)
        kept |= found
        # Files of what the preset was before are of no use to anybody.
        stale = [key for key, words in told[0].items() if words.split()[0] == name and key not in found]
        stale_results = [key for key, words in told[1].items() if words == name]
        told[0] |= about
        made = results_of(name, house)
        told[1] |= made
        for key in stale:
            kept.pop(key, None)
            told[0].pop(key)
        for key in set(stale_results) - set(made):
            (equity_store.SHIPPED / f"{key}.npz").unlink(missing_ok=True)
            told[1].pop(key)
        print(
            f"{name}: {len(found)} styles, {len(made)} results, {time.monotonic() - start:.0f} s", flush=True
        )
    np.savez_compressed(signals.SHIPPED, **kept)
    record = {"script": f"scripts/{Path(__file__).name}", **versions()}
    about = [
        {"deals": signals.DEALS, "seed": signals.SEED},
        {"deals": hand_results.DEALS, "seed": hand_results.SEED, "appetites": hand_results.APPETITES},
    ]
    for path, made, numbers in zip(manifests, told, about, strict=True):
        path.write_text(json.dumps({**record, **numbers, "made": made}, indent=1) + "\n", "utf-8")


def playable(name):
    """Whether hands of a preset can be played out."""
    try:
        check_table(load_rules(name))
    except QuestionError:
        return False
    return True


if __name__ == "__main__":
    main()
