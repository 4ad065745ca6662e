"""The game master's desk: the open phase with its mails, deadline and problems, the trail of what was decided."""
