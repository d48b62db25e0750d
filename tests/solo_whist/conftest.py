"""Asking the service in process; Hypothesis without a time limit per example."""

import pytest
from flask import Flask
from hypothesis import settings

from tests.solo_whist.asking import Ask

settings.register_profile("patient", deadline=None)
settings.load_profile("patient")


@pytest.fixture(scope="session")
def ask(app: Flask) -> Ask:
    """Questions about Solo Whist to the application, in process."""
    return Ask(app.test_client())
