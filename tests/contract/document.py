"""The OpenAPI document as it is in the repository, read once and fast."""

from functools import cache
from pathlib import Path
from typing import Any

import yaml
from jsonschema_rs import Draft202012Validator

from tests.serving import ROOT

TEXT = Path(ROOT, "openapi.yaml").read_text("utf-8")


@cache
def document() -> dict[str, Any]:
    """The document; not to be changed."""
    read: dict[str, Any] = yaml.load(TEXT, yaml.CSafeLoader)
    return read


def schema_check(schema: dict[str, Any]) -> Draft202012Validator:
    """A check of values by a schema that may refer to the document's components."""
    return Draft202012Validator({**schema, "components": document()["components"]})
