"""Ruling on claims: each is held against what the record, the situation or the hands come to.

A game's `adjudicate.py` says what only the game knows: what follows a breach, who has won, how a
result is put into words. What is decided, and what cannot be, is said here.
"""

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import replace
from itertools import combinations, islice
from typing import Any, ClassVar, Generic, TypeVar

from evaluators.actions import Action
from evaluators.cards import SIGNS, Card, Suit, face, faces, seen
from evaluators.chance import Source
from evaluators.claims import (
    Breach,
    Claim,
    HasCombination,
    LedgerIs,
    Legality,
    Reason,
    Remedy,
    Ruling,
    Rulings,
    ScoreIs,
    TakesTheRest,
    TrickWon,
    Undecided,
    Verdict,
    Wins,
)
from evaluators.forms import ABSENT, BILLION
from evaluators.game import Combination, Move, Refusal
from evaluators.inquiry import Cure, Finding, Found, Inquiry
from evaluators.moves import LegalMoves
from evaluators.position import Deals, RecordForm, unseen_in
from evaluators.record import Doubt, Position
from evaluators.replay import Refused, foresee, replay
from evaluators.rulebook import Clause, Rulebook
from evaluators.texts import Phrase, phrase
from evaluators.trick_compare import Play

P = TypeVar("P", bound=Position)

MOST_FILLINGS = 2_000
"""How many ways to fill up a hand with unseen cards are looked at before it is left in doubt."""

Trick = tuple[tuple[Play, ...], str]
"""The cards of a trick as they were played, and who took it."""


class Arbiter(ABC, Generic[P]):
    """Rules on the disputes of one game."""

    deals: ClassVar[Deals[Any, Any, Any]]
    rulebook: ClassVar[Rulebook]
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
    HAS_COMBINATIONS: ClassVar[bool] = True
    SIDES_WIN: ClassVar[bool] = False
    """Several players may win together."""

    # What the game says of a record.

    def judge(self, refused: Refused) -> Finding[P]:
        """What an action that is refused comes to: mostly nobody can say how play went on."""
        return Finding(refused.refusal)

    def notice(self, before: P, action: Action, after: P) -> Finding[P] | None:
        """What is wrong with an action though nothing refuses it."""
        del before, action, after
        return None

    def facts(self, position: P, action: Action) -> Mapping[str, object]:
        """What the game's texts about an action may tell."""
        del position, action
        return {}

    def why(self, position: P, move: Move) -> str | None:
        """The key of the text that says why a move was allowed, if there is more to say."""
        del position, move
        return None

    def also(self, inquiry: Inquiry[P], index: int) -> tuple[str, ...]:
        """What else than the clauses of the moment makes an action legal."""
        del inquiry, index
        return ()

    def tricks(self, inquiry: Inquiry[P]) -> Sequence[Trick]:
        """The tricks that are complete."""
        del inquiry
        return ()

    def hand_of(self, inquiry: Inquiry[P], player: str) -> tuple[P, tuple[Card, ...]] | None:
        """The hand whose combinations are meant, and when it was held; None if it never was."""
        return inquiry.last, inquiry.last.hands[player]

    def held(self, position: P, hand: tuple[Card, ...]) -> Sequence[Combination]:
        """What a hand contains at some moment of a deal."""
        del position, hand
        return ()

    @abstractmethod
    def winners(self, last: P) -> tuple[str, ...]:
        """Who has won a deal whose outcome stands; nobody after a void."""

    def in_doubt(self, claim: Wins, last: P) -> Ruling | None:
        """The decision who has won where what it comes to is in doubt; None if that is too."""
        del claim, last
        return None

    @abstractmethod
    def result(self, last: P) -> Phrase:
        """The outcome in words."""

    @abstractmethod
    def moves(self, situation: Any, move: Move, options: Any) -> LegalMoves:
        """What may be done in a situation, and whether this move may."""

    def of_hands(self, claim: Claim, question: Any, options: Any) -> Ruling:
        """The decision on a claim about hands."""
        if not isinstance(claim, HasCombination) or not self.HAS_COMBINATIONS:
            return self.not_shown(claim)
        hand = next(each.hand for each in question.hands if each.player == claim.player)
        return self.of_hand(claim, hand, self.contained(hand, question, options))

    def contained(
        self, hand: tuple[Card, ...], question: Any, options: Any
    ) -> Sequence[Combination]:
        """What a hand in the question contains."""
        del hand, question, options
        return ()

    def outcome(self, last: P, record: RecordForm) -> object:
        """The outcome as the answer tells it, None if there is none yet."""
        del record
        return getattr(last, "outcome", None)

    def resting(self, last: P) -> tuple[str, ...]:
        """The clauses on which an outcome rests."""
        outcome: Any = getattr(last, "outcome", None)
        clauses: tuple[str, ...] = outcome.clauses
        return clauses

    def meanwhile(self, last: P) -> tuple[str, ...]:
        """What has changed ledger or score before the end of the deal."""
        del last
        return ()

    # What follows from it, in any game.

    def adjudicate(self, question: Any, options: Any) -> Rulings:
        """The ruling on a dispute."""
        record, situation, claims = question.record, question.situation, question.claims
        if record is not ABSENT:
            inquiry = self.inquire(record, options)
            return self.answer(
                rulings=tuple(self.ruling(claim, inquiry) for claim in claims),
                breaches=self.breaches(inquiry),
                undecided=tuple(_undecided(inquiry)),
                stopped_at=inquiry.stopped_at,
                outcome=None
                if inquiry.last.result_in_doubt
                else self.outcome(inquiry.last, record),
            )
        rulings = (
            self.of_hands(claim, question, options)
            if situation is ABSENT
            else self.of_situation(claim, lambda move: self.moves(situation, move, options))
            for claim in claims
        )
        return self.answer(
            rulings=tuple(rulings), breaches=(), undecided=(), stopped_at=None, outcome=None
        )

    def inquire(self, record: RecordForm, options: Any) -> Inquiry[P]:
        """Follow a record to its end, or to where it cannot be followed further."""
        read = self.deals.reader(record).read
        inquiry: Inquiry[P] = Inquiry(record.players, tuple(map(read, record.actions)))
        start, chance = self.deals.start(record, options), self.deals.chance(record)
        foresight = None
        if chance.source is Source.TOLD:
            foresight = foresee(start, chance, inquiry.actions, self._silently)

        def go_on(refused: Refused) -> P:
            finding = self.judge(refused)
            index, action = refused.index, refused.action
            player = action.player if action else _named_in(record.actions[index], record.players)
            inquiry.found.append(Found(index, player, action, refused.position, finding))
            if finding.after is None or finding.stops:
                raise refused
            return finding.after

        try:
            for position in replay(start, chance, inquiry.actions, go_on, foresight):
                inquiry.positions.append(position)
                if self._stops_unnoticed(inquiry):
                    break
        except Refused as refused:
            inquiry.stopped_at = refused.index
            after = inquiry.found[-1].finding.after
            if after is not None:
                inquiry.positions.append(after)
        return inquiry

    def _silently(self, refused: Refused) -> P:
        """Where a deal went on after a breach."""
        after = self.judge(refused).after
        if after is None:
            raise refused
        return after

    def _stops_unnoticed(self, inquiry: Inquiry[P]) -> bool:
        """Whether the last action, though nothing refused it, ends what can be followed."""
        index = len(inquiry.positions) - 2
        action = inquiry.actions[index] if index >= 0 else None
        if not isinstance(action, Action):
            return False
        before, after = inquiry.positions[-2:]
        finding = self.notice(before, action, after)
        if finding is None:
            return False
        inquiry.found.append(Found(index, action.player, action, before, finding, noticed=True))
        if finding.after is None:
            return False
        inquiry.positions[-1] = finding.after
        inquiry.stopped_at = index
        return True

    def breaches(self, inquiry: Inquiry[P]) -> tuple[Breach, ...]:
        """What was found, as the answer tells it."""
        return tuple(
            Breach(
                action=found.index,
                player=found.player,
                code=found.finding.refusal.code,
                clauses=self.cited(found.finding.refusal.clauses),
                explanation=self.broken(found),
                legal_instead=found.legal_instead(),
                remedy=self._remedy(found.finding.cure(inquiry.last)),
            )
            for found in inquiry.found
        )

    def _remedy(self, cure: Cure | None) -> Remedy | None:
        if cure is None:
            return None
        own = [f"{cure.code}-{choice}" for choice in cure.choices]
        keys = [
            key if self.rulebook.has("remedies", key) else choice
            for key, choice in zip(own, cure.choices, strict=True)
        ]
        texts = tuple(self.rulebook.phrase("remedies", key) for key in keys)
        key = "follows" if cure.by is None else "choice"
        return Remedy(
            code=cure.code,
            by=cure.by,
            choices=cure.choices,
            clauses=self.cited(cure.clauses),
            text=said(key, by=cure.by, texts=either(*texts)),
        )

    def cited(self, ids: Sequence[str]) -> tuple[Clause, ...]:
        """Clauses with their texts."""
        return tuple(self.rulebook.clauses[each] for each in dict.fromkeys(ids))

    def ruling(self, claim: Claim, inquiry: Inquiry[P]) -> Ruling:
        """The decision on a claim about a record."""
        match claim:
            case Legality(action=int() as index):
                return self._legality(claim, index, inquiry)
            case TrickWon():
                return self._trick(claim, inquiry)
            case HasCombination():
                return self._combination(claim, inquiry)
            case Wins():
                return self._winner(claim, inquiry)
            case LedgerIs():
                return self._ledger(claim, inquiry)
            case ScoreIs():
                return self._score(claim, inquiry)
            case _:
                return self.not_shown(claim)

    def _legality(self, claim: Legality, index: int, inquiry: Inquiry[P]) -> Ruling:
        found = inquiry.breach_at(index)
        if found is not None:
            return self._as(claim, "illegal", found.finding.refusal.clauses, self.broken(found))
        if inquiry.stopped_at is not None and index > inquiry.stopped_at:
            return self._stopped(claim, inquiry)
        before, after = (inquiry.positions[place].doubts for place in (index, index + 1))
        doubts = [doubt for doubt in after[len(before) :] if doubt.of_move]
        doubts += [doubt for doubt in before if doubt.of_end]
        if doubts:
            return self._unseen(claim, doubts)
        position, action = inquiry.positions[index], inquiry.actions[index]
        if isinstance(action, Refusal):  # pragma: no cover - it was found above
            raise TypeError
        due = position.due
        clauses = position.due_rests_on(due) if due else position.resting_on()
        also = self.also(inquiry, index)
        return self._as(claim, "legal", (*clauses, *also), self.allowed(position, action))

    def _as(self, claim: Legality, correct: str, clauses: Sequence[str], why: Phrase) -> Ruling:
        return self.decided(claim, correct, clauses, why, upheld=claim.claim == correct)

    def of_situation(self, claim: Claim, asked: Callable[[Move], LegalMoves]) -> Ruling:
        """The decision on a claim about a move in a situation."""
        match claim:
            case Legality(move=Move() as move):
                answer = asked(move)
                if isinstance(answer.refusal, Refusal):
                    refusal = answer.refusal
                    return self._as(claim, "illegal", refusal.clauses, refusal.text)
                return self._as(claim, "legal", answer.clauses, said("allowed-here"))
            case _:
                return self.not_shown(claim)

    def not_shown(self, claim: Claim) -> Ruling:
        """A claim that the question tells nothing about, or that is none in this game."""
        match claim:
            case TakesTheRest():
                return undecidable(claim, Reason.EXACT_PLAY_NEEDED)
            case TrickWon() if not self.TRICK:
                return undecidable(claim, Reason.NOT_IN_THIS_GAME)
            case ScoreIs() if not self.SCORE:
                return undecidable(claim, Reason.NOT_IN_THIS_GAME)
            case HasCombination() if not self.HAS_COMBINATIONS:
                return undecidable(claim, Reason.NOT_IN_THIS_GAME)
            case _:
                return undecidable(claim, Reason.NOT_IN_THE_QUESTION)

    def _unseen(self, claim: Claim, doubts: Sequence[Doubt]) -> Ruling:
        """Undecidable for the unseen cards that the doubts rest on."""
        return undecidable(claim, Reason.UNSEEN_CARDS, unseen=_holders(doubts))

    def _trick(self, claim: TrickWon, inquiry: Inquiry[P]) -> Ruling:
        if not self.TRICK:
            return undecidable(claim, Reason.NOT_IN_THIS_GAME)
        tricks = self.tricks(inquiry)
        if claim.number > len(tricks):
            if inquiry.stopped_at is not None:
                return self._stopped(claim, inquiry)
            return undecidable(claim, Reason.TRICK_NOT_COMPLETE, number=claim.number)
        if doubts := [doubt for doubt in inquiry.last.doubts if doubt.of_end]:
            return self._unseen(claim, doubts)
        plays, winner = tricks[claim.number - 1]
        trump: Suit | None = getattr(inquiry.last, "trump", None)
        facts = {
            "number": claim.number,
            "trump": SIGNS[trump] if trump else "–",
            "plays": tuple(f"{play.player} {face(play.card)}" for play in plays),
            "winner": winner,
            "card": next(face(play.card) for play in plays if play.player == winner),
        }
        why = said("trick", **facts)
        return self.decided(claim, winner, self.TRICK, why, upheld=claim.winner == winner)

    def _combination(self, claim: HasCombination, inquiry: Inquiry[P]) -> Ruling:
        if not self.HAS_COMBINATIONS:
            return undecidable(claim, Reason.NOT_IN_THIS_GAME)
        if inquiry.stopped_at is not None and not inquiry.last.finished:
            return self._stopped(claim, inquiry)
        held = self.hand_of(inquiry, claim.player)
        if held is None:
            return undecidable(claim, Reason.NOT_IN_THE_QUESTION)
        position, hand = held
        contained = self._contained_always(position, hand)
        if contained is None:
            unseen = position.unseen(claim.player)
            return undecidable(claim, Reason.UNSEEN_CARDS, unseen=(f"{claim.player} {unseen}",))
        codes = [each.code for each in contained]
        if doubts := tuple(self._other_ends(inquiry, claim.player, codes)):
            return self._unseen(claim, doubts)
        return self.of_hand(claim, hand, contained)

    def _other_ends(
        self, inquiry: Inquiry[P], player: str, codes: Sequence[str]
    ) -> Iterator[Doubt]:
        """The doubts whether the deal was over when a hand contained something else."""
        for index, after in enumerate(inquiry.positions[1:]):
            ends = [d for d in after.doubts[len(inquiry.positions[index].doubts) :] if d.of_end]
            there = replace(inquiry, positions=inquiry.positions[: index + 2])
            held = self.hand_of(there, player) if ends else None
            if held is not None:
                contained = self._contained_always(*held)
                if contained is None or [each.code for each in contained] != codes:
                    yield from ends

    def _contained_always(
        self, position: P, hand: tuple[Card, ...]
    ) -> Sequence[Combination] | None:
        """What a hand contains whatever its unseen cards are, None if it depends on them."""
        known = seen(hand)
        fillings = combinations(position.unplaced(), len(hand) - len(known))
        contained: dict[tuple[str, ...], Sequence[Combination]] = {}
        for cards in islice(fillings, MOST_FILLINGS):
            found = self.held(position, position.pack.in_order((*known, *cards)))
            contained[tuple(each.code for each in found)] = found
            if len(contained) > 1:
                return None
        return next(iter(contained.values()), None) if next(fillings, None) is None else None

    def of_hand(
        self, claim: HasCombination, hand: Sequence[Card], contained: Sequence[Combination]
    ) -> Ruling:
        """Whether a hand contains a combination: what it contains, or what it lacks, decides."""
        named = [each for each in contained if each.code == claim.code]
        own = (*named[:1], *contained[:1])
        clauses = [clause for each in own for clause in each.clauses] or self.lacking(claim.code)
        facts = {
            "player": claim.player,
            "hand": faces(hand),
            "names": tuple({each.code: each.name for each in contained}.values()),
            "name": self.rulebook.combinations[claim.code],
        }
        key = "combination" if named else "other-combinations" if contained else "no-combination"
        codes = tuple(each.code for each in contained)
        return self.decided(claim, codes, clauses, said(key, **facts), upheld=bool(named))

    @abstractmethod
    def lacking(self, code: str) -> tuple[str, ...]:
        """The clauses that say what the combination of a code is."""

    def _winner(self, claim: Wins, inquiry: Inquiry[P]) -> Ruling:
        last: Any = inquiry.last
        if last.result_in_doubt:
            return self.in_doubt(claim, last) or self._unseen(claim, last.doubts)
        if last.outcome is None:
            if inquiry.stopped_at is not None:
                return self._stopped(claim, inquiry)
            return undecidable(claim, Reason.DEAL_NOT_OVER)
        won = self.winners(last)
        winners = tuple(player for player in inquiry.players if player in won)
        return self.won(claim, winners, self.resting(last), self.result(last))

    def won(
        self, claim: Wins, winners: tuple[str, ...], clauses: Sequence[str], why: Phrase
    ) -> Ruling:
        """Whether those have won of whom it is claimed."""
        correct: Any = winners if self.SIDES_WIN else (winners[0] if winners else None)
        upheld = claim.player in winners if winners else claim.player is None
        return self.decided(claim, correct, clauses, why, upheld=upheld)

    def _ledger(self, claim: LedgerIs, inquiry: Inquiry[P]) -> Ruling:
        return self._amounts(claim, claim.ledger, "ledger", self.MEANWHILE, inquiry)

    def _score(self, claim: ScoreIs, inquiry: Inquiry[P]) -> Ruling:
        if not self.SCORE:
            return undecidable(claim, Reason.NOT_IN_THIS_GAME)
        return self._amounts(claim, claim.score, "score", self.SCORE, inquiry)

    def _amounts(
        self, claim: Claim, claimed: Mapping[str, int], name: str, rest: str, inquiry: Inquiry[P]
    ) -> Ruling:
        last: Any = inquiry.last
        if last.result_in_doubt:
            return self._unseen(claim, last.doubts)
        if inquiry.stopped_at is not None and last.outcome is None:
            return self._stopped(claim, inquiry)
        amount_of: Mapping[str, int] = getattr(last, name)
        correct = {player: amount_of[player] for player in inquiry.players}
        clauses = self.resting(last) if last.outcome else (rest, *self.meanwhile(last))
        signed = "+" if name == "ledger" else ""
        amounts = tuple(
            f"{player} {format(n, signed) if n else 0}" for player, n in correct.items()
        )
        upheld = all(correct[player] == amount for player, amount in claimed.items())
        why = said(f"{name}-meanwhile", amounts=amounts)
        if last.outcome:
            result = self.result(last)
            why = result if name == "score" else said("ledger-over", result=result, amounts=amounts)
        return self.decided(claim, correct, clauses, why, upheld=upheld)

    def decided(
        self, claim: Claim, correct: object, clauses: Sequence[str], why: Phrase, *, upheld: bool
    ) -> Ruling:
        """A claim upheld or rejected."""
        return Ruling(
            claim=claim,
            verdict=Verdict.UPHELD if upheld else Verdict.REJECTED,
            reason=None,
            correct=correct,
            clauses=self.cited(clauses),
            explanation=why,
        )

    def _stopped(self, claim: Claim, inquiry: Inquiry[P]) -> Ruling:
        stopped = undecidable(claim, Reason.REPLAY_STOPPED, action=inquiry.stopped_at)
        return replace(stopped, clauses=self.cited([self.RULING]))

    # Actions in words.

    def broken(self, found: Found[P]) -> Phrase:
        """Why an action was not allowed."""
        refusal, position = found.finding.refusal, found.position
        if found.action is None:
            return said("unreadable", text=refusal.text)
        told = self._told(position, found.action)
        facts = {**refusal.text.facts, **told, "text": refusal.text}
        if found.action.move is not None and self.rulebook.has("rulings", refusal.code):
            return self.rulebook.phrase("rulings", refusal.code, facts)
        key = refusal.code if refusal.code in _COMMON else "refused"
        unexplained = found.finding.after is None and refusal.code == "card-not-available"
        if unexplained and facts["elsewhere"]:
            key = "elsewhere"
        if key == "not-your-turn" and position.turn is None:
            key = "not-yet"
        return said(key, **facts)

    def allowed(self, position: P, action: Action) -> Phrase:
        """Why an action was allowed."""
        facts = self._told(position, action)
        why = None if action.move is None else self.why(position, action.move)
        if why is None:
            return said("allowed", **facts)
        return self.rulebook.phrase("rulings", why, facts)

    def _told(self, position: P, action: Action) -> Mapping[str, object]:
        """What every text about an action may tell, and what the game's own may."""
        move = action.move or Move("")
        cards = move.cards or ((move.card,) if move.card else action.cards)
        hand = position.hands.get(action.player or "", ())
        due = position.due if action.kind else None
        there = {card for part in position.waiting(due) for card in part} if due else set(cards)
        facts: dict[str, object] = {
            "elsewhere": faces([card for card in seen(cards) if card not in there]),
            "player": action.player or "",
            "cards": faces(cards) or ("–",),
            "count": len(cards),
            "missing": faces([card for card in cards if card not in hand]),
            "amount": _readable(move.amount),
            "suit": SIGNS[move.suit] if move.suit else "",
            "call": self.named(move.call) if move.call else "",
            "to_act": position.turn or "",
            "phase": position.phase,
            **self.facts(position, action),
        }
        if action.move is None:
            did = phrase("actions", str(action.kind), facts=facts)
        else:
            did = self.rulebook.phrase("actions", move.action, facts)
        return {**facts, "did": did}

    def named(self, call: str) -> object:
        """The name of a call."""
        return call


def _named_in(given: object, names: Sequence[str]) -> str | None:
    """The player that an action names which could not be read, if it names one."""
    player = given.get("player") if isinstance(given, dict) else None
    return next((name for name in names if name == player), None)


def _holders(doubts: Sequence[Doubt]) -> tuple[str, ...]:
    """Whose unseen cards some doubts rest on, and how many."""
    return tuple(f"{each.player} {each.count}" for each in unseen_in(doubts))


def _undecided(inquiry: Inquiry[P]) -> Iterator[Undecided]:
    """What depends on unseen cards, with the action after which it did."""
    for index, after in enumerate(inquiry.positions[1:]):
        for doubt in after.doubts[len(inquiry.positions[index].doubts) :]:
            action = inquiry.actions[index]
            yield Undecided(
                action=index,
                player=action.player if isinstance(action, Action) else None,
                depends_on=unseen_in([doubt]),
                explanation=said(Reason.UNSEEN_CARDS, unseen=_holders([doubt])),
            )


def _readable(amount: object) -> str:
    """An amount as a text repeats it; one that is nonsense may be very long."""
    return f"{amount:,}" if isinstance(amount, int) and abs(amount) < BILLION else "…"


_COMMON = frozenset({"not-your-turn", "deal-is-over", "wrong-phase", "card-not-held"})
"""Refusals that any game may give and that are told in the same words."""


def said(key: str, **facts: object) -> Phrase:
    """A text about a ruling that all games share."""
    return phrase("rulings", key, facts=facts)


def either(one: Phrase, *others: Phrase) -> Phrase:
    """One of several texts, or the only one."""
    return said("either", one=one, other=either(*others)) if others else one


def undecidable(claim: Claim, reason: Reason, **facts: object) -> Ruling:
    """A claim that cannot be decided."""
    return Ruling(
        claim=claim,
        verdict=Verdict.UNDECIDABLE,
        reason=reason,
        correct=None,
        clauses=(),
        explanation=said(reason, **facts),
    )
