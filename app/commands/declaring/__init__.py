"""What commands are made of: declaration, registry, lines, batches and scripts, own commands, the reference."""
