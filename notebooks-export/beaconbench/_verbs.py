"""The program's verbs as functions."""

from __future__ import annotations

import json
import pathlib
import tempfile
from collections.abc import Iterable, Mapping
from typing import TYPE_CHECKING, Any, SupportsIndex, Union

from ._frames import rows
from ._outcomes import Pictured
from ._program import BeaconBenchError, Scratch, call, called
from ._results import Results
from ._serving import MethodServer, named
from ._studies import Comparison, Methods, Placement, Replay, Scores, Sweep
from ._words import Path, Seeds, Table, Word, flag, json_text, listed, path, plain, table_file, text, whole, words, wrong
from .method import Method

if TYPE_CHECKING:
    import pandas

OwnMethods = Union["type[Method]", Iterable["type[Method]"], Mapping[str, "type[Method]"], None]
Names = Union[str, Iterable[str], None]


def _numbers(**values: SupportsIndex | None) -> list[str]:
    """Options with whole numbers, by the names of keywords; None is left out."""
    return [word for name, value in values.items() if value is not None for word in (f"--{name}", whole(value, name))]


def _names(**values: Names) -> list[str]:
    return [f"--{name}={listed(value, name)}" for name, value in values.items() if value is not None]


def _paths(**values: Path | None) -> list[str]:
    return [f"--{name}={path(value, name)}" for name, value in values.items() if value is not None]


def _tables(scratch: Path, **values: Table | None) -> list[str]:
    return [f"--{name}={table_file(value, name, scratch)}" for name, value in values.items() if value is not None]


def _keys(option: str, argument: str, values: Mapping[str, object] | None) -> list[str]:
    """An option for each key. A text stands for itself, other values are JSON; those of --vary are the members of a list."""
    if values is None:
        return []
    if not isinstance(values, Mapping):
        raise wrong(argument, "a mapping from keys to values", values)
    options = []
    for key, value in values.items():
        if "=" in text(key, f"{argument}: key"):
            raise wrong(f"{argument}: key", "a key without =", key)
        name = f"{argument}[{key!r}]"
        if option == "--vary" and not isinstance(value, str):
            members = plain(value, name)
            written = json_text(members, name)[1:-1] if isinstance(members, list) else json_text(members, name)
        else:
            written = text(value, name) if isinstance(value, str) else json_text(value, name)
        options.append(f"{option}={key}={written}")
    return options


def _place(results: Results | Scores | Path, name: str) -> str:
    return path(results.kept() if isinstance(results, Pictured) else results, name, "results or their folder")


def _folder(folder: Path | None) -> tuple[pathlib.Path, Scratch | None]:
    """Where results go: a folder that goes with them where none is named."""
    if folder is not None:
        return pathlib.Path(path(folder, "folder")), None
    temporary = Scratch()
    return temporary.path, temporary


def _document(output: str, key: str = "") -> dict[str, Any]:
    """What the program printed as JSON: an object with a certain key, where one is needed."""
    try:
        document = json.loads(output)
    except ValueError:
        document = None
    if not isinstance(document, dict) or key and key not in document:
        raise BeaconBenchError("these options print something else than the document of this function: use beaconbench.call")
    return document


def _with_methods(arguments: list[str], methods: Mapping[str, type[Method]], scratch: str = "") -> tuple[str, MethodServer | None]:
    """What the program prints, with methods of this process as rows."""
    if not methods:
        return called(arguments, scratch=scratch)[0], None
    with MethodServer(methods) as server:
        return called([*arguments, *server.options], server=server, scratch=scratch)[0], server


def run(
    scenario: Path, *options: Word, laps: SupportsIndex | None = None, seed: SupportsIndex | None = None, pipelines: Names = None,
    settings: Mapping[str, object] | None = None, method: OwnMethods = None, folder: Path | None = None, replace: bool = False,
) -> Results:
    """Run a scenario: simulate, filter, position and score.

    Parameters
    ----------
    scenario : str or path
        A scenario's file, or the name of a shipped one such as ``"floor35"``.
    *options : str, number or path
        Further options of ``beaconbench run``, such as ``"--without", "b05"``.
    laps, seed : int, optional
        In place of those of the scenario.
    pipelines : str or iterable of str, optional
        Run only these.
    settings : mapping, optional
        Keys of the scenario with their values, such as ``{"channel.pathLoss.logDistance.n": 2.2}``.
    method : subclass of Method, several, or a mapping from names to them, optional
        Methods of this process, each scored as a row.
    folder : str or path, optional
        Where results go; a temporary folder by default, which goes with the results.
    replace : bool
        Whether results of another scenario or seed may be replaced there.

    Returns
    -------
    Results
        Scores, errors, tracks and pictures.

    Raises
    ------
    BeaconBenchError
        With the program's sentence.
    TypeError
        With the name of an argument that cannot be passed to the program.
    """
    root, temporary = _folder(folder)
    arguments = ["run", path(scenario, "scenario"), "--json", "--quiet", "--name=run", f"--results={root / 'results'}"]
    arguments += [*flag(replace), *_numbers(laps=laps, seed=seed), *_names(pipelines=pipelines)]
    arguments += _keys("--set", "settings", settings)
    own, more = named(method), words(options, arguments)
    chosen = {one.split("=")[0] for one in more}
    if own and "--threads" not in chosen:
        # One lap after another: a method need not be safe for threads.
        more.append("--threads=1")
    output, server = _with_methods(arguments + more, own)
    document = _document(output, "scores")
    # What ran programs of the caller's choice runs them again for its export.
    allowed = server or {"--method", "--allow-programs"} & chosen
    return Results(
        root / "results" / document["scenario"] / "run", document, temporary, server,
        ("--allow-programs",) if allowed else (), replaces=replace)


def load(folder: Path, export: Path | None = None, *options: Word) -> Results:
    """Load what ``beaconbench run`` or ``beaconbench export`` wrote.

    Parameters
    ----------
    folder : str or path
        A results folder or an export.
    export : str or path, optional
        Where a results folder is exported to at once; else it is when a table needs it, to ``<folder>-export`` beside it.
    *options : str, number or path
        Further options of ``beaconbench export``, such as ``"--allow-programs"``.

    Returns
    -------
    Results
        Without a document.
    """
    if isinstance(export, str) and export.startswith("-"):
        raise wrong("export", "a folder, before options", export)
    results = Results(folder, export_options=options)
    return results if export is None else Results(results.export(export))


def replay(
    recording: Table, *options: Word, scenario: Path | None = None, site: Path | None = None, truth: Table | None = None,
    presses: Table | None = None, pipelines: Names = None, method: OwnMethods = None,
) -> Replay:
    """Run the pipelines on a recording.

    Parameters
    ----------
    recording : str, path or pandas.DataFrame
        A capture or a readings table.
    *options : str, number or path
        Further options of ``beaconbench replay``.
    scenario, site : str or path, optional
        Whose pipelines, and where the beacons are. Without either there are distances, not positions.
    truth, presses : pandas.DataFrame, str or path, optional
        The ground truth, with which there are scores.
    pipelines : str or iterable of str, optional
        Run only these.
    method : subclass of Method, several, or a mapping from names to them, optional
        Methods of this process.

    Returns
    -------
    Replay
        Fixes, distances and scores.
    """
    temporary = Scratch()
    scratch = str(temporary.path)
    arguments = ["replay", table_file(recording, "recording", scratch), "--json", *_paths(scenario=scenario, site=site)]
    arguments += [*_tables(scratch, truth=truth, presses=presses), *_names(pipelines=pipelines)]
    if scenario is not None or site is not None:
        arguments.append(f"--fixes={temporary.path / 'fixes.csv'}")
    output, _ = _with_methods([*arguments, *words(options, arguments)], named(method), scratch)
    return Replay(_document(output), temporary)


def compare(a: Results | Scores | Path, b: Results | Scores | Path, *options: Word, pipelines: Names = None) -> Comparison:
    """Compare results with a baseline, press by press.

    Parameters
    ----------
    a, b : Results, Scores, str or path
        The baseline and what is tested: results, their folder, or one pipeline as ``"FOLDER:PIPELINE"``.
    *options : str, number or path
        Further options of ``beaconbench compare``, such as ``"--absolute", 0.1``.
    pipelines : str or iterable of str, optional
        Compare only these; within one folder, the first is the baseline.

    Returns
    -------
    Comparison
        Whether it passed, and the pairs.
    """
    places = [_place(a, "a"), _place(b, "b")]
    arguments = ["compare", *places, "--json", *_names(pipelines=pipelines)]
    output, status, sentence = called([*arguments, *words(options, arguments)], accepted=(0, 1))
    return Comparison(_document(output), status == 0, sentence if status else "")


def sweep(
    study: Path, *options: Word, vary: Mapping[str, object] | None = None, laps: SupportsIndex | None = None,
    seeds: Seeds | None = None, pipelines: Names = None, folder: Path | None = None, replace: bool = False,
) -> Sweep:
    """Run a scenario over a grid or a sample of its parameters.

    Parameters
    ----------
    study : str or path
        A sweep's file, or a scenario with `vary`.
    *options : str, number or path
        Further options of ``beaconbench sweep``.
    vary : mapping, optional
        Keys of the scenario with a list of values each, or a range with a number of values as ``"1.6..2.0/5"``.
    laps : int, optional
        The laps of each cell.
    seeds : str, int or iterable of int, optional
        Such as ``"1-10"``.
    pipelines : str or iterable of str, optional
        Run only these.
    folder : str or path, optional
        Where results go; a temporary folder by default.
    replace : bool
        Whether results of another sweep may be replaced there.

    Returns
    -------
    Sweep
        Cells, averages, ranks and pictures.
    """
    root, temporary = _folder(folder)
    arguments = ["sweep", "run", path(study, "study"), "--json", "--quiet", "--name=run", f"--results={root}", *flag(replace)]
    arguments += [*_keys("--vary", "vary", vary), *_numbers(laps=laps), *_names(pipelines=pipelines)]
    if seeds is not None:
        arguments.append(f"--seeds={listed(seeds, 'seeds', whole)}")
    output, _, _ = called([*arguments, *words(options, arguments)])
    document = _document(output, "sweep")
    return Sweep(root / f"{document['sweep']}-sweep" / "run", document, temporary)


def place(
    study: Path, *options: Word, beacons: SupportsIndex | None = None, laps: SupportsIndex | None = None,
    seed: SupportsIndex | None = None, settings: Mapping[str, object] | None = None, folder: Path | None = None,
    replace: bool = False,
) -> Placement:
    """Find where to mount beacons.

    Parameters
    ----------
    study : str or path
        A placement study, such as the shipped ``"placement/office"``, or with ``beacons`` a plan (docs/planners.md).
    *options : str, number or path
        Further options of ``beaconbench place``.
    beacons : int, optional
        How many, in place of the study's number.
    laps, seed : int, optional
        In place of those of the study.
    settings : mapping, optional
        Keys of the study with their values.
    folder : str or path, optional
        A new folder for the site, a scenario to run it with, and tables; a temporary one by default.
    replace : bool
        Whether the folder may be there already, with something else.

    Returns
    -------
    Placement
        Beacons, layouts that were judged, and pictures.
    """
    root, temporary = _folder(folder)
    place = root / "placement" if temporary else root
    arguments = ["place", path(study, "study"), "--json", "--quiet", f"--into={place}", *flag(replace)]
    arguments += [*_numbers(beacons=beacons, laps=laps, seed=seed), *_keys("--set", "settings", settings)]
    output, _, _ = called([*arguments, *words(options, arguments)])
    return Placement(place, _document(output), temporary)


def score(
    fixes: Table, site: Path, *options: Word, truth: Table | None = None, presses: Table | None = None,
    folder: Path | None = None, replace: bool = False,
) -> Scores:
    """Score fixes that another program computed.

    Parameters
    ----------
    fixes : pandas.DataFrame, str or path
        With the columns pipeline, lap, time_s, x_m and y_m, and those that docs/methods-of-your-own.md lists.
    site : str or path
        The site file.
    *options : str, number or path
        Further options of ``beaconbench score``.
    truth, presses : pandas.DataFrame, str or path, optional
        The ground truth.
    folder : str or path, optional
        Where results go; a temporary folder by default, which goes with the scores.
    replace : bool
        Whether results of other fixes may be replaced there.

    Returns
    -------
    Scores
        One row for each pipeline of the fixes.
    """
    root, temporary = _folder(folder)
    with tempfile.TemporaryDirectory(prefix="beaconbench-") as scratch:
        arguments = ["score", table_file(fixes, "fixes", scratch), f"--site={path(site, 'site')}", "--json", "--name=run"]
        arguments += [f"--results={root / 'results'}", *flag(replace), *_tables(scratch, truth=truth, presses=presses)]
        output, _, _ = called([*arguments, *words(options, arguments)], scratch=scratch)
    document = _document(output, "scores")
    return Scores(document, root / "results" / document["scenario"] / "run", temporary)


def methods(
    comparison: Path = "methods/recorded", *options: Word, datasets: Names = None, pipelines: Names = None,
    laps: SupportsIndex | None = None,
) -> Methods:
    """Compare positioning methods on recorded data sets.

    Parameters
    ----------
    comparison : str or path
        A comparison's file; by default the shipped one of all methods on all data sets.
    *options : str, number or path
        Further options of ``beaconbench methods``.
    datasets, pipelines : str or iterable of str, optional
        Use only these.
    laps : int, optional
        The first laps only.

    Returns
    -------
    Methods
        One row for each data set and pipeline.
    """
    arguments = ["methods", path(comparison, "comparison"), "--json", "--quiet", *_names(datasets=datasets, pipelines=pipelines)]
    arguments += _numbers(laps=laps)
    output, _, _ = called([*arguments, *words(options, arguments)])
    return Methods(_document(output))


def scenarios() -> pandas.DataFrame:
    """The scenarios of the working folder's ``scenarios``, or the shipped ones.

    Returns
    -------
    pandas.DataFrame
        With the columns name and about.
    """
    return rows(_document(call("list", "scenarios", "--json")), "scenarios")
