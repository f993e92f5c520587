"""Values of Python as words of the command line. What cannot be one is a TypeError that names the argument."""

from __future__ import annotations

import json
import math
import numbers
import os
import sys
from collections.abc import Callable, Iterable, Mapping
from typing import TYPE_CHECKING, Any, SupportsFloat, SupportsIndex, Union

if TYPE_CHECKING:
    import pandas

#: A word of the command line. Numbers of NumPy are numbers.
Word = Union[str, SupportsFloat, "os.PathLike[str]"]
Path = Union[str, "os.PathLike[str]"]
#: A table: a DataFrame or a file.
Table = Union["pandas.DataFrame", Path]
#: Seeds, such as "1-10", or a number or several.
Seeds = Union[str, SupportsIndex, Iterable[SupportsIndex]]

# Options that may be given several times, by a keyword and as further options too.
_REPEATED = {"--json", "--method", "--quiet", "--replace", "--set", "--vary"}


def wrong(name: str, expected: str, found: object) -> TypeError:
    """What is raised for a value that cannot be passed."""
    shown = repr(found)
    if len(shown) > 80 or "\n" in shown:
        shown = f"a value of the type {type(found).__name__}"
    return TypeError(f"{name}: expected {expected}, found {shown}")


def is_frame(value: object) -> bool:
    """Whether a value is a DataFrame of pandas, which is not imported for it."""
    pandas = sys.modules.get("pandas")
    return pandas is not None and isinstance(value, pandas.DataFrame)


def plain(value: object, name: str, expected: str = "words, numbers and lists of them") -> Any:
    """The same as JSON has it: NumPy's and pandas' scalars are Python's, and arrays, Series and iterators are lists."""
    if value is None or isinstance(value, bool):
        return value
    if isinstance(value, str):
        return str.__str__(value)
    kind = getattr(getattr(value, "dtype", None), "kind", "")
    # NumPy counts spans of time among the whole numbers.
    if isinstance(value, numbers.Real) and kind != "m":
        return _number(value, name)
    if isinstance(value, os.PathLike):
        return os.fspath(value)
    if isinstance(value, Mapping):
        return {text(key, f"{name}: key"): plain(member, f"{name}[{key!r}]") for key, member in value.items()}
    if is_frame(value) or kind and kind in "mMcSV" or isinstance(value, (bytes, bytearray, set, frozenset)):
        raise wrong(name, expected, value)
    if kind and hasattr(value, "tolist"):
        return plain(value.tolist(), name)
    if isinstance(value, Iterable):
        return [plain(member, f"{name}[{index}]") for index, member in enumerate(value)]
    raise wrong(name, expected, value)


def _number(value: numbers.Real, name: str) -> int | float:
    if isinstance(value, numbers.Integral):
        return int(value)
    number = float(value)
    if not math.isfinite(number):
        raise wrong(name, "a finite number", value)
    return number


def json_text(value: object, name: str) -> str:
    """As JSON, which is YAML too where characters are not escaped."""
    return json.dumps(plain(value, name), ensure_ascii=False)


def text(value: object, name: str, expected: str = "a text") -> str:
    """A text that a command line can hold."""
    if isinstance(value, str) and value and "\0" not in value:
        try:
            os.fsencode(value)
            return str.__str__(value)
        except UnicodeEncodeError:
            pass
    raise wrong(name, expected, value)


def path(value: object, name: str, expected: str = "a path") -> str:
    """A path, which is none of the options though it begins with a hyphen."""
    found = text(os.fspath(value) if isinstance(value, os.PathLike) else value, name, expected)
    return f"./{found}" if found.startswith("-") else found


def whole(value: object, name: str) -> str:
    """A whole number."""
    number = plain(value, name, "a whole number")
    if isinstance(number, bool) or not isinstance(number, int):
        raise wrong(name, "a whole number", value)
    return str(number)


def flag(replace: object) -> list[str]:
    """The option --replace where it is wanted."""
    chosen = plain(replace, "replace", "True or False")
    if not isinstance(chosen, bool):
        raise wrong("replace", "True or False", replace)
    return ["--replace"] if chosen else []


def listed(value: object, name: str, member: Callable[[object, str], str] = text) -> str:
    """Words with commas between them; a text stands for itself, and a number is one of them."""
    if isinstance(value, str):
        return text(value, name)
    members = plain(value, name, "a list")
    if not isinstance(members, list):
        members = [members]
    words = [member(one, f"{name}[{index}]") for index, one in enumerate(members)]
    for index, word in enumerate(words):
        if "," in word:
            raise wrong(f"{name}[{index}]", "a text without a comma", word)
    if not words:
        raise wrong(name, "at least one", value)
    return ",".join(words)


def word(value: object, name: str) -> str:
    """A word as it stands; a path is no option."""
    if isinstance(value, str):
        return text(value, name) if value else value
    if isinstance(value, os.PathLike):
        return path(value, name)
    number = plain(value, name) if isinstance(value, numbers.Real) else None
    if number is None or isinstance(number, bool):
        raise wrong(name, "a word, a number or a path", value)
    return str(number)


def words(values: Iterable[object], given: Iterable[str] = ()) -> list[str]:
    """Further options, of which none may take the place of one that is given."""
    options = [word(value, f"options[{index}]") for index, value in enumerate(values)]
    taken = {one.split("=")[0] for one in given if one.startswith("--")} - _REPEATED
    for index, option in enumerate(options):
        if option.split("=")[0] in taken:
            raise TypeError(f"options[{index}]: expected an option that no argument sets, found {option}")
    return options


def table_file(value: object, name: str, folder: Path) -> str:
    """The file of a table: a DataFrame is written into the folder, with named levels of its index as columns."""
    if not is_frame(value):
        return path(value, name, "a DataFrame or a path")
    frame: Any = value
    file = os.path.join(folder, f"{name}.csv")
    levels = [level for level in frame.index.names if level is not None]
    kept = frame.drop(columns=[level for level in levels if level in frame.columns])
    (kept.reset_index(levels) if levels else frame).to_csv(file, index=False)
    return file
