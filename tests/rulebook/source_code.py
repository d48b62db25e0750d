"""Which texts the code asks for, read off its syntax trees."""

import ast
from collections.abc import Iterator
from pathlib import Path

import evaluators
import service

FOLDERS = [Path(package.__path__[0]) for package in (evaluators, service)]
TREES = {
    path: ast.parse(path.read_text("utf-8"))
    for folder in FOLDERS
    for path in sorted(folder.rglob("*.py"))
}


def calls_of(function: str, part: str = "") -> Iterator[ast.Call]:
    """Every call of a function by its bare name, in files whose path contains `part`."""
    for path, tree in TREES.items():
        for node in ast.walk(tree):
            if not isinstance(node, ast.Call) or part not in str(path):
                continue
            if isinstance(node.func, ast.Name) and node.func.id == function:
                yield node


def methods_of(method: str, part: str) -> Iterator[ast.Call]:
    """Every call of a method by its name, in files whose path contains `part`."""
    for path, tree in TREES.items():
        for node in ast.walk(tree):
            match node:
                case ast.Call(func=ast.Attribute(attr=name)) if name == method:
                    if part in str(path):
                        yield node


def literal(node: ast.expr) -> str | None:
    """The text that an expression is, None if it is computed."""
    return node.value if isinstance(node, ast.Constant) and isinstance(node.value, str) else None


def literals() -> set[str]:
    """Every text that is written out anywhere in the code."""
    nodes = (node for tree in TREES.values() for node in ast.walk(tree))
    return {text for node in nodes if isinstance(node, ast.expr) and (text := literal(node))}


def keywords(call: ast.Call) -> dict[str, ast.expr]:
    """The keyword arguments of a call."""
    return {each.arg: each.value for each in call.keywords if each.arg}
