"""Results of a phase: on the screen, as a text from a template, and as files and mails for each player."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

from adjudicator.phase import Phase
from app.commands.declaring.registry import command
from app.game.ending_edits import votes_said
from app.game.storage.atomic import write_atomically
from app.mail_out.making import ResultsOptions, made
from app.session.answers import as_json, results_data
from app.session.board_text import judged_turn, report
from app.session.errors import Abort, CommandError, GivenUp
from app.session.front_picture import theme_of
from app.session.moments import moment
from app.session.parameters import PowerName
from app.session.roles import Who
from app.session.services import FileKind
from app.session.session import Session, game_open
from languages import plural, tr

_USUAL = ResultsOptions()


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
        raise Abort(tr("--json goes without a template, a power and an output."))
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
    votes = votes_said(session.game, turn)
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
    session.say(tr("Results of {phase} written to {output}.", phase=session.game.turn(cursor).phase, output=output))


@command("results-files", "Results as files…", who=Who.ANYBODY, menu="Game/Results", place=17, available=game_open)
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
    path = folder or session.services.save_path(FileKind.PICTURE_FOLDER, name)
    if path is None:
        raise GivenUp(tr("No folder was chosen."))
    packages = made(session, cursor, readers_of(session) if options.power is None else (options.power,), wish)
    written = write_together(path, files_of(packages))
    session.say(plural("{count} file written to {path}.", "{count} files written to {path}.", len(written), path=path))
