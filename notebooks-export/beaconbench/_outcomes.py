"""What the program's verbs give, as objects."""

from __future__ import annotations

import html
import importlib.util
import json
import os
import pathlib
import tempfile
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from ._frames import TYPES, errors_table, pandas_package, rows, table
from ._program import BeaconBenchError, Scratch, Word, call, finished

if TYPE_CHECKING:
    import pandas

    from ._serving import MethodServer


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
        return _rounded(frame[_simple(frame)], 3)

    def _repr_html_(self) -> str:
        try:
            return str(self._shown().to_html(index=False))
        except BeaconBenchError:
            return f"<code>{html.escape(repr(self))}</code>"

    def __repr__(self) -> str:
        return f"<{type(self).__name__}: {', '.join(self.document)}>"


def _simple(frame: pandas.DataFrame) -> list[str]:
    """The columns that hold one word or number each."""
    nested = frame.map(lambda value: isinstance(value, (list, dict))).any()
    return [name for name in frame.columns if "." not in name and not nested[name]]


def _rounded(frame: pandas.DataFrame, decimals: int) -> pandas.DataFrame:
    rounded: pandas.DataFrame = frame.round(decimals)
    return rounded


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

    def __init__(self, what: list[Word], options: list[Word]) -> None:
        self._arguments: list[Word] = ["plot", *what, *options]
        with tempfile.TemporaryDirectory(prefix="beaconbench-") as folder:
            path = pathlib.Path(folder) / "picture.json"
            said = json.loads(call(*self._arguments, "--output", path, "--json"))
            self.specification: dict[str, Any] = json.loads(path.read_text(encoding="utf-8"))
        self.caption: str = said["plots"][0]["caption"]

    def save(self, path: str | os.PathLike[str]) -> None:
        """Write the picture.

        Parameters
        ----------
        path : str or path
            Its ending says the format: .svg, .png, .pdf, .html or .json. All but the last need ``beaconbench[pictures]``.
        """
        if importlib.util.find_spec("vl_convert") is None and not os.fspath(path).endswith(".json"):
            raise BeaconBenchError(f"{os.fspath(path)}: this format needs vl-convert: pip install 'beaconbench[pictures]'")
        finished((*self._arguments, "--output", path, "--replace"), draws=True)

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


class _Pictured(Outcome):
    """An outcome with a results folder that the program draws.

    Attributes
    ----------
    folder : pathlib.Path
        The results folder.
    """

    _kind = "cdf"

    def __init__(
        self, folder: str | os.PathLike[str], document: dict[str, Any],
        temporary: Scratch | None = None,
    ) -> None:
        super().__init__(document, temporary)
        self.folder = pathlib.Path(folder)

    def plot(self, kind: str | None = None, *options: Word) -> Picture:
        """Draw a picture by the program's verb ``plot``.

        Parameters
        ----------
        kind : str, optional
            What to show, as docs/plots.md lists.
        *options : str, int, float or path
            Further options of ``beaconbench plot``, such as ``"--lap", 3``.

        Returns
        -------
        Picture
            What notebooks show.
        """
        return Picture([self.folder], ["--kind", kind or self._kind, *options])


class Results(_Pictured):
    """The results of one study, as `run` and `load` give them.

    Attributes
    ----------
    folder : pathlib.Path
        The results folder, or the export where one was loaded by itself.
    document : dict
        The document of ``run --json``; empty where results were loaded.
    """

    _main = "scores"

    def __init__(
        self, folder: str | os.PathLike[str], document: dict[str, Any] | None = None,
        temporary: Scratch | None = None, server: MethodServer | None = None,
        export_options: tuple[Word, ...] = (),
    ) -> None:
        super().__init__(folder, document or {}, temporary)
        self._server, self._export_options = server, export_options
        self._resources: dict[str, Any] | None = None
        self._export: pathlib.Path | None = None

    def export(self, folder: str | os.PathLike[str] | None = None) -> pathlib.Path:
        """Write tables and trajectories for other programs, as ``beaconbench export`` does.

        The laps run again for the fixes and the ground truth.

        Parameters
        ----------
        folder : str or path, optional
            Where to; ``<folder>-export`` beside the results by default.

        Returns
        -------
        pathlib.Path
            The folder.
        """
        arguments: tuple[Word, ...] = ("export", self.folder, "--json", "--quiet", *self._export_options)
        if folder is not None:
            arguments += ("--into", folder)
        if self._server:
            with self._server:
                output, _, _ = finished(arguments, server=self._server)
        else:
            output = call(*arguments)
        return pathlib.Path(json.loads(output)["folder"])

    def _package(self) -> tuple[pathlib.Path, dict[str, Any]]:
        """The export, made where it is not there, and its tables."""
        if self._export is None or self._resources is None:
            self._export = self.folder if (self.folder / "datapackage.json").exists() else self.export()
            package = json.loads((self._export / "datapackage.json").read_text(encoding="utf-8"))
            self._resources = {resource["name"]: resource for resource in package["resources"]}
        return self._export, self._resources

    @property
    def tables(self) -> list[str]:
        """The names of the tables of the export."""
        return list(self._package()[1])

    def table(self, name: str) -> pandas.DataFrame:
        """One table of the export, with the types of the data package.

        Parameters
        ----------
        name : str
            One of `tables`, such as ``"fixes"``.

        Returns
        -------
        pandas.DataFrame
            Empty cells are missing values.
        """
        folder, resources = self._package()
        if name not in resources:
            raise BeaconBenchError(f"{self.folder}: expected one of the tables {', '.join(resources)}, found {name}")
        resource = resources[name]
        types = {field["name"]: TYPES[field["type"]] for field in resource["schema"]["fields"]}
        return table(folder / resource["path"], types)

    def errors(self) -> pandas.DataFrame:
        """Every error that was due.

        Returns
        -------
        pandas.DataFrame
            One row for each pipeline, lap and press or callback.
        """
        path = self.folder / "errors.csv"
        return errors_table(path) if path.exists() else self.table("errors")

    def scores(self) -> pandas.DataFrame:
        """The scores of the program.

        Returns
        -------
        pandas.DataFrame
            One row for each pipeline, which is the index.
        """
        scores: pandas.DataFrame = self.table("pipelines").set_index("pipeline", drop=False)
        return scores

    def track(self, pipeline: str, lap: int = 0) -> pandas.DataFrame:
        """The fixes of one pipeline on one lap beside the ground truth.

        Parameters
        ----------
        pipeline : str
            Its name.
        lap : int
            Counted from 0.

        Returns
        -------
        pandas.DataFrame
            With the columns time_s, x_m, y_m, true_x_m, true_y_m and error_m among others.
        """
        fixes, truth = self.table("fixes"), self.table("truth")
        fixes = fixes[(fixes["pipeline"] == pipeline) & (fixes["lap"] == lap)]
        truth = truth[truth["lap"] == lap].rename(columns={"x_m": "true_x_m", "y_m": "true_y_m"})
        both = fixes.merge(truth[["time_s", "true_x_m", "true_y_m"]], on="time_s")
        error = (both["x_m"] - both["true_x_m"]) ** 2 + (both["y_m"] - both["true_y_m"]) ** 2
        track: pandas.DataFrame = both.assign(error_m=error**0.5)
        return track

    def _shown(self) -> pandas.DataFrame:
        if not self.document:
            return _rounded(self.scores(), 3)
        frame = self.rows("scores")
        shown = ["pipeline", "n", "missed", "meanMetres", "meanInterval95", "stdMetres", "p50", "p95", "rmse"]
        return _rounded(frame[shown].assign(meanInterval95=frame["meanInterval95"].map(_interval)), 2)

    def __repr__(self) -> str:
        return f"<Results: {self.folder}>"


def _interval(pair: object) -> str:
    return f"{pair[0]:.2f} to {pair[1]:.2f}" if isinstance(pair, list) else ""


def errors(*results: Results) -> pandas.DataFrame:
    """Put the errors of one or several results into one table.

    Parameters
    ----------
    *results : Results
        At least one.

    Returns
    -------
    pandas.DataFrame
        As `Results.errors`; of several results, the column ``run`` counts from 0.
    """
    tables = [result.errors() for result in results]
    if len(tables) == 1:
        return tables[0]
    numbered = [one.assign(run=index) for index, one in enumerate(tables)]
    joined: pandas.DataFrame = pandas_package().concat(numbered, ignore_index=True)
    return joined


class Replay(Outcome):
    """A recording through the pipelines."""

    _main = "scores"

    def __init__(self, document: dict[str, Any], temporary: Scratch) -> None:
        super().__init__(document, temporary)

    def fixes(self) -> pandas.DataFrame:
        """The positions.

        Returns
        -------
        pandas.DataFrame
            As ``replay --fixes`` writes them: pipeline, time_s, x_m, y_m and more. Not without a site.
        """
        path = self._temporary.path / "fixes.csv" if self._temporary else None
        if path is None or not path.exists():
            raise BeaconBenchError("replay: positions need a scenario or a site")
        return table(path)

    def ranges(self) -> pandas.DataFrame:
        """The distances to the beacons.

        Returns
        -------
        pandas.DataFrame
            One row for each beacon.
        """
        return self.rows("ranges")

    def _shown(self) -> pandas.DataFrame:
        return super()._shown() if self.document.get("scores") else self.ranges()


class Scores(Outcome):
    """The scores of fixes that another program computed."""

    _main = "scores"

    def scores(self) -> pandas.DataFrame:
        """The scores.

        Returns
        -------
        pandas.DataFrame
            One row for each pipeline of the fixes.
        """
        return self.rows("scores")


class Comparison(Outcome):
    """Two results, pair by pair.

    Attributes
    ----------
    passed : bool
        Whether ``compare`` would end with status 0.
    sentence : str
        Why it did not pass; empty where it did.
    """

    _main = "pairs"

    def __init__(self, document: dict[str, Any], passed: bool, sentence: str) -> None:
        super().__init__(document)
        self.passed, self.sentence = passed, sentence

    def pairs(self) -> pandas.DataFrame:
        """The comparisons.

        Returns
        -------
        pandas.DataFrame
            One row for each pair of pipelines: difference in metres, 95 % interval, p and verdict.
        """
        return self.rows("pairs")

    def check(self) -> None:
        """Raise `BeaconBenchError` with the program's sentence where the comparison did not pass."""
        if not self.passed:
            raise BeaconBenchError(self.sentence, 1)


class Sweep(_Pictured):
    """The tables of a sweep."""

    _main, _kind = "averages", "sweep"

    def cells(self) -> pandas.DataFrame:
        """One row for each cell, pipeline and metric."""
        return table(self.folder / "cells.csv")

    def averages(self) -> pandas.DataFrame:
        """The same over the seeds, with 95 % intervals."""
        return table(self.folder / "averages.csv")

    def ranking(self) -> pandas.DataFrame:
        """The ranks of the pipelines over the points."""
        return table(self.folder / "ranking.csv")


class Placement(_Pictured):
    """A layout of beacons."""

    _main, _kind = "beacons", "layouts"

    def beacons(self) -> pandas.DataFrame:
        """Where to mount which beacon, with its identifiers."""
        return self.rows("beacons")

    def best(self) -> pandas.DataFrame:
        """The layouts that were judged, with the pipelines that judged them."""
        return self.rows("best")


class Methods(Outcome):
    """Positioning methods on several data sets."""

    _main = "datasets"

    def table(self) -> pandas.DataFrame:
        """All rows.

        Returns
        -------
        pandas.DataFrame
            One row for each data set and pipeline.
        """
        found: list[Mapping[str, Any]] = [
            {"dataset": one["name"], **pipeline} for one in self.document["datasets"] for pipeline in one["pipelines"]]
        return rows({"pipelines": found}, "pipelines")

    def _shown(self) -> pandas.DataFrame:
        frame = self.table()
        return _rounded(frame[_simple(frame)], 3)
