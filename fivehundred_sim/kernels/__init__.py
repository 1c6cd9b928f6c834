"""Compiled kernels: arrays and small ints in, integers out. No text, no files, no globals that change."""
