"""Mails in: what was received is unwrapped, and every line of it is accounted for. No Qt."""
