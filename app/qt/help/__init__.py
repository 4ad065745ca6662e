"""The help inside the program."""
