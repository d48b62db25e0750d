"""One move put to the judge: legal, or refused and why."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.oracles import zhiletka as oracle
from tests.zhiletka.asking import Answer, Ask
from tests.zhiletka.strategies import judged, turns

LEADING = {"phase": "attack", "hand": "7h 7d 8d Ks", "defender_cards": 2}
AGAINST_ONE = LEADING | {"defender_cards": 1}
ATTACKED = {"phase": "defence", "hand": "9h 6s 8c", "attack": "7h 7d", "trump": "s"}
SITUATIONS: dict[str, Answer] = {"attack": LEADING, "defence": ATTACKED}
WRONG_PHASE = {
    ("attack", "beat"): "zhiletka.defence",
    ("attack", "take"): "zhiletka.defence",
    ("defence", "attack"): "zhiletka.attack",
}
"""The clause of an action in the phase it does not belong to."""


def refusal(ask: Ask, situation: Answer, move: Answer, **more: object) -> Answer | None:
    """Why a move is refused, None if it is legal."""
    answer = ask("legal-moves", situation=situation, move=move, **more)
    found: Answer | None = answer["refusal"]
    assert answer["is_legal"] is (found is None)
    return found


def rests_on(found: Answer | None) -> str | None:
    """Code and clauses of a refusal."""
    return None if found is None else " ".join([found["code"], *found["clauses"]])


# The tests of a move, in their order.


@pytest.mark.parametrize(
    ("situation", "cards", "expected"),
    [
        (LEADING, "7h", None),
        (LEADING, ["7h", "7d"], None),
        (LEADING, "8♦ 7♦", None),
        (LEADING, [], "wrong-count zhiletka.attack"),
        (LEADING, "7h Ks", "cards-not-alike zhiletka.attack"),
        (LEADING, "7h 7d 8d", "cards-not-alike zhiletka.attack"),
        (AGAINST_ONE, "6c As", "cards-not-alike zhiletka.attack"),
        (LEADING, "7d 8d 9d", "too-many-cards zhiletka.attack"),
        (AGAINST_ONE, "7c 7d 7h", "too-many-cards zhiletka.attack"),
        (AGAINST_ONE, "7d 7h", "more-than-defender-holds zhiletka.attack-size"),
        (AGAINST_ONE, "6c Tc", "more-than-defender-holds zhiletka.attack-size"),
        (AGAINST_ONE, "7h", None),
        (LEADING, "As", "card-not-held zhiletka.attack"),
        (LEADING, "7d 9d", "card-not-held zhiletka.attack"),
    ],
)
def test_an_attack_is_tested_in_the_order_of_the_rules(
    ask: Ask, situation: Answer, cards: str | list[str], expected: str | None
) -> None:
    assert rests_on(refusal(ask, situation, {"action": "attack", "cards": cards})) == expected


@pytest.mark.parametrize(
    ("cards", "expected"),
    [
        (["9h", "6s"], None),
        ("6♠ 9♥", None),
        ([], "not-one-for-each zhiletka.defence"),
        ("6s", "not-one-for-each zhiletka.defence"),
        ("As Ks Qs", "not-one-for-each zhiletka.defence"),
        ("9h 8c", "does-not-beat zhiletka.beat"),
        ("Ah 6c", "does-not-beat zhiletka.beat"),
        ("9h 8d", "card-not-held zhiletka.defence"),
        ("As Ks", "card-not-held zhiletka.defence"),
    ],
)
def test_a_beat_is_tested_in_the_order_of_the_rules(
    ask: Ask, cards: str | list[str], expected: str | None
) -> None:
    assert rests_on(refusal(ask, ATTACKED, {"action": "beat", "cards": cards})) == expected


@pytest.mark.parametrize(("phase", "action"), WRONG_PHASE)
@pytest.mark.parametrize("cards", ["", "7h Ks As"])
def test_the_phase_is_looked_at_before_the_cards(
    ask: Ask, phase: str, action: str, cards: str
) -> None:
    move = {"action": action} | ({} if action == "take" else {"cards": cards})
    found = rests_on(refusal(ask, SITUATIONS[phase], move))
    assert found == f"wrong-phase {WRONG_PHASE[phase, action]}"


@pytest.mark.parametrize(
    ("situation", "action", "cards", "facts"),
    [
        (LEADING, "attack", "7d 9d", "9♦"),
        (AGAINST_ONE, "attack", "7d 7h", "Cards led: 2; cards in the defender’s hand: 1"),
        (ATTACKED, "beat", "9h", "Cards led: 2"),
        (ATTACKED, "beat", "9h 8d", "8♦"),
    ],
)
def test_a_refusal_tells_the_facts(
    ask: Ask, situation: Answer, action: str, cards: str, facts: str
) -> None:
    found = refusal(ask, situation, {"action": action, "cards": cards})
    assert found is not None
    assert facts in found["text"]


# Properties.


def fault_found(situation: Answer, move: Answer) -> str | None:
    """The code with which the oracle refuses a move of the right phase."""
    hand, cards = situation["hand"], move.get("cards")
    if cards is None:
        return None
    if situation["phase"] == "attack":
        return oracle.attack_fault(cards, hand, situation["defender_cards"])
    return oracle.defence_fault(cards, hand, situation["attack"], situation["trump"])


@given(judged())
def test_the_verdict_is_the_oracles(ask: Ask, asked: Answer) -> None:
    situation, move = asked["situation"], asked["move"]
    answer = ask("legal-moves", **asked)
    in_another_phase = (situation["phase"], move["action"]) in WRONG_PHASE
    code = "wrong-phase" if in_another_phase else fault_found(situation, move)
    assert (answer["refusal"] and answer["refusal"]["code"]) == code
    legal = [(each["action"], set(each.get("cards", ()))) for each in answer["legal"]]
    assert ((move["action"], set(move.get("cards", ()))) in legal) is (code is None)


@given(judged())
def test_asking_about_a_move_changes_nothing_else(ask: Ask, asked: Answer) -> None:
    answer = ask("legal-moves", **asked)
    del answer["is_legal"], answer["refusal"], asked["move"]
    assert answer == ask("legal-moves", **asked)


@given(turns(), st.data())
def test_every_legal_move_given_back_is_legal(ask: Ask, asked: Answer, data: st.DataObject) -> None:
    move = data.draw(st.sampled_from(ask("legal-moves", **asked)["legal"]))
    assert refusal(ask, **asked, move=move) is None
    if "cards" in move:
        turned_round = move | {"cards": move["cards"][::-1]}
        assert refusal(ask, **asked, move=turned_round) is None


@given(turns(), st.data())
def test_every_refused_move_given_back_is_refused_in_the_same_words(
    ask: Ask, asked: Answer, data: st.DataObject
) -> None:
    if refused := ask("legal-moves", **asked)["refused"]:
        each = data.draw(st.sampled_from(refused))
        move = {"action": each["action"], "cards": each["cards"]}
        assert {**move, **(refusal(ask, **asked, move=move) or {})} == each
