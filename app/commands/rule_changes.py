"""Rule changes: the hooks of a game attached and detached, what they did, and the new rules of a variant that was saved."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from enum import StrEnum

from app.commands.declaring.registry import command
from app.hooks.hook_consent import settings_of, terms_checksum, text_of
from app.library.hooks import Origin
from app.session.errors import Abort, GivenUp
from app.session.hook_changes import Attach, Variation, attached_words, carry_out, known_hooks, names_for, read_variations, usage
from app.session.parameters import RestOfLine, split
from app.session.roles import Who
from app.session.services import HookChangesQuestion
from app.session.session import Session, game_open, orders_taken
from app.session.starting import begin, carried_over, later_rules, playable, starting_hooks
from languages import labelled, mark, tr
from variants.hooks.hook_text import HookText, checksum_of

_WHERE = {
    Origin.SHIPPED: mark("comes with Entente"),
    Origin.VARIANT: mark("belongs to the variant"),
    Origin.OWN: mark("lies in your folder"),
    Origin.GAME: mark("travels in the game"),
}


def _which_hooks(session: Session) -> Mapping[str, object]:
    """Ask a person for the hooks to attach and detach."""
    reason = orders_taken(session)
    if reason:
        raise Abort(reason)
    changes = session.services.ask(HookChangesQuestion())
    if not changes:
        raise GivenUp(tr("No hook was attached or detached."))
    return {"changes": changes}


@command("variant", "Rule changes", menu="Game/Rules", place=60, available=game_open, asks=_which_hooks)
def variant(session: Session, changes: RestOfLine = "", *, reason: str | None = None) -> None:
    """Attach hooks to the game from the present phase on, or detach them.

    For example: ``variant restrict england turkey -gunboat``. Several in a line are one undo step. Without words it lists what is
    attached and what there is.

    Args:
        changes: names of hooks, each with its parameters after it; one with - before it is detached.
        reason: why, for the record.
    """
    game, branch = session.game, session.branch
    hooks = {name: each.text for name, each in known_hooks(session, game).items()}
    if not changes.strip():
        attached = attached_words(game, branch)
        lines = [tr("Attached:") if attached else tr("No hook is attached.")]
        lines.extend(f"  {name} {arguments}".rstrip() for name, arguments in attached.items())
        lines.append(tr("There are:"))
        lines.extend(f"  {labelled(usage(text), f'{tr(text.note or text.title)}{_faulty(text)}')}" for text in hooks.values())
        lines.extend(f"  {words}" for words in session.hook_shelf.left_out())
        session.say("\n".join(lines))
        if session.services.screen is not None:
            session.services.screen.show_panel("hooks")
        return
    barred = orders_taken(session)
    if barred:
        raise Abort(barred)
    words = [word.text for word in split(changes).words]
    variations = read_variations(words, hooks, names_for(game))
    carry_out(session, variations, reason or "")
    attached = attached_words(session.game, branch)
    listed = ", ".join(f"{name} {words}".strip() for name, words in attached.items()) or tr("nothing")
    session.say("\n".join((tr("Attached now: {listed}.", listed=listed), *_texts_apart(session, variations))))


def _faulty(text: HookText) -> str:
    return tr(" (cannot be attached: line {line}: {what})", line=text.faults[0].line, what=text.faults[0].what) if text.faults else ""


def _texts_apart(session: Session, variations: Sequence[Variation]) -> Iterator[str]:
    """A game has texts of its own: a hook on the shelf may have become another since."""
    shelf = known_hooks(session, None)
    for each in variations:
        if not isinstance(each, Attach) or each.hook.name not in shelf:
            continue
        on_shelf = shelf[each.hook.name]
        if on_shelf.text.checksum != checksum_of(each.hook.name, each.hook.source):
            yield tr(
                "{hook} runs with the text that travels in the game; the one that {where} is another.",
                hook=each.hook.name,
                where=tr(_WHERE[on_shelf.origin]),
            )


@command("hooks", "Hooks (rule changes) and their log", who=Who.ANYBODY, menu="Game/Rules", place=61, available=game_open)
def hooks(session: Session) -> None:
    """List the hooks that the game carries, which of them run or why they do not, and what they did in this session."""
    game = session.game
    attached = attached_words(game, session.branch)
    lines: list[str] = []
    for hook in game.hooks:
        text, struck = text_of(hook), session.hooks.struck(hook)
        state = tr("runs") if hook.name in attached else tr("is not attached")
        if hook.name in attached and not session.hooks.store.agreed(hook, attached[hook.name]):
            state = tr("is attached and does not run: nobody has agreed to it as it is set")
        elif hook.name in attached and (why := session.hooks.unavailable()):
            state = tr("is attached and does not run: hooks cannot run here ({why})", why=why)
        elif hook.name in attached and (faults := session.hooks.text_faults((hook,))):
            state = tr("is attached and does not run: {faults}", faults=faults[hook.name])
        elif struck is not None:
            place = f" ({labelled(tr('line {line}', line=struck.line), struck.source_line)})" if struck.line else ""
            state = tr("is switched off for this session: {message}{place}", message=struck.words, place=place)
        lines.append(f"{f'{hook.name} {attached.get(hook.name, str())}'.strip()} {state}. {tr(text.note)}".rstrip())
        lines.append(f"  sha256 {terms_checksum(hook, settings_of(game, hook.name))}")
    lines.extend(str(entry) for entry in session.hook_log)
    session.say("\n".join(lines) or tr("This game carries no hooks."))
    if session.services.screen is not None:
        session.services.screen.show_panel("hooks")


class RuleChange(StrEnum):
    """Way in which a game goes over to new rules."""

    START = "start"
    CARRY = "carry"


@command("new-rules", "Play on the new rules…", menu="Game/Rules", place=97, available=game_open)
def new_rules(session: Session, way: RuleChange = RuleChange.CARRY) -> None:
    """Begin a game on the rules of its variant as they were saved by now; the game in front goes on by the old ones.

    Args:
        way: start, from the variant's start; or carry, with the position that is open now. Units and centres that the new rules have no
            place for are left out and named; orders of the open phase stay behind, and a game with hooks is not carried over.
    """
    game = session.game
    later = later_rules(session, game)
    if later is None:
        raise Abort(tr("{variant} is as the game plays it.", variant=game.variant.name))
    lost: tuple[str, ...] = ()
    if way is RuleChange.START:
        entry = playable(session, game.variant.id)
        rules = tuple(game.rules_at(game.last()).items())
        made, log = begin(session, entry, game.name, hooks=starting_hooks(session, entry, None), rules=rules)
        session.hooks.note(made, log)
    elif session.viewer is not None:
        raise Abort(tr("The position is carried over by whoever sees all of it; view the game as everybody first."))
    elif game.hooks_at(game.last(session.branch)):
        raise Abort(
            tr(
                "A game with hooks is not carried over, since they would not know what went before; play from the start: {start}",
                start=session.named("new-rules", "new-rules start"),
            )
        )
    else:
        made, lost = carried_over(game, session.branch, later)
    session.add(session.library.new(made))
    said = (
        tr("{game}: a game on the new rules, from the start.", game=made.name)
        if way is RuleChange.START
        else tr("{game}: a game on the new rules, with the position carried over.", game=made.name)
    )
    if lost:
        session.services.report(said + " " + tr("Left out:"), lost)
    else:
        session.say(said)
