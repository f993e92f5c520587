"""A program that takes part in the challenge of beaconbench-server: python3 challenge_client.py ADDRESS [NAME] [LAPS].

It asks for half a second of readings at a time, keeps the last 3 s, and answers with the centroid of the beacons heard, weighted by
10^(mean RSSI / 20). The standard library is all that it needs.
"""
import json
import os
import sys
import urllib.request


def ask(address, path, document=None):
    """Gets a path, or posts a document to it."""
    data = None if document is None else json.dumps(document).encode()
    headers = {"Content-Type": "application/json"}
    if "BEACONBENCH_TOKEN" in os.environ:
        headers["Authorization"] = "Bearer " + os.environ["BEACONBENCH_TOKEN"]
    with urllib.request.urlopen(urllib.request.Request(address + path, data, headers)) as response:
        return json.load(response)


def centroid(readings, places):
    """The weighted centroid of the beacons heard; an empty estimate where there are none."""
    levels = {}
    for reading in readings:
        levels.setdefault(reading["beacon"], []).append(reading["rssi_dbm"])
    weights = {beacon: 10 ** (sum(own) / len(own) / 20) for beacon, own in levels.items()}
    total = sum(weights.values())
    if not total:
        return {}
    return {
        axis: sum(weight * places[beacon][index] for beacon, weight in weights.items()) / total
        for index, axis in enumerate("xy")
    }


def take_part(address, name="centroid", laps=10):
    """Runs to the end, and returns the score."""
    site = ask(address, "/v1/challenge")["site"]
    places = {beacon["id"]: beacon["position"] for beacon in site["beacons"]}
    run = ask(address, "/v1/challenge/runs", {"name": name, "laps": laps})["run"]
    lap, recent, estimate = 0, [], {}
    while True:
        answer = ask(address, f"/v1/challenge/runs/{run}/next", estimate)
        if answer["isDone"]:
            return answer["result"]
        if answer["lap"] != lap:
            lap, recent = answer["lap"], []
        recent = [reading for reading in recent + answer["readings"] if reading["time_s"] > answer["untilSeconds"] - 3]
        estimate = centroid(recent, places)


if __name__ == "__main__":
    arguments = sys.argv[1:]
    score = take_part(arguments[0], *arguments[1:2], *map(int, arguments[2:3]))
    interval = score["meanInterval95"]
    between = f" [{interval[0]:.2f}, {interval[1]:.2f}]" if interval else ""
    print(f"{score['pipeline']}: mean error {score['meanMetres']:.2f} m{between}, n = {score['n']}, {score['missed']} missed")
