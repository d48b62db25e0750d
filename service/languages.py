"""The language of an answer's texts, chosen by Accept-Language."""

from flask import g, has_request_context, request

from evaluators.texts import Language

DEFAULT = Language.ENGLISH


def current_language() -> Language:
    """The best of our languages for the request being answered, English if none is asked for."""
    if not has_request_context():
        return DEFAULT
    if "language" not in g:
        best = request.accept_languages.best_match(list(Language), default=DEFAULT)
        g.language = Language(best)
    language: Language = g.language
    return language
