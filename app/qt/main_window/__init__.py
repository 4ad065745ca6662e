"""The main window: menus, palettes, tabs, status line, preferences, and what wires them to the session."""
