"""A positioning method of your own, as a row of BeaconBench.

Subclass `Method` and implement ``fix``. ``beaconbench.run("floor35", method=MyMethod)`` then scores it beside the rows of a
scenario, in this process. Where a program of its own is wanted, for the command line or a gate, end the file with

    if __name__ == "__main__":
        MyMethod.serve()

and name it as ``--method "exec:python3 mine.py"``, or in a scenario as ``method: {command: [python3, mine.py]}``.
docs/methods-of-your-own.md describes the protocol. This file needs nothing but Python, and may be copied beside your own.
"""

from __future__ import annotations

import json
import math
import sys
from collections.abc import Iterable, Mapping, Sequence
from typing import IO, Any, ClassVar, Union

#: What `Method.fix` may return: x and y in metres, and a floor; or a dictionary with more.
Place = Union[Sequence[float], Mapping[str, Any]]


class NoFix(Exception):
    """Raised by `Method.fix` where there is no position.

    BeaconBench counts the reasons ``tooFewBeacons``, ``undetermined`` and ``notFinite`` as it does for its own methods, and any
    other text as a failure of the method.
    """


class Anchor:
    """A beacon in one epoch.

    Attributes
    ----------
    id : str
        As the site names it.
    x, y, z : float
        Metres east, north and up of the site's origin.
    floor : int
        The level of its floor.
    level : float or None
        The filtered RSSI in dBm; None when the beacon was last heard longer ago than the pipeline's ``maximumAge``.
    reading : float or None
        The mean RSSI of the last window in dBm; None when nothing was heard in it.
    age : float
        Seconds since the end of the window in which the beacon was last heard.
    count : int
        The number of advertisements in the last window.
    c : float
        The RSSI at 1 m in dBm that the pipeline assumes.
    """

    def __init__(self, place: Mapping[str, Any], heard: Mapping[str, Any]) -> None:
        self.id: str = place["id"]
        self.x: float = place["x"]
        self.y: float = place["y"]
        self.z: float = place["z"]
        self.floor: int = place["floor"]
        self.level: float | None = heard["level"]
        self.reading: float | None = heard["reading"]
        self.age: float = heard["age"]
        self.count: int = heard["count"]
        self.c: float = heard["c"]


class Epoch:
    """What the phone reports at one callback.

    Attributes
    ----------
    time : float
        Seconds since the stream began.
    anchors : list of Anchor
        The beacons heard so far on this lap, in the order of the site.
    packets : list of dict
        The single advertisements of the window; empty unless `Method.packets` asks for them.
    presses : list of dict
        The presses since the last epoch; empty unless `Method.given` lists them.
    """

    def __init__(self, message: Mapping[str, Any], places: Mapping[str, Mapping[str, Any]]) -> None:
        self.time: float = message["time"]
        self.anchors: list[Anchor] = [Anchor(places[heard["id"]], heard) for heard in message["anchors"]]
        self.packets: list[dict[str, Any]] = message.get("packets", [])
        self.presses: list[dict[str, Any]] = message.get("presses", [])


class Method:
    """One method at work. An object is made for each lap, so that nothing is remembered from lap to lap.

    Parameters
    ----------
    hello : dict
        The message with the site, settings and prior information.
    lap : dict
        The message with the lap's number and seed. Take all random numbers from that seed: results must not depend on the
        number of threads.

    Attributes
    ----------
    packets : bool
        Of the class: whether epochs list single advertisements.
    given : sequence of str
        Of the class: the prior information that the method receives: ``map``, ``channel``, ``survey``, ``direction``,
        ``presses``.
    settings : mapping
        Of the class: settings of the method, stored with the results.
    time_limit : float
        Of the class: seconds for each answer.
    """

    packets: ClassVar[bool] = False
    given: ClassVar[Sequence[str]] = ()
    settings: ClassVar[Mapping[str, Any]] = {}
    time_limit: ClassVar[float] = 5

    def __init__(self, hello: dict[str, Any], lap: dict[str, Any]) -> None:
        self.hello = hello
        self.lap = lap

    def fix(self, epoch: Epoch) -> Place:
        """The position at the end of the epoch's window.

        Parameters
        ----------
        epoch : Epoch
            What the phone has heard.

        Returns
        -------
        tuple or dict
            ``(x, y)``, or ``(x, y, floor)`` on a site with several floors. A method that knows how large its error may be
            returns a dictionary with the keys x, y, floor, and covariance, a list [xx, xy, yy] in m^2, or uncertainty, the root
            mean square error in m.

        Raises
        ------
        NoFix
            Where there is no position.
        """
        raise NotImplementedError

    def position(self, time: float) -> Place | None:
        """The position at a moment after the last epoch and before the next.

        It must not change later answers.

        Parameters
        ----------
        time : float
            Seconds since the stream began.

        Returns
        -------
        tuple, dict or None
            As `fix`; None where the last fix stands.
        """
        return None

    @classmethod
    def serve(cls) -> None:
        """Answer messages on standard input until it ends.

        What the method prints goes to standard error, since standard output carries the answers.
        """
        answers, sys.stdout = sys.stdout, sys.stderr
        answer_all(cls, sys.stdin, answers)


def answer_all(method: type[Method], messages: Iterable[str], answers: IO[str]) -> None:
    """Answer each message with one line."""
    hello: dict[str, Any] = {}
    places: dict[str, Any] = {}
    session: Method | None = None
    for line in messages:
        message = json.loads(line)
        kind = message["message"]
        answer: dict[str, Any] = {}
        try:
            if kind == "hello":
                hello = message
                places = {anchor["id"]: anchor for anchor in message["site"]["anchors"]}
            elif kind == "lap":
                session = method(hello, message)
            elif kind == "epoch" and session:
                answer = _answer(session.fix(Epoch(message, places)))
            elif kind == "position" and session:
                place = session.position(message["time"])
                answer = {} if place is None else _answer(place)
        except NoFix as reason:
            answer = {"none": str(reason)}
        answers.write(json.dumps(answer, default=_plain) + "\n")
        answers.flush()


def _answer(place: Place) -> dict[str, Any]:
    answer = dict(place) if isinstance(place, Mapping) else dict(zip(("x", "y", "floor"), _coordinates(place)))
    unknown = answer.keys() - {"x", "y", "floor", "covariance", "uncertainty"}
    if unknown or not {"x", "y"} <= answer.keys():
        found = ", ".join(map(str, answer))
        raise TypeError(f"fix: expected the keys x and y, and floor, covariance or uncertainty, found {found}")
    if not all(math.isfinite(answer[key]) for key in ("x", "y", "floor") if answer.get(key) is not None):
        return {"none": "notFinite"}
    answer.update({key: float(answer[key]) for key in ("x", "y")})
    floor = answer.get("floor")
    if floor is not None:
        answer["floor"] = int(floor)
        if answer["floor"] != floor:
            raise TypeError(f"fix: expected a whole number as floor, found {floor!r}")
    return answer


def _coordinates(place: Any) -> list[Any]:
    values = list(place) if isinstance(place, Iterable) and not isinstance(place, (str, bytes, set, frozenset)) else []
    if len(values) not in (2, 3):
        raise TypeError(f"fix: expected (x, y), (x, y, floor) or a dictionary, found {place!r}")
    return values


def _plain(value: Any) -> Any:
    """What NumPy and pandas have in place of Python's numbers and lists."""
    if hasattr(value, "tolist"):
        return value.tolist()
    raise TypeError(f"fix: expected numbers and lists of them, found {value!r}")
