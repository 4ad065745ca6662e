"""The sentences for what the adjudicator says in kinds.

Phrases begin in lower case unless they begin with a name, and end without a full stop, so that a view can join them.
"""

from entente.words.names import (
    describe_phase,
    describe_phase_kind,
    describe_season,
    join_words,
    kind_name,
    place_name,
    power_name,
    unit_name,
)
from entente.words.outcomes import (
    describe_capture,
    describe_ending,
    describe_order,
    describe_outcome,
    describe_reason,
    describe_reasons,
    describe_result,
)
from entente.words.readings import describe_assumption, describe_reading_error
from entente.words.sentence import counted
from entente.words.verdicts import describe_verdict

__all__ = [
    "counted",
    "describe_assumption",
    "describe_capture",
    "describe_ending",
    "describe_order",
    "describe_outcome",
    "describe_phase",
    "describe_phase_kind",
    "describe_reading_error",
    "describe_reason",
    "describe_reasons",
    "describe_result",
    "describe_season",
    "describe_verdict",
    "join_words",
    "kind_name",
    "place_name",
    "power_name",
    "unit_name",
]
