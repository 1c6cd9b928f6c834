"""`fivehundred rules`: the rules of a house."""

import json
from typing import Annotated, Any

import typer

from fivehundred_sim.cli import options
from fivehundred_sim.cli.errors import UsageError
from fivehundred_sim.cli.screen import write_result

app = typer.Typer(
    help="Show house rules: presets and keys.",
    no_args_is_help=False,
    rich_markup_mode=None,
    context_settings={"help_option_names": ["-h", "--help"]},
)


@app.command("show")
def show(
    context: typer.Context,
    name: Annotated[
        str | None, typer.Argument(metavar="[NAME|FILE.toml]", help="Instead of --rules.", show_default=False)
    ] = None,
    rules: options.RulesName = "australian",
    settings: options.RuleSettings = None,
    form: options.Format = None,
    as_json: options.AsJson = False,
) -> None:
    """Print the rules in force: every key, its value, and the values it may have.

    The text is a rules file: save it, change it, and give it to --rules.

    \b
    Examples:
      fivehundred rules show
      fivehundred rules show australian --set misere.when=anytime
      fivehundred rules show --rules my-house.toml --json
    """
    chosen = options.chosen_format(form, as_json)
    if chosen not in ("table", "json"):
        raise UsageError(f"rules show prints a table (TOML) or json, not {chosen}")
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
def list_presets(as_json: options.AsJson = False) -> None:
    """Print the names of the presets, one a line.

    \b
    Examples:
      fivehundred rules list
      fivehundred rules list --json
    """
    from fivehundred_sim.rules.load import preset_names

    names = list(preset_names())
    write_result(
        json.dumps({"schema": "fivehundred.rules-list/1", "presets": names}) if as_json else "\n".join(names)
    )


def rules_text(tables: dict[str, Any]) -> str:
    """Return rules as TOML text, with the allowed values of each key as a comment."""
    from fivehundred_sim.rules.model import options as allowed_values

    allowed = allowed_values()
    lines = [f"name = {_toml(tables['name'])}"]
    for table, keys in tables.items():
        if not isinstance(keys, dict):
            continue
        lines += ["", f"[{table}]"]
        for key, value in keys.items():
            others = ", ".join(
                _toml(word).strip('"') for word in allowed.get(f"{table}.{key}", ()) if word != value
            )
            lines.append(f"{key} = {_toml(value)}" + (f"  # or {others}" if others else ""))
    return "\n".join(lines)


def _toml(value: object) -> str:
    # The values of rules are words, whole numbers and booleans, which JSON and TOML write alike.
    return json.dumps(value, ensure_ascii=False)
