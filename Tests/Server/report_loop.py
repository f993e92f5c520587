"""Kills beaconbench and the server in turns while one reports to the other, and looks for records that are missing or kept twice.

Argument: how many kills. Ends with status 1 where what is kept differs from what comes without any kill.
"""
import json, os, random, sqlite3, subprocess, sys, tempfile, time

from support import ROOT, Server, client, free_port

SCENARIOS = ["services-noise-free", "conference-noise-free"]


def report(server, scenario, seed, folder):
    """Begins to report the laps of a scenario."""
    path = os.path.join(ROOT, "scenarios", "context", scenario + ".yaml")
    return client("context", path, "--report", f"http://127.0.0.1:{server.port}", "--seed", str(seed), "--laps", "2",
                  "--name", "a", "--replace", "--quiet", folder=folder)


def complete(server, scenario, seed, folder):
    process = report(server, scenario, seed, folder)
    _, errors = process.communicate(timeout=300)
    if process.returncode:
        raise RuntimeError(errors)


def kept(server):
    """By kind and key what the database holds, without number and time; and the number of records."""
    database = sqlite3.connect(server.folder + "/context.sqlite", timeout=30)
    records, count = {}, 0
    for kind in ["readings", "incidents", "sightings"]:
        for key, body in database.execute(f"SELECT id, body FROM {kind}"):
            record = json.loads(body)
            del record["unixSeconds"]
            records[kind, key] = record
            count += 1
    database.close()
    return records, count


def main(kills):
    chance = random.Random(1)
    folder, port = tempfile.mkdtemp(prefix="beaconbench-"), free_port()
    server = Server("--port", str(port))
    begun = time.monotonic()
    complete(server, SCENARIOS[0], 0, folder)
    usual = time.monotonic() - begun
    cases = [(SCENARIOS[kill % len(SCENARIOS)], 1 + kill) for kill in range(kills)]
    killed = {"beaconbench": 0, "server": 0}
    for number, (scenario, seed) in enumerate(cases):
        process = report(server, scenario, seed, folder)
        time.sleep(chance.uniform(0.05, 0.95) * usual)
        # Both with each scenario.
        if number // len(SCENARIOS) % 2 == 0:
            killed["beaconbench"] += process.poll() is None
            process.kill()
            process.communicate()
            complete(server, scenario, seed, folder)
        else:
            killed["server"] += process.poll() is None
            server.kill()
            time.sleep(chance.uniform(0, 0.5))
            server = Server("--port", str(port), folder=server.folder)
            # It has stopped where it could not send, and the same command completes it.
            process.communicate(timeout=300)
            if process.returncode:
                complete(server, scenario, seed, folder)
    with Server() as other:
        for scenario, seed in [(SCENARIOS[0], 0)] + cases:
            complete(other, scenario, seed, folder)
        expected, _ = kept(other)
    found, count = kept(server)
    server.stop()
    print(f"{killed['beaconbench']} kills of beaconbench and {killed['server']} of the server while they were at work, of {kills}; "
          f"{count} records kept, {len(expected.keys() - found.keys())} missing, {count - len(found)} kept twice")
    return 0 if found == expected and count == len(found) and expected else 1


if __name__ == "__main__":
    sys.exit(main(int(sys.argv[1])))
