"""The examples in docstrings are run."""

import doctest
import importlib
import pkgutil
from collections.abc import Iterator
from types import ModuleType

import pytest

import evaluators
import service

ACT_ON_IMPORT = {
    "service.gunicorn_conf",
    "service.openapi.__main__",
    "service.worker",
    "service.wsgi",
}


def modules() -> Iterator[ModuleType]:
    """All modules of both packages, except those that do something when they are imported."""
    for package in (evaluators, service):
        yield package
        for found in pkgutil.walk_packages(package.__path__, f"{package.__name__}."):
            if found.name not in ACT_ON_IMPORT:
                yield importlib.import_module(found.name)


EXAMPLES = [
    examples
    for module in modules()
    for examples in doctest.DocTestFinder(exclude_empty=True).find(module)
    if examples.examples
]


@pytest.mark.parametrize("examples", EXAMPLES, ids=lambda each: each.name)
def test_the_examples_of_a_docstring_come_out_as_written(examples: doctest.DocTest) -> None:
    told: list[str] = []
    doctest.DocTestRunner().run(examples, out=told.append)
    assert not told, "".join(told)


def test_examples_are_found_in_both_packages() -> None:
    assert {each.name.split(".")[0] for each in EXAMPLES} == {"evaluators", "service"}
