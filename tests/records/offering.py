"""The games with `position` among their operations, while none of them offers it yet."""

from types import SimpleNamespace
from typing import Any, cast

from evaluators.catalogue import GAMES
from evaluators.game import Game, Operation
from tests.records.playing import MODULES


def with_position(game: Game) -> Game:
    """The game, asked also where a deal stands."""
    module: Any = MODULES[game.code]
    position: Operation[Any, Any, Any] = Operation(
        summary="Where a deal stands, for everybody or for one player.",
        question=module.Question,
        answer=module.Standing,
        run=module.position,
        examples={"nothing yet": {"record": {"players": ["a", "b"]}}},
    )
    offered = {**vars(game), "operations": {**game.operations, "position": position}}
    return cast("Game", SimpleNamespace(**offered))


def all_with_position() -> list[Game]:
    """Every game of the catalogue, so extended."""
    return [with_position(game) for game in GAMES]
