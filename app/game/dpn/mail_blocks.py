"""Blocks of what came by mail: ``[mail]`` and ``[wait]``."""

from __future__ import annotations

import re

from app.game.dpn.blocks import MailBlock, WaitBlock
from app.game.dpn.faults import shown
from app.game.dpn.lines import POWER, BlockLines, FreeText, field, free_text, listed, wrapped
from app.game.dpn.phase_block import read_at
from app.game.dpn.table_blocks import read_fields
from app.game.entries import LeftOut, Mail
from languages import tr

_FIELDS = frozenset({"from", "name", "address", "subject", "sent", "taken", "received", "mark", "left out", "decided", "settled"})
_STRETCH = re.compile(r"(\d{1,6})(?:-(\d{1,6}))? ([a-z][a-z ]{0,30})")


def read_mail(lines: BlockLines) -> MailBlock | None:
    """Read a ``[mail]`` block."""
    at = read_at(lines)
    if at is None:
        return None
    text = FreeText()
    fields = read_fields(lines, _FIELDS, text)
    power = fields.get("from", "")
    if power and not POWER.fullmatch(power):
        lines.heading_error(tr("{shown} is not a power that sends mails", shown=shown(power)), tr("a line such as from: ENGLAND, or none"))
        return None
    left_out: list[LeftOut] = []
    for item, _ in listed(fields["left out"], 1) if fields.get("left out") else ():
        found = _STRETCH.fullmatch(item)
        if found is None or not int(found[1]):
            lines.heading_error(tr("{shown} is no stretch of lines", shown=shown(item)), tr("left out: 5-12 quote, 14 signature"))
        else:
            first, last = sorted((int(found[1]), int(found[2] or found[1])))
            left_out.append(LeftOut(first, last, found[3].strip()))
    settled: set[int] = set()
    for item, _ in listed(fields["settled"], 1) if fields.get("settled") else ():
        if re.fullmatch(r"\d{1,6}", item):
            settled.add(int(item))
        else:
            lines.heading_error(tr("{shown} is no number of a line", shown=shown(item)), tr("settled: 3, 14"))
    mail = Mail(
        power,
        fields.get("name", ""),
        fields.get("address", ""),
        fields.get("subject", ""),
        fields.get("sent", ""),
        fields.get("taken", ""),
        text.text,
        tuple(left_out),
        decided=fields.get("decided", "") == "yes",
        received=fields.get("received", ""),
        mark=fields.get("mark", ""),
        settled=tuple(sorted(settled)),
    )
    return MailBlock(at, mail)


def write_mail(block: MailBlock) -> list[str]:
    """The lines of a ``[mail]`` block."""
    mail = block.mail
    values = (("from", mail.power), ("name", mail.name), ("address", mail.address), ("subject", mail.subject), ("sent", mail.sent))
    lines = [
        field(name, value) for name, value in (*values, ("taken", mail.taken), ("received", mail.received), ("mark", mail.mark)) if value
    ]
    if mail.left_out:
        stretches = (f"{each.first}{f'-{each.last}' if each.last > each.first else ''} {each.what}" for each in mail.left_out)
        lines.append(field("left out", ", ".join(stretches)))
    if mail.decided:
        lines.append(field("decided", "yes"))
    if mail.settled:
        lines.append(field("settled", ", ".join(map(str, mail.settled))))
    return [*lines, *free_text(mail.text)]


def read_wait(lines: BlockLines) -> WaitBlock | None:
    """Read a ``[wait]`` block."""
    at = read_at(lines)
    if at is None:
        return None
    powers: dict[str, None] = {}
    for line in lines:
        for item, column in listed(line.text, 1):
            if POWER.fullmatch(item):
                powers.setdefault(item)
            else:
                lines.error(line, tr("{shown} is not a power", shown=shown(item)), tr("powers with commas between them"), column)
    return WaitBlock(at, tuple(powers))


def write_wait(block: WaitBlock) -> list[str]:
    """The lines of a ``[wait]`` block."""
    return [line.strip() for line in wrapped("", block.powers)]
