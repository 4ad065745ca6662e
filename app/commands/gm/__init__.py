"""Commands of a game master by mail: deadlines, mails of a round, results and reminders sent, mistakes corrected, the trail of all that."""
