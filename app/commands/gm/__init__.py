"""What a game master does by mail: deadlines, mails of a round, results and reminders sent, mistakes corrected, the trail of all that."""
