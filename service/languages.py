"""The language of an answer's texts, chosen by Accept-Language."""

from contextvars import ContextVar

from flask import g, has_request_context, request

from evaluators.texts import Language

DEFAULT = Language.ENGLISH


_spoken: ContextVar[Language | None] = ContextVar("spoken", default=None)


class Speaking:
    """Inside it texts are in a language that is known already."""

    __slots__ = ("_language", "_token")

    def __init__(self, language: Language) -> None:
        self._language = language

    def __enter__(self) -> None:
        self._token = _spoken.set(self._language)

    def __exit__(self, *_: object) -> None:
        _spoken.reset(self._token)


def current_language() -> Language:
    """The best of our languages for the request being answered, English if none is asked for."""
    spoken = _spoken.get()
    if spoken is not None:
        return spoken
    if not has_request_context():
        return DEFAULT
    if "language" not in g:
        g.language = _best(list(request.accept_languages))
    language: Language = g.language
    return language


def _best(ranges: list[tuple[str, float]]) -> Language:
    """The language of the range that is wanted most: `uk-UA` is Ukrainian, `*` any not named."""
    named = {_primary(tag) for tag, _ in ranges}
    for tag, quality in sorted(ranges, key=lambda each: each[1], reverse=True):
        for language in Language:
            meant = language not in named if tag == "*" else language == _primary(tag)
            if meant and quality > 0:
                return language
    return DEFAULT


def _primary(tag: str) -> str:
    return tag.partition("-")[0].lower()
