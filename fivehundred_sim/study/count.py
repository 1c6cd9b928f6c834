"""`count`: what to add up at the table, and what that is worth.

A linear count of the tricks that a contractor's side takes, fitted to games of the heuristic players and
rounded to numbers that can be added up from ten cards, before the kitty. For suits it is fitted to the suit
that a random hand would bid, the one with most trumps; for no-trump to random hands that would think of it,
with a joker and an ace, or three aces. It is then tried on fresh hands beside the published counts.
"""

from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from fivehundred_sim.cards import HAND_SIZE, NO_TRUMP
from fivehundred_sim.rules.hands import hand_code
from fivehundred_sim.rules.load import load_rules
from fivehundred_sim.rules.model import Rules
from fivehundred_sim.rules.packs import pack
from fivehundred_sim.rules.wide import FIRST_SANS_KITTY
from fivehundred_sim.study import manifest
from fivehundred_sim.study.count_answer import (
    ANY,
    BIDDING,
    NO_TRUMP_NAME,
    OURS,
    SUITS_NAME,
    UNROUNDED,
    Card,
    TableCount,
    Worth,
)
from fivehundred_sim.study.count_deals import CHUNK, DEALS_EACH, draw_hands, play_hands
from fivehundred_sim.study.count_features import (
    NO_TRUMP_FEATURES,
    SUIT_FEATURES,
    Reals,
    best_suit,
    no_trump_columns,
    suit_columns,
    thinks_of_no_trump,
)
from fivehundred_sim.study.count_fit import fit
from fivehundred_sim.study.count_measure import (
    NEVER,
    Accuracy,
    accuracy,
    best_margin,
    bids_made,
    gains,
    plays_alone,
    points_of,
    published_values,
)
from fivehundred_sim.study.estimate import Z95
from fivehundred_sim.study.question import QuestionError, check_table
from fivehundred_sim.study.run import HEURISTIC, Ints, Meter, Progress, default_jobs

DEALS = 100_000
FEWEST = 2_000  # deals to fit to
THINKERS = 15  # the fewest hands that a no-trump count may be fitted to, or tried on
UNIT = 0.25  # tricks: what a count is rounded to
_EVERY = (1 << (NO_TRUMP + 1)) - 1


@dataclass(frozen=True)
class _Sample:
    """Hands laid out and played: `counts` (n, 15, 11), the columns of both kinds of contract."""

    hands: Ints
    counts: NDArray[np.uint8]
    suit: list[dict[str, Ints]]
    no_trump: dict[str, Ints]
    best: Ints
    thinks: NDArray[np.bool_]


def count(
    rules: str | Rules = "australian",
    *,
    seed: int = 1,
    deals: int | None = None,
    unit: float = UNIT,
    jobs: int | None = None,
    progress: Progress | None = None,
) -> TableCount:
    """Fit a count for the table under `rules` and try it on as many fresh deals.

    `deals` are those in each denomination, ten a hand, to fit to. Neither `jobs` nor timing changes the
    answer. Raises QuestionError for table piles and for too few deals, or hands that think of no-trump.
    """
    in_force = rules if isinstance(rules, Rules) else load_rules(rules)
    check_count(in_force, deals)
    hands = (DEALS if deals is None else deals) // DEALS_EACH
    code, gain = hand_code(in_force), gains(in_force)
    meter = Meter(progress, 2 * -(-hands // CHUNK))
    threads = jobs or default_jobs()
    with ThreadPoolExecutor(threads, thread_name_prefix="count") as pool:
        learnt, tried = (
            _sample(in_force, code, seed, part * hands, hands, part == 0, pool, threads, meter)
            for part in range(2)
        )
    suits, no_trump = _suit_card(learnt, unit), _no_trump_card(learnt, unit)
    before = _values(learnt, code, in_force, suits, no_trump)
    after = _values(tried, code, in_force, suits, no_trump)
    tuned = [best_margin(values, gain, learnt.counts[:, : NO_TRUMP + 1]) for values in before.values()]
    margin = tuned[list(before).index(OURS)]
    plain = [margin if name in (OURS, UNROUNDED) else 0.0 for name in after]
    played = tried.counts[:, : NO_TRUMP + 1]
    return TableCount(
        suits=suits,
        no_trump=no_trump,
        margin=margin,
        accuracy=tuple(_accuracies(tried, after)),
        bids=tuple(bids_made(after[OURS], margin, gain, played)),
        points=tuple(points_of(after, plain, OURS, gain, played)),
        tuned=tuple(points_of(after, tuned, OURS, gain, played)),
        partners=not plays_alone(in_force),
        manifest=_manifest(in_force, seed, hands * DEALS_EACH),
    )


def check_count(rules: Rules, deals: int | None) -> None:
    """Raise QuestionError for table piles and for too few deals."""
    check_table(rules)
    if deals is not None and deals < FEWEST:
        raise QuestionError(f"{deals} deals are too few to fit a count to (at least {FEWEST})")


def _sample(
    rules: Rules,
    code: Ints,
    seed: int,
    first: int,
    n: int,
    kitty: bool,
    pool: ThreadPoolExecutor,
    threads: int,
    meter: Meter,
) -> _Sample:
    """Draw hands, lay them out and play them; `kitty` says whether without the exchange too."""
    orders = draw_hands(len(pack(rules)), seed, first, n)
    hands = orders[:, :HAND_SIZE]
    best, thinks = best_suit(hands, code), thinks_of_no_trump(hands, code)
    if thinks.sum() < THINKERS:
        raise QuestionError(f"only {thinks.sum()} of {n} hands think of no-trump: more deals are needed")
    strains = np.full(n, _EVERY)
    if kitty:
        strains |= 1 << (FIRST_SANS_KITTY + best)
        strains |= np.where(thinks, 1 << (FIRST_SANS_KITTY + NO_TRUMP), 0)
    return _Sample(
        hands=hands,
        counts=play_hands(rules, seed, first, orders, strains, pool, threads, meter.tick),
        suit=[suit_columns(hands, code, strain) for strain in range(NO_TRUMP)],
        no_trump=no_trump_columns(hands, code),
        best=best,
        thinks=thinks,
    )


def _suit_card(sample: _Sample, unit: float) -> Card:
    every = np.arange(len(sample.hands))
    columns = {
        name: np.stack([each[name] for each in sample.suit])[sample.best, every] for name in sample.suit[0]
    }
    with_kitty = _means(sample.counts[every, sample.best])
    without = _means(sample.counts[every, FIRST_SANS_KITTY + sample.best])
    return _card(SUITS_NAME, columns, with_kitty, without, unit)


def _no_trump_card(sample: _Sample, unit: float) -> Card:
    thinks = sample.thinks
    columns = {name: column[thinks] for name, column in sample.no_trump.items()}
    with_kitty = _means(sample.counts[thinks, NO_TRUMP])
    without = _means(sample.counts[thinks, FIRST_SANS_KITTY + NO_TRUMP])
    return _card(NO_TRUMP_NAME, columns, with_kitty, without, unit)


def _card(contract: str, columns: dict[str, Ints], tricks: Reals, without: Reals, unit: float) -> Card:
    order = SUIT_FEATURES if contract == SUITS_NAME else NO_TRUMP_FEATURES
    names = [name for name in order if name in columns]
    fitted = fit(np.stack([columns[name] for name in names], axis=1).astype(float), tricks, unit)
    start, *worths = (
        Worth(name, *(float(figures[k]) for figures in (fitted.rounded, fitted.exact, fitted.error)))
        for k, name in enumerate(("start", *names))
    )
    gain = tricks - without
    kitty = float(gain.mean())
    error = float(Z95 * gain.std(ddof=1) / np.sqrt(len(gain)))
    rounded = round(kitty / unit) * unit
    deals = len(tricks) * DEALS_EACH
    return Card(contract, start, Worth("kitty", rounded, kitty, error), tuple(worths), deals)


def _means(counts: NDArray[np.uint8]) -> Reals:
    """Return the mean tricks of each hand from its counts (n, 11)."""
    means: Reals = counts @ np.arange(counts.shape[1]) / counts.sum(axis=1)
    return means


def _values(sample: _Sample, code: Ints, rules: Rules, suits: Card, no_trump: Card) -> dict[str, Reals]:
    """Return what each count says of each denomination, float64 (n, 5), ours first."""
    values = {}
    for name, exact in ((OURS, False), (UNROUNDED, True)):
        columns = [suits.values(each, exact=exact) for each in sample.suit]
        last = np.where(sample.thinks, no_trump.values(sample.no_trump, exact=exact), NEVER)
        values[name] = np.stack([*columns, last], axis=1)
    return values | published_values(sample.hands, code, rules)


def _accuracies(sample: _Sample, values: dict[str, Reals]) -> Iterator[Accuracy]:
    """Give how far each count of tricks is off: in the suit bid and any suit, with no-trump hands and any."""
    from fivehundred_sim.kernels.bidding.counts import COUNTS, GIVES_TRICKS

    tricks = [OURS, UNROUNDED, *(name for name, gives in zip(COUNTS, GIVES_TRICKS, strict=True) if gives)]
    every = np.arange(len(sample.hands))
    kinds = [
        (SUITS_NAME, BIDDING, every, sample.best),
        (SUITS_NAME, ANY, np.tile(every, NO_TRUMP), np.repeat(np.arange(NO_TRUMP), len(every))),
        (NO_TRUMP_NAME, BIDDING, every[sample.thinks], np.full(int(sample.thinks.sum()), NO_TRUMP)),
    ]
    for contract, hands, rows, strains in kinds:
        for name in tricks:
            own, ours = values[name][rows, strains], values[OURS][rows, strains]
            found = accuracy(own, ours, sample.counts[rows, strains], (name, contract, hands))
            if found is not None:
                yield found


def _manifest(rules: Rules, seed: int, deals: int) -> manifest.Manifest:
    return manifest.Manifest(
        schema_version=manifest.SCHEMA,
        **manifest.of_rules(rules),
        seed=seed,
        precision=None,
        budget=None,
        engines=(manifest.EngineRecord(HEURISTIC.name, deals, deals, CHUNK),),
        complete=True,
        **manifest.versions(),
    )
