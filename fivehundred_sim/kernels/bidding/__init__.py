"""Auctions at kernel speed: their law, and what a game is worth."""
