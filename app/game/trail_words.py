"""The lines of the trail and their usual reasons, which stand in the file in English, in the language of the reader."""

from __future__ import annotations

import re

from adjudicator.phase import PhaseKind
from adjudicator.variant import Variant
from entente.words.hook_failures import failure_words
from entente.words.hook_words import hook_reason
from entente.words.names import join_words, name_of_power
from entente.words.phases import describe_phase_kind
from languages import active_language, clauses, mark, plural, tr
from languages.kept import KeptSentences

_DEEDS = KeptSentences(
    mark("branch {old} renamed to {new}"),
    mark("branch {branch} made at {phase} of {other}: {reason}"),
    mark("branch {branch} made at {phase} of {other}"),
    mark("branch {branch} made"),
    mark("branch {branch} removed"),
    mark("branch {branch} goes on with orders of {phase} as played, {count}; not carried out now {orders}"),
    mark("branch {branch} goes on with orders of {phase} as played, {count}"),
    mark("branch picked as the game from {phase}, {branch}; what was played is branch {kept}: {reason}"),
    mark("branch picked as the game from {phase}, {branch}; what was played is branch {kept}"),
    mark("player of {power}: nobody"),
    mark("player of {power}: {name} ({seat})"),
    mark("player of {power}: {who}"),
    mark("processed {phase} in branch {branch}; 1 order, {failed} did not succeed"),
    mark("processed {phase} in branch {branch}; {count} orders, {failed} did not succeed"),
    mark("processed {phase}; 1 order, {failed} did not succeed"),
    mark("processed {phase}; {count} orders, {failed} did not succeed"),
    mark("deadline of {phase} in branch {branch}: none"),
    mark("deadline of {phase} in branch {branch}: {time}"),
    mark("deadline of {phase}: none"),
    mark("deadline of {phase}: {time}"),
    mark("clock stopped"),
    mark("clock going on after {time}"),
    mark("grace: none"),
    mark("grace: {time}"),
    mark("time for {kind} phases: none"),
    mark("time for {kind} phases: {time}"),
    mark("time zone: {zone}"),
    mark("silence at {phase}: extended for {powers}"),
    mark("silence at {phase}: orders of {powers} unlocked"),
    mark("silence at {phase}: orders of {powers} locked"),
    mark("silence at {phase}: missed by {powers}"),
    mark("silence at {phase}: a substitute for {power} is called after {count} misses"),
    mark("silence at {phase}: {power} in civil disorder after {count} misses"),
    mark("silence: misses of {power} forgiven"),
    mark("silence: ask"),
    mark("silence: {rule}"),
    mark("absence of {power}: none"),
    mark("absence of {power}: {days}"),
    mark("absences: ignored"),
    mark("absences: put deadlines off"),
    mark("early processing: speeds up"),
    mark("early processing: keeps deadlines"),
    mark("hook {hook} attached from {phase} in branch {branch}"),
    mark("hook {hook} attached from {phase}"),
    mark("hook {hook} detached from {phase} in branch {branch}"),
    mark("hook {hook} detached from {phase}"),
    mark("hook {hook} left out in {phase} in branch {branch}: {reason}"),
    mark("hook {hook} left out in {phase} in branch {branch}"),
    mark("hook {hook} left out in {phase}: {reason}"),
    mark("hook {hook} left out in {phase}"),
    mark("{phase} goes on without hook {hook}: {reason}"),
    mark("{phase} goes on without hook {hook}"),
    mark("rules from {phase} in branch {branch}: {rules}"),
    mark("rules from {phase}: {rules}"),
    mark("position edited in {phase}: {reason}"),
    mark("position edited in {phase}"),
    mark("result of {unit} in {phase} forced otherwise from {former} to {present}: {reason}"),
    mark("result of {unit} in {phase} forced otherwise from {former} to {present}"),
    mark("result of {unit} in {phase} forced otherwise to {present}: {reason}"),
    mark("result of {unit} in {phase} forced otherwise to {present}"),
    mark("result of {unit} in {phase} forced from {former} to {present}: {reason}"),
    mark("result of {unit} in {phase} forced from {former} to {present}"),
    mark("result of {unit} in {phase} forced to {present}: {reason}"),
    mark("result of {unit} in {phase} forced to {present}"),
    mark("result of {unit} in {phase} left to the rules from {former} to {present}: {reason}"),
    mark("result of {unit} in {phase} left to the rules from {former} to {present}"),
    mark("result of {unit} in {phase} left to the rules from {former}"),
    mark("result of {unit} in {phase} forced otherwise: {reason}"),
    mark("result of {unit} in {phase} forced otherwise"),
    mark("result of {unit} in {phase} forced: {reason}"),
    mark("result of {unit} in {phase} forced"),
    mark("result of {unit} in {phase} left to the rules: {reason}"),
    mark("result of {unit} in {phase} left to the rules"),
    mark("order changed after receipt in {phase} in branch {branch}: {power} {present} for {former}"),
    mark("order changed after receipt in {phase}: {power} {present} for {former}"),
    mark("ending taken back in branch {branch}"),
    mark("ending taken back"),
    mark("ended without a winner in branch {branch}"),
    mark("ended without a winner"),
    mark("ended as a win of {power} ({reason}) in branch {branch}"),
    mark("ended as a draw of {powers} ({reason}) in branch {branch}"),
    mark("ended as a win of {power} ({reason})"),
    mark("ended as a draw of {powers} ({reason})"),
    mark("{power} sent nothing for {phase}; taken as an empty set of orders"),
    mark("{power} no longer asks to wait"),
    mark("{power} asks to wait for the deadline"),
    mark("mail of nobody known taken in for {phase}: {orders}"),
    mark("mail of {power} taken in for {phase}: {orders}"),
    mark("mail of nobody known kept for {phase}: its sender is not known to play {powers}"),
    mark("mail of nobody known put out again"),
    mark("mail of {power} put out again"),
    mark("mail taken in as that of {power}"),
    mark("From {phase} on {one} and {other} have changed places"),
    mark("From {phase} on nobody decides for {power}"),
    mark("From {phase} on {who} decides for {power}"),
    mark("What {power} had sealed in {phase} was dropped, unread"),
    mark("The orders that {power} had sealed in {phase} were dropped, unread, and its notes kept"),
    mark("The table was ended in {phase}; the orders that {powers} had sealed were dropped, unread"),
    mark("The PIN of {power} was forgotten in {phase}; its sealed orders were dropped, unread, and its notes kept"),
    mark("The table was ended in {phase}; what {powers} had sealed was dropped, unread"),
    mark("The table gave up the sealed orders of {power} in {phase}; they were dropped, unread"),
    mark("Read from {source} ({file})"),
    mark("note: {text}"),
)

_REASONS = KeptSentences(
    mark("all orders were in"),
    mark("pasted"),
    mark("from {sender}, “{subject}”"),
    mark("from {sender}"),
    mark("decided about “{line}”"),
    mark("by the time for {kind} phases, {time}"),
    mark("the clock stood for {time}"),
    mark("set while the clock stood"),
    mark("{power} is away from {first} to {last}"),
    mark("by the rule for silence, {time}"),
    mark("Position pasted"),
    mark("hooks at the start of the phase"),
    mark("Set up on the analysis board"),
    mark("Carried over from the earlier rules in {phase}"),
    mark("Centres as in {table}, {year}"),
)

_STOOD = KeptSentences(
    mark("nothing received from {powers}"),
    mark("orders of {powers} missing"),
    mark("1 line not understood"),
    mark("{count} lines not understood"),
    mark("1 line not legal"),
    mark("{count} lines not legal"),
    mark("{power} asks to wait for the deadline"),
)
_DECIDED = KeptSentences(mark("{powers} taken as holding"), mark("default lists and the rules of the game decide"))
_BESIDE = KeptSentences(mark("late"), mark("too late"), mark("locked"), mark("takes back what was sent before"))
_SEATS = KeptSentences(
    mark("screen"),
    mark("post"),
    mark("bot"),
    mark("network"),
    mark("civil disorder"),
    mark("dummy"),
    mark("default list"),
    mark("game master"),
)
_ENDED = KeptSentences(
    mark("centres"), mark("solo"), mark("draw"), mark("concession"), mark("year limit"), mark("last year"), mark("no captures")
)
_KINDS = {each.name.lower(): each for each in PhaseKind}
_ORDERS = re.compile(r"(?:(\d+) orders?|nothing read)(?:, (.+))?")
_AS_SAID = re.compile(r"(.*), as --missing (\w+) says")
_NEXT = re.compile(r", (?=orders of |\d+ lines? not )")


def deed_words(what: str, variant: Variant) -> str:
    """Return the act of a line of the trail in the language in use; powers by their names in *variant*."""

    def power(kept: str) -> str:
        return name_of_power(variant, kept)

    def reason(kept: str) -> str:
        """Return the reason that a game ended, or a phase goes on without a hook."""
        said = _ENDED.say(kept)
        return said if said != kept else hook_reason(failure_words(kept), variant)

    return _DEEDS.say(
        what,
        orders=_order_words,
        kind=_kind_words,
        seat=_SEATS.say,
        reason=reason,
        present=_nothing,
        former=_nothing,
        power=power,
        powers=lambda kept: _names(kept, variant),
        one=power,
    )


def reason_words(reason: str, variant: Variant) -> str:
    """Return the reason in the language in use, where it is one of the program's own; the words of a person stay as they are."""
    said = _REASONS.say(reason, kind=_kind_words)
    if said == reason:
        said = _processed_words(reason, variant)
    if said == reason and "; " in reason:  # one that was given later stands behind it
        said = clauses(reason_words(each, variant) for each in reason.split("; "))
    return said


def _processed_words(reason: str, variant: Variant) -> str:
    """Return the obstacles when a phase was processed, and the decision about them; *reason* itself where it has none."""
    found = _AS_SAID.fullmatch(reason)
    whole, missing = (found[1], found[2]) if found else (reason, "")
    head, _, decided = whole.partition("; ")
    stood = [(part, _said_of_powers(_STOOD, part, variant)) for part in _NEXT.split(head)]
    if active_language() is None or stood[0][0] == stood[0][1]:
        return reason
    words = ", ".join(said for _, said in stood)
    if decided:
        words = clauses((words, _said_of_powers(_DECIDED, decided, variant)))
    return tr("{words}, as --missing {missing} says", words=words, missing=missing) if missing else words


def _order_words(kept: str) -> str:
    """``3 orders, late``: how many a mail brought, whether it took others back, and whether it was late."""
    found = _ORDERS.fullmatch(kept)
    if found is None:
        return kept
    count = plural("{count} order", "{count} orders", int(found[1])) if found[1] else tr("nothing read")
    return ", ".join((count, *map(_BESIDE.say, found[2].split(", ")))) if found[2] else count


def _kind_words(kept: str) -> str:
    """``movement``: the kind of a phase."""
    kind = _KINDS.get(kept)
    return kept if kind is None else describe_phase_kind(kind)


def _nothing(kept: str) -> str:
    return tr("nothing") if kept == "nothing" else kept


def _said_of_powers(kept: KeptSentences, text: str, variant: Variant) -> str:
    return kept.say(text, powers=lambda names: _names(names, variant), power=lambda name: name_of_power(variant, name))


def _names(kept: str, variant: Variant) -> str:
    """``England and Italy``: powers by their names or ids."""
    return join_words(name_of_power(variant, each) for each in re.split(", | and ", kept))
