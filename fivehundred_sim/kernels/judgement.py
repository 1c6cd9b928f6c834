"""The players' judgement in suits and no-trump: what features of an option are worth, in tricks / 1000.

`judgement.npy` (int16) is written by scripts/fit_players.py, which says how; `judgement.json` beside it says
from what. The layout is that of `leads` and, after it, `follows`.
"""

from pathlib import Path

import numpy as np

from fivehundred_sim.kernels.follows import PLACES

FILE = Path(__file__).with_suffix(".npy")
JUDGEMENT_TABLE = np.load(FILE)  # read by address: see `options.offer`
if JUDGEMENT_TABLE.shape != (PLACES,):
    raise ImportError(f"{FILE.name} needs {PLACES} numbers: run scripts/fit_players.py")
