"""A bot that goes for supply centres that are not its own, and stays on those that are threatened. Give it away, change it: it is yours."""

import json
import random
import sys

me = ""
centres = set()


def worth(order, said):
    """Return the estimated worth of an order."""
    mine = set(said["position"]["centres"].get(me, []))
    words = order.split()
    if len(words) == 4 and words[2] == "-":  # a move
        target = words[3].partition("/")[0]
        return 10 if target in centres and target not in mine else 1
    if "S" in words and "-" in words:  # supports a move
        target = words[-1].partition("/")[0]
        return 5 if target in centres and target not in mine else 0
    if words[-1] == "B":
        return 3
    return 2 if words[-1] == "H" and words[1].partition("/")[0] in mine else 0


for line in sys.stdin:
    said = json.loads(line)
    if said["type"] == "new_game":
        me = said["power"]
        centres = {code for code, province in said["map"]["provinces"].items() if province.get("centre")}
    if said["type"] != "turn":
        continue
    orders, taken = [], set()
    for legal in said["legal"].values():
        best = max(legal, key=lambda order: (worth(order, said) if order.split()[-1] not in taken else -1, random.random()))
        orders.append(best)
        taken.add(best.split()[-1])  # two of its own units would only bounce off one another
    if said["kind"] == "adjustment":
        orders = orders[: abs(said["due"])]
    print(json.dumps({"type": "info", "text": f"{len(taken)} places in mind"}), flush=True)
    print(json.dumps({"type": "orders", "phase": said["phase"], "orders": orders}), flush=True)
