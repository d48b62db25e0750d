"""Actions and remedies in words: what was done, why it was allowed or not, what follows."""

from collections.abc import Iterable, Mapping
from dataclasses import replace
from typing import TypeVar, cast

from evaluators.actions import Action
from evaluators.arbiter import Arbiter
from evaluators.cards import SIGNS, Card, face, faces, is_seen, seen
from evaluators.chance import TableAction
from evaluators.claims import Remedy
from evaluators.findings import Cure, Found
from evaluators.forms import BILLION
from evaluators.game import Move
from evaluators.record import Position, cards_of
from evaluators.refusing import OVER
from evaluators.texts import Phrase, phrase

P = TypeVar("P", bound=Position)

_OF_CARDS = frozenset({"card-not-available", "not-the-shuffled-cards"})
_COMMON = frozenset({"not-your-turn", "deal-is-over", "wrong-phase", "card-not-held"})
"""Refusals that any game may give and that are told in the same words."""


def said(key: str, **facts: object) -> Phrase:
    """A text about a ruling that all games share."""
    return phrase("rulings", key, facts=facts)


def either(one: Phrase, *others: Phrase) -> Phrase:
    """One of several texts, or the only one."""
    return said("either", one=one, other=either(*others)) if others else one


def broken(arbiter: Arbiter[P], found: Found[P]) -> Phrase:
    """Why an action was not allowed."""
    refusal, position, action = found.finding.refusal, found.position, found.action
    if action is None:
        return said("unreadable", text=_with_signs(refusal.text, position))
    facts = {
        **refusal.text.facts,
        **_told(arbiter, position, action),
        "text": refusal.text,
    }
    if action.move is None:
        return said(_table_key(found, facts), **facts)
    if arbiter.rulebook.has("rulings", refusal.code):
        why = arbiter.rulebook.phrase("rulings", refusal.code, facts)
        if facts["missing"] and not position.unseen(action.player):
            return said("besides", **{**facts, "text": why})
        return why
    unnamed = not all(map(is_seen, cards_of(action.move)))
    key = refusal.code if refusal.code in _COMMON and not unnamed else "refused"
    return said("not-yet" if key == "not-your-turn" and position.turn is None else key, **facts)


def broken_anyway(arbiter: Arbiter[P], found: Found[P]) -> tuple[tuple[str, ...], Phrase]:
    """Of what was not allowed whether or not the deal was over: by which clauses, and why."""
    ways = cast("Iterable[P]", found.position.ways())
    over = next((way for way in ways if way.finished), None)
    clauses = (*found.finding.refusal.clauses, *(arbiter.ending(over) if over else ()))
    why = phrase("faults", "over-or-not-allowed", facts={"text": broken(arbiter, found)})
    return clauses, why


def _with_signs(text: Phrase, position: Position) -> Phrase:
    """A text with the cards of the pack that its facts name as the table writes them."""
    signs: Mapping[object, str] = {str(card): face(card) for card in position.pack.cards}
    return replace(text, facts={name: signs.get(fact, fact) for name, fact in text.facts.items()})


def _table_key(found: Found[P], facts: Mapping[str, object]) -> str:
    """The key of the text that says why the table may not have acted so."""
    refusal, action = found.finding.refusal, found.action
    kind = action.kind if action else None
    if found.finding.after is None and refusal.code in _OF_CARDS:
        return next((key for key in ("elsewhere", "overdue") if facts[key]), "refused")
    if refusal.code == "chance-not-due" and kind is TableAction.SHUFFLE and found.position.told:
        return "no-shuffle-told"
    if refusal.code == OVER and kind is TableAction.DEAL:
        return "another-deal"
    if refusal.code == OVER and found.finding.after is not None:
        return "refused"  # the finding has a text of its own
    return refusal.code if refusal.code in {"deal-is-over", "chance-is-derived"} else "refused"


def allowed(arbiter: Arbiter[P], position: P, action: Action) -> Phrase:
    """Why an action was allowed."""
    facts = _told(arbiter, position, action)
    why = None if action.move is None else arbiter.why(position, action.move)
    if why is None:
        return said("allowed", **facts)
    return arbiter.rulebook.phrase("rulings", why, facts)


def _told(arbiter: Arbiter[P], position: P, action: Action) -> Mapping[str, object]:
    """What every text about an action may tell, and what the game's own may."""
    move = action.move or Move("")
    cards = cards_of(move) or action.cards
    hand = position.hands.get(action.player or "", ())
    due = position.due if action.kind else None
    must, may = position.waiting(due) if due else ((), cards)
    there = {*must, *may}
    facts: dict[str, object] = {
        "elsewhere": tuple(
            _placed(arbiter, position, card) for card in seen(cards) if card not in there
        ),
        "overdue": faces([card for card in must if card not in cards]),
        "player": action.player or "",
        "cards": faces(cards) or ("–",),
        "count": len(cards),
        "missing": faces([card for card in cards if card not in hand]),
        "amount": _readable(move.amount),
        "suit": SIGNS[move.suit] if move.suit else "",
        "to_act": position.turn or "",
        "phase": _phase(arbiter, position),
        **arbiter.facts(position, action),
    }
    if action.move is None:
        did = phrase("actions", str(action.kind), facts=facts)
    else:
        did = arbiter.rulebook.phrase("actions", move.action, facts)
    return {**facts, "did": did}


def _phase(arbiter: Arbiter[P], position: P) -> Phrase | str:
    """What is done at this moment."""
    stage = position.stage
    named = arbiter.rulebook.has("phases", stage)
    return arbiter.rulebook.phrase("phases", stage) if named else stage


def _placed(arbiter: Arbiter[P], position: P, card: Card) -> Phrase | str:
    """A card, and whose hand it is in, if it is in one."""
    holder = next((name for name, hand in position.hands.items() if card in hand), None)
    if holder is not None:
        return f"{face(card)} ({holder})"
    return arbiter.lying(position, card) or face(card)


def _readable(amount: object) -> object:
    """An amount as a text repeats it; one that is nonsense may be very long."""
    return amount if isinstance(amount, int) and abs(amount) < BILLION else "…"


def remedy(arbiter: Arbiter[P], cure: Cure | None) -> Remedy | None:
    """What the rules provide for a breach, as the answer tells it."""
    if cure is None:
        return None
    own = [f"{cure.code}-{choice}" for choice in cure.choices]
    keys = [
        key if arbiter.rulebook.has("remedies", key) else choice
        for key, choice in zip(own, cure.choices, strict=True)
    ]
    texts = tuple(arbiter.rulebook.phrase("remedies", key) for key in keys)
    key = "follows" if cure.by is None else "choice"
    return Remedy(
        code=cure.code,
        by=cure.by,
        choices=cure.choices,
        clauses=arbiter.cited(cure.clauses),
        text=said(key, by=cure.by, texts=either(*texts)),
    )
