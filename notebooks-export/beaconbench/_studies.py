"""What verbs give beside the results of one study."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from ._frames import rows, table
from ._outcomes import Outcome, Pictured, rounded, simple
from ._program import BeaconBenchError, Scratch
from ._words import Path

if TYPE_CHECKING:
    import pandas

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


class Scores(Pictured):
    """The scores of fixes that another program computed.

    Attributes
    ----------
    folder : pathlib.Path
        The results folder, which `compare` takes.
    """

    _main = "scores"

    def __init__(self, document: dict[str, Any], folder: Path = ".", temporary: Scratch | None = None) -> None:
        super().__init__(folder, document, temporary)

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


class Sweep(Pictured):
    """The tables of a sweep."""

    _main, _kind, _marks = "averages", "sweep", ("sweep.yaml", "cells.csv")

    def cells(self) -> pandas.DataFrame:
        """One row for each cell, pipeline and metric."""
        return table(self.kept() / "cells.csv")

    def averages(self) -> pandas.DataFrame:
        """The same over the seeds, with 95 % intervals."""
        return table(self.kept() / "averages.csv")

    def ranking(self) -> pandas.DataFrame:
        """The ranks of the pipelines over the points."""
        return table(self.kept() / "ranking.csv")


class Placement(Pictured):
    """A layout of beacons."""

    _main, _kind, _marks = "beacons", "layouts", ("placement.json", "site.yaml")

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
        return rounded(frame[simple(frame)], 3)
