"""A bot that plays any legal order, by lot. Give it away, change it: it is yours."""

import json
import random
import sys

for line in sys.stdin:
    said = json.loads(line)
    if said["type"] != "turn":
        continue
    orders = [random.choice(each) for each in said["legal"].values()]
    if said["kind"] == "adjustment":  # no more builds or removals than are due
        orders = orders[: abs(said["due"])]
    print(json.dumps({"type": "orders", "phase": said["phase"], "orders": orders}), flush=True)
