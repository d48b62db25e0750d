"""What a game must say for rulings on its disputes: what follows a breach, who has won, in words.

A game's `adjudicate.py` says it, and no more: what is decided, and what cannot be, is the matter of
`evaluators.rulings`, the search for breaches that of `evaluators.inquiry`.
"""

from abc import ABC, abstractmethod
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, ClassVar, Generic, TypeVar

from evaluators.actions import Action
from evaluators.cards import Card
from evaluators.claims import Rulings
from evaluators.findings import Finding, Inquiry
from evaluators.game import Combination, Move, Refusal
from evaluators.moves import LegalMoves
from evaluators.position import Deals, RecordForm
from evaluators.record import Position
from evaluators.rulebook import Clause, Rulebook
from evaluators.texts import Phrase
from evaluators.trick_compare import Play

P = TypeVar("P", bound=Position)

Hand = tuple[Card, ...]
Trick = tuple[tuple[Play, ...], str]
"""The cards of a trick as they were played, and who took it."""


@dataclass(frozen=True, slots=True)
class Won:
    """Who has won, nobody after a void; by which clauses, and why."""

    winners: tuple[str, ...]
    clauses: tuple[str, ...]
    why: Phrase


@dataclass(frozen=True, slots=True)
class Combinations:
    """What a game knows of combinations.

    `held`: what a hand contains at some position; `shown`: what one in the question contains, under
    the options in force; `about`: the clauses that say what the combination of a code is, and
    whether this hand is one.
    """

    held: Callable[[Any, Hand], Sequence[Combination]]
    shown: Callable[[Hand, Any, Any], Sequence[Combination]]
    about: Callable[[str, Hand], tuple[str, ...]]


class Arbiter(ABC, Generic[P]):
    """What rulings need to know of one game."""

    deals: ClassVar[Deals[Any, Any, Any]]
    rulebook: ClassVar[Rulebook]
    legal_moves: ClassVar[Any]
    """The game's module of that name."""
    answer: ClassVar[Callable[..., Rulings]]
    """`Rulings` with the game's outcome."""
    TRICK: ClassVar[tuple[str, ...]] = ()
    """The clauses that say who takes a trick; none where there are none."""
    SCORE: ClassVar[str] = ""
    """The clause of the game's score; empty where none is kept."""
    RULING: ClassVar[str]
    """The clause that says which breaches are played on."""
    MEANWHILE: ClassVar[str]
    """The clause on which the ledger rests while the deal is not over."""
    COMBINATIONS: ClassVar[Combinations | None] = None
    """What the game knows of combinations; None where it knows none."""
    SIDES_WIN: ClassVar[bool] = False
    """Several players may win together."""

    # What an action comes to, and how it is told.

    def notice(self, before: P, action: Action, after: P) -> Finding[P] | None:
        """What is wrong with an action though nothing refuses it."""
        del before, action, after
        return None

    def grounds(self, position: P, action: Action, refusal: Refusal) -> tuple[str, ...]:
        """What else than the clauses of a refusal shows why an action was not allowed."""
        del position, action, refusal
        return ()

    def beside(self, code: str) -> tuple[str, ...]:
        """The clauses cited beside those of a refusal of this code, whatever the position."""
        del code
        return ()

    @abstractmethod
    def facts(self, position: P, action: Action) -> Mapping[str, object]:
        """What the game's texts about an action may tell."""

    def lying(self, position: P, card: Card) -> Phrase | None:
        """A card and where it lies that is in nobody's hand, if there is more to say."""
        del position, card
        return None

    def why(self, position: P, move: Move) -> str | None:
        """The key of the text that says why a move was allowed, if there is more to say."""
        del position, move
        return None

    @abstractmethod
    def also(self, inquiry: Inquiry[P], index: int) -> tuple[str, ...]:
        """What else than the clauses of the moment makes an action legal."""

    def allowing(self, clauses: tuple[str, ...], move: Move) -> tuple[str, ...]:
        """The clauses a legal move rests on, where these say what may be done at the moment."""
        del move
        return clauses

    # What a record shows.

    def tricks(self, inquiry: Inquiry[P]) -> Sequence[Trick] | None:
        """The tricks that are complete, None where the game has none."""
        del inquiry
        return None

    def unplayed(self, last: P) -> Won | None:
        """Who gets the tricks of a deal that are never played, None if nobody does."""
        del last
        return None

    def hand_of(self, inquiry: Inquiry[P], player: str) -> tuple[P, Hand] | None:
        """The hand whose combinations are meant, and when it was held; None if it never was."""
        dealt = any(position.hands[player] for position in inquiry.positions)
        return (inquiry.last, inquiry.last.hands[player]) if dealt else None

    def is_settled(self, last: P, player: str) -> bool:
        """Whether a player's hand in that sense cannot change, however the deal goes on."""
        del player
        return last.finished

    # What a deal came to.

    @staticmethod
    def is_over(last: Position) -> bool:
        """Whether the outcome stands."""
        return getattr(last, "outcome", None) is not None

    def winners(self, last: P) -> tuple[str, ...]:
        """Who has won a deal whose outcome stands; nobody after a void."""
        outcome: Any = getattr(last, "outcome", None)
        winner: str | None = outcome.winner
        return () if winner is None else (winner,)

    def resting(self, last: P) -> tuple[str, ...]:
        """The clauses on which an outcome rests."""
        outcome: Any = getattr(last, "outcome", None)
        return tuple(clause for clause in outcome.clauses if clause != last.NEXT_DEAL)

    def ending(self, last: P) -> tuple[str, ...]:
        """The clauses by which a deal is over, whoever has won it."""
        return self.resting(last)

    @abstractmethod
    def result(self, last: P) -> Phrase:
        """The outcome in words."""

    def won_in_doubt(self, last: P) -> Won | None:
        """Who has won although what it comes to is in doubt; None if that is too."""
        del last
        return None

    def outcome(self, last: P, record: RecordForm) -> object:
        """The outcome as the answer tells it, None if there is none yet."""
        del record
        return getattr(last, "outcome", None)

    def meanwhile(self, inquiry: Inquiry[P], name: str) -> tuple[str, ...]:
        """What `ledger` or `score` rest on before the end of the deal."""
        del inquiry
        return (self.SCORE if name == "score" else self.MEANWHILE,)

    # Questions without a record.

    def moves(self, situation: Any, move: Move, options: Any) -> LegalMoves:
        """What may be done in a situation, and whether this move may."""
        question = self.legal_moves.Question(situation=situation, move=move)
        answer: LegalMoves = self.legal_moves.legal_moves(question, options)
        return answer

    def won_by_hands(self, question: Any, options: Any) -> Won | None:
        """Who has won with the hands in the question; None where hands alone do not tell."""
        del question, options
        return None

    def cited(self, ids: Sequence[str]) -> tuple[Clause, ...]:
        """Clauses with their texts."""
        return tuple(self.rulebook.clauses[each] for each in dict.fromkeys(ids))
