"""Answers as text for programs: JSON and CSV."""

import csv
import io
import json
from collections.abc import Sequence

from fivehundred_sim.study.advice import Advice, many_to_json_dict


def to_json(answer: Advice | Sequence[Advice]) -> str:
    """Return one JSON object: the answer, or with several the answers in a list. Every number is finite."""
    value = answer.to_json_dict() if isinstance(answer, Advice) else many_to_json_dict(list(answer))
    return json.dumps(value, ensure_ascii=False, allow_nan=False, indent=1) + "\n"


def to_csv(answer: Advice | Sequence[Advice]) -> str:
    """Return CSV, one row a hand, player model and bid; what is undefined is empty.

    CSV has no place for the manifest: JSON and Parquet carry it.
    """
    answers = [answer] if isinstance(answer, Advice) else answer
    records = [record for each in answers for record in each.records()]
    out = io.StringIO()
    writer = csv.DictWriter(out, fieldnames=list(records[0]), lineterminator="\n")
    writer.writeheader()
    writer.writerows(records)
    return out.getvalue()
