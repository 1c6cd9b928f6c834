"""The misère defenders' judgement: what features of an option are worth, in thousandths of a misère set.

`misere_judgement.npy` (int16) is written by scripts/fit_misere.py, which says how; `misere_judgement.json`
beside it says from what. The layout is that of `misere_leads` and, after it, `misere_follows`.
"""

from pathlib import Path

import numpy as np

from fivehundred_sim.kernels.misere_follows import PLACES

FILE = Path(__file__).with_suffix(".npy")
MISERE_TABLE = np.load(FILE)  # read by address: see `options.offer`
if MISERE_TABLE.shape != (PLACES,):
    raise ImportError(f"{FILE.name} needs {PLACES} numbers: run scripts/fit_misere.py")
