"""DataFrames, with pandas imported where the first is made."""

from __future__ import annotations

import importlib
import pathlib
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from ._program import BeaconBenchError

if TYPE_CHECKING:
    import pandas

#: The types of columns by those of a data package.
TYPES = {"string": "string", "integer": "Int64", "number": "float64", "boolean": "boolean"}
# The columns of errors.csv that are no number; of the others, those in metres, seconds and shares are none that counts.
_WORDS = {"pipeline", "direction", "hand", "walker", "status", "true_room", "fix_room", "metric", "room", "beacon"}
_COUNTS = {"lap", "floor", "fix_floor"}


def pandas_package() -> Any:
    """pandas, or a sentence that says how to get it."""
    try:
        return importlib.import_module("pandas")
    except ImportError:
        raise BeaconBenchError("DataFrames need pandas: pip install 'beaconbench[pandas]'") from None


def table(path: pathlib.Path, types: Mapping[str, Any] | None = None) -> pandas.DataFrame:
    """A table of the program; empty cells are missing values, and a name that looks like a number is still a name."""
    if not path.exists():
        raise BeaconBenchError(f"{path}: no such file")
    frame: pandas.DataFrame = pandas_package().read_csv(
        path, dtype=types or {name: str for name in _WORDS}, keep_default_na=False, na_values=[""])
    return frame


def errors_table(path: pathlib.Path) -> pandas.DataFrame:
    """errors.csv of a results folder, with the types that a data package gives it."""
    with open(path, encoding="utf-8") as file:
        columns = file.readline().rstrip("\n").split(",")
    types = {name: TYPES["string" if name in _WORDS else "integer" if name in _COUNTS else "number"] for name in columns}
    # Test points have numbers or names.
    types.pop("point", None)
    frame = table(path, types)
    if "point" in frame:
        isNumber = pandas_package().api.types.is_numeric_dtype(frame["point"])
        frame["point"] = frame["point"].astype("Int64" if isNumber else "string")
    return frame


def rows(document: Mapping[str, Any], key: str) -> pandas.DataFrame:
    """A list of objects of a document; members of objects in it are columns such as ``metrics.nees``."""
    found = document.get(key)
    if not isinstance(found, list):
        lists = ", ".join(name for name, value in document.items() if isinstance(value, list))
        raise BeaconBenchError(f"expected one of the lists {lists}, found {key}")
    frame: pandas.DataFrame = pandas_package().json_normalize(found)
    return frame
