"""A bot that tries orders out until its time is up: what does the board look like if all others order by lot? It needs the library
``entente`` and plays any board in a message. Give it away, change it: it is yours.
"""

import json
import random
import sys
import time

import entente


def by_lot(state, power):
    """Any legal order for each unit."""
    orders = []
    for place in state.orderable(power):
        legal = state.legal_orders(place)
        if legal:
            orders.append(random.choice(legal))
    due = state.adjustment(power)
    return orders[: abs(due)] if state.phase.kind.value == "A" else orders


def value(state, power):
    """Return the estimated worth of a state: centres, and units that stand on centres of others."""
    mine = set(state.centres(power))
    return len(mine) + 0.6 * sum(unit.piece.location.province in centres - mine for unit in state.position.units_of(power))


variant, me, centres = None, "", set()
for line in sys.stdin:
    said = json.loads(line)
    if said["type"] == "new_game":
        variant, me = entente.told_variant(said), said["power"]
        centres = {code for code, province in said["map"]["provinces"].items() if province.get("centre")}
    if said["type"] != "turn":
        continue
    until = time.monotonic() + 0.8 * said.get("deadline_ms", 2000) / 1000
    state = entente.told_state(variant, said)
    tried = [by_lot(state, me) for _ in range(40)]
    scores = [[0.0, 0] for _ in tried]
    rounds = 0
    while rounds < 3000 and (time.monotonic() < until or rounds < len(tried)):
        number = rounds % len(tried)
        others = {power: by_lot(state, power) for power in state.powers if power != me}
        scores[number][0] += value(state.apply({**others, me: tried[number]}).after, me)
        scores[number][1] += 1
        rounds += 1
        if rounds % (4 * len(tried)) == 0 and len(tried) > 4:  # the worse half is tried no more
            kept = sorted(range(len(tried)), key=lambda each: -scores[each][0] / scores[each][1])[: len(tried) // 2]
            tried, scores = [tried[each] for each in kept], [scores[each] for each in kept]
    best = max(range(len(tried)), key=lambda each: scores[each][0] / max(1, scores[each][1]))
    print(json.dumps({"type": "info", "text": f"{rounds} tries"}), flush=True)
    print(json.dumps({"type": "orders", "phase": said["phase"], "orders": [str(order) for order in tried[best]]}), flush=True)
