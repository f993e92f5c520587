"""The results of one study."""

from __future__ import annotations

import json
import pathlib
from typing import TYPE_CHECKING, Any, SupportsIndex

from ._frames import TYPES, errors_table, pandas_package, table
from ._outcomes import Pictured, digests, rounded
from ._program import BeaconBenchError, Scratch, called
from ._words import Path, Word, flag, path, text, whole, words

if TYPE_CHECKING:
    import pandas

    from ._serving import MethodServer


class Results(Pictured):
    """The results of one study, as `run` and `load` give them.

    Attributes
    ----------
    folder : pathlib.Path
        The results folder, or the export where one was loaded by itself.
    document : dict
        The document of ``run --json``; empty where results were loaded.
    """

    _main = "scores"

    # The last two are of exports.
    _marks = ("summary.json", "datapackage.json", "pipelines.csv")

    def __init__(
        self, folder: Path, document: dict[str, Any] | None = None, temporary: Scratch | None = None,
        server: MethodServer | None = None, export_options: tuple[Word, ...] = (), replaces: bool = False,
    ) -> None:
        super().__init__(folder, document or {}, temporary)
        self._server, self._replaces = server, replaces
        self._export_options = words(export_options, ["--into="])
        self._export: tuple[pathlib.Path, dict[str, Any], list[bytes | None]] | None = None

    def export(self, folder: Path | None = None, replace: bool = False) -> pathlib.Path:
        """Write tables and trajectories for other programs, as ``beaconbench export`` does.

        The laps run again for the fixes and the ground truth.

        Parameters
        ----------
        folder : str or path, optional
            Where to; ``<folder>-export`` beside the results by default.
        replace : bool
            Whether what is there may be replaced where it is not an earlier export of the same results.

        Returns
        -------
        pathlib.Path
            The folder.
        """
        arguments = ["export", path(self.kept(), "folder"), "--json", "--quiet", *self._export_options, *flag(replace)]
        if folder is not None:
            arguments.append(f"--into={path(folder, 'folder')}")
        if self._server:
            with self._server:
                output, _, _ = called(arguments, server=self._server)
        else:
            output, _, _ = called(arguments)
        return pathlib.Path(json.loads(output)["folder"])

    def _package(self) -> tuple[pathlib.Path, dict[str, Any]]:
        """The export, made where it is not there, and its tables."""
        if self._export is None:
            isExport = (self.kept() / "datapackage.json").exists()
            # Results that took the place of others have an old export beside them.
            folder = self.folder if isExport else self.export(replace=self._replaces)
            package = json.loads((folder / "datapackage.json").read_text(encoding="utf-8"))
            resources = {resource["name"]: resource for resource in package["resources"]}
            self._export = folder, resources, digests(folder, self._marks)
        folder, resources, found = self._export
        if digests(folder, self._marks) != found:
            raise BeaconBenchError(f"{folder}: expected the export of these results, found that another has replaced it")
        return folder, resources

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
        self.kept()
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
        file = self.kept() / "errors.csv"
        return errors_table(file) if file.exists() else self.table("errors")

    def scores(self) -> pandas.DataFrame:
        """The scores of the program.

        Returns
        -------
        pandas.DataFrame
            One row for each pipeline, which is the index.
        """
        scores: pandas.DataFrame = self.table("pipelines").set_index("pipeline", drop=False)
        return scores

    def track(self, pipeline: str, lap: SupportsIndex = 0, walker: str | None = None) -> pandas.DataFrame:
        """The fixes of one pipeline on one lap beside the ground truth.

        Parameters
        ----------
        pipeline : str
            Its name.
        lap : int
            Counted from 0.
        walker : str, optional
            The walker's name, in a study with several; by default all of them, which the column ``walker`` tells apart.

        Returns
        -------
        pandas.DataFrame
            With the columns time_s, x_m, y_m, true_x_m, true_y_m and error_m among others, at the times of both.

        Raises
        ------
        KeyError
            Where the results have no such pipeline, lap or walker.
        """
        chosen: dict[str, object] = {"pipeline": text(pipeline, "pipeline"), "lap": int(whole(lap, "lap"))}
        if walker is not None:
            chosen["walker"] = text(walker, "walker")
        laps, fixes, truth = self.table("laps"), self.table("fixes"), self.table("truth")
        for name, wanted in chosen.items():
            _check(name, wanted, self.table("pipelines") if name == "pipeline" else laps)
            fixes = fixes[fixes[name] == wanted]
            truth = truth[truth[name] == wanted] if name in truth else truth
        keys = [name for name in ("lap", "walker", "time_s") if name in truth]
        truth = truth.rename(columns={"x_m": "true_x_m", "y_m": "true_y_m"})[[*keys, "true_x_m", "true_y_m"]]
        both = fixes.merge(truth, on=keys, validate="many_to_one")
        error = (both["x_m"] - both["true_x_m"]) ** 2 + (both["y_m"] - both["true_y_m"]) ** 2
        track: pandas.DataFrame = both.assign(error_m=error**0.5)
        return track

    def _shown(self) -> pandas.DataFrame:
        if not self.document:
            return rounded(self.scores(), 3)
        frame = self.rows("scores")
        shown = ["pipeline", "n", "missed", "meanMetres", "meanInterval95", "stdMetres", "p50", "p95", "rmse"]
        return rounded(frame[shown].assign(meanInterval95=frame["meanInterval95"].map(_interval)), 2)

    def __repr__(self) -> str:
        return f"<Results: {self.folder}>"


def _check(name: str, wanted: object, known: pandas.DataFrame) -> None:
    names = list(dict.fromkeys(known[name])) if name in known else []
    if wanted not in names:
        shown = ", ".join(map(str, names[:20])) + (", ..." if len(names) > 20 else "")
        raise KeyError(f"{name}: expected one of {shown or 'none'}, found {wanted}")


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


