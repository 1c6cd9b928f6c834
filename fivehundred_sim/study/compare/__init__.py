"""House rules against each other: the same deals bid, played and scored under several sets of rules."""
