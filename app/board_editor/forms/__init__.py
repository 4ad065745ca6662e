"""What a designer says in forms, as changes of ``variant.toml``: powers, places, calendar, ends, rules, hooks."""
