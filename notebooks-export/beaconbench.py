"""Run BeaconBench from Python, load what it exports as DataFrames, and draw it with Altair.

    import beaconbench
    results = beaconbench.run("scenarios/floor35.yaml", laps=20)
    results.errors().groupby("pipeline")["error_m"].mean()
    beaconbench.plot(results.errors())

Needs pandas and Altair, and the program: the one that the environment variable BEACONBENCH names, else `beaconbench` on the
PATH, else the one built in the checkout that holds this file. With vl-convert-python, notebooks show charts as SVG, which needs
no network; without it they are drawn by Altair's own renderer. All lengths are in metres, all times in seconds.
"""

import importlib.util
import json
import math
import os
import pathlib
import shutil
import subprocess
import tempfile

import altair as alt
import pandas as pd

__all__ = [
    "BeaconBenchError", "Results", "call", "check", "colours", "errors", "load", "mean_errors", "plot", "program", "run"]

_FOLDER = pathlib.Path(__file__).resolve().parent
_TYPES = {"string": "string", "integer": "Int64", "number": "float64", "boolean": "boolean"}
# Okabe and Ito's colours, which colour-blind readers can distinguish, in the order in which the program's pictures use them.
_COLOURS = ["#0072B2", "#D55E00", "#009E73", "#CC79A7", "#E69F00", "#56B4E9", "#000000"]
# These have the first colours on every page, also where some of them are absent: the order is that of floor35.yaml.
_FIRST = ["Kalman", "Savitzky-Golay", "feedback", "moving average", "proximity"]
# Of the constant baseline and of the ground truth.
_GREY = "#808080"
# As long as the lines that it explains, so that dashes are seen.
_STROKES = {"symbolType": "stroke", "symbolSize": 400, "symbolStrokeWidth": 2}

if importlib.util.find_spec("vl_convert"):
    alt.renderers.enable("svg")


class BeaconBenchError(Exception):
    """What the program says when it cannot do what it is asked for."""


def program():
    """The path of the program `beaconbench`."""
    named = os.environ.get("BEACONBENCH")
    if named:
        return named
    found = shutil.which("beaconbench")
    if found:
        return found
    for kind in ["release", "debug"]:
        built = _FOLDER.parent / ".build" / kind / "beaconbench"
        if built.exists():
            return str(built)
    raise BeaconBenchError("beaconbench is not on the PATH: run make build, or set BEACONBENCH to the program")


def call(*arguments):
    """What the program prints for some arguments.

    Raises BeaconBenchError with the program's sentence when it does not end with status 0.
    """
    done = subprocess.run([program(), *map(str, arguments)], capture_output=True, text=True)
    if done.returncode != 0:
        raise BeaconBenchError(done.stderr.strip().removeprefix("beaconbench: "))
    return done.stdout


class Results:
    """The results of one study, as `beaconbench export` writes them.

    Attributes:
        folder: the pathlib.Path of the export.
        document: the JSON document of the study (`run --json`), or None where the export was loaded by itself.
    """

    def __init__(self, folder, document=None):
        self.folder = pathlib.Path(folder)
        self.document = document
        package = self.folder / "datapackage.json"
        if not package.exists():
            raise BeaconBenchError(f"{self.folder}: expected a folder that beaconbench export wrote, found no datapackage.json")
        self._resources = {r["name"]: r for r in json.loads(package.read_text(encoding="utf-8"))["resources"]}

    @property
    def tables(self):
        """The names of the tables."""
        return list(self._resources)

    def table(self, name):
        """One table as a DataFrame, with the types of the data package; empty cells are missing values."""
        if name not in self._resources:
            raise BeaconBenchError(f"{self.folder}: expected one of the tables {', '.join(self.tables)}, found {name}")
        resource = self._resources[name]
        types = {field["name"]: _TYPES[field["type"]] for field in resource["schema"]["fields"]}
        return pd.read_csv(self.folder / resource["path"], dtype=types, keep_default_na=False, na_values=[""])

    def errors(self):
        """Every error that was due: one row for each pipeline, lap and press or callback."""
        return self.table("errors")

    def scores(self):
        """The scores of the harness, one row for each pipeline."""
        return self.table("pipelines").set_index("pipeline", drop=False)

    def track(self, pipeline, lap=0):
        """The fixes of one pipeline on one lap beside the ground truth: time_s, x_m, y_m, true_x_m, true_y_m and error_m."""
        fixes, truth = self.table("fixes"), self.table("truth")
        fixes = fixes[(fixes["pipeline"] == pipeline) & (fixes["lap"] == lap)]
        truth = truth[truth["lap"] == lap].rename(columns={"x_m": "true_x_m", "y_m": "true_y_m"})
        both = fixes.merge(truth[["time_s", "true_x_m", "true_y_m"]], on="time_s")
        error = (both["x_m"] - both["true_x_m"]) ** 2 + (both["y_m"] - both["true_y_m"]) ** 2
        return both.assign(error_m=error**0.5)


def run(scenario, *options, laps=None, seed=None, folder=None):
    """Run a scenario and load its results.

    Args:
        scenario: the path of a scenario file.
        options: further options of `beaconbench run`, such as "--set", "pipelines[0].snap=false".
        laps, seed: in place of those of the scenario.
        folder: where results and export go; a temporary folder by default, which goes with the Results.
    """
    temporary = None if folder else tempfile.TemporaryDirectory(prefix="beaconbench-")
    folder = pathlib.Path(folder or temporary.name)
    arguments = ["run", scenario, "--json", "--quiet", "--name", "run", "--replace", "--results", folder / "results"]
    if laps is not None:
        arguments += ["--laps", laps]
    if seed is not None:
        arguments += ["--seed", seed]
    document = json.loads(call(*arguments, *options))
    # What ran programs of the caller's choice runs them again for its export.
    allowed = ["--allow-programs"] if {"--method", "--allow-programs"} & set(options) else []
    results = load(folder / "results" / document["scenario"] / "run", folder / "export" / document["scenario"], *allowed)
    results.document = document
    results._temporary = temporary
    return results


def load(folder, export=None, *options):
    """Load an export, or a results folder, which is exported first.

    Args:
        folder: what `beaconbench export` or `beaconbench run` wrote.
        export: where a results folder is exported to; `<folder>-export` beside it by default.
        options: further options of `beaconbench export`, such as "--allow-programs".
    """
    folder = pathlib.Path(folder)
    if (folder / "datapackage.json").exists():
        return Results(folder)
    document = json.loads(call("export", folder, "--json", "--quiet", *(["--output", export] if export else []), *options))
    return Results(document["folder"])


def errors(*results):
    """The errors of one or several Results in one DataFrame; of several, the column `run` counts from 0."""
    tables = [result.errors() for result in results]
    if len(tables) == 1:
        return tables[0]
    return pd.concat([table.assign(run=index) for index, table in enumerate(tables)], ignore_index=True)


def check(errors, document):
    """Raises BeaconBenchError unless number, mean and standard deviation of each pipeline's errors are those of the JSON document."""
    for score in document["scores"]:
        own = errors.loc[errors["pipeline"] == score["pipeline"], "error_m"]
        computed = (own.count(), own.mean(), own.std(ddof=0))
        stated = (score["n"], score["meanMetres"], score["stdMetres"])
        if any(abs(ours - theirs) > 1e-9 for ours, theirs in zip(computed, stated)):
            raise BeaconBenchError(f"{score['pipeline']}: expected n, mean and standard deviation of {stated}, found {computed}")


def colours(pipelines):
    """The colour of each pipeline, as a dictionary: the same on every page, and as in the program's own pictures.

    The pipelines of floor35.yaml have a colour each, and the room centre is grey; others take the colours that are left, in the
    given order.
    """
    names = list(dict.fromkeys(pipelines))
    fixed = {**dict(zip(_FIRST, _COLOURS)), "room centre": _GREY}
    left = _COLOURS[len(_FIRST):] + [fixed[name] for name in _FIRST if name not in names]
    others = [name for name in names if name not in fixed]
    fixed.update((name, left[index % len(left)]) for index, name in enumerate(others))
    return {name: fixed[name] for name in names}


def plot(table, kind="cdf", colour="pipeline"):
    """An Altair chart.

    Args:
        table: for "cdf" and "mean", errors; for "track", what Results.track gives.
        kind: "cdf", the distribution functions of the errors up to the largest 99th percentile; "mean", the mean errors with the 95 % intervals of Student's t over
            laps; "track", fixes and ground truth on the plan.
        colour: the column that distinguishes what is drawn, not for "track": pipelines and other names by colour and dashes, numbers
            from dark to light.
    """
    if kind == "cdf":
        return _cdf(table, colour)
    if kind == "mean":
        return _mean(table, colour)
    if kind == "track":
        return _track(table)
    raise BeaconBenchError(f"kind: expected cdf, mean or track, found {kind}")


def _colour(table, column):
    """The channel of colours: numbers go from dark to light, and what is drawn of one pipeline has its colour."""
    names = list(dict.fromkeys(table[column]))
    if pd.api.types.is_numeric_dtype(table[column]):
        return alt.Color(f"{column}:O", title=column, scale=alt.Scale(scheme="viridis"), legend=alt.Legend(**_STROKES))
    range = list(colours(names).values())
    if column != "pipeline" and "pipeline" in table and table["pipeline"].nunique() == 1:
        range = list(colours(table["pipeline"]).values()) * len(names)
    return alt.Color(f"{column}:N", title=column, scale=alt.Scale(domain=names, range=range), legend=alt.Legend(**_STROKES))


def _dash(table, column):
    if pd.api.types.is_numeric_dtype(table[column]):
        return alt.StrokeDash()
    return alt.StrokeDash(f"{column}:N", title=column, scale=alt.Scale(domain=list(dict.fromkeys(table[column]))))


def _cdf(table, colour):
    shares = [index / 100 for index in range(101)]
    measured = table.dropna(subset=["error_m"])
    # The largest hundredth of the errors would take most of the axis.
    end = math.ceil(measured.groupby(colour, sort=False)["error_m"].quantile(0.99).max())
    curves = pd.concat(
        [
            pd.DataFrame({colour: name, "share": shares, "error_m": group["error_m"].quantile(shares).to_numpy()})
            for name, group in measured.groupby(colour, sort=False)
        ]
    )
    return (
        alt.Chart(curves)
        .mark_line(clip=True)
        .encode(
            x=alt.X("error_m:Q", title="Error (m)", scale=alt.Scale(domain=[0, end])),
            y=alt.Y("share:Q", title="Share of errors", axis=alt.Axis(format="%")),
            color=_colour(measured, colour),
            strokeDash=_dash(measured, colour),
            tooltip=[colour, "share:Q", "error_m:Q"],
        )
        .properties(width=420, height=260)
    )


def mean_errors(table, by="pipeline"):
    """The mean error of each pipeline with the 95 % interval of Student's t over the means of laps.

    A table with the columns `by`, mean_m, lower_m, upper_m and laps. The bounds are missing with one lap.
    """
    rows = []
    for name, group in table.dropna(subset=["error_m"]).groupby(by, sort=False):
        laps = group.groupby("lap")["error_m"].agg(["sum", "count"])
        mean, n = group["error_m"].mean(), len(laps)
        # The mean is a ratio of sums over laps: its variance is that of the laps' sums of deviations from it.
        deviations = laps["sum"] - mean * laps["count"]
        half = None
        if n > 1:
            half = _student(n - 1) * (deviations.pow(2).sum() * n / (n - 1)) ** 0.5 / laps["count"].sum()
        rows.append(
            {by: name, "mean_m": mean, "lower_m": mean - half if half is not None else None,
             "upper_m": mean + half if half is not None else None, "laps": n}
        )
    return pd.DataFrame(rows)


def _student(freedom):
    """The 97.5 % quantile of Student's t: from a table, and from 10 degrees on by Abramowitz & Stegun 26.7.5."""
    if freedom < 10:
        return [12.706204736, 4.302652730, 3.182446305, 2.776445105, 2.570581836, 2.446911851, 2.364624252, 2.306004135,
                2.262157163][freedom - 1]
    x = 1.959963984540054
    return (
        x + (x**3 + x) / (4 * freedom) + (5 * x**5 + 16 * x**3 + 3 * x) / (96 * freedom**2)
        + (3 * x**7 + 19 * x**5 + 17 * x**3 - 15 * x) / (384 * freedom**3)
        + (79 * x**9 + 776 * x**7 + 1482 * x**5 - 1920 * x**3 - 945 * x) / (92160 * freedom**4)
    )


def _mean(table, colour):
    means = mean_errors(table, colour)
    base = alt.Chart(means).encode(
        y=alt.Y(f"{colour}:N", title=None, sort=list(means[colour])), color=_colour(means, colour).legend(None))
    bars = base.mark_rule().encode(x=alt.X("lower_m:Q", title="Mean error (m), 95 % interval"), x2="upper_m:Q")
    return (bars + base.mark_point(filled=True, size=60).encode(x="mean_m:Q", tooltip=list(means.columns))).properties(
        width=420
    )


def _track(table):
    pipeline = next(iter(table["pipeline"]))
    tracks = pd.concat(
        [
            table[["time_s", "true_x_m", "true_y_m"]].set_axis(["time_s", "x_m", "y_m"], axis=1).assign(of="ground truth"),
            table[["time_s", "x_m", "y_m"]].assign(of=pipeline),
        ]
    )
    width = 420
    east, north = (tracks[axis].max() - tracks[axis].min() for axis in ["x_m", "y_m"])
    return (
        alt.Chart(tracks)
        .mark_line(point=True, opacity=0.8)
        .encode(
            x=alt.X("x_m:Q", title="East (m)", scale=alt.Scale(zero=False, nice=False, padding=10)),
            y=alt.Y("y_m:Q", title="North (m)", scale=alt.Scale(zero=False, nice=False, padding=10)),
            color=alt.Color("of:N", title=None, scale=alt.Scale(
                domain=["ground truth", pipeline], range=[_GREY, colours([pipeline])[pipeline]]), legend=alt.Legend(**_STROKES)),
            order="time_s:Q",
            tooltip=["of:N", "time_s:Q", "x_m:Q", "y_m:Q"],
        )
        .properties(width=width, height=min(max(width * north / max(east, 1), 120), 420))
    )
