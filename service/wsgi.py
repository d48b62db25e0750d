"""The application as gunicorn loads it."""

import os

from service.app import create_app
from service.settings import read_settings

app = create_app(read_settings(os.environ))
