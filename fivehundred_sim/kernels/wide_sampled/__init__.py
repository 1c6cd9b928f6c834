"""Players at any table who choose each card by solving deals that fit what they know (docs/architecture.md).

`public` what everybody has seen, `view` what one seat knows, `fit` deals that agree with it, `decide` a card.
"""
