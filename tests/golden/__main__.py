"""Write the files anew, and find deals and questions for those that are missing: `make golden`.

What a ruleset means is not written anew, unless the ruleset is named (`--repin`).
"""

import argparse
import sys

from evaluators.catalogue import GAMES
from service.app import create_app
from service.settings import read_settings
from tests.golden import pins, sampling
from tests.golden.playthrough import ENDINGS, FOLDER, find, record_in, written

known_ids = [ruleset.id for game in GAMES for ruleset in game.rulesets]
parser = argparse.ArgumentParser(prog="make golden")
parser.add_argument("--repin", action="append", default=[], choices=known_ids)
again = parser.parse_args().repin

client = create_app(read_settings({})).test_client()
complaints = []
for game in GAMES:
    path = pins.questions_path(game)
    path.parent.mkdir(parents=True, exist_ok=True)
    if not path.exists():
        path.write_text(sampling.written(sampling.sample(client, game)), "utf-8")
    complaints += pins.pin(client, game, again)
if complaints:
    sys.exit("\n\n".join(complaints))

for game in GAMES:
    for ruleset in game.rulesets:
        for wanted in ENDINGS[game.code]:
            path = FOLDER / f"{ruleset.id}-{wanted}.txt"
            path.parent.mkdir(exist_ok=True)
            known = path.exists()
            record = (
                record_in(path.read_text("utf-8")) if known else find(client, game, ruleset, wanted)
            )
            path.write_text(written(client, game, record), "utf-8")
