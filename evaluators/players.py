"""Checks on players' names that every game with named players makes."""

from collections.abc import Iterator, Mapping, Sequence

from evaluators.faults import Fault, fault


def repeated(names: Sequence[str | None]) -> Iterator[tuple[int, Fault]]:
    """Each index at which a name stands that stood before, and the fault; None: a name not read."""
    for index, name in enumerate(names):
        if name is not None and name in names[:index]:
            yield index, fault("duplicate-player", facts={"player": name})


def unknown(name: str, names: Sequence[str | None], *path: str | int) -> Iterator[Fault]:
    """A fault if a name is none of those given, unless these are not all known."""
    if names and name not in names and None not in names:
        yield fault("unknown-player", *path, facts={"player": name})


def for_each(
    counts: Mapping[str, object], names: Sequence[str | None], *path: str | int
) -> Iterator[Fault]:
    """A fault for each name that lacks its count, and each count that is for nobody."""
    if None in names:
        return
    for name in names:
        if name not in counts:
            yield fault("missing-field", *path, str(name))
    for name in counts:
        yield from unknown(name, names, *path, name)
