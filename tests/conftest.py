"""What all tests share: a terminal without habits, and hypothesis that repeats itself."""

import pytest
from hypothesis import settings

# A first example may compile a kernel, so time is no fault; derandomised: a failure is everybody's failure.
settings.register_profile("suite", deadline=None, derandomize=True)
settings.load_profile("suite")


@pytest.fixture(autouse=True)
def plain_terminal(monkeypatch: pytest.MonkeyPatch) -> None:
    """Set the terminal's width and take away what turns colours or terminal mode on or off."""
    for name in (
        "NO_COLOR",
        "FORCE_COLOR",
        "GITHUB_ACTIONS",
        "PY_COLORS",
        "TERM",
        "COLORTERM",
        "_TYPER_FORCE_DISABLE_TERMINAL",
    ):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setenv("COLUMNS", "100")
    monkeypatch.setenv("PYTHONIOENCODING", "utf-8")
