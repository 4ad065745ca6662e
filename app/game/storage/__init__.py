"""Games on disk: atomic saves, the journal, backups, locks, and the folders they lie in."""
