"""Reading one move as a caller writes it, and the answer to "what may I do now?"."""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, replace
from enum import StrEnum
from typing import Annotated, Any

from evaluators.cards import Card, Pack
from evaluators.faults import Fault, fault
from evaluators.forms import ABSENT, Absent, Says
from evaluators.game import Amounts, Answer, InDoubt, Move, Refusal, RefusedMove
from evaluators.spelling import read_card, read_cards

Actions = Mapping[str, Mapping[str, type]]
"""A game's actions: the fields of `Move` that belong to each, with what they hold.

That is `Card`, `tuple` for a set of cards, `int` for an amount, or a vocabulary (a StrEnum).
"""


def read_move(given: object, actions: Actions, pack: Pack) -> tuple[Move | None, tuple[Fault, ...]]:
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
    faults = [
        _misplaced(name, given[name], actions, pack)
        for name in given
        if name not in {"action", *fields}
    ]
    parts: dict[str, Any] = {}
    for name, kind in fields.items():
        if name not in given:
            faults.append(fault("missing-field", name))
            continue
        parts[name], wrong = _read(given[name], kind, pack)
        faults += (each.below(name) for each in wrong)
    return (None, tuple(faults)) if faults else (Move(action, **parts), ())


def _misplaced(name: str, given: object, actions: Actions, pack: Pack) -> Fault:
    """The fault of a field that does not belong to the action; its type is looked at first."""
    kinds = {field: kind for fields in actions.values() for field, kind in fields.items()}
    if name in kinds:
        _, faults = _read(given, kinds[name], pack)
        if faults and faults[0].code == "malformed-action":
            return faults[0].below(name)
    return fault("unknown-field", name)


def _read(given: object, kind: type, pack: Pack) -> tuple[object, tuple[Fault, ...]]:
    """A field of a move, and what is wrong with it."""
    if kind is tuple:
        if not isinstance(given, str | list):
            return None, (fault("malformed-action", text="no-cards"),)
        reading = read_cards(given, pack)
        return reading.cards, reading.faults
    if kind is Card:
        card = read_card(given, pack)
        return (None, (card,)) if isinstance(card, Fault) else (card, ())
    if issubclass(kind, StrEnum):
        words: tuple[object, ...] = tuple(kind)
        if given not in words:
            facts = {"choices": words}
            return None, (fault("malformed-action", text="not-one-of", facts=facts),)
        return words[words.index(given)], ()
    if type(given) is not int:
        return None, (fault("malformed-action", text="no-whole-number"),)
    return given, ()


@dataclass(frozen=True, slots=True)
class LegalMoves(Answer):
    """What may be done, what may not and why; and the verdict on one move if it was asked for."""

    legal: Annotated[tuple[Move, ...], Says("The moves that are allowed.")]
    refused: Annotated[
        tuple[RefusedMove, ...], Says("Moves a player might think of and may not make.")
    ]
    clauses: Annotated[tuple[str, ...], Says("The clauses that say what may be done now.")]
    undecided: Annotated[
        tuple[Move, ...] | Absent,
        Says("Of a record: moves of which nobody can say, for it depends on unseen cards."),
    ] = ABSENT
    is_legal: Annotated[
        bool | Absent | None,
        Says("The verdict on `move`, if the question has one; null: it depends on unseen cards."),
    ] = ABSENT
    refusal: Annotated[
        Refusal | Absent | None,
        Says("Why `move` is not allowed; null if it is, or if that depends."),
    ] = ABSENT
    to_act: Annotated[
        str | Absent | None,
        Says("Of a record or an auction: who is to act, null when nothing can follow."),
    ] = ABSENT

    def refusals_given(self) -> tuple[Refusal, ...]:
        """The refused moves', and that of the move asked about."""
        asked = (self.refusal,) if isinstance(self.refusal, Refusal) else ()
        return (*(each.refusal for each in self.refused), *asked)


Weighed = Refusal | InDoubt | None
"""What is said of a move: why it is refused, that it depends on unseen cards, or nothing."""


def sorted_out(
    conceivable: Iterable[Move],
    refuse: Callable[[Move], Weighed],
    clauses: tuple[str, ...],
    asked: Move | Absent,
) -> LegalMoves:
    """The moves a player might think of, parted into legal and refused; and the one asked about.

    A word that is refused is refused at any amount, so it is listed without one.
    """
    legal, refused, undecided = [], [], []
    for move in conceivable:
        refusal = refuse(move)
        if refusal is None:
            legal.append(move)
        elif isinstance(refusal, InDoubt):
            undecided.append(move)
        else:
            bare = replace(move, amount=None) if isinstance(move.amount, Amounts) else move
            refused.append(RefusedMove(bare, refusal))
    open_moves = tuple(undecided) or ABSENT
    answer = LegalMoves(tuple(legal), tuple(refused), clauses, undecided=open_moves)
    return answer if asked is ABSENT else judged(answer, refuse(asked))


def judged(answer: LegalMoves, verdict: Weighed) -> LegalMoves:
    """The answer with the verdict on the move asked about."""
    if isinstance(verdict, InDoubt):
        return replace(answer, is_legal=None, refusal=None)
    return replace(answer, is_legal=verdict is None, refusal=verdict)
