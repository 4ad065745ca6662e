"""The half-written order as a value: what clicks on units, ground, arrows and keys means. No Qt.

Start with ``OrderContext`` (what is on the table) and ``Tool`` of ``app.presentation.order_entry``: ``step = tool.touch(touch)``, then
``tool = tool.after(step)``.
"""
