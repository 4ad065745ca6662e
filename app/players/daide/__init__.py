"""DAIDE, the protocol of twenty years of Diplomacy bots: a server and a client. What is spoken is in ``docs/formats/daide.md``."""
