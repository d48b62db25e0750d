"""What the HTTP face itself says, in three languages; the games' texts are in their rulebooks."""

from collections.abc import Mapping
from pathlib import Path
from types import MappingProxyType

from evaluators.faults import Fault
from evaluators.texts import Phrase, phrase

_FOLDER = Path(__file__).parent
_NO_FACTS: Mapping[str, object] = MappingProxyType({})


def message(section: str, key: str, facts: Mapping[str, object] = _NO_FACTS) -> Phrase:
    """A text of the HTTP face; KeyError if there is none."""
    return phrase(section, key, name="http", folder=_FOLDER, facts=facts)


def http_fault(
    code: str, facts: Mapping[str, object] = _NO_FACTS, path: tuple[str | int, ...] = ()
) -> Fault:
    """A fault that is not about a game."""
    return Fault(code, message("faults", code, facts), path, facts=facts)
