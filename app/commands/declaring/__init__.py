"""Machinery of commands: declaration, registry, lines, batches and scripts, own commands, the reference."""
