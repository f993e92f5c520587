"""Charts of DataFrames by Altair, in the colours of the program's own pictures."""

from __future__ import annotations

import importlib.util
import math
import sys
from collections.abc import Iterable, Mapping
from typing import TYPE_CHECKING, Any

from ._frames import pandas_package
from ._program import BeaconBenchError

if TYPE_CHECKING:
    import pandas

# Okabe and Ito's colours, which colour-blind readers can distinguish, in the order in which the program's pictures use them.
_COLOURS = ["#0072B2", "#D55E00", "#009E73", "#CC79A7", "#E69F00", "#56B4E9", "#000000"]
# These have the first colours on every page, also where some of them are absent: the order is that of floor35.yaml.
_FIRST = ["Kalman", "Savitzky-Golay", "feedback", "moving average", "proximity"]
# Of the constant baseline and of the ground truth.
_GREY = "#808080"
# As long as the lines that it explains, so that dashes are seen.
_STROKES = {"symbolType": "stroke", "symbolSize": 400, "symbolStrokeWidth": 2}


def _altair() -> Any:
    """Altair, which shows charts in notebooks as SVG where vl-convert is there: that needs no network."""
    try:
        import altair
    except ImportError:
        raise BeaconBenchError("charts of tables need Altair: pip install 'beaconbench[notebooks]'") from None
    if importlib.util.find_spec("vl_convert"):
        altair.renderers.enable("svg")
    return altair


if "altair" in sys.modules:
    # Charts of the caller's own show like those of this package.
    _altair()


def check(errors: pandas.DataFrame, document: Mapping[str, Any]) -> None:
    """Check errors against the JSON document of the program.

    Parameters
    ----------
    errors : pandas.DataFrame
        With the columns pipeline and error_m.
    document : mapping
        The document, such as `Outcome.document`.

    Raises
    ------
    BeaconBenchError
        Unless number, mean and standard deviation of each pipeline's errors are those of the document.
    """
    for score in document["scores"]:
        own = errors.loc[errors["pipeline"] == score["pipeline"], "error_m"]
        # Nothing has a mean where there is no error.
        computed = (own.count(), *((own.mean(), own.std(ddof=0)) if own.count() else ()))
        stated = (score["n"], *((score["meanMetres"], score["stdMetres"]) if score["n"] else ()))
        if len(computed) != len(stated) or any(abs(ours - theirs) > 1e-9 for ours, theirs in zip(computed, stated)):
            raise BeaconBenchError(f"{score['pipeline']}: expected n, mean and standard deviation of {stated}, found {computed}")


def colours(pipelines: Iterable[str]) -> dict[str, str]:
    """Give each pipeline its colour: the same on every page, and as in the program's own pictures.

    The pipelines of floor35.yaml have a colour each, and the room centre is grey; others take the colours that are left, in the
    given order.

    Parameters
    ----------
    pipelines : iterable of str
        Names, which may repeat.

    Returns
    -------
    dict
        A colour such as ``#0072B2`` for each name.
    """
    names = list(dict.fromkeys([pipelines] if isinstance(pipelines, str) else pipelines))
    fixed = {**dict(zip(_FIRST, _COLOURS)), "room centre": _GREY}
    left = _COLOURS[len(_FIRST):] + [fixed[name] for name in _FIRST if name not in names]
    others = [name for name in names if name not in fixed]
    fixed.update((name, left[index % len(left)]) for index, name in enumerate(others))
    return {name: fixed[name] for name in names}


def plot(table: pandas.DataFrame, kind: str = "cdf", colour: str = "pipeline") -> Any:
    """Draw a table of errors, or a track.

    Parameters
    ----------
    table : pandas.DataFrame
        For "cdf" and "mean", errors; for "track", what `Results.track` gives.
    kind : {"cdf", "mean", "track"}
        The distribution functions of the errors up to the largest 99th percentile; the mean errors with the 95 % intervals of
        Student's t over laps; fixes and ground truth on the plan.
    colour : str
        The column that distinguishes what is drawn, not for "track": pipelines and other names by colour and dashes, numbers
        from dark to light.

    Returns
    -------
    altair.Chart or altair.LayerChart
        What notebooks show.
    """
    if kind == "cdf":
        return _cdf(table, colour)
    if kind == "mean":
        return _mean(table, colour)
    if kind == "track":
        return _track(table)
    raise BeaconBenchError(f"kind: expected cdf, mean or track, found {kind}")


def _colour(table: pandas.DataFrame, column: str) -> Any:
    """The channel of colours: numbers go from dark to light, and what is drawn of one pipeline has its colour."""
    alt, pd = _altair(), pandas_package()
    names = list(dict.fromkeys(table[column]))
    if pd.api.types.is_numeric_dtype(table[column]):
        return alt.Color(f"{column}:O", title=column, scale=alt.Scale(scheme="viridis"), legend=alt.Legend(**_STROKES))
    shades = list(colours(names).values())
    if column != "pipeline" and "pipeline" in table and table["pipeline"].nunique() == 1:
        shades = list(colours(table["pipeline"]).values()) * len(names)
    return alt.Color(f"{column}:N", title=column, scale=alt.Scale(domain=names, range=shades), legend=alt.Legend(**_STROKES))


def _dash(table: pandas.DataFrame, column: str) -> Any:
    alt, pd = _altair(), pandas_package()
    if pd.api.types.is_numeric_dtype(table[column]):
        return alt.StrokeDash()
    return alt.StrokeDash(f"{column}:N", title=column, scale=alt.Scale(domain=list(dict.fromkeys(table[column]))))


def _cdf(table: pandas.DataFrame, colour: str) -> Any:
    alt, pd = _altair(), pandas_package()
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


def mean_errors(table: pandas.DataFrame, by: str = "pipeline") -> pandas.DataFrame:
    """Compute mean errors with the 95 % interval of Student's t over the means of laps, cut at 0.

    Parameters
    ----------
    table : pandas.DataFrame
        Errors, with the columns lap, error_m and `by`.
    by : str
        The column that says what is averaged.

    Returns
    -------
    pandas.DataFrame
        With the columns `by`, mean_m, lower_m, upper_m and laps. The bounds are missing with one lap.
    """
    pd = pandas_package()
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
            {by: name, "mean_m": mean, "lower_m": max(mean - half, 0.0) if half is not None else None,
             "upper_m": mean + half if half is not None else None, "laps": n}
        )
    means: pandas.DataFrame = pd.DataFrame(rows)
    return means


def _student(freedom: int) -> float:
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


def _mean(table: pandas.DataFrame, colour: str) -> Any:
    alt = _altair()
    means = mean_errors(table, colour)
    base = alt.Chart(means).encode(
        y=alt.Y(f"{colour}:N", title=None, sort=list(means[colour])), color=_colour(means, colour).legend(None))
    bars = base.mark_rule().encode(x=alt.X("lower_m:Q", title="Mean error (m), 95 % interval"), x2="upper_m:Q")
    return (bars + base.mark_point(filled=True, size=60).encode(x="mean_m:Q", tooltip=list(means.columns))).properties(
        width=420
    )


def _track(table: pandas.DataFrame) -> Any:
    alt, pd = _altair(), pandas_package()
    names = list(dict.fromkeys(table["pipeline"]))
    if not names:
        raise BeaconBenchError("track: expected fixes, found a table without rows")
    # Each is a line of its own.
    lines = [name for name in ("pipeline", "lap", "walker") if name in table]
    truth = table[[*lines, "time_s", "true_x_m", "true_y_m"]].rename(columns={"true_x_m": "x_m", "true_y_m": "y_m"})
    tracks = pd.concat([truth.assign(of="ground truth"), table[[*lines, "time_s", "x_m", "y_m"]].assign(of=table["pipeline"])])
    width = 420
    east, north = (tracks[axis].max() - tracks[axis].min() for axis in ["x_m", "y_m"])
    return (
        alt.Chart(tracks)
        .mark_line(point=True, opacity=0.8)
        .encode(
            x=alt.X("x_m:Q", title="East (m)", scale=alt.Scale(zero=False, nice=False, padding=10)),
            y=alt.Y("y_m:Q", title="North (m)", scale=alt.Scale(zero=False, nice=False, padding=10)),
            color=alt.Color("of:N", title=None, scale=alt.Scale(
                domain=["ground truth", *names], range=[_GREY, *colours(names).values()]), legend=alt.Legend(**_STROKES)),
            detail=[f"{name}:N" for name in lines],
            order="time_s:Q",
            tooltip=["of:N", *(f"{name}:N" for name in lines[2:]), "time_s:Q", "x_m:Q", "y_m:Q"],
        )
        .properties(width=width, height=min(max(width * north / max(east, 1), 120), 420))
    )
