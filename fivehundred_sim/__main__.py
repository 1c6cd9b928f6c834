"""`python -m fivehundred_sim` is the command `fivehundred`."""

from fivehundred_sim.cli.main import run

if __name__ == "__main__":
    run()
