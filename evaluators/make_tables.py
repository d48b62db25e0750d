"""Makes the tables of all games and keeps them in files: `python -m evaluators.make_tables`.

To be run when the service is built, by who may write beside its code. Without it, it starts slower.
"""

from evaluators.catalogue import GAMES
from evaluators.kept import keeping


def main() -> None:
    """Make them all."""
    with keeping():
        for game in GAMES:
            game.self_test()


if __name__ == "__main__":
    main()
