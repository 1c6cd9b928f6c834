"""Small counts for the documents' commands: the examples are run for their words, not for their figures."""

DEALS = 200
GAMES = 20
SOLVED = 10  # deals with all values, some hundredths of a second each
COUNTED = 2_000  # deals of `count`, which refuses fewer than it can fit to
SECONDS = "2"
_DEALS, _DEAL_COUNT = ("--deals",), ("-n", "--deals")


def small(words: list[str]) -> list[str]:
    """Return the words of a command of ours with counts that take little time."""
    command, rest = (words[0], words[1:]) if words else ("", [])
    if "--help" in rest or "-h" in rest:
        return words
    trim = _TRIMS.get(command)
    return [command, *trim(rest)] if trim else words


def _advise(words: list[str]) -> list[str]:
    words = _without(words, "--precision")
    if "sampled" in words or "all" in words:
        return _capped_seconds(_capped(words, _DEALS, DEALS), "--budget") if "--budget" in words else words
    return _capped(_without(words, "--budget"), _DEALS, DEALS, add=True)


def _resumed(words: list[str]) -> list[str]:
    """Cap a run: one that is resumed without a number has that of its folder, which was capped too."""
    words = _capped(words, ("--games",), GAMES)
    return _capped(words, _DEALS, DEALS, add="--resume" not in words)


def _match(words: list[str]) -> list[str]:
    if "--list" in words:
        return words
    words = _capped(words, ("--games",), GAMES, add="--all" not in words)
    return _capped(words, _DEALS, DEALS, add=True)


def _deal(words: list[str]) -> list[str]:
    return _capped(words, _DEAL_COUNT, SOLVED if "--solve" in words else DEALS)


def _count(words: list[str]) -> list[str]:
    return _capped(words, _DEALS, COUNTED, add=True)


def _equity(words: list[str]) -> list[str]:
    """The default rules' own table comes with the package and answers at once; others are simulated."""
    return _capped(words, _DEALS, DEALS, add=bool({"--rules", "--set"} & set(words)))


def _bench(words: list[str]) -> list[str]:
    words = _without(_without(words, "--seconds"), "--rounds")
    return [*words, "--seconds", "0.5", "--rounds", "1"]


_TRIMS = {
    "advise": _advise,
    "table": _resumed,
    "compare": _resumed,
    "match": _match,
    "deal": _deal,
    "count": _count,
    "equity": _equity,
    "bench": _bench,
}


def _capped(words: list[str], names: tuple[str, ...], most: int, add: bool = False) -> list[str]:
    """Return the words with the option's number at most `most`; `add`: given where it is not."""
    words, found = list(words), False
    for place, word in enumerate(words[:-1]):
        if word in names:
            found = True
            words[place + 1] = str(min(int(words[place + 1]), most))
    return [*words, names[-1], str(most)] if add and not found else words


def _capped_seconds(words: list[str], name: str) -> list[str]:
    place = words.index(name) + 1
    return [*words[:place], SECONDS, *words[place + 1 :]]


def _without(words: list[str], name: str) -> list[str]:
    """Return the words without an option and its value."""
    if name not in words:
        return list(words)
    place = words.index(name)
    return [*words[:place], *words[place + 2 :]]
