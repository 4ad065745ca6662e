"""The adjudicator on a pipe: for programs of any language, on standard input and output. See ``docs/formats/engine.md``."""

LINES_EDITION = 2
"""The edition of the line protocol: counts up when an answer changes its form. 1 counted orders from 1 and gave no retreats."""

JSON_EDITION = 1
"""The edition of the JSON protocol: counts up when a request or an answer changes its form; parts that are added do not count."""
