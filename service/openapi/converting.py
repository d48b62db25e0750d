"""What our schemas and fields are in the document, beside what apispec knows; and its YAML."""

from typing import Any

import yaml
from apispec.ext.marshmallow import MarshmallowPlugin
from apispec.ext.marshmallow.openapi import OpenAPIConverter

from service.v1.fields import FormField
from service.v1.form_schemas import OneOf
from service.v1.game_fields import ByName


class _Converter(OpenAPIConverter):
    """Describes a schema by the first sentences of its docstring."""

    def schema2jsonschema(self, schema: Any) -> dict[str, Any]:
        made = schema if isinstance(schema, type) else type(schema)
        says = " ".join((made.__doc__ or "").partition("\n\n")[0].split())
        described: dict[str, Any] = super().schema2jsonschema(schema)  # type: ignore[no-untyped-call]  # apispec's
        one_of = getattr(getattr(made, "form", None), "ONE_OF", ())
        either = {"oneOf": [{"required": [name]} for name in one_of]} if one_of else {}
        return {**described, **either, "description": says}


class Plugin(MarshmallowPlugin):
    """apispec's plugin, with our converter."""

    Converter = _Converter


class Dumper(yaml.SafeDumper):
    """YAML without anchors, and with every string subclass as a plain string."""

    def ignore_aliases(self, _: Any) -> bool:
        """Always: what stands twice is written twice."""
        return True

    def represent_data(self, data: Any) -> yaml.Node:
        """A value as YAML; a word of a vocabulary as the text it is."""
        return super().represent_data(str(data) if isinstance(data, str) else data)


def described(converter: Any, field: Any, **_: Any) -> dict[str, Any]:
    """What apispec cannot know of our own fields."""
    if isinstance(field, OneOf):
        forms = dict.fromkeys(id(inner.schema) for inner in field.forms.values())
        by_id = {id(inner.schema): inner.schema for inner in field.forms.values()}
        return {"oneOf": [converter.resolve_nested_schema(by_id[form]) for form in forms]}
    if not isinstance(field, FormField):
        return {}
    schema = _by_name(converter, field) if isinstance(field, ByName) else field.json_schema()
    return _or_null(schema) if field.allow_none else schema


def _by_name(converter: Any, field: ByName) -> dict[str, Any]:
    """A value for each player, or for each word of a vocabulary."""
    each = converter.field2property(field.inner)
    if not field.words:
        return {"type": "object", "additionalProperties": each}
    members = dict.fromkeys(map(str, field.words), each)
    return {
        "type": "object",
        "properties": members,
        "required": list(members),
        "additionalProperties": False,
    }


def _or_null(schema: dict[str, Any]) -> dict[str, Any]:
    if "type" in schema:
        words = {"enum": [*schema["enum"], None]} if "enum" in schema else {}
        return {**schema, "type": [schema["type"], "null"], **words}
    return {"anyOf": [schema, {"type": "null"}]} if schema else schema


def schema_name(schema: Any) -> str:
    """A schema's name in the document, whether it is a class or an instance."""
    made: type = schema if isinstance(schema, type) else type(schema)
    return made.__name__.removesuffix("Schema")
