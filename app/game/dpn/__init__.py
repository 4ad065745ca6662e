"""The ``.dpn`` notation: games as text. The grammar is ``docs/formats/dpn.ebnf``."""
