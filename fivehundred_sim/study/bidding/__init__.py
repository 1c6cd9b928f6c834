"""What to call: hands evaluated, styles, auctions, the chance to win the game, and whole matches."""
