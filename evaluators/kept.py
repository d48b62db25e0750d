"""Arrays that are made from the rules' code, and kept in files so that a start need not wait.

The files are written when the service is built (`python -m evaluators.make_tables`) and only read
when it runs. They stand in a folder that is named by a digest of all the code they may depend on:
those made from other code are never read. Where there are none, arrays are made when first wanted.
"""

import shutil
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import cache
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt

from evaluators.engine import digest_of

Array = npt.NDArray[Any]

_CODE = Path(__file__).parent
FOLDER = _CODE / "made"


@cache
def _digest() -> str:
    """What all modules of the rules are, and what writes arrays."""
    return f"{np.__version__}-{digest_of(_CODE, '.py')}"


def kept(name: str, make: Callable[[], Array]) -> Array:
    """The array of this name from its file, or as it is made now."""
    file = FOLDER / _digest() / f"{name}.npy"
    if file.exists():
        array: Array = np.load(file)
        return array
    made = make()
    if _keeping:
        np.save(file, made)
    return made


_keeping: list[bool] = []


@contextmanager
def keeping() -> Iterator[None]:
    """Write what is made inside; what was made from other code is removed."""
    shutil.rmtree(FOLDER, ignore_errors=True)
    (FOLDER / _digest()).mkdir(parents=True)
    _keeping.append(True)
    try:
        yield
    finally:
        _keeping.clear()
