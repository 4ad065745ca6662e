"""How does the strong opponent fare in tournaments?

    python -m benchmarks.bench_strong [--games 70] [--seconds 0.5] [--against steady] [--last 1912] [--into FILE]

One strong opponent sits among six others, in each seat in turn. It thinks at most so many seconds of processor time about each phase, so
that a busy machine changes nothing. Prints its share of the sum of squares (a solo counts 1, another's 0; an equal share is 0.143), its
solos, and a 95 % interval. With --into each game is a line of a file as soon as it is over; those that are there are not played again.
"""

from __future__ import annotations

import argparse
import json
import statistics
import time
from dataclasses import asdict, dataclass
from pathlib import Path
from random import Random

from app.players.bots import OPPONENTS, Bot
from app.players.strong.bot import StrongBot
from entente import Variant, play, standard

MIXED = "mixed"
STYLES = (Bot.STEADY, Bot.SPREADING, Bot.EASY, Bot.CAUTIOUS, Bot.HOARDER)
"""Opponents of a mixed table."""


@dataclass(frozen=True, slots=True)
class Played:
    """One game, and what it was played with."""

    number: int
    seconds: float
    against: str
    last: int
    power: str
    share: float
    solo: bool
    centres: int
    year: int
    spent: float
    """Seconds of processor time of the whole game, the others' thinking included."""


def main() -> None:
    """Play and print."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--games", type=int, default=70)
    parser.add_argument("--seconds", type=float, default=0.5)
    parser.add_argument("--against", choices=[*map(str, Bot), MIXED], default=Bot.STEADY.value, help="one kind, or all styles by lot")
    parser.add_argument("--last", type=int, default=1912)
    parser.add_argument("--into", type=Path)
    asked = parser.parse_args()
    variant, played = standard(), list[Played]()
    there = {} if asked.into is None else kept(asked.into, asked)
    for number in range(asked.games):
        game = there.get(number)
        if game is None:
            game = one_game(variant, number, asked)
            if asked.into is not None:
                with asked.into.open("a", encoding="utf-8") as file:
                    file.write(json.dumps(asdict(game)) + "\n")
        played.append(game)
        tell(played)


def kept(path: Path, asked: argparse.Namespace) -> dict[int, Played]:
    """The games of the file that were played with what is asked for now; a line that was cut off is none."""
    found: dict[int, Played] = {}
    for line in path.read_text("utf-8").splitlines() if path.exists() else ():
        try:
            game = Played(**json.loads(line))
        except (ValueError, TypeError):
            continue
        if (game.seconds, game.against, game.last) == (asked.seconds, asked.against, asked.last):
            found[game.number] = game
    return found


def one_game(variant: Variant, number: int, asked: argparse.Namespace) -> Played:
    """Play the game of that number."""
    began = time.process_time()
    power = variant.powers[number % len(variant.powers)]
    dice = Random(number)
    kinds = dict(zip(variant.powers, dice.choices(STYLES, k=len(variant.powers)), strict=True))
    if asked.against != MIXED:
        kinds = dict.fromkeys(variant.powers, Bot(asked.against))
    players = {each: OPPONENTS[kind].make(1000 * number + at) for at, (each, kind) in enumerate(kinds.items())}
    players[power] = StrongBot(number, asked.seconds, time.process_time)
    record = play(variant, players, last_year=asked.last)
    assert not record.misses, record.misses
    final = record.final
    return Played(
        number=number,
        seconds=asked.seconds,
        against=asked.against,
        last=asked.last,
        power=power,
        share=record.returns("sum-of-squares")[power],
        solo=final.ending is not None and final.ending.winners == (power,),
        centres=len(final.centres(power)),
        year=final.phase.year,
        spent=round(time.process_time() - began, 2),
    )


def tell(played: list[Played]) -> None:
    """Print the last game, and what all together say."""
    game, shares = played[-1], [each.share for each in played]
    spread = 1.96 * statistics.stdev(shares) / len(shares) ** 0.5 if len(shares) > 1 else 0.5
    print(
        f"{game.number + 1:4} {game.power:8} {game.centres:2} centres, {game.year}; share {statistics.fmean(shares):.3f} +- {spread:.3f}, "
        f"solos {sum(each.solo for each in played)}, {sum(each.spent for each in played):.0f} s",
        flush=True,
    )


if __name__ == "__main__":
    main()
