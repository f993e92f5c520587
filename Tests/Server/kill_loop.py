"""Kills a server in the middle of writing, again and again, and counts acknowledged records that are gone.

Argument: how many times. Ends with status 1 where one is lost.
"""
import json, random, sys, threading, time

from support import Server


def write(server, acknowledged, writer):
    connection = server.connection()
    count = 0
    while True:
        marker = f"w{writer}-{time.monotonic_ns()}-{count}"
        count += 1
        try:
            connection.request(
                "POST", "/v1/incidents", json.dumps({"kind": marker}), {"Content-Type": "application/json"})
            response = connection.getresponse()
            answer = json.loads(response.read())
        except Exception:
            return
        if response.status == 201:
            acknowledged[answer["n"]] = marker


def kept(server, after):
    """Every record behind a number, by its number."""
    found = {}
    while True:
        _, _, answer = server.ask("GET", f"/v1/incidents?limit=1000&after={after}")
        for record in answer["incidents"]:
            found[record["n"]] = record["kind"]
            after = record["n"]
        if answer["n"] == 0:
            return found


def main(kills):
    chance = random.Random(1)
    folder, acknowledged, lost, found = None, {}, 0, {}
    checked = 0
    for round in range(kills + 1):
        server = Server(folder=folder)
        folder = server.folder
        found.update(kept(server, checked))
        checked = max(found, default=0)
        lost += sum(found.get(n) != marker for n, marker in acknowledged.items())
        acknowledged = {}
        if round == kills:
            server.stop()
            break
        writers = [threading.Thread(target=write, args=(server, acknowledged, writer)) for writer in range(8)]
        for writer in writers:
            writer.start()
        time.sleep(chance.uniform(0.01, 0.15))
        server.kill()
        for writer in writers:
            writer.join()
    print(f"{kills} kills, {len(found)} records kept, {lost} acknowledged records lost")
    return 1 if lost or not found else 0


if __name__ == "__main__":
    sys.exit(main(int(sys.argv[1])))
