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
# # What is a misère worth?
#
# Houses agree on the game and argue about its figures. Misère is 250 in most of Australia; others give 210
# or 230 (below or just above seven no-trumps), some 270. And in some houses tricks taken against a contract
# carry nobody past 490. What do such rules change? The way to find out is to let the same players play the
# same deals under each.

# %%
# %matplotlib inline
import os

import matplotlib.pyplot as plt
import pandas as pd

from fivehundred_sim import load_rules
from fivehundred_sim.report.compare_chart import differences_chart
from fivehundred_sim.study.compare.compare import comparison
from fivehundred_sim.study.compare.plan import Compare
from fivehundred_sim.study.runs import collect

HOUSES = {
    "misère 250": {},
    "misère 210": {"misere.value": 210},
    "misère 230": {"misere.value": 230},
    "misère 270": {"misere.value": 270},
    "tricks to 490": {"scoring.trick_cap": 490},
}
deals = int(os.environ.get("FIVEHUNDRED_NOTEBOOK_DEALS", "20000"))
rules = tuple(load_rules("australian", changes) for changes in HOUSES.values())
plan = Compare(rules, tuple(HOUSES), deals=deals, games=deals // 20)
answer = comparison(plan, collect(plan))
print(
    f"{answer.deals:,} deals and {answer.games:,} whole games under each of {len(answer.rules)} sets of rules"
)

# %% [markdown]
# ## All differences at once
#
# Each house against the first, misère at 250. A dot is a difference, its whisker the 95 % interval. Since
# every deal is played under all rules, luck with the cards falls out of the differences; what stays is what
# the rule does.

# %%
figure = differences_chart(answer)
figure

# %% [markdown]
# ## How often it is bid
#
# The same as figures: shares of deals that end in a misère, an open one, a suit or no-trump.

# %%
rows = pd.DataFrame(answer.records())
KINDS = {
    "misère.bid": "misère",
    "open misère.bid": "open misère",
    "no-trump.bid": "no-trump",
    "suit.bid": "a suit",
}
bid = rows[rows["measure"].isin(KINDS)].pivot(index="rules", columns="measure", values="b")
first = rows[rows["rules"] == "misère 210"].set_index("measure")["a"]
bid.loc["misère 250"] = first[list(bid.columns)]
sweep = [name for name in sorted(HOUSES) if name.startswith("misère")]
bid = bid.loc[sweep, list(KINDS)].rename(columns=KINDS)
(100 * bid).round(1)

# %%
shares, axes = plt.subplots(figsize=(7, 3.4), layout="constrained")
values = [int(name.split()[1]) for name in sweep]
for (name, column), color in zip(bid.items(), ("#b5453a", "#c98a3a", "#4a7ab5", "#2f7d4f"), strict=True):
    axes.plot(values, 100 * column, marker="o", color=color)
    axes.annotate(f" {name}", (values[-1], 100 * column.iloc[-1]), color=color, va="center")
axes.set(xlabel="points for misère", ylabel="% of deals", xticks=values, ylim=(0, None), xlim=(205, 290))
axes.spines[["top", "right"]].set_visible(False)
plt.close(shares)
shares

# %% [markdown]
# At 210 misère ranks below seven no-trumps, which overcalls it, so it is bid less often and seven no-trumps
# more. From 230 on it stands above all sevens, and its exact value hardly matters: what counts in an
# auction is the place in the ladder.
#
# ## Which hands should be bid otherwise
#
# The first caller's hand, by what contracts are worth on average: how many have another best contract, and
# a few of them.

# %%
for other in answer.others:
    for example in other.examples[:2] if other.label != "misère 230" else ():
        print(" ".join(example.hand))
        for house, choice in ((answer.labels[0], example.a), (other.label, example.b)):
            print(f"    {house}: {choice.bid or 'pass'}, {choice.points:+.0f} points a deal")

# %% [markdown]
# ## The cap on tricks
#
# A cap of 490 changes no hand and no auction of players who bid for points; it shows in whole games alone:
# hands to a game, who wins, points at the end.

# %%
capped = rows[(rows["rules"] == "tricks to 490") & rows["measure"].str.startswith("game")]
shown = ["unit", "a", "b", "diff", "diff_low", "diff_high", "verdict"]
capped.set_index("measure")[shown].rename(columns={"a": "no cap", "b": "cap at 490"}).round(2)

# %% [markdown]
# Two cautions. The bidders here like misères more than most people do, and play them against defenders who
# are good but not masters: another table would bid fewer. And many differences are shown at once: of twenty
# intervals one misses.
