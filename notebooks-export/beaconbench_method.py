"""A positioning method of your own in Python, as a row of BeaconBench.

Subclass Method, implement fix(epoch), and end the file with

    if __name__ == "__main__":
        run(MyMethod)

A scenario names the program as `method: {command: [python3, mine.py]}`; `beaconbench run SCENARIO --method "exec:python3 mine.py"`
adds it to a scenario's own rows. docs/methods-of-your-own.md describes the protocol. This file needs Python 3.8 and nothing else.
"""

import json
import math
import sys


class NoFix(Exception):
    """Raised by Method.fix where there is no position. BeaconBench counts the reasons tooFewBeacons, undetermined and
    notFinite as it does for its own methods, and any other text as a failure of the method."""


class Anchor:
    """A beacon in one epoch."""

    def __init__(self, place, heard):
        self.id = place["id"]
        #: Metres east, north and up of the site's origin.
        self.x, self.y, self.z = place["x"], place["y"], place["z"]
        self.floor = place["floor"]
        #: The filtered RSSI in dBm; None when the beacon was last heard longer ago than the pipeline's maximumAge.
        self.level = heard["level"]
        #: The mean RSSI of the last window in dBm; None when nothing was heard in it.
        self.reading = heard["reading"]
        #: Seconds since the end of the window in which the beacon was last heard.
        self.age = heard["age"]
        #: The number of advertisements in the last window.
        self.count = heard["count"]
        #: The RSSI at 1 m in dBm that the pipeline assumes.
        self.c = heard["c"]


class Epoch:
    """What the phone reports at one callback."""

    def __init__(self, message, places):
        #: Seconds since the stream began.
        self.time = message["time"]
        #: The beacons heard so far on this lap, in the order of the site.
        self.anchors = [Anchor(places[heard["id"]], heard) for heard in message["anchors"]]
        #: The single advertisements of the window, as dictionaries; empty without `packets: true`.
        self.packets = message.get("packets", [])
        #: The presses since the last epoch, as dictionaries; empty unless `given` lists them.
        self.presses = message.get("presses", [])


class Method:
    """One method at work. An object is made for each lap, so that nothing is remembered from lap to lap."""

    def __init__(self, hello, lap):
        """hello and lap are the messages as dictionaries: the site, settings and prior information; the lap's number
        and seed. Take all random numbers from that seed: results must not depend on the number of threads."""
        self.hello = hello
        self.lap = lap

    def fix(self, epoch):
        """The position at the end of the epoch's window: (x, y), or (x, y, floor) on a site with several floors.

        A method that knows how large its error may be returns a dictionary with the keys x, y, floor, and covariance, a list
        [xx, xy, yy] in m^2, or uncertainty, the root mean square error in m. Raise NoFix where there is no position.
        """
        raise NotImplementedError

    def position(self, time):
        """The position at a moment after the last epoch and before the next; None where the last fix stands.

        It must not change later answers.
        """
        return None


def _answer(place):
    if isinstance(place, dict):
        return place if all(math.isfinite(place[key]) for key in ("x", "y")) else {"none": "notFinite"}
    if not all(math.isfinite(value) for value in place):
        return {"none": "notFinite"}
    answer = {"x": float(place[0]), "y": float(place[1])}
    if len(place) > 2:
        answer["floor"] = int(place[2])
    return answer


def run(method):
    """Answers messages on standard input with objects of a subclass of Method until the input ends.

    What the method prints goes to standard error, since standard output carries the answers.
    """
    answers, sys.stdout = sys.stdout, sys.stderr
    hello, places, session = {}, {}, None
    for line in sys.stdin:
        message = json.loads(line)
        kind = message["message"]
        answer = {}
        try:
            if kind == "hello":
                hello = message
                places = {anchor["id"]: anchor for anchor in message["site"]["anchors"]}
            elif kind == "lap":
                session = method(hello, message)
            elif kind == "epoch":
                answer = _answer(session.fix(Epoch(message, places)))
            elif kind == "position":
                place = session.position(message["time"])
                answer = {} if place is None else _answer(place)
        except NoFix as reason:
            answer = {"none": str(reason)}
        answers.write(json.dumps(answer) + "\n")
        answers.flush()
