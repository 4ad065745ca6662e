"""Language models as players: a seat as tools and resources of the Model Context Protocol (MCP). Needs the extra ``mcp``."""
