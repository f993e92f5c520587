"""Writes the tables of uji-ble, shops and rriesebos from the published files; README.md says what the rules are.

    python3 scenarios/recordings/convert.py DATASETS FOLDER

DATASETS holds the published files as docs/datasets.md lists them; FOLDER is scenarios/recordings, or another one to compare with it.
The SHA-256 digest of every table is printed. Nothing but Python's standard library is needed.
"""
import csv
import gzip
import hashlib
import io
import json
import math
import shutil
import sys
from datetime import datetime, timezone
from pathlib import Path


def table(folder, name, header, rows):
    """Writes a table, and prints the digest of the file."""
    text = io.StringIO()
    writer = csv.writer(text, lineterminator="\n")
    writer.writerow(header)
    writer.writerows(rows)
    data = gzip.compress(text.getvalue().encode(), 9, mtime=0)
    (folder / f"{name}.csv.gz").write_bytes(data)
    print(hashlib.sha256(data).hexdigest(), f"{folder.name}/{name}.csv.gz")


def walk(folder, name, readings, truth, presses, steps=None):
    table(folder, f"{name}-readings", ["time_s", "beacon", "rssi_dbm"], readings)
    table(folder, f"{name}-truth", ["time_s", "x_m", "y_m", "z_m"][:len(truth[0])], truth)
    table(folder, f"{name}-presses", ["time_s", "point"], presses)
    if steps is not None:
        table(folder, f"{name}-steps", ["time_s", "length_m", "heading_deg"], steps)


# uji-ble: scans at surveyed points. The first digit of a scan's number is the phone, the third the set of points.


def lines(path):
    with open(path, newline="") as file:
        return list(csv.reader(file))


def uji(source, folder):
    beacons = [row[0] for row in lines(source / "dep/lib.csv")[1:]]
    numbers = [row[0] for row in lines(source / "rss/lib_ids.csv")]
    places = [tuple(map(float, row)) for row in lines(source / "rss/lib_crd.csv")]
    levels = [list(map(int, row)) for row in lines(source / "rss/lib_rss.csv")]
    times = [list(map(int, row)) for row in lines(source / "rss/lib_tms.csv")]
    points = {place: index + 1 for index, place in enumerate(sorted(set(places)))}
    walks = {}
    for number, place, row, stamps in zip(numbers, places, levels, times):
        heard = [(t, beacons[i], level) for i, (level, t) in enumerate(zip(row, stamps)) if level != 100]
        if heard:
            walks.setdefault(f"phone{number[0]}-points{number[2]}", []).append((place, sorted(heard)))
    for name, scans in walks.items():
        scans.sort(key=lambda scan: scan[1][0][0])
        start = scans[0][1][0][0] // 10**9
        clock = lambda t: round((t - start * 10**9) / 1e9, 6)
        stays = []
        for place, heard in scans:
            if not stays or stays[-1][0] != place:
                stays.append((place, []))
            stays[-1][1].extend(heard)
        readings = [(clock(t), beacon, level) for t, beacon, level in sorted(sum((heard for _, heard in stays), []))]
        truth = []
        for place, heard in stays:
            for t in sorted({heard[0][0], heard[-1][0]}):
                truth.append((clock(t), *place))
        presses = [(clock(heard[-1][0]), points[place]) for place, heard in stays]
        walk(folder, name, readings, truth, presses)
    return beacons, points


# shops: walks of people. Beacons go by their addresses, as most have the same identity, and are numbered in their order. Steps are found by a rule that was fixed before the walks were looked at.

LENGTH = 0.7  # metres of every step, as in `steps` of simulated scenarios
SMOOTHED = 7  # samples on either side, which are 0.02 s apart
ABOVE = 0.5  # m/s^2 above the mean of the walk so far that a step must reach
APART = 300  # ms between steps


def steps_of(samples, headings):
    """Peaks of the smoothed magnitude of the acceleration, with the direction that the top of the phone points to."""
    magnitudes = [math.sqrt(x * x + y * y + z * z) for _, x, y, z in samples]
    smooth = []
    for index in range(len(magnitudes)):
        part = magnitudes[max(0, index - SMOOTHED):index + SMOOTHED + 1]
        smooth.append(sum(part) / len(part))
    steps, total, last = [], 0.0, -10**9
    for index in range(1, len(smooth) - 1):
        total += smooth[index]
        is_peak = smooth[index - 1] < smooth[index] >= smooth[index + 1]
        if is_peak and smooth[index] - total / index > ABOVE and samples[index][0] - last >= APART:
            last = samples[index][0]
            x, y, z = headings[last]
            w = math.sqrt(max(0.0, 1 - x * x - y * y - z * z))
            # The second column of the rotation matrix: the phone's y axis in east and north.
            east, north = 2 * (x * y - z * w), 1 - 2 * (x * x + z * z)
            steps.append((last, LENGTH, round(math.degrees(math.atan2(north, east)), 3)))
    return steps


def shops(source, folder):
    walks = []
    for path in sorted(source.glob("*.txt")):
        records = {}
        for line in path.read_text(encoding="utf-8").splitlines():
            fields = line.split("\t")
            if fields[0] == "#":
                if fields[1].startswith("startTime:"):
                    start = int(fields[1].split(":")[1])
            else:
                records.setdefault(fields[1], []).append([int(fields[0])] + fields[2:])
        walks.append((path.stem, start, records))
    places = sorted({(float(row[1]), float(row[2])) for _, _, records in walks for row in records["TYPE_WAYPOINT"]})
    points = {place: index + 1 for index, place in enumerate(places)}
    addresses = sorted({row[7] for _, _, records in walks for row in records["TYPE_BEACON"]})
    names = {address: f"b{index + 1:03}" for index, address in enumerate(addresses)}
    for number, (_, start, records) in enumerate(walks):
        clock = lambda t: (t - start) / 1000
        readings = sorted((row[0], names[row[7]], int(row[5])) for row in records["TYPE_BEACON"])
        waypoints = [(row[0], (float(row[1]), float(row[2]))) for row in records["TYPE_WAYPOINT"]]
        samples = [(row[0], *map(float, row[1:4])) for row in records["TYPE_ACCELEROMETER"]]
        headings = {row[0]: tuple(map(float, row[1:4])) for row in records["TYPE_ROTATION_VECTOR"]}
        walk(
            folder, f"walk-{number + 1}",
            [(clock(t), beacon, level) for t, beacon, level in readings],
            [(clock(t), *place) for t, place in waypoints],
            [(clock(t), points[place]) for t, place in waypoints],
            [(clock(t), length, heading) for t, length, heading in steps_of(samples, headings)])
    return list(names.values()), points


# rriesebos: walks past checkpoints, and recordings of standing beacons.

HEIGHT = 1.2  # metres of the phone above the floor, which is not published: the usual `carriedHeight`
EPOCH = datetime(1970, 1, 1, tzinfo=timezone.utc)


def milliseconds(row):
    """The time of a published row, in milliseconds since 1970."""
    stamp = row["system.totimestamp(timeuuid)"].replace("Z", "+00:00")
    elapsed = datetime.fromisoformat(stamp) - EPOCH
    return elapsed.days * 86_400_000 + elapsed.seconds * 1000 + elapsed.microseconds // 1000


def levels_of(path, beacon=None):
    """The readings of a published file in the order of time, of one beacon where the file does not name it."""
    return sorted((milliseconds(row), beacon or row["beacon_address"], row["rssi"]) for row in json.loads(path.read_text()))


def seconds(rows, start):
    return [((t - start) / 1000, *rest) for t, *rest in rows]


def rriesebos(source, folder):
    header = ["time_s", "beacon", "rssi_dbm"]
    places = {int(number): (float(x), float(y)) for number, x, y in lines(source / "checkpoints.csv")[1:]}
    beacons = [row[0] for row in lines(source / "beacons.csv")[1:]]
    for trace in sorted((source / "traces").iterdir()):
        readings = levels_of(trace / "measurements.json")
        presses = sorted((milliseconds(row), row["checkpoint"]) for row in json.loads((trace / "checkpoints.json").read_text()))
        start = min(readings[0][0], presses[0][0])
        truth = [(t, *places[point], HEIGHT) for t, point in presses]
        walk(folder, trace.name.replace("trace", "walk-"), *(seconds(rows, start) for rows in (readings, truth, presses)))
    standing = source / "1m-measurements/beacons-standing"
    readings = sorted(sum((levels_of(standing / f"{beacon.replace(':', '-')}.json", beacon) for beacon in beacons), []))
    table(folder, "one-metre-readings", header, seconds(readings, readings[0][0]))
    for sight in ["line-of-sight", "non-line-of-sight"]:
        (folder / sight).mkdir(exist_ok=True)
        for path in sorted((source / "distance-channel-measurements" / sight).glob("*cm.json")):
            readings = levels_of(path, "beacon")
            table(folder, f"{sight}/{int(path.stem[:-2]):04}cm-readings", header, seconds(readings, readings[0][0]))
    for name in ["LICENSE.md", "CITATION.cff"]:
        shutil.copyfile(source / name, folder / name)
    return beacons, places


if __name__ == "__main__":
    datasets, recordings = Path(sys.argv[1]), Path(sys.argv[2])
    for name, convert in [("uji-ble", uji), ("indoor-location-competition", shops), ("rriesebos", rriesebos)]:
        folder = recordings / ("shops" if convert is shops else name)
        folder.mkdir(parents=True, exist_ok=True)
        convert(datasets / name, folder)
