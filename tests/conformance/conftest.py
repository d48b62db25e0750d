"""An application that serves every game, the fifth of the tests among them."""

import pytest
from flask import Flask
from flask.testing import FlaskClient

from service.app import create_app
from service.settings import read_settings
from tests.conformance.games import GAMES


@pytest.fixture(scope="session")
def app() -> Flask:
    """The application with the catalogue's games and the fifth."""
    application = create_app(read_settings({}), GAMES)
    vars(application).pop("wsgi_app")  # nothing is answered from memory
    return application


@pytest.fixture(scope="session")
def client(app: Flask) -> FlaskClient:
    """Requests to the application, in process."""
    return app.test_client()
