"""Programs as players: started here or reached over the network, in any language, timed and checked. See ``docs/formats/players.md``."""
