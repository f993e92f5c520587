"""Evaluate indoor positioning with Bluetooth beacons, from Python.

The package runs the program ``beaconbench`` and gives its results as objects with DataFrames and pictures:

>>> import beaconbench
>>> results = beaconbench.run("floor35", laps=20)
>>> results.errors().groupby("pipeline")["error_m"].mean()
>>> results.plot("cdf")

All lengths are in metres and all times in seconds. The program is the one that the environment variable ``BEACONBENCH`` names, else
the one of this package's wheel, else ``beaconbench`` on the PATH, else the one built in the checkout that holds this package.
DataFrames need pandas, ``plot`` and ``mean_errors`` Altair, pictures outside Jupyter Lab vl-convert: ``beaconbench[notebooks]``
brings them all.
"""

from __future__ import annotations

from ._charts import check, colours, mean_errors, plot
from ._outcomes import Outcome, Picture
from ._program import BeaconBenchError, BeaconBenchWarning, call, program
from ._results import Results, errors
from ._studies import Comparison, Methods, Placement, Replay, Scores, Sweep
from ._verbs import compare, load, methods, place, replay, run, scenarios, score, sweep
from .method import Anchor, Epoch, Method, NoFix

__all__ = [
    "Anchor", "BeaconBenchError", "BeaconBenchWarning", "Comparison", "Epoch", "Method", "Methods", "NoFix", "Outcome",
    "Picture", "Placement", "Replay", "Results", "Scores", "Sweep", "call", "check", "colours", "compare", "errors", "load",
    "mean_errors", "methods", "place", "plot", "program", "replay", "run", "scenarios", "score", "sweep",
]


def __getattr__(name: str) -> str:
    if name == "__version__":
        return call("--version").split()[0]
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
