"""What a result was made from, so that it can be made again.

Nothing that changes between two runs of the same question (time, number of workers, machine) belongs here:
equal questions give equal files.
"""

import platform
from collections.abc import Mapping
from dataclasses import asdict, dataclass
from importlib.metadata import version
from typing import Any

from fivehundred_sim.rules.load import rule_changes, rules_hash
from fivehundred_sim.rules.model import Rules

SCHEMA = 1


@dataclass(frozen=True)
class EngineRecord:
    """How one player model was run: deals counted for every contract, chunk size, deals of the asked bid.

    A calibrated model also says how many of these deals were solved, the sampled one which bids were played
    and how many deals of each.
    """

    name: str
    deals: int
    deals_asked: int
    chunk: int
    solved: int | None = None
    solved_asked: int | None = None
    games: Mapping[str, int] | None = None


@dataclass(frozen=True)
class Manifest:
    """The versions, the complete rules, the seed and the deals behind a result.

    With a `budget` (seconds) the deals reached depend on the machine's speed; the same deals of the same seed
    give the same answer. `rules_changes` are the options, as `key=value`, in which the rules differ from the
    preset they name.
    """

    schema_version: int
    package_version: str
    kernel_hash: str
    stream_scheme: str
    python: str
    numpy: str
    numba: str
    rules_name: str
    rules_hash: str
    rules_changes: tuple[str, ...]
    rules: Mapping[str, Any]
    seed: int
    precision: float | None
    budget: float | None
    engines: tuple[EngineRecord, ...]
    complete: bool

    def to_json_dict(self) -> dict[str, Any]:
        """Return the manifest as plain JSON values."""
        record = asdict(self)
        record["engines"] = [asdict(engine) for engine in self.engines]
        record["rules_changes"] = list(self.rules_changes)
        return record


@dataclass(frozen=True)
class ExactManifest:
    """What an exact result was made from: no seed, no deals, no kernels; the version and the rules."""

    schema_version: int
    package_version: str
    rules_name: str
    rules_hash: str
    rules_changes: tuple[str, ...]
    rules: Mapping[str, Any]

    def to_json_dict(self) -> dict[str, Any]:
        """Return the manifest as plain JSON values."""
        return asdict(self) | {"rules_changes": list(self.rules_changes)}


def exact(rules: Rules) -> ExactManifest:
    """Return the manifest of an exact result under `rules`."""
    return ExactManifest(
        schema_version=SCHEMA,
        package_version=version("fivehundred-sim"),
        **of_rules(rules),
    )


def of_rules(rules: Rules) -> dict[str, Any]:
    """Return the manifest's fields about the rules in force."""
    return {
        "rules_name": rules.name,
        "rules_hash": rules_hash(rules),
        "rules_changes": rule_changes(rules),
        "rules": rules.model_dump(mode="json"),
    }


def versions() -> dict[str, Any]:
    """The manifest's fields about software."""
    from fivehundred_sim.kernels._cache import KERNEL_HASH
    from fivehundred_sim.kernels.stream import SCHEME

    return {
        "package_version": version("fivehundred-sim"),
        "kernel_hash": KERNEL_HASH,
        "stream_scheme": SCHEME,
        "python": platform.python_version(),
        "numpy": version("numpy"),
        "numba": version("numba"),
    }
