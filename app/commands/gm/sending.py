"""Results of a phase: on the screen, as texts and files, and sent to the players of the address book."""

from __future__ import annotations

from dataclasses import replace
from enum import StrEnum
from pathlib import Path
from typing import TYPE_CHECKING

from adjudicator.phase import Phase
from app.address_book.address_book import FILE, Person, read_book, save_book, with_person, without_person
from app.address_book.senders import unknown_powers
from app.commands.declaring.registry import command
from app.commands.declaring.view_choices import in_panel, screen_of
from app.game.ending_edits import votes_sentence
from app.game.storage.atomic import write_atomically
from app.mail_out.making import ResultsOptions, made
from app.session.answers import as_json, results_data
from app.session.board_text import judged_turn, report
from app.session.errors import Abort, CommandError
from app.session.front_picture import theme_of
from app.session.parameters import PowerName, RestOfLine
from app.session.roles import Who
from app.session.services import FileKind, FileToSave, SecretQuestion, chosen, path_for
from app.session.session import Session, game_open, moment, now_of, orders_taken
from entente.words.names import describe_phase, join_words, power_name
from languages import clauses, heading, labelled, mark, plural, tr

if TYPE_CHECKING:
    from app.mail_out.mail_server import MailServer
    from app.mail_out.posting import Recipient


_USUAL = ResultsOptions()


class MailSecurity(StrEnum):
    """Encryption of the connection to a mail server."""

    TLS = "tls"
    STARTTLS = "starttls"


class ReminderWay(StrEnum):
    """Way in which reminders go out."""

    SEND = "send"
    """Through the mail server."""
    FILES = "files"
    """As mails in files, which the mail program opens."""
    COPY = "copy"
    """Onto the clipboard."""


@command("send-results", "Send results…", menu="Game/Results to players", place=16, available=game_open, asks=in_panel("results-out"))
def send_results(
    session: Session,
    *,
    options: ResultsOptions = _USUAL,
    again: bool = False,
) -> None:
    """Send the results of a phase to the players by mail, each with what that player may see.

    In the window a page opens on which texts, pictures and pages are looked at first. Without a window all of it is sent at once through
    the server that mail-server sets. Who got the mail of this phase already gets none again, nor who may have got it.

    Args:
        power: to this power's player alone.
        again: to those too who got it, or may have got it.
    """
    from app.mail_out.outbox import MailState
    from app.mail_out.posting import new_round, outbox
    from app.mail_out.readers import judged_phase

    server = _server(session)
    cursor = judged_phase(session, options.phase)
    box = outbox()
    wanted = _recipients(session, options.power)
    known = box.history(session.game.id, str(session.game.turn(cursor).phase), cursor.branch)
    left_out = [
        each for each in wanted if each.power in known and known[each.power].state in (MailState.SENT, MailState.UNKNOWN, MailState.SENDING)
    ]
    to = {each.power: each.to for each in wanted if each.to is not None and (again or each not in left_out)}
    lines = [labelled(each.power_name, each.why_not) for each in wanted if each.to is None]
    if not again:
        maybe = tr(
            "not sent again: nobody knows whether the last mail arrived; ask, and say it with: {outbox}", outbox=session.named("outbox")
        )
        lines += [
            labelled(each.power_name, tr("sent already") if known[each.power].state is MailState.SENT else maybe) for each in left_out
        ]
        session.needs_decision |= any(known[each.power].state is not MailState.SENT for each in left_out)
    if not to:
        raise Abort("\n".join((tr("There is nobody to send results to."), *lines)))
    packages = made(session, cursor, tuple(to), options.wish)
    password = _password(session, server)
    outgoing = new_round(box, session.game, cursor, packages, to, server, now_of(session))
    _send(session, outgoing.id, server, password, lines)


@command("send-reminders", "Send reminders…", menu="Game/Deadline", place=41, available=orders_taken)
def send_reminders(session: Session, *powers: PowerName, by: ReminderWay | None = None) -> None:
    """Send a reminder by mail to the player of every power that lacks orders: what is missing, and when it is due.

    In the window it is asked first, and they can be copied or kept as drafts instead. Without a window they are sent at once through the
    server that mail-server sets.

    Args:
        powers: only these.
        by: send, files or copy, without a question.
    """
    from app.gm.reply import reminder, reminder_subject
    from app.mail_out.mail_server import kept_server
    from app.mail_out.making import safe_name, write_together
    from app.mail_out.posting import new_reminders, outbox, reminder_drafts

    wanted = [each for each in _recipients(session, None) if not powers or each.power in powers]
    texts = {each.power: text for each in wanted if (text := reminder(session, each.power))}
    if not texts:
        raise Abort(tr("Nobody lacks orders.") if not powers else tr("They lack no orders."))
    to = {each.power: each.to for each in wanted if each.to is not None and each.power in texts}
    lines = [labelled(each.power_name, each.why_not) for each in wanted if each.to is None and each.power in texts]
    cursor, server = session.game.last(session.branch), kept_server()
    answer = _SEND if by is None else {ReminderWay.SEND: _SEND, ReminderWay.FILES: _DRAFTS, ReminderWay.COPY: _COPY}[by]
    if by is None and session.can_ask:
        names = join_words(
            f"{each.name} ({each.power_name})" if each.to else f"{each.power_name} ({each.why_not})"
            for each in wanted
            if each.power in texts
        )
        choices = [_SEND] * bool(server is not None and to) + [_DRAFTS] * bool(to) + [_COPY]
        answer = chosen(session.services, tr("Remind {names}?", names=names), choices) or ""
    mails = {power: (reminder_subject(session, power), texts[power]) for power in to}
    if answer == _COPY:
        session.services.copy_text("\n\n".join(texts.values()))
        session.say(plural("{count} reminder copied.", "{count} reminders copied.", len(texts)))
    elif answer == _DRAFTS:
        folder = path_for(session.services, FileToSave(FileKind.PICTURE_FOLDER, safe_name(f"{session.game.name} reminders")))
        written = write_together(folder, reminder_drafts(mails, session.game, to, now_of(session)))
        session.services.report(
            plural("{count} mail written to {folder}.", "{count} mails written to {folder}.", len(written), folder=folder), lines
        )
    elif answer == _SEND:
        if not to:
            raise Abort("\n".join((tr("There is nobody to write to."), *lines)))
        server = _server(session)
        password = _password(session, server)
        outgoing = new_reminders(outbox(), session.game, cursor, mails, to, server, now_of(session))
        _send(session, outgoing.id, server, password, lines)


_SEND, _DRAFTS, _COPY = mark("Send"), mark("Save as .eml…"), mark("Copy")


@command("results-drafts", "Results as mails in files…", menu="Game/Results to players", place=18, available=game_open)
def results_drafts(
    session: Session,
    folder: Path | None = None,
    *,
    options: ResultsOptions = _USUAL,
) -> None:
    """Write a mail for each player into a folder, as a file (.eml) that the mail program opens, ready to be sent, with its attachments.

    Args:
        folder: where to; asked for unless given.
        power: to this power's player alone.
    """
    from app.mail_out.making import safe_name, write_together
    from app.mail_out.posting import drafts
    from app.mail_out.readers import judged_phase

    wanted = _recipients(session, options.power)
    to = {each.power: each.to for each in wanted if each.to is not None}
    lines = [labelled(each.power_name, each.why_not) for each in wanted if each.to is None]
    if not to:
        raise Abort("\n".join((tr("There is nobody to write to."), *lines)))
    packages = made(session, judged_phase(session, options.phase), tuple(to), options.wish)
    name = safe_name(f"{session.game.name} {packages[0].facts.code} mails")
    path = path_for(session.services, FileToSave(FileKind.PICTURE_FOLDER, name), folder)
    written = write_together(path, drafts(packages, to, None, now_of(session)))
    session.services.report(plural("{count} mail written to {path}.", "{count} mails written to {path}.", len(written), path=path), lines)


@command("outbox", "Outbox", menu="Game/Results to players", place=19)
def show_outbox(session: Session, *, arrived: PowerName | None = None, lost: PowerName | None = None) -> None:
    """List the mails of results and reminders: what was sent to whom, what waits, what was refused, and what is unknown.

    A mail is unknown where the connection ended after its text went out and before the server answered. It is not sent again until
    somebody has asked its reader and says here what became of it.

    Args:
        arrived: the power whose player has got the mail after all.
        lost: the power whose player has not; send-results sends it then.
    """
    from app.mail_out.outbox import MailState
    from app.mail_out.posting import item_words, outbox

    if session.viewer is not None:
        raise Abort(tr("The outbox is the game master's; show everything again first."))
    box, own = outbox(), None if session.current is None else session.game.id
    at = now_of(session).isoformat(timespec="seconds")
    for power, state, words in (
        (arrived, MailState.SENT, tr("it arrived, as its reader says")),
        (lost, MailState.DROPPED, tr("it never arrived")),
    ):
        if power is None:
            continue
        found = [(each, item) for each in box.rounds() for item in each.of(MailState.UNKNOWN) if each.game == own and item.reader == power]
        if not found:
            raise Abort(tr("No mail to {power} is unknown.", power=power_name(session.variant, power)))
        for present, item in found:
            fresh = box.round(present.id)
            assert fresh is not None
            box.mark(fresh, item.number, state, words, at)
    shown = [each for each in box.rounds() if own in (None, each.game)][:20]
    if not shown:
        session.say(tr("Nothing was sent yet."))
    for present in shown:
        session.say(tr("{game}, {kind} of {phase}", game=present.title, kind=tr(present.kind), phase=present.phase))
        for item in present.items:
            session.say(f"  {item_words(item)}")


@command("mail-server", "Mail server…", menu="Edit", place=41, asks=in_panel("mail-server"))
def mail_server(
    session: Session,
    host: str | None = None,
    *,
    port: int | None = None,
    security: MailSecurity = MailSecurity.TLS,
    user: str | None = None,
    sender: str | None = None,
    name: str | None = None,
    forget: bool = False,
) -> None:
    """Set the server that results are sent through, always over TLS; without a host, say what is set.

    The password is never written to a file of the program: the system's store of secrets keeps it, or it is asked for each time.

    Args:
        host: such as smtp.example.org.
        port: 465 with tls and 587 with starttls, unless given.
        security: tls from the first byte, or starttls.
        user: who logs in; the sender's address unless given, and "" for a server that asks for nobody.
        sender: the address that mails come from; the present one unless given.
        name: the name beside it.
        forget: forget the server and its password.
    """
    from app.mail_out.mail import Correspondent
    from app.mail_out.mail_server import SecretStore, Security, checked_server, keep_server, kept_server

    present = kept_server()
    if forget:
        if present is not None:
            SecretStore().forget(present)
        keep_server(None)
        session.say(tr("No mail server is set any more."))
        return
    if host is None:
        session.say(tr("Mails go through {present}.", present=present) if present is not None else tr("No mail server is set."))
        return
    address = sender or (present.sender.address if present is not None else "")
    shown_as = name if name is not None else present.sender.name if present is not None else ""
    kind = Security(security.value)
    try:
        server = checked_server(host, port or kind.usual_port, kind, address if user is None else user, Correspondent(shown_as, address))
    except ValueError as error:
        raise Abort(tr("The mail server is not set: {error}.", error=error)) from error
    keep_server(server)
    session.say(tr("Mails go through {server}.", server=server))


def _server(session: Session) -> MailServer:
    from app.mail_out.mail_server import kept_server

    server = kept_server()
    if server is None:
        raise Abort(
            tr(
                "No mail server is set. Set one with: {command}",
                command=session.named("mail-server", "mail-server smtp.example.org --sender gm@example.org"),
            )
        )
    return server


def _recipients(session: Session, power: str | None) -> tuple[Recipient, ...]:
    from app.mail_out.posting import recipients

    if session.viewer is not None:
        raise Abort(tr("Results are sent by the game master; show everything again first."))
    return tuple(each for each in recipients(session.game) if power in (None, each.power))


def _password(session: Session, server: MailServer) -> str | None:
    """The password of the server's user: from the system's store of secrets, else asked for."""
    from app.mail_out.mail_server import SecretStore

    if not server.user:
        return None
    kept = SecretStore().password(server)
    if kept is not None:
        return kept
    typed = session.services.ask(SecretQuestion(tr("Password of {user} at {host}", user=server.user, host=server.host)))
    if typed is None:
        raise Abort(tr("The password of {user} at {host} is needed. Nothing was sent.", user=server.user, host=server.host))
    return typed


def _send(session: Session, round_id: str, server: MailServer, password: str | None, lines: list[str]) -> None:
    from app.mail_out.mail_sending import SendingError, send
    from app.mail_out.outbox import MailState
    from app.mail_out.posting import item_words, outbox

    box = outbox()
    present = box.round(round_id)
    assert present is not None
    waiting = present
    trouble = ""
    try:
        session.services.watch_over(
            plural("Sending {count} mail…", "Sending {count} mails…", len(waiting.items)),
            lambda go_on: send(
                box,
                waiting,
                server,
                password,
                lambda now, item: go_on(sum(each.state.is_settled for each in now.items), len(now.items), item.name),
            ),
        )
    except SendingError as error:
        trouble = str(error)
    present = box.round(round_id) or present
    sent = present.of(MailState.SENT)
    others = [each for each in present.items if each.state is not MailState.SENT]
    session.needs_decision |= bool(others)
    summary = (
        plural("{count} mail sent: {name}.", "{count} mails sent: {name}.", len(sent), name=join_words(each.name for each in sent))
        if sent
        else tr("No mail was sent.")
    )
    session.services.report(summary, [*([trouble] if trouble else []), *(item_words(each) for each in others), *lines])


def book_file(session: Session) -> Path:
    """Return the path of the address book."""
    return session.library.places.settings / FILE


@command("address-book", "Address book…", menu="Tools", place=60)
def address_book(session: Session) -> None:
    """Show the address book: names, mails, powers, language and notes. In the window it is a form.

    It is a TOML file in the config folder, and can be edited by hand as well; comments stay. What is wrong in it is named with its line.
    """
    if session.is_watched:
        screen_of(session).show_panel("address-book")
        return
    path = book_file(session)
    book = read_book(path)
    session.say(heading(path))
    for person in book.people:
        parts = [", ".join(person.mails) or tr("no mail"), ", ".join(person.powers), person.language, person.notes]
        session.say(f"  {labelled(person.name, clauses(filter(None, parts)))}")
    unknown = unknown_powers(book, session.game) if session.current is not None else ()
    for fault in sorted((*book.faults, *unknown), key=lambda fault: fault.line):
        session.say(f"  {fault}")
    if not book.people and not book.faults:
        session.say(tr("  Nobody is in it yet; address adds somebody."))


@command("address", "Address of somebody…", menu="Tools", place=61)
def address(
    session: Session,
    name: str,
    *mails: str,
    powers: str | None = None,
    language: str | None = None,
    notes: str | None = None,
) -> None:
    """Put somebody into the address book, or change what it says of them: address "Dan Doe" dan@example.org --powers GERMANY.

    Args:
        name: of the person.
        mails: addresses; the first is the one that is written to. Without any, those there are stay.
        powers: what they play, with commas: GERMANY, or "Winter Harbour: TURKEY" for one game.
        language: they like to be written to in.
        notes: anything else.
    """
    path = book_file(session)
    book = read_book(path)
    at = next((number for number, each in enumerate(book.people) if each.name.casefold() == name.strip().casefold()), None)
    old = Person(name.strip()) if at is None else book.people[at]
    given = None if powers is None else tuple(each.strip() for each in powers.split(",") if each.strip())
    person = Person(
        " ".join(name.split()),
        mails or old.mails,
        old.powers if given is None else given,
        old.language if language is None else language.strip(),
        old.notes if notes is None else notes.strip(),
    )
    try:
        save_book(path, with_person(book, person, at))
    except ValueError as error:
        raise Abort(str(error)) from error
    session.say(labelled(person.name, f"{', '.join(person.mails) or tr('no mail')}."))


@command("remove-address", "Take somebody out of the address book…", menu="Tools", place=62)
def remove_address(session: Session, name: RestOfLine) -> None:
    """Take somebody out of the address book.

    Args:
        name: of the person.
    """
    path = book_file(session)
    book = read_book(path)
    at = next((number for number, each in enumerate(book.people) if each.name.casefold() == name.strip().casefold()), None)
    if at is None:
        raise Abort(tr("Nobody called {name} is in the address book.", name=name.strip()))
    try:
        save_book(path, without_person(book, at))
    except ValueError as error:
        raise Abort(str(error)) from error
    session.say(tr("{people} is out of the address book.", people=book.people[at].name))


@command("results", "Results", who=Who.ANYBODY, menu="Game", place=12, shortcut="Ctrl+R", available=game_open)
def results(
    session: Session,
    phase: Phase | None = None,
    *,
    template: str | None = None,
    power: PowerName | None = None,
    output: Path | None = None,
    json: bool = False,
) -> None:
    """Say what became of each order, and why.

    With a template, a power or an output it is the text that goes out to players: results with reasons, retreats and builds due, centres,
    the next deadline, press. For everybody it holds what all may know; for a power what that power may see, with its own letters.

    Args:
        phase: of when; the phase that is shown unless given, or the one before where that is not adjudicated yet.
        template: plain, judge, zine, chat or html, or one of your own.
        power: for whom it is written; for everybody unless given.
        output: a file to write it to, instead of saying it.
        json: say it as data, and nothing else; not with a template, a power or an output.
    """
    if json and (template is not None or power is not None or output is not None):
        raise Abort(tr("{json} goes without a template, a power and an output.", json=session.named_option("json")))
    if template is not None or power is not None or output is not None:
        _text(session, phase, template, power, output)
        return
    cursor = session.cursor if phase is None else moment(session, phase)
    turn = judged_turn(session.shown, cursor)
    if turn is None:
        raise Abort(tr("No orders have been carried out yet."))
    if json:
        session.say(as_json(results_data(session, turn)))
        return
    votes = votes_sentence(session.game, turn)
    session.say(report(session.variant, turn))
    if votes:
        session.say(votes)
    if session.services.screen is not None:
        session.services.screen.show_panel("results")


def _text(session: Session, phase: Phase | None, template: str | None, power: str | None, output: Path | None) -> None:
    from app.mail_out.bounded_templates import TemplateFault  # templates are brought in when somebody wants one
    from app.mail_out.phase_facts import EVERYBODY
    from app.mail_out.readers import facts_for, judged_phase, named_template, written

    is_page = output is not None and output.suffix.casefold() in (".html", ".htm")
    chosen = named_template(template or ("html" if is_page else "plain"))
    cursor = judged_phase(session, phase)
    try:
        text = written(facts_for(session, cursor, power or EVERYBODY, chosen), chosen)
    except TemplateFault as fault:
        raise CommandError(str(fault)) from fault
    if output is None:
        session.say(text.rstrip("\n"))
        return
    write_atomically(output, text.encode("utf-8"), tr("writing the results"))
    phase_words = describe_phase(session.variant, session.game.turn(cursor).phase)
    session.say(tr("{phase}: results written to {output}.", phase=phase_words, output=output))


@command("results-files", "Results as files…", who=Who.ANYBODY, menu="Game/Results to players", place=17, available=game_open)
def results_files(
    session: Session,
    folder: Path | None = None,
    *,
    options: ResultsOptions = _USUAL,
    replay: bool = False,
    addresses: bool = False,
    theme: str | None = None,
    width: int = 900,
) -> None:
    """Write the results of a phase into a folder, for everybody and for each power: text, picture, PDF.

    Each power's files hold what that power may see, and its own letters; those for everybody what all may know. Either all files are
    written or none.

    Args:
        folder: where to; asked for unless given.
        replay: with a web page of the whole game so far as well.
        addresses: with a list of the players' addresses, as far as they are known to whoever writes the files.
        theme: of the pictures; as on the screen unless given.
        width: of the picture, in pixels, 100 to 2400.
    """
    from app.mail_out.making import files_of, readers_of, safe_name, write_together
    from app.mail_out.readers import judged_phase

    if not 100 <= width <= 2400:
        raise Abort(tr("A picture of results can be 100 to 2400 pixels wide, not {width}.", width=width))
    wish = replace(options.wish, replay=replay, theme=theme_of(session, theme), width=width, addresses=addresses)
    cursor = judged_phase(session, options.phase)
    name = safe_name(f"{session.game.name} {session.game.turn(cursor).phase} results")
    path = path_for(session.services, FileToSave(FileKind.PICTURE_FOLDER, name), folder)
    packages = made(session, cursor, readers_of(session) if options.power is None else (options.power,), wish)
    written = write_together(path, files_of(packages))
    session.say(plural("{count} file written to {path}.", "{count} files written to {path}.", len(written), path=path))
