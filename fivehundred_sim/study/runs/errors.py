"""How a run ends when it does not end well; every message is one sentence."""


class RunError(ValueError):
    """A run that cannot begin or go on."""


class WorkersLostError(RunError):
    """A cluster that no longer counts; what was counted before is kept."""


class RunInterrupted(KeyboardInterrupt):  # Ctrl-C is no error
    """Ctrl-C ended a run; the message says what is kept, and how to go on."""
