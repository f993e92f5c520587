"""What the program's verbs give, as objects."""

from __future__ import annotations

import hashlib
import html
import importlib.util
import json
import os
import pathlib
import tempfile
from typing import TYPE_CHECKING, Any

from ._frames import rows
from ._program import BeaconBenchError, Scratch, called
from ._words import Path, Word, flag, text, words
from ._words import path as place

if TYPE_CHECKING:
    import pandas


class Outcome:
    """What the program printed as JSON, and the files behind it.

    Attributes
    ----------
    document : dict
        The document of ``--json``; docs/columns.md lists its keys.
    """

    _main = ""

    def __init__(self, document: dict[str, Any], temporary: Scratch | None = None) -> None:
        self.document = document
        # Goes with this object.
        self._temporary = temporary

    def rows(self, key: str) -> pandas.DataFrame:
        """A list of the document as a DataFrame.

        Parameters
        ----------
        key : str
            The key of a list of objects, such as ``"scores"`` or ``"differences"``.

        Returns
        -------
        pandas.DataFrame
            One row for each object; what is nested has columns such as ``metrics.nees``.
        """
        return rows(self.document, key)

    def _shown(self) -> pandas.DataFrame:
        frame = self.rows(self._main)
        return rounded(frame[simple(frame)], 3)

    def _repr_html_(self) -> str:
        try:
            return str(self._shown().to_html(index=False))
        except BeaconBenchError:
            return f"<code>{html.escape(repr(self))}</code>"

    def __repr__(self) -> str:
        return f"<{type(self).__name__}: {', '.join(self.document)}>"


def simple(frame: pandas.DataFrame) -> list[str]:
    """The columns that hold one word or number each."""
    nested = frame.map(lambda value: isinstance(value, (list, dict))).any()
    return [name for name in frame.columns if "." not in name and not nested[name]]


def rounded(frame: pandas.DataFrame, decimals: int) -> pandas.DataFrame:
    result: pandas.DataFrame = frame.round(decimals)
    return result


class Picture:
    """A picture of the program, which notebooks show.

    With vl-convert (``beaconbench[pictures]``) it is an SVG, which needs no network; without, Jupyter Lab draws the
    specification.

    Attributes
    ----------
    specification : dict
        In Vega-Lite.
    caption : str
        What to print below it.
    """

    def __init__(self, drawn: Pictured, options: list[str]) -> None:
        # Temporary results stay while there is a picture of them.
        self._drawn, self._options = drawn, options
        with tempfile.TemporaryDirectory(prefix="beaconbench-") as folder:
            file = pathlib.Path(folder) / "picture.json"
            output, _, _ = called([*self._arguments(), f"--output={file}", "--json"])
            self.specification: dict[str, Any] = json.loads(file.read_text(encoding="utf-8"))
        self.caption: str = json.loads(output)["plots"][0]["caption"]

    def _arguments(self) -> list[str]:
        return ["plot", place(self._drawn.kept(), "folder"), *self._options]

    def save(self, path: Path, replace: bool = False) -> None:
        """Write the picture.

        Parameters
        ----------
        path : str or path
            Its ending says the format: .svg, .png, .pdf, .html or .json. All but the last need ``beaconbench[pictures]``.
        replace : bool
            Whether another file may be replaced that is there and no picture of the program.
        """
        name = place(path, "path")
        if importlib.util.find_spec("vl_convert") is None and not name.endswith(".json"):
            raise BeaconBenchError(f"{name}: this format needs vl-convert: pip install 'beaconbench[pictures]'")
        called([*self._arguments(), f"--output={name}", *flag(replace)], draws=True)

    @property
    def svg(self) -> str | None:
        """The picture as SVG; None without vl-convert."""
        if importlib.util.find_spec("vl_convert") is None:
            return None
        renderer = importlib.import_module("vl_convert")
        return str(renderer.vegalite_to_svg(self.specification, allowed_base_urls=[]))

    def _repr_mimebundle_(self, include: object = None, exclude: object = None) -> dict[str, Any]:
        svg = self.svg
        shown = {"image/svg+xml": svg} if svg else {"application/vnd.vegalite.v6+json": self.specification}
        return {**shown, "text/plain": self.caption}

    def __repr__(self) -> str:
        return f"<Picture: {self.caption}>"


class Pictured(Outcome):
    """An outcome with a results folder that the program draws.

    Attributes
    ----------
    folder : pathlib.Path
        The results folder.
    """

    _kind = "cdf"
    #: Files by which other results in the same folder are told apart.
    _marks: tuple[str, ...] = ("summary.json",)

    def __init__(self, folder: Path, document: dict[str, Any], temporary: Scratch | None = None) -> None:
        super().__init__(document, temporary)
        self.folder = pathlib.Path(place(folder, "folder"))
        self._digests = digests(self.folder, self._marks)

    def kept(self) -> pathlib.Path:
        """The folder, where it still has the results of this object."""
        if digests(self.folder, self._marks) != self._digests:
            raise BeaconBenchError(f"{self.folder}: expected the results of this object, found that others have replaced them")
        return self.folder

    def plot(self, kind: str | None = None, *options: Word) -> Picture:
        """Draw a picture by the program's verb ``plot``.

        Parameters
        ----------
        kind : str, optional
            What to show, as docs/plots.md lists.
        *options : str, number or path
            Further options of ``beaconbench plot``, such as ``"--lap", 3``.

        Returns
        -------
        Picture
            What notebooks show.
        """
        given = [f"--kind={self._kind if kind is None else text(kind, 'kind')}"]
        return Picture(self, [*given, *words(options, [*given, "--output="])])


def digests(folder: pathlib.Path, names: tuple[str, ...]) -> list[bytes | None]:
    """What tells the contents of files from others; nothing of those that are not there."""
    return [hashlib.sha256(file.read_bytes()).digest() if file.is_file() else None for file in map(folder.joinpath, names)]
