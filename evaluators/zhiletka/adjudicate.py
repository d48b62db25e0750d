"""Rulings on disputes at Zhiletka: a beat that does not beat, and two cards that are not alike."""

from collections.abc import Mapping
from dataclasses import dataclass
from itertools import combinations
from typing import Annotated, Any, ClassVar, cast

from evaluators import rulings
from evaluators.actions import Action
from evaluators.arbiter import Arbiter, Combinations, Hand, Won
from evaluators.cards import SIGNS, Card, faces
from evaluators.claims import Dispute, Rulings
from evaluators.findings import Inquiry
from evaluators.forms import ABSENT, Absent, Count, Says
from evaluators.game import Move, Refusal
from evaluators.position import MovesQuestion
from evaluators.standing import OUTCOME
from evaluators.texts import Phrase
from evaluators.zhiletka import compare, legal_moves
from evaluators.zhiletka.deal import Deal, Outcome
from evaluators.zhiletka.evaluate import contained, is_sbor
from evaluators.zhiletka.position import DEALS, Record
from evaluators.zhiletka.rules import PLAYERS, RULEBOOK, SBOR, Options


@dataclass(frozen=True, slots=True, kw_only=True)
class Question(Dispute):
    """A record, a situation or hands, and what is claimed of them."""

    CODES: ClassVar[tuple[str, ...]] = tuple(RULEBOOK.combinations)
    SITUATIONS: ClassVar[type[MovesQuestion]] = legal_moves.Question

    record: Record | Absent = ABSENT
    situation: legal_moves.Situation | Absent = ABSENT
    hands: Annotated[
        tuple[compare.DealtHand, ...] | Absent,
        Count(*PLAYERS, ("zhiletka.players",)),
        Says("The hands as dealt, from the dealer's left."),
    ] = ABSENT


@dataclass(frozen=True, slots=True, kw_only=True)
class Judgement(Rulings):
    """The ruling: each claim decided, every breach found, and what the deal came to."""

    outcome: Annotated[Outcome | None, OUTCOME]


def _about(code: str, hand: Hand) -> tuple[str, ...]:
    """The sbor, with why more cards than three are none; or the pairs that may be led."""
    if not code.startswith("sbor"):
        return ("zhiletka.attack",)
    return ("zhiletka.sbor", *(["zhiletka.exactly-three"] if len(hand) > SBOR else []))


def _six(position: Deal) -> tuple[str, ...]:
    """The limit of a hand, where somebody is out of the game or holds as many as it mostly is."""
    most = max(map(len, position.hands.values()))
    out = len(position.playing) < len(position.seats)
    return ("zhiletka.six",) if out or most >= Options().hand_limit else ()


COMBINATIONS = Combinations(
    held=lambda _, hand: contained(hand), shown=lambda hand, *_: contained(hand), about=_about
)


class ZhiletkaArbiter(Arbiter[Deal]):
    """Rules on disputes at Zhiletka."""

    deals = DEALS
    rulebook = RULEBOOK
    legal_moves: ClassVar[Any] = legal_moves
    answer = Judgement
    COMBINATIONS = COMBINATIONS
    RULING = "zhiletka.ruling"
    MEANWHILE = "zhiletka.ante"

    def grounds(self, position: Deal, action: Action, refusal: Refusal) -> tuple[str, ...]:
        """What is played on or ends a ruling; why cards are gone; who draws nothing."""
        match refusal.code:
            case "does-not-beat" | "cards-not-alike" | "card-not-held":
                return ("zhiletka.ruling",)
            case "card-not-available" if set(action.cards) & set(position.discards):
                return ("zhiletka.discard",)
            case "chance-not-due" if not position.stock and position.trump is not None:
                return ("zhiletka.play-on",)
            case "wrong-player" | "chance-not-due" if position.defender and not position.beaten:
                return ("zhiletka.take",)
            case "not-your-turn" if position.stage == "defence":
                return ("zhiletka.attack", *_six(position))
            case _:
                return ()

    def also(self, inquiry: Inquiry[Deal], index: int) -> tuple[str, ...]:
        """Who is out of the game, or would be; that the trump suit stays."""
        position, action = inquiry.positions[index], inquiry.actions[index]
        if position.stage == "attack":
            return _six(position)
        move = action.move if isinstance(action, Action) else None
        trumped = move is not None and any(card.suit is position.trump for card in move.cards or ())
        drawn = trumped and not position.turned_under
        return ("zhiletka.trump-drawn-last", "zhiletka.reshuffle") if drawn else ()

    def meanwhile(self, inquiry: Inquiry[Deal], name: str) -> tuple[str, ...]:
        """Why nobody has taken the pot with a sbor that he seems to have."""
        last = inquiry.last
        undealt = ("zhiletka.dealt-sbor",) if last.turned is None else ()
        larger = any(
            len(hand) > SBOR and any(map(is_sbor, combinations(hand, SBOR)))
            for hand in last.hands.values()
        )
        exactly = ("zhiletka.exactly-three",) if larger else ()
        taken = ("zhiletka.take",) if last.defender and not last.beaten else ()
        return (*super().meanwhile(inquiry, name), *undealt, *exactly, *taken)

    def facts(self, position: Deal, action: Action) -> Mapping[str, object]:
        """The cards led, the trumps, and how many cards the defender holds."""
        del action
        attacking = position.stage == "attack" and position.attacker is not None
        return {
            "led": faces(position.attack),
            "attacker": position.attacker or "",
            "number": len(position.attack),
            "trump": SIGNS[position.trump] if position.trump else "",
            "target": position.target() if attacking else "",
            "held": len(position.hands[position.target()]) if attacking else 0,
            "limit": position.options.hand_limit,
        }

    def lying(self, position: Deal, card: Card) -> Phrase | None:
        """The turned card lies under the stock."""
        if card is not position.turned or not position.turned_under:
            return None
        return RULEBOOK.phrase("rulings", "under-the-stock", {"card": card})

    def why(self, position: Deal, move: Move) -> str | None:
        """Why cards could be led, or beat."""
        del position
        return {"attack": "led", "beat": "beaten", "take": "taken"}[move.action]

    def won_by_hands(self, question: Question, options: Options) -> Won | None:
        """Who takes the pot with a sbor that was dealt."""
        answer = compare.compare(compare.Question(hands=cast("Any", question.hands)), options)
        winners = () if answer.winner is None else (answer.winner,)
        facts = {"player": answer.winner, "holders": answer.holders}
        why = RULEBOOK.phrase("rulings", "dealt-sbors" if winners else "no-sbor", facts)
        return Won(winners, answer.clauses, why)

    def resting(self, last: Deal) -> tuple[str, ...]:
        """Of a sbor also that it need not be declared; after a bout who is judged first."""
        result = last.outcome.result if last.outcome else ""
        sbor = ("zhiletka.automatic-sbor",) if result.endswith("sbor") else ()
        first = ("zhiletka.draw-order",) if result in {"drawn-sbor", "kept-sbor"} else ()
        return (*super().resting(last), *sbor, *first)

    def result(self, last: Deal) -> Phrase:
        """Who takes the pot, and with what."""
        outcome = cast("Outcome", last.outcome)
        facts = {"player": outcome.winner, "cards": faces(outcome.cards or ()), "pot": last.pot}
        return RULEBOOK.phrase("rulings", outcome.result, facts)


ARBITER = ZhiletkaArbiter()


def adjudicate(question: Question, options: Options) -> Rulings:
    """The ruling on a dispute: claims decided and breaches found, with the rules they rest on."""
    return rulings.adjudicate(ARBITER, question, options)
