"""Envelopes of mails: from the bytes of a mail or a mailbox to letters, the text of each in its parts. No Qt."""
