"""The floor: a Flask view that parses the same JSON and returns a constant of the same size."""

import os

from flask import Flask, Response, request

app = Flask(__name__)
_BODY = b"x" * int(os.environ.get("BARE_BYTES", "1000"))


@app.post("/")
def answer() -> Response:
    """Parse, and answer without a thought."""
    request.get_json()
    return Response(_BODY, mimetype="application/json")
