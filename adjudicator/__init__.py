"""The rules of Diplomacy: values, legality, adjudication. Pure Python, standard library only.

Start with ``Variant``, ``Position``, ``Order`` and ``adjudicate``.
"""
