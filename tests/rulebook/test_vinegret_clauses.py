"""Vinegret's published rulebook: every clause of the rules with its origin, text and source."""

import re
from itertools import combinations

import pytest

from evaluators.rulebook import Clause
from evaluators.texts import Language, Phrase
from evaluators.vinegret import rulebook
from tests.rulebook.gaps import gaps

ORIGINS = {
    "vinegret.pack": "doc",
    "vinegret.players": "doc",
    "vinegret.order-of-speaking": "classic",
    "vinegret.next-dealer": "classic",
    "vinegret.point": "doc",
    "vinegret.prime": "corr",
    "vinegret.grand-prime": "doc",
    "vinegret.sequence": "doc",
    "vinegret.tricon": "doc",
    "vinegret.flux": "doc",
    "vinegret.double": "doc",
    "vinegret.fredon": "doc",
    "vinegret.tie": "classic",
    "vinegret.best": "doc",
    "vinegret.ante": "doc",
    "vinegret.first-cards": "doc",
    "vinegret.vist": "doc",
    "vinegret.second-cards": "doc",
    "vinegret.first-betting": "doc",
    "vinegret.pass-is-not-refusal": "house",
    "vinegret.refusal": "doc",
    "vinegret.all-pass": "doc",
    "vinegret.unheld-bet": "doc",
    "vinegret.draw": "doc",
    "vinegret.stock-short": "house",
    "vinegret.last-betting": "doc",
    "vinegret.carry-over": "doc",
    "vinegret.unheld-raise": "doc",
    "vinegret.showdown": "doc",
    "vinegret.payment": "doc",
    "vinegret.no-table-stakes": "house",
    "vinegret.max-stake": "house",
    "vinegret.ruling": "house",
}
COMBINATIONS = [
    "point",
    "prime",
    "grand-prime",
    "sequence",
    "tricon",
    "flux",
    "tricon-prime",
    "flux-sequence",
    "fredon",
]
FOREIGN_LETTERS = {
    Language.ENGLISH: re.compile("[а-яёіїєґ]", re.I),
    Language.UKRAINIAN: re.compile("[ыэёъ]", re.I),
    Language.RUSSIAN: re.compile("[іїєґ]", re.I),
}
"""Letters that a language does not have."""

clauses = pytest.mark.parametrize("clause", rulebook.clauses.values(), ids=lambda each: each.id)


def said(phrase: Phrase) -> list[str]:
    """A phrase in every language."""
    return [phrase.say(language) for language in Language]


def test_the_rulebook_has_the_clauses_of_the_rules_in_their_order() -> None:
    assert list(rulebook.clauses) == list(ORIGINS)


@clauses
def test_a_clause_has_the_origin_that_the_rules_give_it(clause: Clause) -> None:
    assert clause.origin == ORIGINS[clause.id]


@clauses
@pytest.mark.parametrize("part", ["text", "source"])
def test_a_clause_has_a_text_and_a_source_of_its_own_in_each_language(
    clause: Clause, part: str
) -> None:
    texts = said(getattr(clause, part))
    assert all(text.strip() == text for text in texts)
    assert len(set(texts) - {""}) == 3


@clauses
@pytest.mark.parametrize("language", Language)
def test_a_text_is_written_in_the_letters_of_its_language(
    clause: Clause, language: Language
) -> None:
    assert not FOREIGN_LETTERS[language].search(clause.text.say(language))


@pytest.mark.parametrize("language", Language)
def test_no_two_clauses_say_the_same(language: Language) -> None:
    texts = [clause.text.say(language) for clause in rulebook.clauses.values()]
    assert all(one != other for one, other in combinations(texts, 2))


@clauses
def test_a_clause_has_no_gaps(clause: Clause) -> None:
    assert not any(gaps(text) for text in (*said(clause.text), *said(clause.source)))


def test_combinations_are_named_in_the_order_of_their_classes() -> None:
    assert list(rulebook.combinations) == COMBINATIONS


@pytest.mark.parametrize("code", COMBINATIONS)
def test_a_combination_has_a_name_in_each_language(code: str) -> None:
    english, *others = said(rulebook.combinations[code])
    assert english not in others  # the other two may agree, as in Прима
    assert all(others)


@pytest.mark.parametrize("language", Language)
def test_no_two_combinations_share_a_name(language: Language) -> None:
    names = [name.say(language) for name in rulebook.combinations.values()]
    assert len(set(names)) == len(COMBINATIONS)


def test_the_game_has_its_name_in_each_language() -> None:
    assert said(rulebook.name) == ["Vinegret", "Вінегрет", "Винегрет"]
