"""`fivehundred odds`: exact chances about the cards that a hand lacks."""

from dataclasses import replace
from typing import TYPE_CHECKING, Annotated

import typer

from fivehundred_sim.cli import options, screen

if TYPE_CHECKING:
    from fivehundred_sim.study.odds import Odds


def odds(
    hand: Annotated[
        list[str] | None,
        typer.Argument(
            metavar="HAND",
            help="Your ten cards, in one or several words; - reads them from stdin.",
            show_default=False,
        ),
    ] = None,
    rules: options.RulesName = "australian",
    settings: options.RuleSettings = None,
    seed: options.IdleSeed = None,
    jobs: options.Jobs = options.JOBS_AUTO,
    source: options.Input = None,
    form: options.Format = None,
    as_json: options.AsJson = False,
    outputs: options.Outputs = None,
    quiet: options.Quiet = False,
    color: options.Color = "auto",
    ascii_only: options.Ascii = False,
) -> None:
    """Say where the cards are that you lack.

    Exact chances before anyone has played: the joker, the bowers and aces, more
    trumps in the kitty and with partner, and whether an ace or a king walks.

    \b
    Examples:
      fivehundred odds "JK JD KH 9H 5H AS 8S 7C 6C 5D"
      fivehundred odds JK H:K95 D:J5 S:A8 C:76 --json
      fivehundred odds "JK JD KH 9H 5H AS 8S 7C 6C 5D" --format markdown
      fivehundred odds --input hands.csv --format csv > chances.csv
      echo "JK JD KH 9H 5H AS 8S 7C 6C 5D" | fivehundred odds -

    \b
    Cards are rank then suit: 10H (or TH), AS, JK the joker (BJ and RJ where the
    rules have two). A CSV input has a column hand. Nothing is dealt at random,
    and nothing is read into what the others bid.
    """
    from fivehundred_sim.report.odds import write
    from fivehundred_sim.report.records import check_outputs

    view = screen.View(options.chosen_format(form, as_json), color, ascii_only)
    check_outputs(outputs or [])
    in_force = options.chosen_rules(rules, settings)
    from fivehundred_sim.study.odds import odds as ask

    answers = screen.each_row(
        screen.asked_rows(hand, source, "hand", "its ten cards"),
        lambda row: replace(ask(row.fields["hand"], rules=in_force), line=row.line),
    )
    try:
        for path in outputs or []:
            write(answers, path, many=source is not None)
    finally:
        # An output that turns out to be unwritable must not cost the answer.
        _show(answers, view, many=source is not None)


def _show(answers: "list[Odds]", view: screen.View, *, many: bool) -> None:
    from fivehundred_sim.report import odds as report

    if view.form != "table":
        screen.write_result(report.render(answers, view.form, many=many, ascii_only=view.ascii_only))
        return
    with screen.result_console(view.color) as console:
        report.print_odds(answers, console, ascii_only=view.ascii_only)
