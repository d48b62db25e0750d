"""The schema of a form: what is read is checked also as a whole."""

from collections.abc import Callable, Mapping
from functools import cached_property
from itertools import chain
from typing import Any, ClassVar, NamedTuple

import marshmallow as ma
from marshmallow import fields

from evaluators.faults import fault
from evaluators.forms import ABSENT, Form, Given
from service.v1.fields import FormField, faults_in

RULES = frozenset({"ruleset", "options"})
"""The fields that say under which rules a question is asked."""
_CARRIED = "carried-by-record"
"""The text for rules given beside a record."""


class _Asked(NamedTuple):
    """A field of a question: its name in the form and for the caller, and how it is read."""

    name: str
    key: str
    required: bool
    nullable: bool
    read: Callable[..., Any]


class FormSchema(ma.Schema):
    """A schema of a form: strict, and with all the form's own checks."""

    form: ClassVar[type]
    resolve: Callable[[Given, Mapping[str, Any]], Any] | None = None
    """For a question: the options in force, None if they cannot be told."""
    error_messages: ClassVar[dict[str, Any]] = {  # type: ignore[misc]  # faults, not texts
        "type": fault("wrong-type", text="no-object"),
        "unknown": None,  # told by `taken_together`, which knows the place
    }

    class Meta:
        """Unknown fields are errors."""

        unknown = ma.RAISE

    @ma.validates_schema(skip_on_field_errors=False, pass_original=True)
    def taken_together(self, data: Any, original: Any, **_: Any) -> None:
        """Fields nobody knows, and what is wrong with the fields taken together."""
        names = original if isinstance(original, dict) else ()
        faults = [
            fault("unknown-field", name, text=_CARRIED if self.resolve and name in RULES else None)
            for name in names
            if name not in self.fields
        ]
        if issubclass(self.form, Form) and isinstance(original, dict):
            given = Given(data, frozenset(name for name in names if name not in data))
            faults += self.form.faults(given)
            if self.resolve and (options := self.resolve(given, original)) is not None:
                faults += self.form.faults_under(given, options)
        if faults:
            raise ma.ValidationError(faults)

    @staticmethod
    def _call_and_store(
        getter_func: Callable[[Any], Any],
        data: Any,
        *,
        field_name: str,
        error_store: Any,
        index: int | None = None,
    ) -> Any:
        """As marshmallow's own, which however drops what is handed on when it is 0 or empty."""
        try:
            return getter_func(data)
        except ma.ValidationError as error:
            error_store.store_error(error.messages, field_name, index=index)
            return ma.missing if error.valid_data is None else error.valid_data

    @cached_property
    def _asked(self) -> tuple["_Asked", ...]:
        """Each field as it is read."""
        return tuple(
            _Asked(
                name,
                field.data_key or name,
                field.required,
                field.allow_none,
                field._deserialize,  # noqa: SLF001 - to which `deserialize` adds what null means
            )
            for name, field in self.load_fields.items()
        )

    def read_at_once(self, original: Any) -> dict[str, Any] | None:
        """What `load` makes of an object in which nothing is wrong; None if anything may be."""
        if type(original) is not dict:
            return None
        data: dict[str, Any] = {}
        try:
            for name, key, required, nullable, read in self._asked:
                if key in original:
                    value = original[key]
                    if value is None and not nullable:
                        return None
                    data[name] = value if value is None else read(value)
                elif required:
                    return None
        except ma.ValidationError:
            return None
        if len(data) < len(original) or (self._looks_at_whole and self._is_faulty(data, original)):
            return None
        return data

    @cached_property
    def _looks_at_whole(self) -> bool:
        """Whether the form has checks of its own of its fields taken together."""
        checks = ("faults", "faults_under")
        own = [getattr(self.form, name, None) != getattr(Form, name) for name in checks]
        return issubclass(self.form, Form) and any(own)

    def _is_faulty(self, data: dict[str, Any], original: dict[str, Any]) -> bool:
        given = Given(data)
        options = self.resolve(given, original) if self.resolve else None
        under = () if options is None else self.form.faults_under(given, options)  # type: ignore[attr-defined]  # a Form
        return any(True for _ in chain(self.form.faults(given), under))  # type: ignore[attr-defined]

    @cached_property
    def _written(self) -> tuple[tuple[str, str, Callable[..., Any] | None], ...]:
        """Each field's names, and how it is written where it is not written as it is."""
        as_it_is = fields.Field._serialize  # noqa: SLF001 - what a field of its own kind overrides
        return tuple(
            (
                name,
                field.data_key or name,
                None if type(field)._serialize is as_it_is else field._serialize,  # noqa: SLF001
            )
            for name, field in self.dump_fields.items()
        )

    def write(self, answer: object, **beside: object) -> dict[str, Any]:
        """A form as JSON takes it, with fields of the schema that stand `beside` it.

        This is what `dump` of marshmallow would make of it, without looking anew at the settings of
        each field. What is absent is left out.
        """
        written: dict[str, Any] = {}
        for name, key, serialize in self._written:
            value = beside[name] if name in beside else getattr(answer, name)
            if value is not ABSENT:
                written[key] = value if serialize is None else serialize(value, name, answer)
        return written

    def build(self, data: Mapping[str, Any]) -> Any:
        """The form filled with what was read without faults."""
        return self.form(**{name: _field(self, name).build(v) for name, v in data.items()})


def _field(schema: ma.Schema, name: str) -> FormField:
    field: FormField = schema.fields[name]  # type: ignore[assignment]  # all of ours are
    return field


class Inner(fields.Nested, FormField):
    """A form inside a form."""

    def _serialize(self, nested_obj: Any, *_: Any, **__: Any) -> Any:  # type: ignore[override]  # as Nested has it
        return None if nested_obj is None else self._form.write(nested_obj)

    def write(self, value: Any) -> Any:
        """The inner form as JSON takes it."""
        return self._form.write(value)

    def _deserialize(self, value: Any, *_: Any, **__: Any) -> Any:
        try:
            return self.schema.load(value)
        except ma.ValidationError as error:
            faults = list(faults_in(error.messages))
            raise ma.ValidationError(faults, valid_data=error.valid_data) from None

    def build(self, value: Any) -> Any:
        """The inner form, filled."""
        return None if value is None else self._form.build(value)

    @cached_property
    def _form(self) -> FormSchema:
        schema: FormSchema = self.schema  # type: ignore[assignment]  # all of ours are
        return schema


class OneOf(FormField):
    """One of several forms; the one field they share, its `tag`, says which."""

    def __init__(self, tag: str, forms: Mapping[str, Inner], **kwargs: Any) -> None:
        super().__init__(**kwargs)
        self.tag = tag
        self.forms = forms

    def _deserialize(self, value: Any, *_: Any, **__: Any) -> Any:
        if not isinstance(value, dict):
            raise self.wrong_type()
        tag = value.get(self.tag, ma.missing)
        if tag is ma.missing:
            raise ma.ValidationError([fault("missing-field", self.tag)])
        if not isinstance(tag, str) or tag not in self.forms:
            facts = {"choices": tuple(self.forms)}
            raise ma.ValidationError([fault("not-one-of", self.tag, facts=facts)])
        return self.forms[tag].deserialize(value)

    def _serialize(self, value: Any, *_: Any, **__: Any) -> Any:
        return self.forms[getattr(value, self.tag)].write(value)

    def build(self, value: Any) -> Any:
        """The form that the tag names, filled."""
        return self.forms[value[self.tag]].build(value)
