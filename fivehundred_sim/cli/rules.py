"""`fivehundred rules`: the rules of a house."""

import json
from typing import TYPE_CHECKING, Annotated, Any

import typer

from fivehundred_sim.cli import options
from fivehundred_sim.cli.errors import ExitCode, NamingGroup, UsageError, complain, help_unless_asked
from fivehundred_sim.cli.screen import write_result

if TYPE_CHECKING:
    from fivehundred_sim.rules.model import Rules

app = typer.Typer(
    cls=NamingGroup,
    invoke_without_command=True,
    no_args_is_help=False,
    rich_markup_mode=None,
    context_settings={"help_option_names": ["-h", "--help"]},
)
HouseWord = Annotated[
    str, typer.Argument(metavar="NAME|FILE.toml", autocompletion=options.complete_presets, show_default=False)
]


@app.callback()
def house_rules(context: typer.Context) -> None:
    """House rules: presets, your own files, and where they differ."""
    help_unless_asked(context)


@app.command("show")
def show(
    context: typer.Context,
    name: Annotated[
        str | None,
        typer.Argument(
            metavar="[NAME|FILE.toml]",
            help="Instead of --rules.",
            autocompletion=options.complete_presets,
            show_default=False,
        ),
    ] = None,
    rules: options.RulesName = "australian",
    settings: options.RuleSettings = None,
    form: options.RulesFormat = None,
    as_json: options.AsJson = False,
) -> None:
    """Print the rules in force, as a rules file.

    Every key, its value, and the values it may have: save the text, change it, and
    give it to --rules.

    \b
    Examples:
      fivehundred rules show
      fivehundred rules show australian --set misere.when=anytime
      fivehundred rules show --rules my-house.toml --json
    """
    chosen = options.chosen_format(form, as_json)
    source = context.get_parameter_source("rules")
    if name is not None and source is not None and source.name == "COMMANDLINE":
        raise UsageError(f"rules show takes {name!r} or --rules {rules}, not both")
    in_force = options.chosen_rules(rules if name is None else name, settings)
    tables = in_force.model_dump()
    if chosen == "json":
        from fivehundred_sim.rules.load import rules_hash

        answer = {"schema": "fivehundred.rules/1", "hash": rules_hash(in_force), "rules": tables}
        write_result(json.dumps(answer, indent=2, ensure_ascii=False))
    else:
        write_result(rules_text(tables))


@app.command("list")
def list_presets(form: options.Format = None, as_json: options.AsJson = False) -> None:
    """Print the presets, one a line.

    \b
    Examples:
      fivehundred rules list
      fivehundred rules list --json
    """
    from fivehundred_sim.cli.rules_tables import print_houses
    from fivehundred_sim.rules.load import load_rules, preset_names

    houses = [load_rules(name) for name in preset_names()]
    print_houses(houses, options.chosen_format(form, as_json))


@app.command("check")
def check(
    files: Annotated[
        list[str], typer.Argument(metavar="FILE.toml...", help="Rules files.", show_default=False)
    ],
    as_json: options.AsJson = False,
) -> None:
    """Say what is wrong with rules files.

    One fault a line, with the option's dotted key, the value found and the values
    allowed; or that a file can be played. The exit code is 3 if any is faulty.

    \b
    Examples:
      fivehundred rules check my-house.toml
      fivehundred rules check houses/*.toml --json
    """
    from fivehundred_sim.rules.load import load_rules, rules_hash
    from fivehundred_sim.rules.model import RulesFileError

    answers: list[dict[str, Any]] = []
    for file in files:
        try:
            rules = load_rules(file)
        except RulesFileError as error:
            answers.append({"file": file, "ok": False, "faults": list(error.faults)})
        else:
            answers.append({"file": file, "ok": True, "name": rules.name, "hash": rules_hash(rules)})
    if as_json:
        answer = {"schema": "fivehundred.rules-check/1", "files": answers}
        write_result(json.dumps(answer, indent=2, ensure_ascii=False))
    else:
        write_result("\n".join(line for answer in answers for line in _check_lines(answer)))
    faulty = sum(not answer["ok"] for answer in answers)
    if faulty:
        complain(f"{faulty} of {len(files)} rules files cannot be played")
        raise typer.Exit(ExitCode.RULES)


def _check_lines(answer: dict[str, Any]) -> list[str]:
    if answer["ok"]:
        return [f"{answer['file']}: OK, {answer['name']}, {answer['hash']}"]
    return [f"{answer['file']}: {fault}" for fault in answer["faults"]]


@app.command("diff")
def diff(
    first: HouseWord,
    second: HouseWord,
    form: options.Format = None,
    as_json: options.AsJson = False,
) -> None:
    """Print where two houses differ.

    Each is a preset or a file.

    \b
    Examples:
      fivehundred rules diff australian new-zealand
      fivehundred rules diff australian my-house.toml --json
    """
    from fivehundred_sim.cli.rules_tables import print_differences

    one, other = _house(first), _house(second)
    print_differences(one, other, (first, second), options.chosen_format(form, as_json))


def _house(word: str) -> "Rules":
    return options.chosen_rules(word, None)


@app.command("schema")
def schema() -> None:
    """Print the JSON Schema of a rules file.

    It is for editors that complete and check TOML.

    \b
    Examples:
      fivehundred rules schema > fivehundred.schema.json

    \b
    A rules file that begins with the line  #:schema ./fivehundred.schema.json
    is then checked as you type, in editors that know this (Taplo, Even Better
    TOML).
    """
    from fivehundred_sim.rules.schema import json_schema

    write_result(json.dumps(json_schema(), indent=2, ensure_ascii=False))


def rules_text(tables: dict[str, Any]) -> str:
    """Return rules as TOML text, with the allowed values of each key as a comment."""
    labels = [f"{key} = {_toml(value)}" for key, value in tables.items() if isinstance(value, str) and value]
    lines = labels
    for table, keys in tables.items():
        if not isinstance(keys, dict):
            continue
        lines += ["", f"[{table}]"]
        lines += [f"{key} = {_toml(value)}{_others(f'{table}.{key}', value)}" for key, value in keys.items()]
    return "\n".join(lines)


def _others(key: str, value: object) -> str:
    """Return a comment with the other values that an option may have."""
    from fivehundred_sim.rules.model import bounds
    from fivehundred_sim.rules.model import options as allowed_values

    if key in bounds():
        low, high = bounds()[key]
        return f"  # {low} to {high}"
    others = [_toml(word).strip('"') for word in allowed_values()[key] if word != value]
    return f"  # or {', '.join(others)}" if others else ""


def _toml(value: object) -> str:
    # The values of rules are words, whole numbers and booleans, which JSON and TOML write alike.
    return json.dumps(value, ensure_ascii=False)
