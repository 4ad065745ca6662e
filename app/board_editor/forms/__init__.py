"""Forms of the designer as changes of ``variant.toml``: powers, places, calendar, ends, rules, hooks."""
