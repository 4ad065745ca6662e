"""A mail answered: its words carried out, its orders taken in, what is doubtful asked back; once, whenever the program is killed."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import replace
from datetime import timedelta
from email.message import EmailMessage
from email.policy import SMTP
from email.utils import format_datetime
from hashlib import sha256
from pathlib import Path

from app.game.deadlines import moment_of, written
from app.game.entries import Press
from app.game.record import MAIN, EditError
from app.game.storage.atomic import StorageError, read_bounded
from app.gm.order_mails import NothingTakenError, account_letters, take_in
from app.gm.reply import greeting, reply_text
from app.judge import master_words, player_words
from app.judge.identity import SIGN_ON, ClaimedIdentity, IdentityDesk
from app.judge.incoming import IncomingLetter, IncomingLine, incoming_letter
from app.judge.mail_desk import MailDesk
from app.judge.mail_sources import MOST_SPOOLED
from app.judge.mail_words import MailWord, meant_by, word_in
from app.judge.notices import press_heading, press_of, tell_changes
from app.judge.records import (
    MASTER,
    OpenQuestion,
    SeatHolder,
    SenderStanding,
    change,
    confirmation,
    cut,
    is_confirmation,
    without_tags,
    without_tokens,
)
from app.judge.step import JudgeMail, JudgeState, JudgeStep
from app.judge.step_journal import StepConflictError, Write
from app.mail_in.accounting import Fate, LetterAccount
from app.mail_in.envelope.unwrap import unwrapped
from app.mail_in.judge_words import game_tag
from app.mail_in.letter import HandedIn, LetterPart
from app.mail_out.addresses import checked_address, one_line
from app.mail_out.mail import Correspondent
from app.session.errors import Abort, CommandError
from languages import labelled, mark, tr, using

WORDS = (player_words, master_words)
"""Files that declare the words of mails."""
MOST_STAGED = 20
"""Mails of one address that wait for a confirmation."""
STAGED_FOR = timedelta(days=14)
MOST_WORDS = 60
"""Words of one mail that are carried out."""
_HOUR = timedelta(hours=1)


class MailAnswering:
    """Answers mails, one after the other."""

    def __init__(self, state: JudgeState) -> None:
        self.state, self.identities = state, IdentityDesk(state)
        self._about: dict[str, frozenset[str] | None] = {}
        """By the name of a mail in the spool, the games that it may change."""

    def answer(self, file: Path) -> str:
        """Answer the mail in *file*, which goes when that is done; returns what was done, for the log.

        Raises:
            StorageError: something could not be written, or a person has the game open: it is tried again later.
            StepConflictError: a game was changed meanwhile: it is tried again at once.
        """
        settings = self.state.settings
        letter = incoming_letter(read_bounded(file, 60_000_000), (settings.me.address,))
        if self.state.journal.is_done(letter.key):
            file.unlink(missing_ok=True)
            return "known already"
        with JudgeStep(self.state, letter.key) as step:
            if letter.automatic:
                self._note_failed(step, letter)
                step.commit(remove=(file,))
                return f"not answered: {letter.automatic}"
            try:
                checked_address(letter.sender)
            except ValueError:
                step.commit(remove=(file,))
                return "not answered: no address"
        return self._carried_out(letter, (file,), None)

    def answer_here(self, raw: bytes) -> str:
        """Carry out what a page sends, in the form of a mail; returns the answer instead of mailing it.

        Raises:
            ValueError: its sender is no mail address.
            StorageError: something could not be written, or a person has the game open.
            StepConflictError: a game was changed again and again meanwhile.
        """
        letter = incoming_letter(raw, (self.state.settings.me.address,))
        checked_address(letter.sender)
        if self.state.journal.is_done(letter.key):
            return tr("That was done already.")
        for left in (2, 1, 0):
            said: list[str] = []
            try:
                self._carried_out(letter, (), said)
                break
            except StepConflictError:
                if not left:
                    raise
        return without_tokens("\n\n".join(said))

    def _carried_out(self, letter: IncomingLetter, remove: Sequence[Path], here: list[str] | None) -> str:
        """Carry out a mail as one step; the answer goes into *here*, or into a mail."""
        with JudgeStep(self.state, letter.key) as step:
            shown, is_confirmed = self.identities.of(letter), False
            nothing = mark("I found nothing to do in your mail. HELP on a line of its own lists what I understand.")
            if letter.confirmation is not None:
                confirmed = self._confirmed(step, letter)
                if isinstance(confirmed, str):
                    nothing = confirmed
                else:
                    (letter, shown), is_confirmed = confirmed, True
            desk = MailDesk(self.state, step, letter, shown.who, shown.game)
            with using(desk.language):
                done = _MailInHand(self, desk, shown, is_confirmed=is_confirmed, nothing=nothing).carry_out()
            if here is None:
                self._send_answer(step, desk, letter)
            else:
                here.extend(desk.said)
            for short in list(step.works):
                tell_changes(step, short)
            step.commit([mail.to.address for mail in step.mails if mail.answers], remove)
            return done

    def about(self, file: Path) -> frozenset[str] | None:
        """The games that the mail in *file* may change, found without carrying it out; ``None`` for any of them."""
        if file.name not in self._about:
            try:
                raw = read_bounded(file, 60_000_000)
            except StorageError:
                return None
            self._about[file.name] = self.identities.games_of(raw)
            while len(self._about) > MOST_SPOOLED:
                del self._about[next(iter(self._about))]
        return self._about[file.name]

    # --- the answer ---

    def _send_answer(self, step: JudgeStep, desk: MailDesk, letter: IncomingLetter) -> None:
        if not desk.said:
            return
        count = self.state.journal.answers_since(step.now - _HOUR, letter.sender)
        most = self.state.settings.answers_an_hour
        if count >= most:
            self.state.look_at(
                f"many {letter.sender}",
                tr("{sender} writes more than {most} mails an hour; the others are not answered.", sender=letter.sender, most=most),
            )
            return
        with using(desk.language):
            subject = cut(without_tags(letter.subject))[:120] or tr("Your mail")
            if not subject.casefold().startswith("re:"):
                subject = tr("Re: {subject}", subject=subject)
            text = [greeting(letter.name), "", *"\n\n".join(desk.said).split("\n")]
            if letter.is_cut_off:
                text += ["", tr("Your mail was too large; its end was not read.")]
            if count == most - 1:
                text += ["", tr("This is the last answer within the hour; what else you write is carried out without one.")]
        record = self.state.records.get(desk.short) or (step.record(desk.short) if desk.short in step.works else None)
        work = step.works.get(desk.short)
        if work is not None and game_tag(work.game.id) not in subject:
            subject = f"{subject} {game_tag(work.game.id)}"
        seat = self._seat_to_answer(step, desk)
        token = "" if seat is None else self.state.token_of(desk.who.game, seat)
        to = Correspondent(one_line(letter.name, 80) or letter.sender, letter.sender)
        mail = JudgeMail(to, subject, "\n".join(text) + "\n", desk.who.power, token, "" if record is None else record.short)
        step.post(replace(mail, answers=letter.message_id or "none@invalid", references=letter.references, picture=desk.picture))

    def _seat_to_answer(self, step: JudgeStep, desk: MailDesk) -> SeatHolder | None:
        """The seat whose token the answer carries: only where it goes to the address of the seat."""
        if desk.who.power == MASTER:
            seat = self.state.master_seat()
        else:
            record = step.record(desk.who.game) if desk.who.game in self.state.records else None
            found = None if record is None else record.seats.get(desk.who.power)
            if found is None:
                return None
            seat = found
        return seat if seat.address.casefold() == desk.letter.sender else None

    def _note_failed(self, step: JudgeStep, letter: IncomingLetter) -> None:
        """Have the game master see which players a mail server could not reach."""
        for address in letter.failed:
            for record in self.state.games_of(address):
                words = tr("{game}: mails to {address} are not delivered.", game=record.short, address=address)
                about = f"lost {record.short} {address}"
                if about not in self.state.attention:
                    step.post(step.to_master(record, words, "\n".join((words, "", cut(letter.subject)))))
                self.state.look_at(about, words)

    # --- mails that wait for a confirmation ---

    def stage(self, step: JudgeStep, letter: IncomingLetter, game: str, power: str, address: str, name: str) -> bool:
        """Keep *letter* until *address* confirms it; whether there was room for it."""
        waiting = [
            each for each in self.state.folder.staged.glob("*.json") if self._staged_fields(each).get("address") == address.casefold()
        ]
        if len(waiting) >= MOST_STAGED:
            return False
        code = f"c{sha256(f'{letter.key}|{address}'.encode()).hexdigest()[:11]}"
        told = {
            "address": address.casefold(),
            "game": game,
            "power": power,
            "at": written(step.now),
            "mail": clean_mail(letter, address if power else letter.sender).decode("utf-8", "replace"),
        }
        file = self.state.folder.staged / f"{code}.json"
        step.files.append(Write(file, None if not file.exists() else read_bounded(file, 60_000_000), json.dumps(told).encode()))
        shown = "\n".join(f"  {kept_line(line)}" for line in letter.lines[:40])
        text = tr(
            "A mail under your address asks for this, without a secret that shows that it is yours:\n\n{lines}\n\n"
            "If you wrote it, just answer this mail. If you did not, do nothing: then nothing is done.",
            lines=shown,
        )
        if link := self.state.settings.link("confirm", confirmation(self.state.key, code, address)):
            text += "\n\n" + tr("Or press the button on this page: {link}", link=link)
        subject = tr("Please confirm: {subject}", subject=cut(without_tags(letter.subject))[:80] or tr("your mail"))
        to = Correspondent(one_line(name, 80) or address, address)
        token = confirmation(self.state.key, code, address)
        is_its_sender = address.casefold() == letter.sender
        answers = (letter.message_id or "none@invalid") if is_its_sender else ""
        mail = JudgeMail(to, subject, f"{greeting(name)}\n\n{text}\n", power, token, game, answers=answers, keeps_secrets=True)
        step.post(mail)
        return True

    def _confirmed(self, step: JudgeStep, letter: IncomingLetter) -> tuple[IncomingLetter, ClaimedIdentity] | str:
        """Return the mail that *letter* confirms, and who wrote it; or the answer, in English, where it confirms none."""
        said = letter.confirmation
        assert said is not None
        file = self.state.folder.staged / f"{said[0]}.json"
        told = self._staged_fields(file)
        at = moment_of(told.get("at", ""))
        if (
            not told
            or not is_confirmation(self.state.key, said[1], said[0], told.get("address", ""))
            or at is None
            or step.now - at > STAGED_FOR
        ):
            return mark("There is no mail any more that this confirms: it was carried out before, refused, or waited for too long.")
        if any(line.text.casefold().rstrip(".!") in {"no", "nein", "non", "nej"} for line in letter.lines[:1]):
            step.files.append(Write(file, read_bounded(file, 60_000_000), None))
            return mark("The mail that you were asked about was not carried out.")
        step.files.append(Write(file, read_bounded(file, 60_000_000), None))
        original = incoming_letter(told.get("mail", "").encode(), (self.state.settings.me.address,))
        game, power = told.get("game", ""), told.get("power", "")
        who = self.identities.confirmed(game, power)
        kept = replace(
            original,
            key=letter.key,
            message_id=letter.message_id,
            references=letter.references,
            sender=told["address"],
            to=(),
            automatic="",
        )
        return kept, ClaimedIdentity(who, game or self.identities.of(original).game)

    def _staged_fields(self, file: Path) -> dict[str, str]:
        try:
            told = json.loads(read_bounded(file, 60_000_000))
        except (StorageError, ValueError, RecursionError):
            return {}
        return told if isinstance(told, dict) and all(isinstance(each, str) for each in told.values()) else {}

    def tidy(self) -> None:
        """Take away what was never confirmed."""
        for file in self.state.folder.staged.glob("*.json"):
            at = moment_of(self._staged_fields(file).get("at", ""))
            if at is None or self.state.now - at > STAGED_FOR:
                file.unlink(missing_ok=True)


class _MailInHand:
    """Carries out one mail: words, then orders, then words that only tell."""

    def __init__(self, answering: MailAnswering, desk: MailDesk, shown: ClaimedIdentity, *, is_confirmed: bool, nothing: str) -> None:
        self._nothing = nothing
        """Answer to a mail in which there is nothing to do."""
        self._is_confirmed = is_confirmed
        """True if what needs no secret was answered before, when the mail came."""
        self._answering, self._desk, self._shown = answering, desk, shown
        self._used: set[int] = set()
        self._asks: list[str] = []
        """Words for which the sender has not shown enough."""
        self._done: list[str] = []

    def carry_out(self) -> str:
        desk, letter = self._desk, self._desk.letter
        found: list[tuple[str, MailWord, object]] = []
        for line in letter.lines:
            if SIGN_ON.fullmatch(line.text):
                continue
            known = word_in(line.text)
            if known is not None and len(found) < MOST_WORDS:
                found.append((kept_line(line), known[0], known[1]))
                self._used.add(line.number)
        if not letter.lines and (known := word_in(cut(letter.subject))) is not None:
            found.append((letter.subject, known[0], known[1]))
        for shown, word, said in found:
            if not word.tells:
                self._word(shown, word, said)
        with using(desk.language):  # a word may have changed it
            self._orders()
        for shown, word, said in found:
            if word.tells and not self._is_confirmed:
                self._word(shown, word, said)
        if self._asks:
            self._ask_to_confirm()
        if not desk.said and not self._done and not self._asks:
            desk.say(tr(self._nothing))
        return ", ".join(self._done) or "nothing"

    def _word(self, shown: str, word: MailWord, said: object) -> None:
        desk = self._desk
        if desk.who.standing < word.standing or (word.standing is SenderStanding.SEAT and desk.who.standing is SenderStanding.MASTER):
            if desk.who.standing is SenderStanding.ANYBODY:
                self._asks.append(shown)
            else:
                desk.say(
                    labelled(
                        f"> {shown}",
                        tr("that is for {who}.", who=tr("the game master") if word.standing is SenderStanding.MASTER else tr("players")),
                    )
                )
            return
        if word.standing is SenderStanding.SEAT and desk.short != desk.who.game and desk.short:
            desk.say(labelled(f"> {shown}", tr("your secret is for {game} alone.", game=desk.who.game)))
            return
        before = len(desk.said)
        try:
            with using(desk.language):  # that of a SET LANGUAGE before it in the same mail
                word.act(desk, said)  # type: ignore[arg-type]
            self._done.append(word.name)
        except (CommandError, EditError, ValueError) as error:
            desk.say(str(error))
            self._done.append(f"{word.name} refused")
        if len(desk.said) > before:
            desk.said[before] = f"> {shown}\n{desk.said[before]}"

    # --- orders and press ---

    def _orders(self) -> None:
        desk, letter = self._desk, self._desk.letter
        left = [line for line in letter.lines if line.number not in self._used and not SIGN_ON.fullmatch(line.text)]
        has_press = any(line.part is LetterPart.PRESS for line in letter.letter.lines)
        if not left and not has_press:
            return
        if desk.who.standing is not SenderStanding.SEAT:
            self._say_what_lines_mean([line.shown for line in left])
            if has_press or self._holds_orders():
                self._asks.append("")
            return
        try:
            with desk.about(desk.who.game):
                desk.check_running()
                self._take_in(desk.seat)
        except (Abort, EditError) as error:
            desk.say(str(error))

    def _holds_orders(self) -> bool:
        """Return True if the lines of a mail without a secret would do something for the seat that it is from by its address."""
        desk, claims = self._desk, self._shown.claims
        if claims is None or claims[1] == MASTER:
            return False
        try:
            with desk.about(claims[0]):
                desk.check_running()
                letters, _ = unwrapped(clean_mail(desk.letter, desk.letter.sender, without=self._used))
                found = account_letters(desk.work.session, letters, power=claims[1], late=True, is_here=True, as_seen_by=claims[1])
        except (Abort, EditError):
            return False
        return any(not each.is_empty for each in found.letters)

    def _take_in(self, seat: SeatHolder) -> None:
        desk, letter = self._desk, self._desk.letter
        work = desk.work
        many = len(desk.record.held_by(seat.address)) > 1
        raw = clean_mail(letter, seat.address, without=self._used, signs=seat.power if many else "")
        handed_in = HandedIn(letter.letter.received or desk.step.now, letter.key)
        known = press_of(work.game)
        try:
            work.session.document.show(work.game.last(MAIN))
            accounting = take_in(work.session, raw, is_here=True, handed_in=handed_in)
        except NothingTakenError as nothing:
            accounting = nothing.accounting
        fresh = [each for each in press_of(work.game) if each not in known and each.sender == seat.power]
        for each in fresh:
            desk.say(labelled(tr("Passed on"), press_heading(work.game.variant, each)))
        for account in accounting.letters:
            self._say_held_press(seat, account, fresh)
            self._say_account(seat, account)
        self._done.append(f"{len(accounting.of(Fate.TAKEN, Fate.GUESSED))} orders")

    def _say_held_press(self, seat: SeatHolder, account: LetterAccount, fresh: Sequence[Press]) -> None:
        """Say which press of the mail a hook keeps from some of its readers."""
        reached = {each for press in fresh for each in press.receivers}
        if any(not press.receivers for press in fresh):
            return
        for each in account.press:
            if not each.receivers or not reached.issuperset(each.receivers):
                words = press_heading(self._desk.work.game.variant, Press(seat.power, each.receivers, each.text))
                self._desk.say(tr("A hook of this game does not let it reach all its readers now: {press}.", press=words))

    def _say_account(self, seat: SeatHolder, account: LetterAccount) -> None:
        desk = self._desk
        prose = [line.words for line in account.lines if line.fate is Fate.NOT_ORDER and line.part is LetterPart.TEXT]
        said = self._say_what_lines_mean(prose)
        is_press_alone = bool(account.press) and replace(account, press=()).is_empty and bool(desk.said)
        if not is_press_alone and (not account.is_empty or not (said or self._done)):
            text = reply_text(desk.work.session, account)
            desk.say("\n".join(text.split("\n")[2:]))  # the greeting stands above already
        self._ask_back(seat, account)

    def _ask_back(self, seat: SeatHolder, account: LetterAccount) -> None:
        """Ask what doubtful lines mean, each with its meanings as numbers."""
        desk, record = self._desk, self._desk.record
        phase = str(desk.work.game.turn(desk.work.game.last(MAIN)).phase)
        kept = [each for each in record.questions if each.phase == phase and each.power != seat.power]
        fresh: list[OpenQuestion] = []
        for line in account.of(Fate.DOUBTFUL):
            choices = tuple(dict.fromkeys(str(each.order) for each in line.choices if each.power == seat.power))[:9]
            if choices:
                number = record.asked + len(fresh) + 1
                fresh.append(OpenQuestion(number, seat.power, phase, line.text, choices))
                listed = "\n".join(f"  {at}  {choice}" for at, choice in enumerate(choices, 1))
                desk.say(f"{tr('I read line {line}, “{text}”, as:', line=line.line, text=line.words)}\n{listed}")
        if len(fresh) == 1:
            count = len(fresh[0].choices)
            desk.say(tr("Answer 1.") if count == 1 else tr("Answer with its number on a line of its own, 1 to {count}.", count=count))
        elif fresh:
            desk.say(
                "\n".join(tr("For “{text}” answer: ANSWER {number} and the number", text=each.text, number=each.number) for each in fresh)
            )
        if fresh or len(kept) != len(record.questions):
            desk.step.put(change(record, questions=(*kept, *fresh), asked=record.asked + len(fresh)))

    def _say_what_lines_mean(self, lines: Sequence[str]) -> bool:
        meant = list(filter(None, (meant_by(line) for line in lines[:10])))
        for each in dict.fromkeys(meant):
            self._desk.say(each)
        return bool(meant)

    # --- without a secret ---

    def _ask_to_confirm(self) -> None:
        desk, letter, claims = self._desk, self._desk.letter, self._shown.claims
        step, state = desk.step, self._desk.state
        if claims is None:
            game, power, address, name = "", "", letter.sender, letter.name
        elif claims[1] == MASTER:
            game, power, address, name = "", MASTER, state.settings.master.address, state.settings.master.name
        else:
            seat = state.records[claims[0]].seats[claims[1]]
            game, power, address, name = claims[0], claims[1], seat.address, seat.name
        if not self._answering.stage(step, letter, game, power, address, name):
            desk.say(tr("Too many mails under this address wait for a confirmation."))
        elif address.casefold() != letter.sender:
            desk.say(tr("This needs a secret that your mail does not carry. Whoever holds the seat was asked to confirm it."))
        self._done.append("asked to confirm")


def kept_line(line: IncomingLine) -> str:
    """A line as it is kept and repeated. Where a word of ours takes a power or a game, older judges took a password."""
    known = word_in(line.text)
    if known is None or SIGN_ON.fullmatch(line.text) or known[0].takes_secret:
        return cut(line.shown)
    return without_tokens(line.text)


def clean_mail(letter: IncomingLetter, sender: str, *, without: set[int] | frozenset[int] = frozenset(), signs: str = "") -> bytes:
    """The mail as it is kept and read: from *sender*, without secrets, and without the lines that were carried out.

    Args:
        without: numbers of those lines.
        signs: the power that it is from, where its sender has several.
    """
    message = EmailMessage(policy=SMTP)
    message["From"] = (
        f"{one_line(letter.name, 80).replace(chr(34), '') or 'player'} <{checked_address(sender)}>"
        if letter.name.isascii()
        else checked_address(sender)
    )
    message["Subject"] = one_line(cut(letter.subject), 200)
    if letter.letter.sent is not None:
        message["Date"] = format_datetime(letter.letter.sent)
    if letter.message_id and letter.message_id.isascii():
        message["Message-ID"] = f"<{letter.message_id}>"
    own = {line.number: kept_line(line) for line in letter.lines}
    lines = ["" if line.number in without else own.get(line.number) or cut(line.text) for line in letter.letter.lines]
    if signs:
        lines = [f"SIGNON {signs}", *lines]
    message.set_content("\n".join(lines) + "\n", charset="utf-8")
    return message.as_bytes()
