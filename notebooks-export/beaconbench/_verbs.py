"""The program's verbs as functions."""

from __future__ import annotations

import json
import os
import pathlib
import tempfile
from collections.abc import Iterable, Mapping
from typing import TYPE_CHECKING, Any, Union

from ._frames import rows
from ._outcomes import Comparison, Methods, Placement, Replay, Results, Scores, Sweep
from ._program import Scratch, Word, call, finished
from ._serving import MethodServer, named
from .method import Method

if TYPE_CHECKING:
    import pandas

Path = Union[str, "os.PathLike[str]"]
OwnMethods = Union["type[Method]", Iterable["type[Method]"], Mapping[str, "type[Method]"], None]


def _options(**values: object) -> list[Word]:
    """Options by the names of keywords; None is left out, True is a flag, and lists have commas."""
    options: list[Word] = []
    for name, value in values.items():
        option = "--" + name.replace("_", "-")
        if value is True:
            options.append(option)
        elif isinstance(value, (list, tuple)):
            options += [option, ",".join(map(str, value))]
        elif isinstance(value, (str, int, float, os.PathLike)) and value is not False:
            options += [option, value]
    return options


def _settings(settings: Mapping[str, object] | None) -> list[Word]:
    """The option --set for each key; values are written as JSON, which is YAML."""
    options: list[Word] = []
    for key, value in (settings or {}).items():
        options += ["--set", f"{key}={value if isinstance(value, str) else json.dumps(value)}"]
    return options


def _folder(folder: Path | None) -> tuple[pathlib.Path, Scratch | None]:
    """Where results go: a folder that goes with them where none is named."""
    if folder is not None:
        return pathlib.Path(folder), None
    temporary = Scratch()
    return temporary.path, temporary


def _document(text: str) -> dict[str, Any]:
    document: dict[str, Any] = json.loads(text)
    return document


def _with_methods(arguments: list[Word], methods: Mapping[str, type[Method]]) -> tuple[str, MethodServer | None]:
    """What the program prints, with methods of this process as rows."""
    if not methods:
        return call(*arguments), None
    with MethodServer(methods) as server:
        output, _, _ = finished((*arguments, *server.options), server=server)
    return output, server


def run(
    scenario: Path, *options: Word, laps: int | None = None, seed: int | None = None, pipelines: Iterable[str] | None = None,
    settings: Mapping[str, object] | None = None, method: OwnMethods = None, folder: Path | None = None,
) -> Results:
    """Run a scenario: simulate, filter, position and score.

    Parameters
    ----------
    scenario : str or path
        A scenario's file, or the name of a shipped one such as ``"floor35"``.
    *options : str, int, float or path
        Further options of ``beaconbench run``, such as ``"--without", "b05"``.
    laps, seed : int, optional
        In place of those of the scenario.
    pipelines : iterable of str, optional
        Run only these.
    settings : mapping, optional
        Keys of the scenario with their values, such as ``{"channel.pathLoss.logDistance.n": 2.2}``.
    method : subclass of Method, several, or a mapping from names to them, optional
        Methods of this process, each scored as a row.
    folder : str or path, optional
        Where results go; a temporary folder by default, which goes with the results.

    Returns
    -------
    Results
        Scores, errors, tracks and pictures.

    Raises
    ------
    BeaconBenchError
        With the program's sentence.
    """
    root, temporary = _folder(folder)
    arguments: list[Word] = ["run", scenario, "--json", "--quiet", "--name", "run", "--replace", "--results", root / "results"]
    names = list(pipelines) if pipelines is not None else None
    arguments += [*_options(laps=laps, seed=seed, pipelines=names), *_settings(settings), *options]
    own = named(method)
    if own and "--threads" not in arguments:
        # One lap after another: a method need not be safe for threads.
        arguments += ["--threads", 1]
    output, server = _with_methods(arguments, own)
    document = _document(output)
    # What ran programs of the caller's choice runs them again for its export.
    allowed = server or {"--method", "--allow-programs"} & set(map(str, options))
    return Results(
        root / "results" / document["scenario"] / "run", document, temporary, server,
        ("--allow-programs",) if allowed else ())


def load(folder: Path, export: Path | None = None, *options: Word) -> Results:
    """Load what ``beaconbench run`` or ``beaconbench export`` wrote.

    Parameters
    ----------
    folder : str or path
        A results folder or an export.
    export : str or path, optional
        Where a results folder is exported to at once; else it is when a table needs it, to ``<folder>-export`` beside it.
    *options : str, int, float or path
        Further options of ``beaconbench export``, such as ``"--allow-programs"``.

    Returns
    -------
    Results
        Without a document.
    """
    results = Results(folder, export_options=options)
    return results if export is None else Results(results.export(export))


def replay(
    recording: Path, *options: Word, scenario: Path | None = None, site: Path | None = None, truth: Path | None = None,
    presses: Path | None = None, pipelines: Iterable[str] | None = None, method: OwnMethods = None,
) -> Replay:
    """Run the pipelines on a recording.

    Parameters
    ----------
    recording : str or path
        A capture or a readings table.
    *options : str, int, float or path
        Further options of ``beaconbench replay``.
    scenario, site : str or path, optional
        Whose pipelines, and where the beacons are. Without either there are distances, not positions.
    truth, presses : str or path, optional
        The ground truth, with which there are scores.
    pipelines : iterable of str, optional
        Run only these.
    method : subclass of Method, several, or a mapping from names to them, optional
        Methods of this process.

    Returns
    -------
    Replay
        Fixes, distances and scores.
    """
    temporary = Scratch()
    fixes = temporary.path / "fixes.csv" if scenario or site else None
    names = list(pipelines) if pipelines is not None else None
    arguments: list[Word] = ["replay", recording, "--json"]
    arguments += _options(scenario=scenario, site=site, truth=truth, presses=presses, pipelines=names, fixes=fixes)
    output, _ = _with_methods([*arguments, *options], named(method))
    return Replay(_document(output), temporary)


def compare(a: Results | Path, b: Results | Path, *options: Word, pipelines: Iterable[str] | None = None) -> Comparison:
    """Compare results with a baseline, press by press.

    Parameters
    ----------
    a, b : Results, str or path
        The baseline and what is tested: results, their folder, or one pipeline as ``"FOLDER:PIPELINE"``.
    *options : str, int, float or path
        Further options of ``beaconbench compare``, such as ``"--absolute", 0.1``.
    pipelines : iterable of str, optional
        Compare only these; within one folder, the first is the baseline.

    Returns
    -------
    Comparison
        Whether it passed, and the pairs.
    """
    names = list(pipelines) if pipelines is not None else None
    places: list[Word] = [one.folder if isinstance(one, Results) else one for one in (a, b)]
    output, status, sentence = finished(
        ("compare", *places, "--json", *_options(pipelines=names), *options), accepted=(0, 1))
    return Comparison(_document(output), status == 0, sentence if status else "")


def sweep(
    study: Path, *options: Word, vary: Mapping[str, object] | None = None, laps: int | None = None,
    seeds: str | Iterable[int] | None = None, pipelines: Iterable[str] | None = None, folder: Path | None = None,
) -> Sweep:
    """Run a scenario over a grid or a sample of its parameters.

    Parameters
    ----------
    study : str or path
        A sweep's file, or a scenario with `vary`.
    *options : str, int, float or path
        Further options of ``beaconbench sweep``.
    vary : mapping, optional
        Keys of the scenario with a list of values each, or a range with a number of values as ``"1.6..2.0/5"``.
    laps : int, optional
        The laps of each cell.
    seeds : str or iterable of int, optional
        Such as ``"1-10"``.
    pipelines : iterable of str, optional
        Run only these.
    folder : str or path, optional
        Where results go; a temporary folder by default.

    Returns
    -------
    Sweep
        Cells, averages, ranks and pictures.
    """
    root, temporary = _folder(folder)
    arguments: list[Word] = ["sweep", "run", study, "--json", "--quiet", "--name", "run", "--replace", "--results", root]
    for key, values in (vary or {}).items():
        text = values if isinstance(values, str) else json.dumps(values).strip("[]")
        arguments += ["--vary", f"{key}={text}"]
    names = list(pipelines) if pipelines is not None else None
    wanted = seeds if seeds is None or isinstance(seeds, str) else list(seeds)
    document = _document(call(*arguments, *_options(laps=laps, seeds=wanted, pipelines=names), *options))
    return Sweep(root / f"{document['sweep']}-sweep" / "run", document, temporary)


def place(
    study: Path, *options: Word, beacons: int | None = None, laps: int | None = None, seed: int | None = None,
    settings: Mapping[str, object] | None = None, folder: Path | None = None,
) -> Placement:
    """Find where to mount beacons.

    Parameters
    ----------
    study : str or path
        A placement study, such as the shipped ``"placement/office"``, or with ``beacons`` a plan (docs/planners.md).
    *options : str, int, float or path
        Further options of ``beaconbench place``.
    beacons : int, optional
        How many, in place of the study's number.
    laps, seed : int, optional
        In place of those of the study.
    settings : mapping, optional
        Keys of the study with their values.
    folder : str or path, optional
        A new folder for the site, a scenario to run it with, and tables; a temporary one by default.

    Returns
    -------
    Placement
        Beacons, layouts that were judged, and pictures.
    """
    root, temporary = _folder(folder)
    output = root / "placement" if temporary else root
    arguments: list[Word] = ["place", study, "--json", "--quiet", "--into", output]
    arguments += [*_options(beacons=beacons, laps=laps, seed=seed), *_settings(settings), *options]
    return Placement(output, _document(call(*arguments)), temporary)


def score(
    fixes: pandas.DataFrame | Path, site: Path, *options: Word, truth: Path | None = None, presses: Path | None = None,
) -> Scores:
    """Score fixes that another program computed.

    Parameters
    ----------
    fixes : pandas.DataFrame, str or path
        With the columns pipeline, lap, time_s, x_m and y_m, and those that docs/methods-of-your-own.md lists.
    site : str or path
        The site file.
    *options : str, int, float or path
        Further options of ``beaconbench score``.
    truth, presses : str or path, optional
        The ground truth.

    Returns
    -------
    Scores
        One row for each pipeline of the fixes.
    """
    with tempfile.TemporaryDirectory(prefix="beaconbench-") as folder:
        if not isinstance(fixes, (str, os.PathLike)):
            path = pathlib.Path(folder) / "fixes.csv"
            fixes.to_csv(path, index=False)
            fixes = path
        arguments = ["score", fixes, "--site", site, "--json", *_options(truth=truth, presses=presses), *options]
        return Scores(_document(call(*arguments)))


def methods(
    comparison: Path = "methods/recorded", *options: Word, datasets: Iterable[str] | None = None,
    pipelines: Iterable[str] | None = None, laps: int | None = None,
) -> Methods:
    """Compare positioning methods on recorded data sets.

    Parameters
    ----------
    comparison : str or path
        A comparison's file; by default the shipped one of all methods on all data sets.
    *options : str, int, float or path
        Further options of ``beaconbench methods``.
    datasets, pipelines : iterable of str, optional
        Use only these.
    laps : int, optional
        The first laps only.

    Returns
    -------
    Methods
        One row for each data set and pipeline.
    """
    sets = list(datasets) if datasets is not None else None
    names = list(pipelines) if pipelines is not None else None
    arguments: list[Word] = ["methods", comparison, "--json", "--quiet"]
    return Methods(_document(call(*arguments, *_options(datasets=sets, pipelines=names, laps=laps), *options)))


def scenarios() -> pandas.DataFrame:
    """The scenarios of the working folder's ``scenarios``, or the shipped ones.

    Returns
    -------
    pandas.DataFrame
        With the columns name and about.
    """
    return rows(_document(call("list", "scenarios", "--json")), "scenarios")
