"""The sampled player at the four-handed table: every card chosen by solving worlds that he may believe in.

`state` holds a deal in progress, `worlds` deals the cards that a player cannot see, `belief` says which of
these deals he may believe in, `claim` what a hand takes for certain, `scores` and `choose` judge the cards,
`discards` the exchange, `conduct` plays on, `chunks` plays whole deals.
"""
