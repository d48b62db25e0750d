"""Texts in three languages, kept as data and put into a language only when somebody reads them."""

import tomllib
from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum
from functools import cache
from pathlib import Path
from types import MappingProxyType
from typing import Any

from evaluators.cards import Card, face

FOLDER = Path(__file__).parent / "rulebooks"


class Language(StrEnum):
    """The languages of every text, by their BCP 47 tag."""

    ENGLISH = "en"
    UKRAINIAN = "uk"
    RUSSIAN = "ru"


@dataclass(frozen=True, slots=True)
class Phrase:
    """A text in all languages, with the facts that fill its gaps.

    >>> Phrase({Language.ENGLISH: "{n} cards"}, {"n": 4}).say(Language.ENGLISH)
    '4 cards'
    """

    templates: Mapping[Language, str]
    facts: Mapping[str, object]

    def say(self, language: Language) -> str:
        """The text in one language."""
        if not self.facts:
            return self.templates[language]
        shown = {name: _shown(fact, language) for name, fact in self.facts.items()}
        return self.templates[language].format_map(shown)


_GROUPED = 10_000
"""From here on a number is written in groups of three digits."""
_BETWEEN_GROUPS = {Language.ENGLISH: ",", Language.UKRAINIAN: "\u00a0", Language.RUSSIAN: "\u00a0"}


def _shown(fact: object, language: Language) -> object:
    """A fact as a text has it: several with commas, a name in the text's language."""
    match fact:
        case Phrase():
            return fact.say(language)
        case Card():
            return face(fact)
        case tuple():
            return ", ".join(str(_shown(each, language)) for each in fact)
        case int() if abs(fact) >= _GROUPED:
            return f"{fact:,}".replace(",", _BETWEEN_GROUPS[language])
        case _:
            return fact


@cache
def read_texts(name: str, folder: Path = FOLDER) -> Mapping[Language, Mapping[str, Any]]:
    """The files `name.en.toml`, `name.uk.toml` and `name.ru.toml` of a folder, by language."""
    return MappingProxyType(
        {
            language: tomllib.loads((folder / f"{name}.{language}.toml").read_text("utf-8"))
            for language in Language
        }
    )


@cache
def _templates(section: str, key: str, name: str, folder: Path) -> Mapping[Language, str]:
    texts = read_texts(name, folder)
    return MappingProxyType({language: texts[language][section][key] for language in Language})


def phrase(
    section: str,
    key: str,
    *,
    name: str = "common",
    folder: Path = FOLDER,
    facts: Mapping[str, object] = MappingProxyType({}),
) -> Phrase:
    """A phrase from a section of a text file; KeyError if a language lacks it."""
    return Phrase(_templates(section, key, name, folder), facts)
