"""Bidding tables: what a player counts in ten cards, and hands that look alike tallied together."""
