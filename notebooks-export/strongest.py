"""strongest.py FOLDER: the errors of the strongest beacon of the last second on the laps of `simulate --into laps`.

docs/compare.md makes a gate of it.
"""

import csv, json, math, os, sys

site = json.load(open("laps/site.json"))
beacons = {beacon["id"]: beacon["position"] for beacon in site["beacons"]}
points = {str(point["id"]): point["position"] for point in site["testPoints"]}
os.makedirs(sys.argv[1], exist_ok=True)
with open(f"{sys.argv[1]}/errors.csv", "w", newline="") as file:
    errors = csv.writer(file)
    errors.writerow(["pipeline", "lap", "point", "time_s", "error_m"])
    for lap in range(50):
        heard = [(float(row["time_s"]), row["beacon"], float(row["rssi_dbm"] or -127))
                 for row in csv.DictReader(open(f"laps/lap-{lap:04}-readings.csv"))]
        for press in csv.DictReader(open(f"laps/lap-{lap:04}-presses.csv")):
            time = float(press["time_s"])
            last = [row for row in heard if time - 1 <= row[0] <= time]
            error = ""
            if last:
                error = math.dist(beacons[max(last, key=lambda row: row[2])[1]][:2], points[press["point"]][:2])
            errors.writerow(["strongest", lap, press["point"], press["time_s"], error])
json.dump({"program": "strongest.py"}, open(f"{sys.argv[1]}/provenance.json", "w"))
