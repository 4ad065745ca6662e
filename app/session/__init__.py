"""A session: the open games, what their viewer may see, the hook service, opening and consent. No Qt."""
