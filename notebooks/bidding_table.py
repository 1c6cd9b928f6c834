# ---
# jupyter:
#   jupytext:
#     text_representation:
#       extension: .py
#       format_name: percent
#   kernelspec:
#     display_name: Python 3
#     language: python
#     name: python3
# ---

# %% [markdown]
# # A bidding table of one's own
#
# "Five trumps with the joker: seven?" Players carry such rules in their heads; here they are counted. Deals
# are drawn at random, every hand of every deal is made the contractor's in every denomination, with the
# kitty and the discard, and hands that look alike to a player are counted together. `fivehundred table`
# prints the same as a page.

# %%
# %matplotlib inline
import os

import matplotlib.pyplot as plt
import numpy as np
from rich.console import Console

from fivehundred_sim import load_rules
from fivehundred_sim.report.table import print_table
from fivehundred_sim.report.table_chart import table_chart
from fivehundred_sim.study.runs import collect
from fivehundred_sim.study.table.plan import plan_of
from fivehundred_sim.study.table.table import Table

deals = int(os.environ.get("FIVEHUNDRED_NOTEBOOK_DEALS", "100000"))
plan = plan_of(load_rules("australian"), seed=1, deals=deals)
plan.prepare()
table = Table(plan, collect(plan))
print(f"{deals:,} deals, {4 * deals:,} hands, each in every denomination")

# %% [markdown]
# ## The chances at a glance
#
# Suits by trumps held, no-trump by suits stopped, misères by gaps (cards missing below the own ones). The
# lines are levels.

# %%
figure = table_chart(table)
figure

# %% [markdown]
# ## One rule looked at: trumps and tops
#
# Rows of the table are a pandas frame. Take red suits (thirteen trumps with the joker and the bowers) and
# ask for the chance of seven: across the trumps held, down which of the top ones (J the joker, R and L the
# bowers, A the ace of trumps).

# %%
frame = table.frame(["pooled"])
frame = frame[frame["engine"] == table.engines[0]]
red = frame[(frame["denomination"] == "DH") & (frame["n"] >= min(100, deals // 20))]
seven = red.pivot(index="tops", columns="trumps", values="p_make_7")
# The order of worth of the tops: by the mean over the columns that most hands have.
order = seven.mean(axis=1).sort_values().index
seven = seven.loc[order]
seven.round(2)

# %%
heat, axes = plt.subplots(figsize=(7, 0.8 + 0.32 * len(seven)), layout="constrained")
image = axes.imshow(seven.to_numpy(float), cmap="RdYlGn", vmin=0, vmax=1, aspect="auto")
axes.set_xticks(range(len(seven.columns)), [str(number) for number in seven.columns])
axes.set_yticks(range(len(seven)), [name or "none" for name in seven.index])
for (down, across), chance in np.ndenumerate(seven.to_numpy(float)):
    if not np.isnan(chance):
        axes.text(across, down, f"{chance:.0%}", ha="center", va="center", fontsize=8)
axes.set(xlabel="trumps held", ylabel="tops held", title="Seven diamonds or hearts is made so often")
plt.close(heat)
heat

# %% [markdown]
# Read across, a trump more is worth some ten in a hundred. Read down, with five trumps, the joker in the
# place of a small one is worth more than that, the left bower less. Every cell has an interval; here are
# the ones with five trumps, and then the level to which such a hand may be bid.

# %%
five = red[red["trumps"] == 5].set_index("tops").reindex(order).dropna(subset=["p_make_7"])
whiskers, axes = plt.subplots(figsize=(7, 0.8 + 0.28 * len(five)), layout="constrained")
middle = five["p_make_7"].to_numpy(float)
spread = [middle - five["p_make_7_low"].to_numpy(float), five["p_make_7_high"].to_numpy(float) - middle]
axes.errorbar(middle, range(len(five)), xerr=spread, fmt="o", color="#4a7ab5", capsize=3)
axes.set_yticks(range(len(five)), [name or "none" for name in five.index])
axes.axvline(0.5, color="#b0b0b0", linewidth=1)
axes.set(xlabel="chance of seven with five trumps", xlim=(0, 1))
axes.xaxis.set_major_formatter("{x:.0%}")
axes.spines[["top", "right"]].set_visible(False)
plt.close(whiskers)
whiskers

# %%
five[["n", "p_make_6", "p_make_7", "p_make_8", "points_7", "best_level", "pays"]].round(2)

# %% [markdown]
# `best_level` is the highest level that brings more points than it costs, against scoring nothing; 0 stands
# for none. `pays` is `close` where its interval covers zero. What the other side would have made of the
# deal is left out: that takes the auction (`fivehundred advise --auction`).
#
# ## The page to print
#
# The whole table in one page, as the command prints it.

# %%
print_table(table, Console(width=100, color_system=None, force_jupyter=False))
