"""A game's published rulebook: its clauses with origin, source and text, and the names it uses.

The data is `<game>.toml` (clause ids with their origins, in order) beside `<game>.<language>.toml`
(texts). A rulebook with a clause that lacks a text or a source in any language does not load.
"""

import tomllib
from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum
from pathlib import Path
from types import MappingProxyType
from typing import Annotated

from evaluators.forms import Says
from evaluators.texts import FOLDER, Language, Phrase, phrase, read_texts


class Origin(StrEnum):
    """Where a clause comes from."""

    DOCUMENT = "doc"
    """The game's source document says it."""
    CORRECTION = "corr"
    """The document contradicts itself and was corrected."""
    CLASSIC = "classic"
    """The document is silent; taken from published rules."""
    HOUSE = "house"
    """Nobody says; a ruling of this project, with its reason."""


@dataclass(frozen=True, slots=True)
class Clause:
    """One rule: its id, where it comes from, and what it says."""

    id: Annotated[str, Says("Its id, as answers cite it.")]
    origin: Annotated[
        Origin,
        Says(
            "doc: the game's source document says it; corr: the document "
            "contradicts itself and was corrected; classic: taken from published rules; "
            "house: a ruling of this project."
        ),
    ]
    source: Annotated[Phrase, Says("What it is taken from, or why it was ruled so.")]
    text: Annotated[Phrase, Says("The rule, in words.")]


@dataclass(frozen=True, slots=True)
class Rulebook:
    """All that is said about a game, in every language."""

    name: Phrase
    clauses: Mapping[str, Clause]
    combinations: Mapping[str, Phrase]
    _game: str
    _folder: Path

    def refusal(self, code: str, facts: Mapping[str, object]) -> Phrase:
        """Why a move is refused, by the refusal's code."""
        return self.phrase("refusals", code, facts)

    def phrase(
        self, section: str, key: str, facts: Mapping[str, object] = MappingProxyType({})
    ) -> Phrase:
        """A text of a section of the game's own; KeyError if there is none."""
        return phrase(section, key, name=self._game, folder=self._folder, facts=facts)

    def has(self, section: str, key: str) -> bool:
        """Whether the game has a text of its own under this key."""
        return key in read_texts(self._game, self._folder)[Language.ENGLISH].get(section, {})


def load_rulebook(game: str, folder: Path = FOLDER) -> Rulebook:
    """Read and check a game's rulebook; raises ValueError naming what is missing."""
    texts = read_texts(game, folder)
    origins = tomllib.loads((folder / f"{game}.toml").read_text("utf-8"))["clauses"]
    clauses = {}
    for clause, origin in origins.items():
        for language, book in texts.items():
            told = book["clauses"].get(clause, {})
            if not told.get("text") or not told.get("source"):
                raise ValueError(f"{game}.{language}.toml: {clause} needs a text and a source")
        text, source = (
            Phrase(
                {language: book["clauses"][clause][part] for language, book in texts.items()}, {}
            )
            for part in ("text", "source")
        )
        clauses[clause] = Clause(clause, Origin(origin), source, text)
    for language, book in texts.items():
        unknown = set(book["clauses"]) - set(clauses)
        if unknown:
            raise ValueError(f"{game}.{language}.toml: no origin for {sorted(unknown)}")
    names = {
        code: phrase("combinations", code, name=game, folder=folder)
        for code in texts[next(iter(texts))]["combinations"]
    }
    title = Phrase({language: book["game"] for language, book in texts.items()}, {})
    return Rulebook(title, MappingProxyType(clauses), MappingProxyType(names), game, folder)
