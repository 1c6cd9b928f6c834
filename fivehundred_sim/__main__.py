"""The command `fivehundred`, also `python -m fivehundred_sim`."""

INTERRUPTED = 130  # as `cli.errors.ExitCode` has it, which is not loaded yet


def run() -> None:
    """Load the program and run its command line; Ctrl-C is as quiet while it loads as it is later."""
    try:
        from fivehundred_sim.cli.main import run as command
    except KeyboardInterrupt:
        raise SystemExit(INTERRUPTED) from None
    command()


if __name__ == "__main__":
    run()
