"""Identity of senders: by the token of a seat, by a secret word, or by nothing but an address, which anybody can write."""

from __future__ import annotations

import re
from collections import deque
from collections.abc import Iterator
from dataclasses import dataclass, field
from datetime import datetime, timedelta

from app.judge.incoming import LARGEST, IncomingLetter, addresses_and_subject, incoming_letter
from app.judge.mail_desk import SenderIdentity
from app.judge.records import MASTER, GameRecord, SenderStanding, confirmation_in, is_token, is_word, token_in
from app.judge.step import JudgeState
from app.mail_in.judge_words import GameNames, bare, game_in
from variants.catalogue import standard

SIGN_ON = re.compile(r"(?i)(?:SIGN-?ON|SIGN ON)\s+(?P<who>\S+)(?:\s+(?P<rest>\S.{0,250}?))?\s*")
_GAME = re.compile(r"(?i)GAME\s*:?\s+(?P<game>\S+)\s*")
MOST_WRONG = 5
"""Wrong words for a seat within an hour; then no word is tried until the hour is over."""
_HOUR = timedelta(hours=1)
_NO_NAMES = frozenset({"", "the"})


@dataclass(frozen=True, slots=True)
class ClaimedIdentity:
    """Identity that a sender has shown, and the seat that they claim."""

    who: SenderIdentity
    game: str = ""
    """Short name of the game that the mail is about, as far as it is known."""
    claims: tuple[str, str] | None = None
    """Game and power that the sender would write for without having shown a secret."""
    trouble: str = ""
    """Reason for the log."""


@dataclass(slots=True)
class IdentityDesk:
    """Looks at secrets, and counts wrong ones."""

    state: JudgeState
    _wrong: dict[tuple[str, str], deque[datetime]] = field(default_factory=dict)

    def of(self, letter: IncomingLetter) -> ClaimedIdentity:
        """Return who the sender of *letter* is shown to be."""
        game = self._game(letter)
        said = letter.token
        if said is not None and (found := self.by_token(*said)) is not None:
            return ClaimedIdentity(found, found.game or game)
        for line in letter.lines[:60]:
            signed = SIGN_ON.fullmatch(line.text)
            if signed is not None:
                return self.by_word(signed, game)
        return self._by_address(letter, game)

    def games_of(self, raw: bytes) -> frozenset[str] | None:
        """The games that the mail *raw* may change, as far as its secret shows; ``None`` for any of them, of its master for example.

        A mail without a secret changes none: its sender, or the holder of the seat, is asked first.
        """
        addresses, subject = addresses_and_subject(raw)
        said = next(filter(None, map(token_in, (*addresses, subject))), None)
        found = None if said is None else self.by_token(*said)
        if found is not None:
            return frozenset((found.game,)) if found.game else None
        if confirmation_in(subject) is not None:
            return None
        lower = raw[:LARGEST].lower()
        if b"sign" not in lower and b"base64" not in lower:
            return frozenset()
        letter = incoming_letter(raw, (self.state.settings.me.address,))
        signed = next(filter(None, (SIGN_ON.fullmatch(line.text) for line in letter.lines[:60])), None)
        if letter.automatic or signed is None:
            return frozenset()
        if bare(signed["who"]) in {"master", "gm"}:
            return None
        return frozenset(short for short, _ in self._signed(signed["who"], ""))

    def confirmed(self, game: str, power: str) -> SenderIdentity:
        """The identity of a sender who answered a mail that was sent to their address."""
        if power == MASTER:
            return SenderIdentity(SenderStanding.MASTER, "", MASTER)
        return SenderIdentity(SenderStanding.SEAT if power else SenderStanding.REACHED, game, power)

    def by_token(self, game: str, power: str, said: str) -> SenderIdentity | None:
        """The identity that a token shows; ``None`` where it is no present one."""
        if power == MASTER:
            master = self.state.master_seat()
            return (
                SenderIdentity(SenderStanding.MASTER, "", MASTER)
                if is_token(self.state.key, said, "judge", MASTER, master.generation)
                else None
            )
        record = self.state.records.get(game)
        seat = None if record is None else record.seats.get(power)
        if seat is None or not is_token(self.state.key, said, game, power, seat.generation):
            return None
        return SenderIdentity(SenderStanding.SEAT, game, power)

    def by_word(self, signed: re.Match[str], game: str) -> ClaimedIdentity:
        """The identity that a line with SIGNON shows. Wrong words are counted."""
        words = (signed["rest"] or "").split()
        if bare(signed["who"]) in {"master", "gm"}:
            if words and self._is_right("", MASTER, words[-1], self.state.settings.master_word):
                named = next((each for each in words[:-1] if each.casefold() in self.state.records), game)
                return ClaimedIdentity(SenderIdentity(SenderStanding.MASTER, "", MASTER), named)
            return ClaimedIdentity(SenderIdentity(), game, ("", MASTER), "wrong word")
        named = next((each.casefold() for each in words if each.casefold() in self.state.records), "")
        meant = list(self._signed(signed["who"], named or game))
        for short, power in meant:
            seat = self.state.records[short].seats[power]
            if words and self._is_right(short, power, words[-1], seat.word):
                return ClaimedIdentity(SenderIdentity(SenderStanding.SEAT, short, power), short)
        claims = meant[0] if len(meant) == 1 else None
        return ClaimedIdentity(
            SenderIdentity(), claims[0] if claims is not None else named or game, claims, "wrong word" if words else "no word"
        )

    def _is_right(self, short: str, power: str, word: str, kept: str) -> bool:
        now = self.state.now
        wrong = self._wrong.setdefault((short, power), deque(maxlen=MOST_WRONG))
        while wrong and now - wrong[0] > _HOUR:
            wrong.popleft()
        if len(wrong) >= MOST_WRONG or not kept:
            return False
        if is_word(word, kept):
            wrong.clear()
            return True
        wrong.append(now)
        return False

    def _signed(self, who: str, named: str) -> Iterator[tuple[str, str]]:
        """The seats that ``SIGNON FRANCE`` or ``SIGNON fharbour`` may mean, those of the game that is *named* where one is."""
        said = bare(who)
        for short, record in self.state.records.items():
            if named and short != named:
                continue
            for power in record.seats:
                name = bare(power)
                whole = said == name or said == f"{name}{bare(short)}"
                initial = said == f"{name[:1]}{bare(short)}" and sum(bare(each)[:1] == name[:1] for each in self._powers(record)) == 1
                if whole or initial:
                    yield short, power

    def _powers(self, record: GameRecord) -> tuple[str, ...]:
        return tuple(dict.fromkeys((*record.seats, *record.vacant))) or tuple(standard().powers)

    def _by_address(self, letter: IncomingLetter, game: str) -> ClaimedIdentity:
        if letter.sender == self.state.settings.master.address.casefold():
            return ClaimedIdentity(SenderIdentity(), game, ("", MASTER), "no secret")
        seats = [(record.short, seat.power) for record in self.state.records.values() for seat in record.held_by(letter.sender)]
        mine = [each for each in seats if not game or each[0] == game]
        if len(mine) == 1:
            return ClaimedIdentity(SenderIdentity(), mine[0][0], mine[0], "no secret")
        return ClaimedIdentity(SenderIdentity(), game, None, "several seats" if mine else "no seat")

    def _game(self, letter: IncomingLetter) -> str:
        """The game that a mail names in its subject or in a line of its own, else the only one its sender has to do with."""
        marked = game_in(letter.subject).casefold()
        named = [found["game"].casefold() for line in letter.lines[:20] if (found := _GAME.fullmatch(line.text)) is not None]
        for each in (*named, marked):
            tagged = [short for short, record in self.state.records.items() if each and record.tag.casefold() == each]
            if len(tagged) == 1:
                return tagged[0]
            if each in self.state.records:
                return each
            meant = [short for short in self.state.records if each not in _NO_NAMES and GameNames("", short, short).is_meant(each)]
            if len(meant) == 1:
                return meant[0]
        known = self.state.games_of(letter.sender)
        return known[0].short if len(known) == 1 else ""
