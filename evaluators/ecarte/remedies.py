"""What a breach comes to at Écarté: where the deal goes on, and what the rules provide for it."""

from collections.abc import Callable
from dataclasses import replace
from functools import partial

from evaluators.actions import Action
from evaluators.cards import seen
from evaluators.chance import TableAction
from evaluators.ecarte.deal import Deal
from evaluators.ecarte.rules import HAND, RULEBOOK
from evaluators.findings import Cure, Finding
from evaluators.game import Refusal
from evaluators.replay import Refused

REVOKES = frozenset({"must-follow-suit", "must-beat", "must-trump", "illegal-action"})
"""The refusals of a reply; the last where unseen cards leave open which of the others it is."""


def judge(refused: Refused) -> Finding[Deal]:
    """A revoke and a false king are played on, and so are most misdeals."""
    position: Deal = refused.position
    action, refusal = refused.action, refused.refusal
    if action is None:
        return Finding(refusal)
    if action.move is None:
        return _misdeal(position, action, refusal) or Finding(refusal)
    if refusal.code in REVOKES:
        marked = position.offended(action.player or "", "ecarte.revoke")
        cure = partial(_revoke, position, action.player or "")
        told = replace(refusal, clauses=(*refusal.clauses, "ecarte.revoke"))
        return Finding(told, marked.after(action.move), cure=cure)
    if refusal.code == "king-not-held":
        return _false_king(position, action.player or "", refusal)
    return Finding(refusal)


def _misdeal(position: Deal, action: Action, refusal: Refusal) -> Finding[Deal] | None:
    """What becomes of a deal in which the table told of a mistake, if it is one of the rules'."""
    due, cards = position.due, action.cards
    if not position.told:
        return None
    if due and due.action is action.kind is TableAction.DEAL:
        there = len(cards) <= len(position.stock) and set(seen(cards)) <= set(position.stock)
        if refusal.code != "wrong-count" or not there:
            return None
        return _miscounted(position, action, refusal)
    if action.kind is not TableAction.TURN_UP or not _is_untouched(position):
        return None
    holder = next((name for name, hand in position.hands.items() if cards[0] in hand), None)
    if holder is not None and not _has_looked(position) and cards[0] not in position.exposed:
        position = position.changed(exposed=position.exposed | set(cards))
        found = _found("exposed-card", refusal, position, ("keep",), None)
        return replace(found, cure=partial(_exposed, found.cure, holder))
    if holder is not None or cards[0] not in position.stock:
        return None  # told already
    if position.packets:
        clause = "ecarte.faced-card"
        annulled = position.annulled(clause)
        found = _found("faced-card", refusal, annulled, ("fresh-deal",), None)
        return replace(found, played=position)
    if _has_looked(position):
        annulled = position.annulled("ecarte.two-turned")
        found = _found("two-turned", refusal, annulled, ("fresh-deal",), None)
        return replace(found, played=position)
    choices = ("choose-trump", "fresh-deal")
    return _found("two-turned", refusal, position.reopened(), choices, position.elder)


def _found(
    code: str, refusal: Refusal, after: Deal | None, choices: tuple[str, ...], by: str | None
) -> Finding[Deal]:
    """A finding under the clause of that name; two trumps, or an outcome, end the record there."""
    clause = f"ecarte.{code}"
    cure = Cure(code, choices, by, (clause,))
    stops = code == "two-turned" or after is None or after.outcome is not None
    told = Refusal(refusal.code, (*refusal.clauses, clause), RULEBOOK.phrase("rulings", code))
    return Finding(told, after, stops, lambda _: cure)


def _miscounted(position: Deal, action: Action, refusal: Refusal) -> Finding[Deal]:
    """`ecarte.misdeal-count-elder`, `ecarte.misdeal-count-dealer`; the deal may stand."""
    player, due = action.player or "", position.due
    elder = player == position.elder
    surplus = "discard-surplus" if elder else "draw-surplus"
    mend = surplus if len(action.cards) > HAND else "complete-hand"
    marked = position.changed(misdealt=position.misdealt | {player})
    after = marked.receive(due, action.cards) if due else None
    code = f"misdeal-count-{'elder' if elder else 'dealer'}"
    found = _found(code, refusal, after, ("fresh-deal", mend), position.elder)
    return replace(found, cure=partial(_unplayed, found.cure, player))


def _unplayed(cure: Callable[[Deal], Cure | None], player: str, last: Deal) -> Cure | None:
    """The remedy of a misdeal, as far as `ecarte.played-with-wrong-count` does not apply instead.

    Once the elder has led that is the remedy of the dealer's hand too, and when the dealer has
    played from it, a finding of its own.
    """
    if is_annulled(last):
        return None
    dealer_played = any(last.tricks.values())
    if last.exchanges or not (last.trick or dealer_played):
        return cure(last)
    return None if player == last.elder or dealer_played else played_wrong(last, player)


def _exposed(cure: Callable[[Deal], Cure | None], holder: str, last: Deal) -> Cure | None:
    """A fresh deal is the elder's to claim while he has not looked, and so has said nothing yet.

    That holds as well where a king turned up has won the game at once.
    """
    kept = cure(last)
    if kept is None or holder != last.elder or _has_looked(last):
        return kept
    return replace(kept, choices=("fresh-deal", "keep"), by=last.elder)


def may_be_dealt_afresh(last: Deal) -> bool:
    """Whether the elder may still claim a fresh deal of a deal that is over."""
    shown = last.exposed.intersection(last.hands[last.elder])
    return bool(last.misdealt or (shown and not _has_looked(last)))


def _is_untouched(position: Deal) -> bool:
    """Whether nobody has exchanged or played a card, and the deal was not over in another way."""
    played = position.trick or any(position.tricks.values())
    over = position.outcome is not None and not _was_over_at_once(position)
    return not (position.exchanges or played or over)


def _has_looked(position: Deal) -> bool:
    """Whether the elder has spoken; where a king turned up has won the game, he never was to."""
    unspoken = position.stage in {"deal", "proposal"} and not position.exchanges
    return not (unspoken or _was_over_at_once(position))


def _was_over_at_once(position: Deal) -> bool:
    """Whether a king that was turned up has won the game (`ecarte.turned-king`)."""
    unplayed = position.play_began is None and not position.exchanges
    return position.outcome is not None and unplayed and not is_annulled(position)


def _false_king(position: Deal, player: str, refusal: Refusal) -> Finding[Deal]:
    """`ecarte.false-king`: it scores nothing; no penalty where the opponent holds the king."""
    on, held = position.unscored(player), position.holds_king(position.other(player))
    if held is None:
        on = on.suspected(player)
    elif not held:
        on = on.offended(player, "ecarte.false-king")
    return Finding(refusal, on, cure=partial(_announced, player, held))


def _announced(player: str, held: bool | None, last: Deal) -> Cure | None:
    """Until the announcer plays a card he may correct himself; then it matters who `held` it."""
    played = any(last.tricks.values()) or player in {play.player for play in last.trick}
    if last.outcome is None and not played:
        return Cure("false-king", ("withdraw",), player, ("ecarte.false-king",))
    if held:
        return Cure("false-king", ("void-announcement",), None, ("ecarte.false-king",))
    return None if held is None else _cut("false-king", player, last)


def played_wrong(last: Deal, player: str) -> Cure:
    """`ecarte.played-with-wrong-count`: a fresh deal, which of the dealer's hand may be claimed."""
    code = "played-with-wrong-count"
    forced = player == last.elder
    choices, by = (("fresh-deal",), None) if forced else (("fresh-deal", "keep"), last.elder)
    return Cure(code, choices, by, (f"ecarte.{code}",))


def _revoke(before: Deal, player: str, last: Deal) -> Cure | None:
    """Until the next lead the card may be taken back; then the opponent chooses."""
    played = sum(before.tricks.values()) + 1
    led_since = sum(last.tricks.values()) > played or last.trick
    if last.outcome is None and not led_since:
        return Cure("revoke", ("withdraw",), player, ("ecarte.revoke",))
    return _cut("revoke", player, last)


def _cut(code: str, player: str, last: Deal) -> Cure | None:
    """The opponent chooses between a replay and the result, cut if the offender won it."""
    if is_annulled(last):  # nothing is left to be chosen
        return None
    lost = last.outcome is not None and last.scorer != player
    keep = "keep" if lost else "keep-with-cut"
    return Cure(code, ("replay", keep), last.other(player), (f"ecarte.{code}",))


def is_annulled(last: Deal) -> bool:
    """Whether a misdeal has undone the deal."""
    return last.outcome is not None and last.outcome.next_dealer == last.dealer
