"""What commands are made of: declaration, parameters, session, services, lines, batches and scripts."""
