"""Bidding tables: random deals become counts of hands that look alike, and these become estimates."""
