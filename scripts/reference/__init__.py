"""The reference pages, written from the program itself by scripts/write_reference.py."""
