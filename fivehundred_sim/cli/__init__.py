"""The command line: one module a command, thin, heavy imports inside the commands."""
