"""The OpenAPI document, generated: `python -m service.openapi > openapi.yaml`.

The schemas are those that read questions and write answers; every example is what the service
itself answered while the document was made.
"""

from collections.abc import Mapping, Sequence
from typing import Any

import yaml
from apispec import APISpec

import evaluators
from evaluators.catalogue import GAMES
from evaluators.game import Game
from service.app import create_app
from service.deprecation import DEPRECATED, Notice
from service.openapi.actions import add_actions
from service.openapi.converting import Dumper, Plugin, described, schema_name
from service.openapi.game_paths import add_catalogue, add_operation
from service.openapi.service_paths import add_service
from service.openapi.shared import SECURITY, add_shared, title
from service.settings import read_settings
from service.v1.fields import asked_card
from service.v1.schemas import GameSchemas

_DESCRIPTION = """\
What a hand is worth, what may be played, who is right: rulings on old card games.

Every answer names the clauses it rests on; their texts are in each game's rulebook
(`/v1/games/{game}/rules`). Texts are in English, Ukrainian or Russian by `Accept-Language`; codes
never change.

Cards are written rank first, then suit: `Th`, `As`, `7c`. Read are also `10h`, `10♥`, `🂺`, and
Cyrillic В, Д, К, Т (jack, queen, king, ace) before a suit. A hand is a list of cards or one text.

Whatever is asked by POST can also be asked by QUERY (RFC 10008), with the same body.
Errors are problem documents (RFC 9457) that list every fault of the input with a JSON Pointer;
for a question asked by GET the pointers are those of the same question in a body. Beside those
told with each operation there are, for any request, 404 (`not-found`, `unknown-game`), 405
(`method-not-allowed`, with `Allow`), 414 (`address-too-long`), 431 (`headers-too-large`), and for
an expectation or a transfer coding that is not known here 417 (`expectation-failed`) and 501
(`not-implemented`).

This document tells the limits that hold by default. An instance may have lower ones: `/v1/limits`
tells those in force there.
"""


def generate(games: Sequence[Game] = GAMES, deprecated: Mapping[str, Notice] = DEPRECATED) -> str:
    """The document of a service with these games and deprecated routes, as YAML."""
    app = create_app(read_settings({}), games, deprecated)
    plugin = Plugin(schema_name_resolver=schema_name)
    spec = APISpec(
        title="Card Arbiter",
        version=evaluators.__version__,
        openapi_version="3.1.0",
        plugins=[plugin],
        info={"description": _DESCRIPTION, "license": {"name": "MIT", "identifier": "MIT"}},
        servers=[{"url": "/"}],
        security=SECURITY,
        tags=[
            {"name": "catalogue", "description": "The games there are, and the API itself."},
            *({"name": game.code, "description": title(game)} for game in games),
            {"name": "instance", "description": "Health, version and metrics of an instance."},
        ],
    )
    converter: Any = plugin.converter
    converter.add_attribute_function(described)
    with app.test_client() as client:
        client.environ_base["HTTP_X_REQUEST_ID"] = "example"
        add_shared(spec, client, games[0])
        add_service(spec, client, games)
        for game in games:
            add_catalogue(spec, client, game)
            schemas = GameSchemas(game)
            name, card = asked_card(game.pack)
            spec.components.schemas[name] = card
            for name, operation in game.operations.items():
                add_operation(spec, client, schemas, name, operation)
            add_actions(spec, schemas)
    document = spec.to_dict()
    for route in deprecated:
        for operation in document["paths"][route.replace("<", "{").replace(">", "}")].values():
            operation["deprecated"] = True
    return yaml.dump(document, Dumper=Dumper, sort_keys=False, allow_unicode=True, width=100)
