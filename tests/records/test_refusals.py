"""Records that are not legal: where, why, by which clause, and what would have been."""

from typing import Any

import pytest
from flask.testing import FlaskClient

Answer = dict[str, Any]

DEAL_ANNA = {"action": "deal", "player": "anna", "cards": ["Ac", "2c"]}
DEAL_BORIS = {"action": "deal", "player": "boris", "cards": ["3c", "4c"]}
VIST = {"player": "anna", "action": "vist"}
TOLD = {"players": ["anna", "boris"]}
DECK = [rank + suit for suit in "cdhs" for rank in "A23456789T"]
SECOND_SHUFFLE = [VIST, {**VIST, "player": "boris"}]


def ask(client: FlaskClient, game: str, record: Answer, **more: object) -> tuple[int, Answer]:
    answer = client.post(f"/v1/games/{game}/position", json={"record": record, **more})
    told: Answer = answer.get_json()
    return answer.status_code, told


def refused(client: FlaskClient, game: str, record: Answer, **more: object) -> Answer:
    status, told = ask(client, game, record, **more)
    assert status == 422, told
    (error,) = told["errors"]
    return dict(error)


@pytest.mark.parametrize(
    ("before", "action", "code"),
    [
        ([], 5, "malformed-action"),
        ([], {"action": 7}, "malformed-action"),
        ([], {"action": "vist", "player": "anna", "amount": "x"}, "malformed-action"),
        ([], {"player": "anna"}, "missing-field"),
        ([], {"action": "fly", "player": "anna"}, "unknown-action"),
        ([], {"action": "deal", "player": "anna"}, "missing-field"),
        ([], {**VIST, "x": 1}, "unknown-field"),
        ([], {**VIST, "player": "zoe"}, "unknown-player"),
        ([], {**DEAL_ANNA, "cards": ["xx", "Ac"]}, "not-a-card"),
        ([], {**DEAL_ANNA, "cards": ["Ac", "Ac", "xx"]}, "not-a-card"),
        ([], {**DEAL_ANNA, "cards": ["Ac", "Ac"]}, "duplicate-card"),
        ([], {"action": "turn-up", "card": "Kc"}, "not-a-card"),
        ([], {"action": "turn-up", "card": "Ac"}, "chance-not-due"),
        ([], {"action": "shuffle", "deck": DECK}, "chance-not-due"),
        ([], {**DEAL_ANNA, "player": "boris"}, "wrong-player"),
        ([], {**DEAL_ANNA, "cards": ["Ac"]}, "wrong-count"),
        ([DEAL_ANNA], {**DEAL_BORIS, "cards": ["Ac", "4c"]}, "card-not-available"),
        ([], VIST, "not-your-turn"),
        ([DEAL_ANNA, DEAL_BORIS], {**VIST, "player": "boris"}, "not-your-turn"),
        ([DEAL_ANNA, DEAL_BORIS], {"player": "anna", "action": "pass"}, "wrong-phase"),
        (
            [DEAL_ANNA, DEAL_BORIS],
            {"player": "anna", "action": "exchange", "cards": ["3c"]},
            "card-not-held",
        ),
    ],
)
def test_a_told_record_stops_at_the_first_action_that_cannot_be(
    client: FlaskClient, before: list[Answer], action: object, code: str
) -> None:
    error = refused(client, "vinegret", {**TOLD, "actions": [*before, action]})
    assert error["pointer"] == f"/record/actions/{len(before)}"
    assert set(error) == {"pointer", "code", "detail", "clauses", "legal"}
    assert error["code"] == code
    assert error["legal"]


@pytest.mark.parametrize(
    ("chance", "before", "action", "code"),
    [
        ({"seed": "a"}, [], DEAL_ANNA, "chance-is-derived"),
        ({"seed": "a"}, SECOND_SHUFFLE, {"action": "shuffle", "deck": DECK}, "chance-is-derived"),
        ({"deck": DECK}, [], DEAL_ANNA, "chance-is-derived"),
        ({"deck": DECK}, [], {"action": "shuffle", "deck": DECK}, "chance-not-due"),
        ({"deck": DECK}, SECOND_SHUFFLE, VIST, "not-your-turn"),
        ({"deck": DECK}, SECOND_SHUFFLE, {"action": "shuffle", "deck": DECK[:9]}, "wrong-count"),
        (
            {"deck": DECK},
            SECOND_SHUFFLE,
            {"action": "shuffle", "deck": DECK[:36]},
            "not-the-shuffled-cards",
        ),
    ],
)
def test_chance_that_is_not_told_is_not_told(
    client: FlaskClient, chance: Answer, before: list[Answer], action: Answer, code: str
) -> None:
    record = {**TOLD, **chance, "actions": [*before, action]}
    assert refused(client, "vinegret", record)["code"] == code


def test_who_has_refused_is_told_so(client: FlaskClient) -> None:
    words = [
        {"player": "anna", "action": "bet", "amount": 1},
        {"player": "boris", "action": "pass"},
        {"player": "boris", "action": "pass"},
    ]
    record = {"players": ["anna", "vera", "boris"], "seed": "x", "dealer": "vera"}
    vists = [{"player": name, "action": "vist"} for name in ("boris", "anna", "vera")]
    words = [
        {"player": "boris", "action": "bet", "amount": 1},
        {"player": "anna", "action": "pass"},
        {"player": "anna", "action": "hold"},
    ]
    error = refused(client, "vinegret", {**record, "actions": [*vists, *words]})
    assert (error["code"], error["clauses"]) == ("has-refused", ["vinegret.refusal"])


@pytest.mark.parametrize(
    ("record", "more", "expected"),
    [
        ({**TOLD, "seed": "x", "deck": DECK}, {}, [("/record/deck", "seed-and-deck")]),
        ({**TOLD, "seed": ""}, {}, [("/record/seed", "bad-seed")]),
        ({**TOLD, "seed": "x" * 201}, {}, [("/record/seed", "bad-seed")]),
        ({**TOLD, "deck": DECK[1:]}, {}, [("/record/deck", "wrong-count")]),
        ({**TOLD, "dealer": "zoe"}, {}, [("/record/dealer", "unknown-player")]),
        ({"players": ["a", "a"]}, {}, [("/record/players/1", "duplicate-player")]),
        ({**TOLD, "pool": None}, {}, [("/record/pool", "wrong-type")]),
        (TOLD, {"viewer": "zoe"}, [("/viewer", "unknown-player")]),
        (TOLD, {"options": {}}, [("/options", "unknown-field")]),
        (TOLD, {"ruleset": "vinegret/classic@1"}, [("/ruleset", "unknown-field")]),
        ({**TOLD, "options": {"x": 1}}, {}, [("/record/options/x", "unknown-option")]),
        ({**TOLD, "ruleset": "x"}, {}, [("/record/ruleset", "unknown-ruleset")]),
        ({**TOLD, "actions": [1] * 2001}, {}, [("/record/actions", "wrong-count")]),
    ],
)
def test_a_set_up_that_cannot_be_is_told_with_its_place(
    client: FlaskClient, record: Answer, more: Answer, expected: list[tuple[str, str]]
) -> None:
    status, told = ask(client, "vinegret", record, **more)
    assert status == 422
    assert [(error["pointer"], error["code"]) for error in told["errors"]] == expected


@pytest.mark.parametrize(
    ("score", "expected"),
    [
        ({"anna": 5, "boris": 0}, "/record/score/anna out-of-range"),
        ({"anna": 1}, "/record/score/boris missing-field"),
        ({"anna": "x", "boris": 0}, "/record/score/anna wrong-type"),
    ],
)
def test_a_score_is_of_both_players_and_has_not_won(
    client: FlaskClient, score: Answer, expected: str
) -> None:
    _, told = ask(client, "ecarte", {"players": ["anna", "boris"], "score": score})
    assert [f"{error['pointer']} {error['code']}" for error in told["errors"]] == [expected]


def test_the_turned_card_is_drawn_last(client: FlaskClient) -> None:
    """`zhiletka.trump-drawn-last`: not while another card of the stock is left."""
    hands = {"anna": ["6c", "7d", "8h"], "boris": ["9c", "7h", "8s"]}
    before = [
        *({"action": "deal", "player": name, "cards": cards} for name, cards in hands.items()),
        {"action": "turn-up", "card": "Ks"},
        {"player": "anna", "action": "attack", "cards": ["6c"]},
        {"player": "boris", "action": "beat", "cards": ["9c"]},
    ]
    early = {"action": "draw", "player": "boris", "cards": ["Ks"]}
    record = {"players": ["boris", "anna"], "dealer": "boris", "actions": [*before, early]}
    error = refused(client, "zhiletka", record)
    assert (error["code"], error["clauses"]) == (
        "card-not-available",
        ["zhiletka.trump-drawn-last"],
    )
    taking = {"player": "anna", "action": "take"}
    error = refused(client, "zhiletka", {**record, "actions": [*before[:3], taking]})
    assert (error["code"], error["clauses"]) == ("wrong-phase", ["zhiletka.defence"])
    again = {**early, "cards": ["9c"]}
    error = refused(client, "zhiletka", {**record, "actions": [*before, again]})
    assert (error["code"], error["clauses"]) == ("card-not-available", ["zhiletka.draw-order"])


def test_trumps_are_named_before_the_lead(client: FlaskClient) -> None:
    calls = ["abundance", "pass", "pass", "pass"]
    said = [
        {"player": player, "action": "call", "call": call}
        for player, call in zip("abcd", calls, strict=True)
    ]
    record = {"players": list("abcd"), "seed": "x", "actions": said}
    _, told = ask(client, "solo-whist", record)
    assert (told["phase"], told["to_act"]) == ("name-trumps", "a")
    assert told["legal_moves"] == [{"action": "name-trumps", "suit": suit} for suit in "cdhs"]
    played = {"player": "a", "action": "play", "card": "Ah"}
    error = refused(client, "solo-whist", {**record, "actions": [*said, played]})
    assert error["code"] == "wrong-phase"
    named = {"player": "a", "action": "name-trumps", "suit": "h"}
    _, told = ask(client, "solo-whist", {**record, "actions": [*said, named]})
    assert (told["phase"], told["trump"], told["leader"]) == ("play", "h", "a")
    out_of_turn = {"player": "b", "action": "play", "card": "Ah"}
    error = refused(client, "solo-whist", {**record, "actions": [*said, named, out_of_turn]})
    assert (error["code"], error["clauses"]) == ("not-your-turn", ["solo-whist.turns"])


@pytest.mark.parametrize(
    ("cards", "code"),
    [
        ([*DECK, "2c"], "duplicate-card"),
        ([*DECK, "zz"], "not-a-card"),
        (DECK + DECK, "duplicate-card"),
    ],
)
def test_more_cards_than_there_are_are_no_cards_or_twice_there(
    client: FlaskClient, cards: list[str], code: str
) -> None:
    action = {"player": "boris", "action": "exchange", "cards": cards}
    error = refused(client, "vinegret", {**TOLD, "seed": "x", "actions": [action]})
    assert error["code"] == code


def test_the_opponents_king_is_not_ones_own(client: FlaskClient) -> None:
    deck = "KsQc7c 7h8h9h 8d9d ThAh 7s 8s9sTsJsQsAs 7d TdJdQdKdAd 8c9cTcJcKcAc JhQhKh"
    actions = [
        {"player": "a", "action": "play-at-once"},
        {"player": "a", "action": "announce-king"},
        {"player": "a", "action": "play", "card": "Qc"},
        {"player": "b", "action": "announce-king"},
    ]
    record = {
        "ruleset": "ecarte/classic@1", "players": ["a", "b"], "deck": deck, "actions": actions,
    }  # fmt: skip
    error = refused(client, "ecarte", record)
    assert (error["code"], error["clauses"]) == ("king-not-held", ["ecarte.false-king"])


def test_after_the_end_it_is_nobodys_turn(client: FlaskClient) -> None:
    words = [
        ("a", "vist"), ("b", "vist"), ("a", "bet"), ("b", "pass"), ("b", "pass"),
    ]  # fmt: skip
    actions = [
        {"player": player, "action": word, **({"amount": 1} if word == "bet" else {})}
        for player, word in words
    ]
    error = refused(client, "vinegret", {"players": ["a", "b"], "seed": "x", "actions": actions})
    assert (error["code"], error["clauses"]) == ("deal-is-over", ["vinegret.order-of-speaking"])


def test_a_word_that_is_none_is_told_the_words_there_are(client: FlaskClient) -> None:
    for action, word in (
        ({"action": "call", "call": "blah", "player": "a"}, "trump-abundance"),
        ({"action": "name-trumps", "suit": "♠", "player": "a"}, "c, d, h, s"),
        (5, "object"),
    ):
        record = {"players": list("abcd"), "seed": "x", "actions": [action]}
        error = refused(client, "solo-whist", record)
        assert error["code"] == "malformed-action"
        assert word in error["detail"]


def test_a_long_name_is_not_repeated_whole(client: FlaskClient) -> None:
    action = {"player": "x" * 5000, "action": "vist"}
    error = refused(client, "vinegret", {**TOLD, "seed": "x", "actions": [action]})
    assert error["code"] == "unknown-player"
    assert len(error["detail"]) < 200


def test_options_that_are_wrong_do_not_judge_a_score(client: FlaskClient) -> None:
    score = {"anna": 9, "boris": 0}
    record = {"players": ["anna", "boris"], "score": score, "options": {"game_points": "10"}}
    _, told = ask(client, "ecarte", record)
    assert [error["pointer"] for error in told["errors"]] == ["/record/options/game_points"]
    _, told = ask(client, "ecarte", {**record, "options": {}}, options={})
    pointers = {error["pointer"] for error in told["errors"]}
    assert pointers == {"/options", "/record/score/anna"}


def test_a_bad_seed_is_still_a_second_source_of_chance(client: FlaskClient) -> None:
    _, told = ask(client, "vinegret", {**TOLD, "seed": "", "deck": DECK})
    codes = [(error["pointer"], error["code"]) for error in told["errors"]]
    assert codes == [("/record/seed", "bad-seed"), ("/record/deck", "seed-and-deck")]


# What a viewer may know


def test_a_viewer_sees_his_own_hand_and_only_counts_of_the_others(client: FlaskClient) -> None:
    record = {"players": ["anna", "boris"], "seed": "x"}
    _, everything = ask(client, "ecarte", record)
    _, told = ask(client, "ecarte", record, viewer="boris")
    assert told["hands"] == {"anna": {"count": 5}, "boris": everything["hands"]["boris"]}
    assert told["legal_moves"] == []
    assert everything["legal_moves"] == [{"action": "play-at-once"}, {"action": "propose"}]
    assert not {"record", "deck", "seed"} & told.keys()


@pytest.mark.parametrize("viewer", [None, "anna", "boris"])
def test_a_refusal_that_looks_into_a_hand_is_told_to_its_owner_only(
    client: FlaskClient, viewer: str | None
) -> None:
    wrong = {"player": "anna", "action": "exchange", "cards": ["3c"]}
    record = {**TOLD, "actions": [DEAL_ANNA, DEAL_BORIS, wrong]}
    error = refused(client, "vinegret", record, **({"viewer": viewer} if viewer else {}))
    if viewer == "boris":
        assert (error["code"], error["clauses"], error["legal"]) == ("illegal-action", [], [])
    else:
        assert (error["code"], error["clauses"]) == ("card-not-held", ["vinegret.vist"])
        assert error["legal"][0] == {"action": "vist"}


@pytest.mark.parametrize(
    ("cards", "code"), [(["3c", "3c"], "duplicate-card"), (["c3", "4c"], "not-a-card")]
)
@pytest.mark.parametrize("viewer", [None, "anna", "boris"])
def test_a_misspelt_card_that_lies_face_down_is_named_to_its_receiver_only(
    client: FlaskClient, viewer: str | None, cards: list[str], code: str
) -> None:
    record = {**TOLD, "actions": [DEAL_ANNA, {**DEAL_BORIS, "cards": cards}]}
    error = refused(client, "vinegret", record, **({"viewer": viewer} if viewer else {}))
    assert error["code"] == code
    assert ("3c" in error["detail"]) is (viewer != "anna")
