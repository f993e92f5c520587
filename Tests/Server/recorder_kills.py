"""Kills a recorder in the middle of presses, again and again, and counts presses that were answered and are gone, presses that are kept
twice, and captured octets that are not those that were sent.

Argument: how many times. Ends with status 1 where anything is lost.
"""
import glob, json, os, random, sys, tempfile, threading, time

from live_air import Air, folder_with_site
from support import Server


class Presser(threading.Thread):
    """Sends presses one after another as the page does: one without an answer is sent again after the restart."""

    def __init__(self, name):
        super().__init__(daemon=True)
        self.name_, self.sent, self.answered, self.server, self.ended = name, 0, {}, None, False

    def run(self):
        waiting = None
        while not self.ended or waiting:
            waiting = waiting or {
                "id": f"{self.name_}-{self.sent}", "kind": "press", "unixSeconds": time.time(), "x": 5.0, "y": self.sent % 5 + 0.5}
            server = self.server
            if server is None:
                time.sleep(0.005)
                continue
            try:
                status = server.ask("POST", "/v1/recorder/marks", waiting)[0]
            except Exception:
                time.sleep(0.005)
                continue
            if status not in (200, 201):
                raise RuntimeError(f"status {status}")
            self.answered[waiting["id"]] = waiting
            self.sent += 1
            waiting = None


def kept(path):
    """The marks of a recording, by their ids; and whether any stands twice."""
    marks, twice = {}, 0
    with open(os.path.join(path, "presses.jsonl"), encoding="utf-8") as file:
        for line in file:
            try:
                mark = json.loads(line)
            except ValueError:
                continue
            twice += mark["id"] in marks
            marks[mark["id"]] = mark
    return marks, twice


def main(kills):
    chance = random.Random(2)
    folder = tempfile.mkdtemp(prefix="beaconbench-recorder-")
    _, fifo = folder_with_site(folder)
    path = os.path.join(folder, "walk")
    pressers = [Presser(f"w{i}") for i in range(4)]
    for presser in pressers:
        presser.start()
    lost, written = 0, []
    for round in range(kills + 1):
        server = Server("--record", "walk", "--site", "corridor.yaml", "--replay", "air.fifo", folder=folder)
        air = Air(fifo)
        for presser in pressers:
            presser.server = server
        time.sleep(chance.uniform(0.05, 0.4))
        if round == kills:
            for presser in pressers:
                presser.ended = True
            for presser in pressers:
                presser.join(30)
            server.stop()
        else:
            server.kill()
        air.close()
        for presser in pressers:
            presser.server = None
        written.append(bytes(air.written))
        marks, twice = kept(path)
        answered = {id: mark for presser in pressers for id, mark in dict(presser.answered).items()}
        lost += twice + sum(marks.get(id) != mark for id, mark in answered.items())
    # Parts in their order are the beginnings of what was written while a server lived.
    parts = {int(os.path.basename(part).split("-")[1].split(".")[0]): part for part in glob.glob(os.path.join(path, "capture-*"))}
    wrong, rest = 0, list(written)
    for number in sorted(parts):
        octets = open(parts[number], "rb").read()
        while rest and not rest[0].startswith(octets):
            rest.pop(0)
        wrong += not rest
        if rest:
            rest.pop(0)
    print(f"{kills} kills, {len(answered)} presses answered, {lost} lost or kept twice; {len(parts)} parts of the capture, {wrong} with other octets")
    return 1 if lost or wrong or not answered or not parts else 0


if __name__ == "__main__":
    sys.exit(main(int(sys.argv[1])))
