"""Deals: the scoring table row by row, random deals against the oracle, faulty questions."""

import pytest
from hypothesis import given

from tests.ecarte.asking import Answer, Ask, places
from tests.ecarte.strategies import BEGINNINGS, RULES, deals
from tests.oracles import ecarte as oracle

TABLE = {
    "elder-played": {5: (2, 0), 4: (1, 0), 3: (1, 0), 2: (0, 2), 1: (0, 2), 0: (0, 2)},
    "first-proposal-refused": {5: (2, 0), 4: (2, 0), 3: (2, 0), 2: (0, 1), 1: (0, 1), 0: (0, 2)},
    "after-exchange": {5: (2, 0), 4: (1, 0), 3: (1, 0), 2: (0, 1), 1: (0, 1), 0: (0, 2)},
}
"""Points of the elder and of the dealer by how play began and the elder's tricks."""
WHY: dict[str, dict[str, list[str]]] = {
    "elder-played": {"elder": [], "dealer": ["ecarte.elder-risk"]},
    "first-proposal-refused": {"elder": ["ecarte.dealer-risk"], "dealer": []},
    "after-exchange": {
        "elder": ["ecarte.no-risk-after-exchange"],
        "dealer": ["ecarte.no-risk-after-exchange"],
    },
}
"""What the point rests on beside its own clause, by who has it."""


def deal(tricks: tuple[int, int], **more: object) -> Answer:
    """A deal after an exchange; anna, the elder, and boris, the dealer, made so many tricks."""
    return {
        "elder": "anna",
        "dealer": "boris",
        "tricks": dict(zip(("anna", "boris"), tricks, strict=True)),
        "play_began": "after-exchange",
        **more,
    }


# The table.


@pytest.mark.parametrize("ruleset", RULES)
@pytest.mark.parametrize("elder", range(6))
@pytest.mark.parametrize("began", TABLE)
def test_the_scoring_table(ask: Ask, began: str, elder: int, ruleset: str) -> None:
    told = deal((elder, 5 - elder), play_began=began)
    answer = ask("settle", **told, ruleset=ruleset)
    scored = TABLE[began][elder]
    assert answer["points"] == dict(zip(("anna", "boris"), scored, strict=True))
    assert answer["score"] == answer["points"]
    assert (answer["winner"], answer["payments"]) == (None, {"anna": 0, "boris": 0})
    why = WHY[began]["elder" if elder > 2 else "dealer"]
    vole = elder in {0, 5}
    assert answer["clauses"] == (["ecarte.vole"] if vole else ["ecarte.point", *why])


@pytest.mark.parametrize("began", TABLE)
@pytest.mark.parametrize("thrower", ["anna", "boris"])
@pytest.mark.parametrize("tricks", [(a, b) for a in range(5) for b in range(5 - a)])
def test_a_throw_up_leaves_the_rest_to_the_opponent_and_the_table_decides(
    ask: Ask, began: str, thrower: str, tricks: tuple[int, int]
) -> None:
    elder, dealer = tricks
    kept = elder if thrower == "anna" else 5 - dealer
    answer = ask("settle", **deal(tricks, play_began=began, thrown_up=thrower))
    assert tuple(answer["points"].values()) == TABLE[began][kept]


# Any deal.


@given(deals())
def test_a_deal_is_settled_as_the_oracle_settles_it(ask: Ask, told: Answer) -> None:
    answer = ask("settle", **told)
    options = answer["options"]
    of_the_game = {name: options[name] for name in ("game_points", "stakes", "stake")}
    played = {k: v for k, v in told.items() if k not in {"ruleset", "options"}}
    settled = oracle.settle(**played, **of_the_game)
    assert {name: answer[name] for name in settled} == settled


@given(deals())
def test_no_deal_has_more_than_three_points_and_only_a_won_game_is_paid(
    ask: Ask, told: Answer
) -> None:
    answer = ask("settle", **told)
    points, payments = answer["points"], answer["payments"]
    assert list(points) == list(answer["score"]) == list(payments)
    assert list(points) == [told["elder"], told["dealer"]]
    assert sum(points.values()) <= 3
    assert ("ecarte.cap" in answer["clauses"]) is (sum(answer["points"].values()) == 3)
    assert sum(payments.values()) == 0
    assert any(payments.values()) is (answer["winner"] is not None)


def test_a_score_or_a_king_left_out_is_none(ask: Ask) -> None:
    told = {"score": {"boris": 0, "anna": 0}, "king": None, "king_turned": False}
    assert ask("settle", **deal((3, 2))) == ask("settle", **deal((3, 2), **told))


# The game.


@pytest.mark.parametrize(
    ("tricks", "king", "before", "after", "winner"),
    [
        ((3, 2), None, (4, 4), (5, 4), "anna"),
        ((3, 2), None, (3, 4), (4, 4), None),
        ((5, 0), None, (4, 0), (6, 0), "anna"),
        ((3, 2), "anna", (3, 0), (5, 0), "anna"),
        ((3, 2), "boris", (4, 4), (4, 5), "boris"),
        ((3, 2), "anna", (4, 0), (5, 0), "anna"),
        ((3, 2), "boris", (4, 3), (5, 4), "anna"),
    ],
)
def test_the_king_counts_before_the_tricks_and_points_above_five_are_kept(  # noqa: PLR0913, PLR0917
    ask: Ask,
    tricks: tuple[int, int],
    king: str | None,
    before: tuple[int, int],
    after: tuple[int, int],
    winner: str | None,
) -> None:
    score = dict(zip(("anna", "boris"), before, strict=True))
    answer = ask("settle", **deal(tricks, king=king, score=score))
    assert (tuple(answer["score"].values()), answer["winner"]) == (after, winner)


@pytest.mark.parametrize("began", [None, *BEGINNINGS])
@pytest.mark.parametrize("tricks", [(0, 0), (1, 2), (5, 0)])
@pytest.mark.parametrize("more", [{}, {"thrown_up": "boris"}])
def test_once_the_king_has_won_tricks_count_nothing(
    ask: Ask, began: str | None, tricks: tuple[int, int], more: Answer
) -> None:
    won = {"king": "boris", "king_turned": True, "score": {"anna": 2, "boris": 4}}
    answer = ask("settle", **deal(tricks, play_began=began, **won, **more))
    assert answer["points"] == {"anna": 0, "boris": 1}
    assert answer["clauses"][:2] == ["ecarte.turned-king", "ecarte.king-first"]


@pytest.mark.parametrize(("loser", "times"), [(0, 3), (1, 2), (2, 2), (3, 1), (4, 1)])
def test_the_loser_pays_by_his_points(ask: Ask, loser: int, times: int) -> None:
    told = deal((3, 2), score={"anna": 4, "boris": loser})
    treble = {"stakes": "triple-double-single", "stake": 10}
    paid = ask("settle", **told, options=treble)["payments"]
    assert paid == {"anna": 10 * times, "boris": -10 * times}
    assert ask("settle", **told, options={"stake": 10})["payments"] == {"anna": 10, "boris": -10}


@pytest.mark.parametrize(("game_points", "won"), [(1, True), (2, False), (100, False)])
def test_a_game_has_as_many_points_as_agreed(ask: Ask, game_points: int, won: bool) -> None:
    answer = ask("settle", **deal((3, 2)), options={"game_points": game_points})
    assert (answer["winner"] == "anna") is won


# Faulty deals.


@pytest.mark.parametrize(
    ("changed", "expected"),
    [
        ({"elder": "boris"}, "/dealer duplicate-player, /tricks/anna unknown-player"),
        ({"elder": "table"}, "/elder bad-name"),
        ({"dealer": None}, "/dealer wrong-type"),
        ({"dealer": None, "king": "x", "king_turned": True}, "/dealer wrong-type"),
        ({"tricks": None}, "/tricks wrong-type"),
        ({"tricks": [3, 2]}, "/tricks wrong-type"),
        ({"tricks": {"anna": 3}}, "/tricks/boris missing-field"),
        ({"tricks": {"anna": 3, "boris": 2, "c": 0}}, "/tricks/c unknown-player"),
        (
            {"tricks": {"anna": 6, "boris": -1}},
            "/tricks/anna out-of-range, /tricks/boris out-of-range",
        ),
        ({"tricks": {"anna": 3, "boris": None}}, "/tricks/boris wrong-type"),
        ({"tricks": {"anna": 3, "boris": 1}}, "/tricks wrong-count"),
        ({"tricks": {"anna": 3, "boris": 3}}, "/tricks wrong-count"),
        ({"thrown_up": "anna"}, "/tricks wrong-count"),
        ({"thrown_up": None}, "/thrown_up wrong-type"),
        ({"thrown_up": "c"}, "/thrown_up unknown-player, /tricks wrong-count"),
        ({"king": "c"}, "/king unknown-player"),
        ({"king": 1}, "/king wrong-type"),
        ({"king_turned": None}, "/king_turned wrong-type"),
        ({"king_turned": True}, "/king not-the-dealer"),
        ({"king_turned": True, "king": None}, "/king not-the-dealer"),
        ({"king_turned": True, "king": "anna"}, "/king not-the-dealer"),
        ({"play_began": "refused"}, "/play_began not-one-of"),
        ({"play_began": None}, "/play_began missing-field"),
        ({"play_began": None, "king": "anna"}, "/play_began missing-field"),
        (
            {"play_began": None, "king": "anna", "score": {"anna": 3, "boris": 4}},
            "/play_began missing-field",
        ),
        ({"score": None}, "/score wrong-type"),
        ({"score": {"anna": 4}}, "/score/boris missing-field"),
        ({"score": {"anna": 4, "boris": 5}}, "/score/boris out-of-range"),
        (
            {"score": {"anna": -1, "boris": 100}},
            "/score/anna out-of-range, /score/boris out-of-range",
        ),
        ({"hand": "7c"}, "/hand unknown-field"),
        (
            {"score": {"anna": 2, "boris": 1}, "options": {"game_points": 2}},
            "/score/anna out-of-range",
        ),
        (
            {"score": {"anna": 5, "boris": 0}, "options": {"game_points": 0}},
            "/options/game_points out-of-range",
        ),
    ],
)
def test_a_faulty_deal_names_its_faults(ask: Ask, changed: Answer, expected: str) -> None:
    assert places(ask.faults("settle", **(deal((3, 2)) | changed))) == expected


@pytest.mark.parametrize("field", deal((3, 2)))
def test_a_field_left_out_is_missing(ask: Ask, field: str) -> None:
    without = {name: value for name, value in deal((3, 2)).items() if name != field}
    assert places(ask.faults("settle", **without)) == f"/{field} missing-field"


@pytest.mark.parametrize(
    ("tricks", "more", "most"),
    [((0, 0), {}, 5), ((4, 2), {}, 5), ((3, 2), {"thrown_up": "anna"}, 4)],
)
def test_a_wrong_number_of_tricks_is_told(
    ask: Ask, tricks: tuple[int, int], more: Answer, most: int
) -> None:
    (error,) = ask.faults("settle", **deal(tricks, **more))
    assert (error["max"], error["count"]) == (most, sum(tricks))
    assert error["clauses"] == ["ecarte.trick"]
