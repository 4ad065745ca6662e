"""The half-written order as a value: what pressing units, ground, arrows and keys means. No Qt.

Start with ``Desk`` (what is on the table) and ``Tool``: ``step = tool.press(touch)``, then ``tool = tool.after(step)``.
"""
