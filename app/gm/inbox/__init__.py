"""One inbox for all games: mailboxes as files, which game a mail is for, and what was taken in before."""
