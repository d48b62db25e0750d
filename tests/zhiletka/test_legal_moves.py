"""What may be led and how it may be beaten: tables, and the oracle."""

from math import comb

import pytest
from hypothesis import given

from evaluators.cards import Suit
from evaluators.zhiletka.legal_moves import Attack, Defence, Question, Situation, legal_moves
from evaluators.zhiletka.rules import DOCUMENT
from tests.oracles import zhiletka as oracle
from tests.zhiletka.asking import Answer, Ask
from tests.zhiletka.strategies import (
    DEALT,
    Hand,
    random_attacks,
    random_hands,
    real,
    renamed,
    spelled,
    suits,
    turns,
)

RESTING_ON = {
    "attack": ["zhiletka.attack", "zhiletka.attack-size"],
    "defence": ["zhiletka.defence", "zhiletka.beat", "zhiletka.defence-set", "zhiletka.take"],
}
UNCHANGED = {suit: suit for suit in "cdhs"}

ATTACKS = {
    "singles, then what is alike": ("7h 7d Ks", 3, "7d|7h|Ks|7d 7h", "", "7d Ks|7h Ks"),
    "a defender with one card": ("7h 7d Ks", 1, "7d|7h|Ks", "7d 7h", "7d Ks|7h Ks"),
    "never three": ("6s 9s 10s", 5, "6s|9s|Ts|6s 9s|6s Ts|9s Ts", "", ""),
    "c d h s, 10 below the jack": ("Jh Th 6c 6s", 2, "6c|Th|Jh|6s|6c 6s|Th Jh", "",
                                   "6c Th|6c Jh|Th 6s|Jh 6s"),
    "the last card": ("6c", 1, "6c", "", ""),
}  # fmt: skip
"""Hand and the defender's cards: what may be led; what is more than he holds; what is not alike."""

DEFENCES = {
    "a higher card of the suit and a trump": ("9h 6s", "7h 7d", "s", "9h 6s", ""),
    "must take": ("6s Qh 8d", "Ah Kh", "s", "", "8d Qh|8d 6s|Qh 6s"),
    "one card beats": ("8c 9c 10c Kh", "9h", "s", "Kh", "8c|9c|Tc"),
    "only a higher trump beats a trump": ("Ah 8s Js", "Ts", "s", "Js", "Ah|8s"),
    "a trump, but no lower card and no other suit": ("Kd 6h Qc", "7h", "d", "Kd", "Qc|6h"),
    "the pairing is found": ("10h 7h 9c", "9h 6h", "d", "7h Th", "9c 7h|9c Th"),
    "one high card beats one only": ("Ah 7h", "9h 8h", "d", "", "7h Ah"),
    "two trumps beat two plain cards": ("6c 7c 8s", "Ah Ad", "c", "6c 7c", "6c 8s|7c 8s"),
    "beating cards need not be alike": ("7d 8c 9s", "6c 6d", "h", "8c 7d", "8c 9s|7d 9s"),
    "a trump among the led cards": ("7s 9s Th", "8s 8h", "s", "Th 9s|7s 9s", "Th 7s"),
}
"""Hand, attack and trumps: the sets that beat, and those that do not."""


def sets(text: str) -> list[list[str]]:
    return [cards.split() for cards in text.split("|") if cards]


@pytest.mark.parametrize("example", ATTACKS)
def test_what_may_be_led(ask: Ask, example: str) -> None:
    hand, held, legal, too_many, unlike = ATTACKS[example]
    situation = {"phase": "attack", "hand": hand, "defender_cards": held}
    answer = ask("legal-moves", situation=situation)
    assert answer["legal"] == [{"action": "attack", "cards": cards} for cards in sets(legal)]
    refused = [(each["action"], each["code"], each["cards"]) for each in answer["refused"]]
    more, mixed = "more-than-defender-holds", "cards-not-alike"
    assert refused == [
        *(("attack", more, cards) for cards in sets(too_many)),
        *(("attack", mixed, cards) for cards in sets(unlike)),
    ]


@pytest.mark.parametrize("example", DEFENCES)
def test_what_beats_an_attack(ask: Ask, example: str) -> None:
    hand, attack, trump, legal, refused = DEFENCES[example]
    situation = {"phase": "defence", "hand": hand, "attack": attack, "trump": trump}
    answer = ask("legal-moves", situation=situation)
    beating = [{"action": "beat", "cards": cards} for cards in sets(legal)]
    assert answer["legal"] == [*beating, {"action": "take"}]
    assert [each["cards"] for each in answer["refused"]] == sets(refused)
    assert {(each["action"], each["code"]) for each in answer["refused"]} <= {
        ("beat", "does-not-beat")
    }


# Against the oracle.


def sorted_out(situation: Situation) -> oracle.Choices:
    answer = legal_moves(Question(situation=situation), DOCUMENT.options)
    return oracle.Choices(
        legal=[(move.action, spelled(move.cards)) for move in answer.legal],
        refused=[
            oracle.Refused(spelled(each.move.cards), each.refusal.code, each.refusal.clauses)
            for each in answer.refused
        ],
    )


def agrees(hand: Hand, defender_cards: int) -> bool:
    """Whether a hand may lead what the oracle says."""
    situation = Attack(phase="attack", hand=real(hand), defender_cards=defender_cards)
    return sorted_out(situation) == oracle.attacks(hand, defender_cards)


@pytest.mark.parametrize("defender_cards", [1, 3])
def test_all_dealt_hands_may_lead_what_the_oracle_says(defender_cards: int) -> None:
    assert all(agrees(hand, defender_cards) for hand in DEALT)


@pytest.mark.parametrize("size", [1, 2, 4, 5, 6, 7, 8])
def test_hands_of_every_size_may_lead_what_the_oracle_says(size: int) -> None:
    assert all(agrees(hand, place % 8 + 1) for place, hand in enumerate(random_hands(size, 160)))


@pytest.mark.parametrize("number", [5_000, pytest.param(100_000, marks=pytest.mark.long)])
def test_random_attacks_are_beaten_as_the_oracle_says(number: int) -> None:
    for hand, attack, trump in random_attacks(number):
        situation = Defence(
            phase="defence", hand=real(hand), attack=real(attack), trump=Suit(trump)
        )
        assert sorted_out(situation) == oracle.defences(hand, attack, trump)


# Properties.


@given(turns())
def test_every_set_of_the_right_size_is_legal_or_refused(ask: Ask, asked: Answer) -> None:
    answer, situation = ask("legal-moves", **asked), asked["situation"]
    held, led = len(situation["hand"]), situation.get("attack")
    number = held + comb(held, 2) if led is None else comb(held, len(led)) + 1
    assert len(answer["legal"]) + len(answer["refused"]) == number
    assert answer["clauses"] == RESTING_ON[situation["phase"]]
    assert set(answer) == {"game", "ruleset", "options", "legal", "refused", "clauses"}


def verdicts(answer: Answer, names: dict[str, str]) -> list[tuple[str, set[str], str | None]]:
    """Every move with the code of its refusal, suits having changed names."""
    return [
        (each["action"], set(renamed(each.get("cards", []), names)), each.get("code"))
        for each in (*answer["legal"], *answer["refused"])
    ]


@given(turns(), suits)
def test_the_names_of_the_suits_do_not_matter(
    ask: Ask, asked: Answer, names: dict[str, str]
) -> None:
    other = dict(asked["situation"])
    for name in {"hand", "attack"} & other.keys():
        other[name] = renamed(other[name], names)
    if "trump" in other:
        other["trump"] = names[other["trump"]]
    before = verdicts(ask("legal-moves", **asked), names)
    after = verdicts(ask("legal-moves", **asked | {"situation": other}), UNCHANGED)
    assert len(before) == len(after)
    assert all(verdict in after for verdict in before)
