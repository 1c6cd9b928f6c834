"""Auctions at kernel speed: hands evaluated, calls chosen by styles, auctions played to their end."""
