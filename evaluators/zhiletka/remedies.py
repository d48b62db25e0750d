"""What a breach comes to at Zhiletka: some are played on as they fell, and none has a remedy."""

from evaluators.findings import Finding
from evaluators.replay import Refused
from evaluators.zhiletka.deal import Deal
from evaluators.zhiletka.rules import MOST_LED


def judge(refused: Refused) -> Finding[Deal]:
    """Cards that are held and could be put down are played on as they fell."""
    position: Deal = refused.position
    refusal, move = refused.refusal, refused.action.move if refused.action else None
    if move is None or move.cards is None:
        return Finding(refusal)
    unlike_pair = refusal.code == "cards-not-alike" and len(move.cards) == MOST_LED
    held = set(move.cards) <= set(position.hands.get(position.turn or "", ()))
    plays_on = held and (unlike_pair or refusal.code == "does-not-beat")
    return Finding(refusal, position.after(move) if plays_on else None)
