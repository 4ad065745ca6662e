"""The command line: every command of the program, without a display."""
