"""Write the files anew, and find deals for those that are missing: `make golden`."""

from evaluators.catalogue import GAMES
from service.app import create_app
from service.settings import read_settings
from tests.golden.playthrough import ENDINGS, FOLDER, find, record_in, written

client = create_app(read_settings({})).test_client()
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
