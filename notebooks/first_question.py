# %% [markdown]
# # Should I bid 8 hearts with this hand?
#
# The hand: joker, left bower, king, nine and five of hearts, the ace of spades, and four small cards.
# `advise` deals the other 33 cards at random, lets the hand pick up the kitty and throw three, and plays
# every contract on the same deals with two kinds of players.

# %%
import os

from fivehundred_sim import advise

HAND = "JK JD KH 9H 5H AS 8S 7C 6C 5D"
deals = int(os.environ.get("FIVEHUNDRED_NOTEBOOK_DEALS", "400"))
answer = advise(HAND, "8H", deals=deals)
asked = answer.asked
print(f"8H: {asked.verdict} (by the {asked.engine} players), best contract if played: {answer.best}")

# %% [markdown]
# ## Two players' models, one gap
#
# The heuristic players see what players see; the double-dummy players see all four hands. The truth for good
# players lies between them, and the gap is often wider than either interval: no number of deals closes it.

# %%
frame = answer.frame()
hearts = frame[frame["bid"].isin([f"{level}H" for level in range(6, 11)])]
table = hearts.pivot(index="bid", columns="engine", values="p_make")
table["gap"] = table["double-dummy"] - table["heuristic"]
print(table.round(3))

# %% [markdown]
# ## What a level costs
#
# The chance falls by some twenty points a level, the stakes rise by a hundred: expected points (ours minus
# theirs) turn over between seven and eight.

# %%
points = hearts.pivot(index="bid", columns="engine", values="mean_points")
print(points.round(0))

# %% [markdown]
# ## The charts
#
# `report.chart` gives matplotlib figures: the chance to make each contract, and how often the contractor's
# side takes 0 to 10 tricks. The command line writes both in one picture with `-o chart.svg`, on dark paper
# with `--theme dark`.

# %%
from fivehundred_sim.report import chart

figure = chart.make_rates(answer)
figure

# %%
tricks = chart.trick_distribution(answer)
tricks
