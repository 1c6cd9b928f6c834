"""What a contractor on lead takes for certain, whatever the others hold and do, at any table.

A contract that cannot fail must not fail because the worlds drawn did not show the danger: who can claim it
plays only cards that keep the claim. The four-handed form, with its reasons, is `sampled.claim`. Words here
are plain Python ints, one a lane.
"""

from collections.abc import Sequence

from fivehundred_sim.kernels.wide.state import AVOIDS, LANES, SUITLESS, SUITS, TRUMP, WORTHLESS
from fivehundred_sim.kernels.wide_sampled.public import ON_TABLE
from fivehundred_sim.kernels.wide_sampled.view import View

_TRUMPS = 3
_SUITLESS, _SUITS, _LANES = int(SUITLESS), int(SUITS), int(LANES)


def unbeaten(mine: int, out: int) -> int:
    """Return how many cards of one lane lie above all of it that is out."""
    return (mine >> out.bit_length()).bit_count()


def plain_winners(mine: int, out: int) -> int:
    """Return how many tricks a lane runs for when nobody can ruff and its holder leads it."""
    top = unbeaten(mine, out)
    return mine.bit_count() if out.bit_count() <= top else top


def trumps_to_lose(mine: int, out: int) -> int:
    """Return how many of some trumps can fail to win: as many as pair with a higher one that is out."""
    lost = 0
    while mine:
        card = mine & -mine
        mine ^= card
        higher = out & ~((card << 1) - 1)
        if not higher:
            break
        out ^= higher & -higher
        lost += 1
    return lost


def sure_on_lead(mine: Sequence[int], out: Sequence[int], trump: bool) -> int:
    """Return tricks that the hand on lead takes for certain.

    mine, out: its cards and all that others may hold, by lane; at worst one hand holds all. trump: whether
    lane 3 is the trump suit. Jokers without a suit of one's own take a trick each, and none may be out.
    """
    suits = range(_TRUMPS) if trump else range(_SUITS)
    plain = sum(plain_winners(mine[lane], out[lane]) for lane in suits)
    if not trump:
        return 0 if out[_SUITLESS] else plain + mine[_SUITLESS].bit_count()
    own, theirs = mine[_TRUMPS], out[_TRUMPS]
    if theirs.bit_count() <= unbeaten(own, theirs):
        return own.bit_count() + plain
    return own.bit_count() - trumps_to_lose(own, theirs)


def claiming_leads(mine: Sequence[int], out: Sequence[int], trump: bool, need: int) -> list[int]:
    """Return, by lane, the leads that keep a claim of `need` tricks; no card where there is none to keep.

    Only leads that win for certain count; one card of the lane falls if a hand holds any.
    """
    leads = [0] * _LANES
    if need <= 0 or sure_on_lead(mine, out, trump) < need:
        return leads
    for lane in range(_SUITS):
        if trump and lane != _TRUMPS and out[_TRUMPS]:
            continue
        rest = mine[lane] >> out[lane].bit_length() << out[lane].bit_length()
        while rest:
            card = rest & -rest
            rest ^= card
            kept, left = list(mine), list(out)
            kept[lane] ^= card
            left[lane] &= left[lane] - 1 if left[lane] else 0
            if 1 + sure_on_lead(kept, left, trump) >= need:
                leads[lane] |= card
    return leads


def claims_of(view: View, need: int) -> list[int]:
    """Return, by lane, the cards with which the contractor on lead keeps a contract certain; else none.

    need: tricks of his side that make it. Cards that nobody else can hold are not out.
    """
    public = view.public
    if view.seat != 0 or public.now[ON_TABLE] or public.row[AVOIDS] or public.row[WORTHLESS]:
        return [0] * _LANES
    others = [seat for seat in range(1, view.players) if public.playing >> seat & 1]
    taken = sum(int(public.tricks[seat]) for seat in range(view.players) if view.side >> seat & 1)
    mine = [int(word) for word in view.known[0]]
    out = [0] * _LANES
    for lane in range(_LANES):
        if any(not int(public.void[seat]) >> lane & 1 for seat in others):
            out[lane] = int(view.unseen[lane])
        for seat in others:
            out[lane] |= int(view.known[seat, lane])
    return claiming_leads(mine, out, bool(public.row[TRUMP]), need - taken)
