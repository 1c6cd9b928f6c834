"""Verdicts of studies: a claimed figure against an interval, in plain words."""

from studying import rate_text


def pick(table, **where):
    """Return the one row of a table whose columns have these values, or None where there is none."""
    found = table
    for column, value in where.items():
        found = found[found[column] == value]
    return found.iloc[0] if len(found) else None


def within(low, high, claimed):
    """Return the verdict on a claimed range: confirmed inside it, refuted outside, else not shown."""
    if claimed[0] <= low and high <= claimed[1]:
        return "confirmed"
    return "refuted" if high < claimed[0] or low > claimed[1] else "not shown"


def made_text(row, digits=1):
    """Return the share made of a row as text with its interval, or that there is none."""
    if row is None:
        return "none among these deals"
    return rate_text(row.p_make, row.p_make_low, row.p_make_high, digits)


def points_text(row):
    """Return the mean points of a row as text with its interval: "+85 (80 to 90)"."""
    if row is None:
        return "none among these deals"
    return f"{signed(row.points)} ({signed(row.points_low)} to {signed(row.points_high)})"


def signed(points):
    """Return whole points with their sign."""
    return f"{points:+.0f}".replace("-", "−")
