"""Results become something to look at: one file a medium."""
