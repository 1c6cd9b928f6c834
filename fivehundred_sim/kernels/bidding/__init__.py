"""Bidding at kernel speed: what a hand is worth before anybody has seen the kitty, and who calls what.

`held` lays ten cards out by suits, `counts` values them as six published counts do (`trick_counts`,
`point_counts`).
"""
