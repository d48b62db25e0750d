"""Reading one move as a caller writes it, and the answer to "what may I do now?"."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from typing import Annotated, Any

from evaluators.cards import Pack
from evaluators.faults import Fault, fault
from evaluators.forms import ABSENT, Absent, Says
from evaluators.game import Answer, Move, Refusal, RefusedMove
from evaluators.spelling import read_card, read_cards


def read_move(
    given: object, actions: Mapping[str, tuple[str, ...]], pack: Pack
) -> tuple[Move | None, tuple[Fault, ...]]:
    """The move an object describes; or None and what is wrong with its form.

    Faults: `malformed-action` (no object, or a field of the wrong type), `missing-field`,
    `unknown-action`, `unknown-field`, `not-a-card`, `duplicate-card`.
    """
    if not isinstance(given, dict):
        return None, (fault("malformed-action", text="no-object"),)
    if "action" not in given:
        return None, (fault("missing-field", "action"),)
    action = given["action"]
    if not isinstance(action, str):
        return None, (fault("malformed-action", "action", text="no-text"),)
    if action not in actions:
        return None, (fault("unknown-action", "action", facts={"choices": tuple(actions)}),)
    fields = actions[action]
    faults = [fault("unknown-field", name) for name in given if name not in {"action", *fields}]
    parts: dict[str, Any] = {}
    for name in fields:
        if name not in given:
            faults.append(fault("missing-field", name))
            continue
        parts[name], wrong = _READERS[name](given[name], pack)
        faults += (each.below(name) for each in wrong)
    return (None, tuple(faults)) if faults else (Move(action, **parts), ())


def _read_cards(given: object, pack: Pack) -> tuple[object, tuple[Fault, ...]]:
    if not isinstance(given, str | list):
        return None, (fault("malformed-action", text="no-cards"),)
    reading = read_cards(given, pack, 0, len(pack.cards))
    return reading.cards, reading.faults


def _read_card(given: object, pack: Pack) -> tuple[object, tuple[Fault, ...]]:
    card = read_card(given, pack)
    return (None, (card,)) if isinstance(card, Fault) else (card, ())


def _read_amount(given: object, _: Pack) -> tuple[object, tuple[Fault, ...]]:
    if type(given) is not int:
        return None, (fault("malformed-action", text="no-whole-number"),)
    return given, ()


_Reader = Callable[[object, Pack], tuple[object, tuple[Fault, ...]]]
_READERS: Mapping[str, _Reader] = {
    "cards": _read_cards,
    "card": _read_card,
    "amount": _read_amount,
}


@dataclass(frozen=True, slots=True)
class LegalMoves(Answer):
    """What may be done, what may not and why; and the verdict on one move if it was asked for."""

    legal: Annotated[tuple[Move, ...], Says("The moves that are allowed.")]
    refused: Annotated[
        tuple[RefusedMove, ...], Says("Moves a player might think of and may not make.")
    ]
    clauses: Annotated[tuple[str, ...], Says("The clauses that say what may be done now.")]
    is_legal: Annotated[bool | Absent, Says("The verdict on `move`, if the question has one.")] = (
        ABSENT
    )
    refusal: Annotated[
        Refusal | Absent | None, Says("Why `move` is not allowed, null if it is.")
    ] = ABSENT

    def judging(self, refusal: Refusal | None) -> "LegalMoves":
        """The same answer with the verdict on the move asked about; None: it is allowed."""
        return replace(self, is_legal=refusal is None, refusal=refusal)

    def refusals_given(self) -> tuple[Refusal, ...]:
        """The refused moves', and that of the move asked about."""
        asked = (self.refusal,) if isinstance(self.refusal, Refusal) else ()
        return (*(each.refusal for each in self.refused), *asked)
