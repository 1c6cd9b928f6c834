"""Deals by condition.

`words` reads conditions, `condition` is what they ask, `joint` counts what fits, `dealer` deals, and `data`
adds what solver and players make of the deals.
"""
