"""Kernels of the auction: what ten cards are worth, before the kitty and the partner are known."""
