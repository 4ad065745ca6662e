"""``[game]``, ``[players]`` and ``[audit]``: what the game is called, what is played, by whose rules, by whom, and what its master did."""

from __future__ import annotations

import re
from dataclasses import replace
from types import MappingProxyType

from app.game.dpn.blocks import AuditBlock, GameBlock, PlayersBlock
from app.game.dpn.lines import POWER, BlockLines, FreeText, Line, field, field_of, free_text
from app.game.dpn.text_source import quoted
from app.game.entries import AuditLine, Member, MemberRole, SeatedPlayer, SeatKind
from languages import mark, tr

_RULE = re.compile(r"([^\s=]+)=([^\s=]+)")
_CHECKSUM = re.compile(r"sha256:[0-9a-f]{4,64}")
_SEATS = tuple(sorted(SeatKind, key=lambda seat: -len(seat.value)))
_PLAYER_LINE = re.compile(r"([A-Z][A-Z0-9_]*) *:(.*)")
_MEMBER_LINE = re.compile(r"([A-Z][A-Z0-9_]*) (also|standby|until)(?: ([A-Z]-?[0-9]{4}[MRA]))? *:(.*)")
_AUDIT = re.compile(r"@ (?:([^\s(]\S*) )?(?:\(([^()]*)\))?:(?: (.*)|)")
_BECAUSE = re.compile(r"because: (.+)")
_FORM = mark("a field such as name: Straits of Iron")


def read_game(lines: BlockLines) -> GameBlock | None:
    """Read a ``[game]`` block."""
    fields: dict[str, str] = {}
    rules: list[tuple[str, str]] = []
    note = FreeText()
    for line in lines:
        if note.take(line):
            continue
        found = field_of(line)
        if found is None:
            lines.unexpected(line, tr(_FORM))
            continue
        name, value, column = found
        if name == "rules":
            rules.extend(read_rules(lines, line, value, column))
        elif name in fields:
            lines.twice(line, name)
        else:
            fields[name] = value
    named = fields.pop("variant", "") or fields.pop("map", "")
    if not named:
        lines.heading_error(tr("the game does not say which variant is played"), tr("a line such as variant: standard 1"))
    words = named.split()
    checksum = words.pop() if len(words) > 1 and _CHECKSUM.fullmatch(words[-1]) else ""
    return GameBlock(
        id=fields.pop("id", ""),
        name=fields.pop("name", ""),
        variant=words[0] if words else "",
        version=" ".join(words[1:]),
        checksum=checksum,
        rules=tuple(rules),
        settings=tuple(fields.items()),
        note=note.text,
    )


def write_game(block: GameBlock) -> list[str]:
    """The lines of a ``[game]`` block."""
    variant = " ".join(word for word in (block.variant, block.version, block.checksum) if word)
    lines = [field("id", block.id), field("name", block.name), field("variant", variant)]
    if block.rules:
        lines.append(field("rules", rules_text(block.rules)))
    lines.extend(field(name, value) for name, value in block.settings)
    return lines + free_text(block.note)


def read_rules(lines: BlockLines, line: Line, text: str, column: int) -> list[tuple[str, str]]:
    """Rule options such as ``4.A.3=2025EE nmr=hold``; *column* is that of *text*. None where one of them cannot be read."""
    rules: list[tuple[str, str]] = []
    wrong = False
    for word in re.finditer(r"\S+", text):
        pair = _RULE.fullmatch(word[0])
        if pair is None:
            lines.error(
                line, tr("{shown} is not a rule option", shown=quoted(word[0])), tr("an option such as nmr=hold"), column + word.start()
            )
            wrong = True
        else:
            rules.append((pair[1], pair[2]))
    return [] if wrong else rules


def rules_text(rules: tuple[tuple[str, str], ...]) -> str:
    """Rule options on one line.

    >>> rules_text((("4.A.3", "DPTG"), ("nmr", "hold")))
    '4.A.3=DPTG nmr=hold'
    """
    return " ".join(f"{key}={word}" for key, word in rules)


def read_players(lines: BlockLines) -> PlayersBlock | None:
    """Read a ``[players]`` block."""
    players: dict[str, SeatedPlayer] = {}
    members: dict[Member, None] = {}
    places: set[str] = set()
    for line in lines:
        beside = _MEMBER_LINE.fullmatch(line.text)
        if beside is not None and POWER.fullmatch(beside[1]) and bool(beside[3]) == (beside[2] == MemberRole.UNTIL):
            said = _player_of(beside[4].strip())
            members.setdefault(Member(beside[1], MemberRole(beside[2]), said.name, said.address, beside[3] or ""))
            continue
        found = _PLAYER_LINE.fullmatch(line.text)
        if found is None or POWER.fullmatch(found[1]) is None:
            lines.unexpected(line, tr("a line such as AUSTRIA: Ada <ada@example.org> (post)"))
            continue
        if found[1] in players or found[1] in places:
            lines.error(line, tr("{found} stands twice", found=found[1]), tr("each power once"))
            continue
        if found[2].strip():
            players[found[1]] = _player_of(found[2].strip())
        else:
            places.add(found[1])
    return PlayersBlock(MappingProxyType(players), tuple(members))


def write_players(block: PlayersBlock) -> list[str]:
    """The lines of a ``[players]`` block; powers that have a place stand there without a player too, with a blank line between two."""
    lines: list[str] = []
    for power in dict.fromkeys((*block.places, *block.players, *(each.power for each in block.members))):
        if lines and block.places:
            lines.append("")
        if power in block.players or power in block.places:
            lines.append(f"{power}: {_place(block, power)}".rstrip())
        lines += [_member(each) for each in block.members if each.power == power]
    return lines


def _place(block: PlayersBlock, power: str) -> str:
    """Words for the player of *power*; none where it has a place alone."""
    player = block.players.get(power)
    return "" if player is None else _player(player) or f"({SeatKind.SCREEN.value})"


def _member(member: Member) -> str:
    role = f"{member.role.value} {member.until}".rstrip()
    return f"{member.power} {role}: {_player(SeatedPlayer(member.name, member.address, _usual_seat(member.address)))}".rstrip()


def _usual_seat(address: str) -> SeatKind:
    return SeatKind.POST if address else SeatKind.SCREEN


def _player_of(text: str) -> SeatedPlayer:
    """``Ada <ada@example.org> (post)``, read from its end, where each part may be missing and the name may be anything."""
    seat, detail, address = None, "", ""
    if text.endswith(")"):
        start = text.rfind("(")
        inner = text[start + 1 : -1]
        seat = next((each for each in _SEATS if inner == each.value or inner.startswith(f"{each.value} ")), None) if start >= 0 else None
        if seat is not None:
            detail, text = inner[len(seat.value) :].strip(), text[:start].rstrip()
    if text.endswith(">") and "<" in text:
        start = text.rfind("<")
        address, text = text[start + 1 : -1].strip(), text[:start].rstrip()
    return SeatedPlayer(text, address, seat or _usual_seat(address), detail)


def _player(player: SeatedPlayer) -> str:
    usual = _usual_seat(player.address)
    address = f"<{player.address}>" if player.address or player.name.endswith(">") else ""
    plain = player.seat is usual and not player.detail and not player.name.endswith(")")
    seat = "" if plain else f"({player.seat.value} {player.detail})" if player.detail else f"({player.seat.value})"
    return " ".join(part for part in (player.name, address, seat) if part)


def read_audit(lines: BlockLines) -> AuditBlock | None:
    """Read the ``[audit]`` block."""
    audit: list[AuditLine] = []
    for line in lines:
        found, why = _AUDIT.fullmatch(line.text), _BECAUSE.fullmatch(line.text)
        if why is not None and audit and not audit[-1].reason:
            audit[-1] = replace(audit[-1], reason=why[1].strip())
        elif found is None:
            lines.unexpected(
                line, tr("a line such as @ 2026-11-20T21:03Z (GM): what was done, or because: and the reason for the line above")
            )
        else:
            audit.append(AuditLine((found[3] or "").strip(), found[2] or "", found[1] or ""))
    return AuditBlock(tuple(audit))


def write_audit(block: AuditBlock) -> list[str]:
    """The lines of the ``[audit]`` block."""
    lines: list[str] = []
    for each in block.lines:
        lines.append(f"@ {f'{each.at} ' if each.at else ''}{f'({each.by})' if each.by else ''}: {each.text}".rstrip())
        if each.reason:
            lines.append(field("because", each.reason))
    return lines
