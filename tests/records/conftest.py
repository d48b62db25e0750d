"""An application whose games answer about records."""

import pytest
from flask import Flask

from service.app import create_app
from service.settings import read_settings
from tests.records.offering import all_with_position


@pytest.fixture(scope="session")
def app() -> Flask:
    """The application with `position` offered by every game."""
    return create_app(read_settings({}), all_with_position())
