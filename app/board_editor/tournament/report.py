"""A tournament as a table, as CSV, as JSON and as a picture."""

from __future__ import annotations

import csv
import io
import json
from xml.sax.saxutils import escape

from app.board_editor.playtest.evenness import Interval
from app.board_editor.tournament.standings import Standings, StandingsLine
from languages import mark, tr

_HEADS = (
    "",
    mark("games"),
    mark("solos"),
    mark("draws"),
    mark("survived"),
    mark("out"),
    mark("centres"),
    mark("share"),
    "95 %",
    mark("illegal"),
    mark("late"),
    mark("s/move"),
)


def table(standings: Standings) -> list[str]:
    """The standings in lines of even columns, the best first."""
    rows = [tuple(map(tr, _HEADS)), *(_row(line) for line in standings.ranked)]
    widths = [max(len(row[column]) for row in rows) for column in range(len(_HEADS))]
    lines = []
    for row in rows:
        cells = [row[0].ljust(widths[0]), *(cell.rjust(width) for cell, width in zip(row[1:], widths[1:], strict=True))]
        lines.append("  ".join(cells).rstrip())
    return lines


def _row(line: StandingsLine) -> tuple[str, ...]:
    share = line.share
    return (
        line.name,
        str(line.games),
        *(str(line.endings[kind]) for kind in ("solo", "draw", "survived", "out")),
        f"{line.centres / line.seats:.1f}" if line.seats else "",
        f"{share.value:.1%}" if line.games else "",
        tr("{low:.1%} to {high:.1%}", low=share.low, high=share.high) if line.games > 1 else "",
        str(line.counts.illegal) if line.counts.turns else "",
        _late(line) if line.counts.turns else "",
        "" if line.counts.seconds_a_move is None else f"{line.counts.seconds_a_move:.2f}",
    )


def _late(line: StandingsLine) -> str:
    return tr("{count} +{lost} lost", count=line.counts.late, lost=line.forfeits) if line.forfeits else str(line.counts.late)


def summary(standings: Standings) -> str:
    """Return the progress of the tournament, and the even share."""
    plan = standings.plan
    games = tr("{games} of {all} games", games=standings.games, all=plan.games)
    return tr(
        "{plan}: {games}, points by {scoring}; an equal share is {equal_share:.1%}",
        plan=plan.name,
        games=games,
        scoring=plan.scoring.value,
        equal_share=standings.equal_share,
    )


_FIELDS = (
    "name", "games", "seats", "solos", "draws", "survivals", "eliminations", "centres", "share", "share_low", "share_high",
    "turns", "illegal", "late", "forfeits", "seconds_a_move",
)  # fmt: skip


def _data(line: StandingsLine) -> dict[str, object]:
    share, counts, seconds = line.share, line.counts, line.counts.seconds_a_move
    values = (
        line.name, line.games, line.seats, line.endings["solo"], line.endings["draw"], line.endings["survived"], line.endings["out"],
        line.centres, round(share.value, 6), round(share.low, 6), round(share.high, 6),
        counts.turns, counts.illegal, counts.late, line.forfeits, None if seconds is None else round(seconds, 4),
    )  # fmt: skip
    return dict(zip(_FIELDS, values, strict=True))


def as_csv(standings: Standings) -> str:
    """A line for each who takes part, the best first."""
    text = io.StringIO()
    writer = csv.DictWriter(text, _FIELDS, lineterminator="\n")
    writer.writeheader()
    writer.writerows(_data(line) for line in standings.ranked)
    return text.getvalue()


def as_json(standings: Standings) -> str:
    """The same with what was played."""
    plan = standings.plan
    about = {
        "tournament": plan.name,
        "variant": plan.variant,
        "scoring": plan.scoring.value,
        "seed": plan.seed,
        "games": standings.games,
        "planned": plan.games,
        "equal_share": round(standings.equal_share, 6),
        "intervals": "95 %, over games",
        "players": [_data(line) for line in standings.ranked],
    }
    return json.dumps(about, indent=1, ensure_ascii=False) + "\n"


_WIDTH, _LEFT, _ROW, _TOP = 860, 210, 44, 86
_FONT = 'font-family="Inter, Segoe UI, Helvetica, Arial, sans-serif" font-size="14" fill="#2b2a26"'
_INK, _PALE, _BAR, _PAPER, _MARK = "#2b2a26", "#6f6552", "#1f4e79", "#f8f1e3", "#a3271f"


def as_picture(standings: Standings) -> str:
    """The shares as bars with their intervals, an SVG; the line is an equal share."""
    lines = standings.ranked
    most = max([standings.equal_share * 2, *(line.share.high if line.games > 1 else line.share.value for line in lines)])
    scale = (_WIDTH - _LEFT - 90) / min(1.0, most * 1.05)
    height = _TOP + _ROW * len(lines) + 40
    equal, share = _LEFT + standings.equal_share * scale, tr("equal share {share:.1%}", share=standings.equal_share)
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {_WIDTH} {height}" width="{_WIDTH}" height="{height}" {_FONT}>',
        f'<rect width="{_WIDTH}" height="{height}" fill="{_PAPER}"/>',
        f'<text x="24" y="36" font-size="20" font-weight="600">{escape(standings.plan.name)}</text>',
        f'<text x="24" y="60" fill="{_PALE}">{escape(_caption(standings))}</text>',
        f'<line x1="{equal:.1f}" x2="{equal:.1f}" y1="{_TOP - 8}" y2="{height - 34}" stroke="{_MARK}" stroke-dasharray="4 3"/>',
        f'<text x="{equal:.1f}" y="{height - 16}" fill="{_MARK}" text-anchor="middle">{escape(share)}</text>',
    ]
    for number, line in enumerate(lines):
        parts += _bar(line, _TOP + _ROW * number, scale)
    return "\n".join([*parts, "</svg>", ""])


def _caption(standings: Standings) -> str:
    return tr(
        "{games} games, {variant}; points of a seat by {scoring}, 95 % intervals",
        games=standings.games,
        variant=standings.plan.variant,
        scoring=standings.plan.scoring.value,
    )


def _bar(line: StandingsLine, top: float, scale: float) -> list[str]:
    share, middle = line.share, top + _ROW / 2 - 6
    end = _LEFT + share.value * scale
    solos = tr(
        "{solos} solos, {draws} draws in {seats} seats",
        solos=line.endings["solo"],
        draws=line.endings["draw"],
        seats=line.seats,
    )
    parts = [
        f'<text x="{_LEFT - 14}" y="{middle + 1:.1f}" text-anchor="end" font-weight="600">{escape(_cut(line.name))}</text>',
        f'<text x="{_LEFT - 14}" y="{middle + 16:.1f}" text-anchor="end" font-size="11" fill="{_PALE}">{escape(solos)}</text>',
        f'<rect x="{_LEFT}" y="{middle - 9:.1f}" width="{max(1.0, end - _LEFT):.1f}" height="18" rx="2" fill="{_BAR}"/>',
    ]
    right = end
    if line.games > 1:
        parts += _whisker(share, middle, scale)
        right = _LEFT + share.high * scale
    parts.append(f'<text x="{right + 10:.1f}" y="{middle + 5:.1f}">{share.value:.1%}</text>')
    return parts


def _whisker(share: Interval, middle: float, scale: float) -> list[str]:
    low, high = _LEFT + share.low * scale, _LEFT + share.high * scale
    path = f"M{low:.1f} {middle}H{high:.1f}M{low:.1f} {middle - 5}v10M{high:.1f} {middle - 5}v10"
    return [
        f'<path d="{path}" stroke="{_PAPER}" stroke-width="4" fill="none"/>',
        f'<path d="{path}" stroke="{_INK}" stroke-width="1.5" fill="none"/>',
    ]


def _cut(name: str) -> str:
    return name if len(name) <= 22 else f"{name[:21]}…"
