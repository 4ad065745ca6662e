"""The adjudicator on a pipe: for programs of any language, on standard input and output. See ``docs/formats/engine.md``."""
