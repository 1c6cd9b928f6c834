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
# # Should I bid eight hearts?
#
# The Australian game in pairs, 43 cards. I hold the joker, the left bower, king, nine and five of hearts,
# the ace of spades, and four small cards. `advise` deals the other 33 cards at random, lets the hand pick
# up the kitty and throw three, and plays every contract on the same deals.

# %%
# %matplotlib inline
import os

import matplotlib.pyplot as plt

from fivehundred_sim import AuctionQuestion, advise, odds
from fivehundred_sim.report import chart

HAND = "JK JD KH 9H 5H AS 8S 7C 6C 5D"
small = os.environ.get("FIVEHUNDRED_NOTEBOOK_DEALS")  # the tests run with few deals
deals = int(small) if small else None  # None: 10,000 played and 400 solved ones for the bid asked about

answer = advise(HAND, "8H", deals=deals)
asked = {row.engine: row for row in answer.asked.rows}
print(f"8H if played: {answer.asked.verdict}, by the {answer.engine} players; most points: {answer.best}")
for engine, row in asked.items():
    low, high = row.p_make_low, row.p_make_high
    print(
        f"{engine:12} makes {row.p_make:.1%} ({low:.1%} to {high:.1%}), {row.mean_points:+.0f} points a deal"
    )

# %% [markdown]
# ## Every contract, three kinds of players
#
# A panel for each denomination, the level across, the chance to make it upwards. *Heuristic* players see
# what players see and follow rules of thumb; *double-dummy* sees all four hands and plays perfectly;
# *calibrated*, the answer, is what strong players who do not peek would make of these deals. The short grey
# marks show how likely a contract must be to bring points.

# %%
figure = chart.make_rates(answer)
figure

# %% [markdown]
# Eight hearts is where the curve crosses the mark: that is what a close decision looks like. The
# double-dummy line lies well above the other two: who sees all hands makes contracts that players do not.
#
# ## Why it is close: the tricks
#
# The same deals once more, by how many tricks the contractor's side took. What makes the best or the asked
# contract is shaded.

# %%
tricks = chart.trick_distribution(answer)
tricks

# %% [markdown]
# ## What is missing, exactly
#
# No simulation is needed to say where the cards are that I lack. The right bower, say: it is in the kitty
# one time in eleven, with partner three times in ten, and six times in ten an opponent has it. And how many
# more hearts will come?

# %%
missing = odds(HAND)
hearts = missing.trumps[3].out  # suits are numbered spades, clubs, diamonds, hearts
places = {
    "in the kitty": [float(chance) for chance in hearts.kitty],
    "with partner": [float(chance) for chance in hearts.partner],
}
print(f"{len(hearts.cards)} trumps are out; at least one in the kitty: {float(hearts.kitty_any):.1%}")

# %%
trumps_out, (left, right) = plt.subplots(1, 2, figsize=(8, 2.8), layout="constrained")
for axes, (place, every) in zip((left, right), places.items(), strict=True):
    chances = [chance for chance in every if chance > 0.001]
    axes.bar(range(len(chances)), chances, color="#4a7ab5")
    for count, chance in enumerate(chances):
        axes.annotate(f"{chance:.0%}", (count, chance), ha="center", va="bottom")
    axes.set(
        title=f"more trumps {place}", xticks=range(len(chances)), yticks=[], xlabel="hearts, joker and bowers"
    )
    axes.spines[["top", "right", "left"]].set_visible(False)
    axes.margins(y=0.15)
plt.close(trumps_out)
trumps_out

# %% [markdown]
# ## More deals, and what they do not change
#
# The same question with more and more deals. The intervals of each model shrink, as they must; the distance
# between the models stays. It is about players, not about luck.

# %%
steps = (50, 200, 800, 3_200, 12_800) if deals is None else (10, 20)
widths = {
    "heuristic": [advise(HAND, "8H", engines="heuristic", deals=number).asked.rows[0] for number in steps],
    "double-dummy": [
        advise(HAND, "8H", engines="double-dummy", deals=number).asked.rows[0]
        for number in steps
        if number <= 800
    ],
}
narrowing, axes = plt.subplots(figsize=(7, 3.2), layout="constrained")
for (engine, rows), color, shift in zip(widths.items(), ("#b5653a", "#4a7ab5"), (0.96, 1.04), strict=True):
    axes.errorbar(
        [row.deals * shift for row in rows],
        [row.p_make for row in rows],
        [[row.p_make - row.p_make_low for row in rows], [row.p_make_high - row.p_make for row in rows]],
        fmt="o",
        color=color,
        capsize=3,
        label=engine,
    )
axes.set(xscale="log", xlabel="deals", ylabel="chance to make 8H", title="95 % intervals")
axes.yaxis.set_major_formatter("{x:.0%}")
axes.spines[["top", "right"]].set_visible(False)
axes.legend(frameon=False)
plt.close(narrowing)
narrowing

# %% [markdown]
# ## At the table
#
# Now the calls. Partner has passed, the opponent on the right has bid seven spades, and we are behind, 220
# to 340. Only deals count on which they would have called just that; every call of ours is tried on the
# same ones, the others bid on, the contract is played, and the score says how often the game is then won.

# %%
question = AuctionQuestion("P 7S", score=(220, 340))
table = advise(HAND, "8H", auction=question, engines="heuristic", deals=deals).calls
best = table.best
passing = table.row("P")
print(f"{best.call} wins {best.p_win:.0%} of games from here, passing {passing.p_win:.0%}")

# %%
shown = [row for row in table.rows if row in table.rows[:8] or row.call == "P"][::-1]
calls, axes = plt.subplots(figsize=(7, 3.6), layout="constrained")
for place, row in enumerate(shown):
    color = "#2f7d4f" if row.call == best.call else "#b0b0b0" if row.bluff else "#4a7ab5"
    axes.barh(place, row.p_win, color=color)
    axes.plot([row.p_win_low, row.p_win_high], [place, place], color="black", linewidth=1)
names = ["pass" if row.call == "P" else f"{row.call} (bluff)" if row.bluff else row.call for row in shown]
axes.set_yticks(range(len(shown)), names)
axes.set(xlabel="games won after this call", xlim=(0, 1))
axes.xaxis.set_major_formatter("{x:.0%}")
axes.spines[["top", "right"]].set_visible(False)
plt.close(calls)
calls

# %% [markdown]
# Three hundred points take 220 past 500: eight hearts made is the game. So the close contract is a clear
# bid. Early in a game it is not: leave the score away, and the same calls make seven hearts the better bid.
