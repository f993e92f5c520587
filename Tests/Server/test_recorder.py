"""The recorder of beaconbench-server: what is heard and marked is kept, and becomes a data set."""
import os, resource, subprocess, sys, tempfile, time, unittest

import recorder_kills
from live_air import HEADER, Air, folder_with_site, record
from support import CLIENT, Server, refused


def mark(server, kind, **fields):
    return server.ask("POST", "/v1/recorder/marks", {"kind": kind, **fields})


def until(condition, seconds=30):
    end = time.monotonic() + seconds
    while not condition():
        if time.monotonic() > end:
            raise AssertionError("never came true")
        time.sleep(0.05)


def beaconbench(*arguments, folder):
    done = subprocess.run([CLIENT, *arguments], cwd=folder, capture_output=True, text=True, timeout=240)
    return done.returncode, done.stdout, done.stderr


class Recording:
    """A server that records, and what it hears."""

    def __init__(self, folder=None, **air):
        self.folder = folder or tempfile.mkdtemp(prefix="beaconbench-recorder-")
        self.site, self.fifo = folder_with_site(self.folder)
        self.path = os.path.join(self.folder, "walk")
        self.server = Server("--record", "walk", "--site", "corridor.yaml", "--replay", "air.fifo", folder=self.folder)
        self.air = Air(self.fifo, **air)
        until(lambda: self.state()["octets"] > 0)

    def state(self):
        return self.server.ask("GET", "/v1/recorder")[2]

    def walk(self, points="1234", first="", seconds=0.6):
        """Passes test points, and marks each when it is passed."""
        places = {"1": (1, 1), "2": (9, 1), "3": (9, 5), "4": (1, 5)}
        for index, point in enumerate(points):
            self.air.place = places[point]
            answer = mark(self.server, "press", id=f"{first}p{index}", unixSeconds=time.time(), point=point)
            assert answer[0] == 201, answer
            time.sleep(seconds)

    def close(self):
        self.air.close()
        return self.server.stop()


class RecorderTests(unittest.TestCase):
    def test_a_recording_becomes_a_data_set_that_every_verb_takes_without_an_edit(self):
        # The receiver's clock is an hour ahead of the server's.
        recording = Recording(ahead=3600.0, silent=(4,), unknown=True)
        recording.walk(first="a", seconds=1.2)
        self.assertEqual(mark(recording.server, "end", id="end1", unixSeconds=time.time())[0], 201)
        recording.walk(points="4321", first="b", seconds=1.2)
        # What is heard after the last press belongs to no walk.
        state = recording.state()
        heard = {beacon["id"]: beacon for beacon in state["beacons"]}
        self.assertEqual((state["input"], state["walks"], state["isWalking"]), ("arriving", [4, 4], True))
        self.assertLess(heard["b1"]["secondsAgo"], 2)
        self.assertEqual(heard["b4"], {"id": "b4", "advertisements": 0})
        self.assertEqual([(one["id"], one["strongestDbm"]) for one in state["unknown"]], [("1/9", -70)])
        self.assertEqual(recording.close(), 0)
        path = recording.path
        # Octet by octet what was written into the FIFO.
        with open(os.path.join(path, "capture-1.btsnoop"), "rb") as file:
            self.assertEqual(file.read(), bytes(recording.air.written))
        # The clocks are compared about once a second, over some 10 s.
        with open(os.path.join(path, "clock.csv"), encoding="utf-8") as file:
            self.assertTrue(5 < len(file.readlines()) < 40)
        with open(os.path.join(path, "walk-1-truth.csv"), encoding="utf-8") as file:
            rows = [line.split(",") for line in file.read().splitlines()]
        self.assertEqual(rows[0], ["time_s", "x_m", "y_m", "z_m", "floor"])
        self.assertEqual([row[1:] for row in rows[1:]], [
            ["1.0", "1.0", "1.2", "0"], ["9.0", "1.0", "1.2", "0"], ["9.0", "5.0", "1.2", "0"], ["1.0", "5.0", "1.2", "0"]])
        self.assertEqual(rows[1][0], "0.0")
        # 3 beacons every 0.05 s for 3.6 s between the presses; a busy machine writes fewer.
        with open(os.path.join(path, "walk-1-readings.csv"), encoding="utf-8") as file:
            readings = [line.split(",") for line in file.read().splitlines()[1:]]
        self.assertTrue(60 < len(readings) <= 240, len(readings))
        self.assertTrue(all(0 <= float(row[0]) <= float(rows[4][0]) for row in readings))
        # At test point 1 from 0 s on, b1 is 1.41 m away at -62 dBm, and b3 10.3 m at -79 dBm: the clocks are aligned to a fraction of a second.
        early = {beacon: [float(row[2]) for row in readings if row[1] == beacon and 0.2 < float(row[0]) < 1.0] for beacon in ["b1", "b3"]}
        self.assertGreater(sum(early["b1"]) / len(early["b1"]), sum(early["b3"]) / len(early["b3"]) + 10)
        for arguments in [
            ["run", "walk/scenario.yaml", "--name", "first", "--quiet"],
            ["methods", "walk/methods.yaml", "--quiet"],
            ["calibrate", "walk/dataset.yaml", "--walks"],
            ["twin", "walk/scenario.yaml", "--replicas", "20", "--quiet"],
            ["report", "results/walk/first", "--quiet"],
            ["inspect", "walk/capture-1.btsnoop"],
        ]:
            status, output, errors = beaconbench(*arguments, folder=recording.folder)
            self.assertIn(status, [0], (arguments, output[-2000:], errors))
        with open(os.path.join(path, "README.md"), encoding="utf-8") as file:
            self.assertIn("Licence: [", file.read())

    def test_corrections_and_undo_change_the_walk_and_nothing_that_was_written(self):
        recording = Recording()
        server = recording.server
        recording.walk()
        before = open(os.path.join(recording.path, "presses.jsonl"), encoding="utf-8").read()
        self.assertEqual(mark(server, "correction", id="c1", of="p1", x=8.0, y=1.5, unixSeconds=time.time())[0], 201)
        self.assertEqual(mark(server, "undo", id="u1", of="p2", unixSeconds=time.time())[0], 201)
        state = recording.state()
        self.assertEqual([(press["id"], press["x"], press["isCorrected"]) for press in state["presses"]],
                         [("p0", 1, False), ("p1", 8, True), ("p3", 1, False)])
        self.assertNotIn("point", state["presses"][1])
        after = open(os.path.join(recording.path, "presses.jsonl"), encoding="utf-8").read()
        self.assertTrue(after.startswith(before))
        self.assertEqual(recording.close(), 0)
        truth = open(os.path.join(recording.path, "walk-1-truth.csv"), encoding="utf-8").read()
        self.assertEqual([line.split(",")[1:3] for line in truth.splitlines()[1:]], [["1.0", "1.0"], ["8.0", "1.5"], ["1.0", "5.0"]])
        # Presses name test points alone.
        presses = open(os.path.join(recording.path, "walk-1-presses.csv"), encoding="utf-8").read()
        self.assertEqual([line.split(",")[1] for line in presses.splitlines()[1:]], ["1", "4"])

    def test_an_undone_end_joins_two_walks(self):
        recording = Recording()
        recording.walk("12")
        mark(recording.server, "end", id="e", unixSeconds=time.time())
        recording.walk("34", first="b")
        self.assertEqual(recording.state()["walks"], [2, 2])
        self.assertEqual(mark(recording.server, "undo", id="u", of="e", unixSeconds=time.time())[0], 201)
        self.assertEqual(recording.state()["walks"], [4])
        self.assertEqual(recording.close(), 0)

    def test_a_mark_that_is_sent_twice_is_kept_once(self):
        recording = Recording()
        press = {"id": "one", "unixSeconds": 1000.5, "x": 2, "y": 3, "uncertainty": 0.004}
        self.assertEqual([mark(recording.server, "press", **press)[0] for _ in range(3)], [201, 200, 200])
        status, _, answer = mark(recording.server, "press", **{**press, "x": 2.5})
        self.assertEqual((status, answer["detail"]), (409, "id: expected a name that no other mark has, found one"))
        recording.server.kill()
        with Server("--record", "walk", folder=recording.folder) as server:
            self.assertEqual(mark(server, "press", **press)[0], 200)
            self.assertEqual(server.ask("GET", "/v1/recorder")[2]["walks"], [1])
        recording.air.close()

    def test_what_cannot_be_kept_is_refused_in_one_sentence(self):
        recording = Recording()
        now = time.time()
        for status, detail, kind, fields in [
            (422, "the place: expected one on the plan, x from ", "press", {"x": 400, "y": 1}),
            (422, 'point: expected a test point of the site corridor, found "17"', "press", {"point": "17"}),
            (422, "floor: expected a floor of the site, 0, found 3", "press", {"x": 1, "y": 1, "floor": 3}),
            (422, "expected a test point, or x and y, found none", "press", {}),
            (422, "of: expected a press that was kept, found nothing", "undo", {"of": "nothing"}),
            (422, "expected the mark that it changes, found none", "correction", {"x": 1, "y": 1}),
            (409, "unixSeconds: expected a time at most 5 minutes ahead", "press", {"x": 1, "y": 1, "unixSeconds": now + 1000}),
        ]:
            answer = mark(recording.server, kind, **{"id": "a", "unixSeconds": now, **fields})
            self.assertEqual(answer[0], status, answer)
            self.assertIn(detail, answer[2]["detail"])
        self.assertEqual(recording.state()["marks"], 0)
        self.assertEqual(recording.close(), 0)

    def test_what_cannot_be_used_is_counted_and_said(self):
        recording = Recording()
        recording.walk("1")
        mark(recording.server, "end", id="e", unixSeconds=time.time())
        recording.walk("123", first="b")
        # The last line is cut off, and the last record too.
        recording.server.kill()
        recording.air.close()
        with open(os.path.join(recording.path, "presses.jsonl"), "a", encoding="utf-8") as file:
            file.write('{"id":"half","kind":"pre')
        with open(os.path.join(recording.path, "capture-1.btsnoop"), "r+b") as file:
            file.truncate(os.path.getsize(file.name) - 5)
        with Server("--record", "walk", folder=recording.folder) as server:
            until(lambda: server.ask("GET", "/v1/recorder")[2].get("dataset"))
            dataset = server.ask("GET", "/v1/recorder")[2]["dataset"]
            self.assertEqual(dataset["walks"], 1)
            self.assertEqual(dataset["notes"], [
                "walk 1 is not used: it has fewer than 2 presses", "part 1: 1 places could not be read",
                "1 lines of presses.jsonl were cut off"])
        status, output, errors = beaconbench("run", "walk/scenario.yaml", "--quiet", folder=recording.folder)
        self.assertEqual(status, 0, errors)

    def test_the_capture_goes_on_in_another_part_when_the_server_is_started_again(self):
        recording = Recording()
        recording.walk("12", seconds=1.1)
        recording.server.kill()
        recording.air.close()
        recording.server = Server("--record", "walk", "--replay", "air.fifo", folder=recording.folder)
        recording.air = Air(recording.fifo)
        until(lambda: recording.state()["octets"] > 0)
        recording.walk("34", first="b", seconds=1.1)
        self.assertEqual(recording.state()["walks"], [4])
        self.assertEqual(recording.close(), 0)
        readings = open(os.path.join(recording.path, "walk-1-readings.csv"), encoding="utf-8").read().splitlines()[1:]
        truth = open(os.path.join(recording.path, "walk-1-truth.csv"), encoding="utf-8").read().splitlines()[1:]
        back = float(truth[2].split(",")[0])
        times = [float(row.split(",")[0]) for row in readings]
        self.assertTrue(any(time < 1.1 for time in times) and any(time > back for time in times), (times[:3], times[-3:], back))
        self.assertEqual(times, sorted(times))

    def test_wrong_folders_and_inputs_are_refused_and_leave_nothing(self):
        folder = tempfile.mkdtemp(prefix="beaconbench-recorder-")
        folder_with_site(folder)
        with open(os.path.join(folder, "a-file"), "w", encoding="utf-8") as file:
            file.write("x")
        os.mkdir(os.path.join(folder, "full"))
        os.link(os.path.join(folder, "a-file"), os.path.join(folder, "full", "a-file"))
        for arguments, sentence in [
            (["--record", "new"], "--record new: expected --site for a new folder, found none"),
            (["--record", "full", "--site", "corridor.yaml"], "full: expected an empty folder, or one of this recorder, found other files"),
            (["--record", "a-file", "--site", "corridor.yaml"], "a-file: expected a folder that can be read, found something else"),
            (["--record", "new", "--site", "corridor.yaml", "--replay", "corridor.yaml"],
             "--replay corridor.yaml: expected a FIFO, - or btmon for --record, found another file"),
            (["--record", "new", "--site", "corridor.yaml", "--replay", "none.fifo"], "none.fifo: no such file"),
            (["--record", "new", "--scenario", "x.yaml"], "--record excludes --scenario"),
        ]:
            status, errors = refused(*arguments, folder=folder)
            self.assertEqual(status, 2, errors)
            self.assertIn(sentence, errors)
        self.assertFalse(os.path.exists(os.path.join(folder, "new")))

    def test_a_second_recorder_on_a_folder_and_another_site_are_refused(self):
        recording = Recording()
        other = os.path.join(recording.folder, "other.yaml")
        with open(other, "w", encoding="utf-8") as file:
            file.write(open(recording.site, encoding="utf-8").read().replace("name: corridor", "name: other"))
        more = ["--database", "second.sqlite"]
        self.assertIn("expected a folder that no other recorder uses, found one in use",
                      refused("--record", "walk", *more, folder=recording.folder)[1])
        self.assertIn("expected the site with which walk was begun, or no --site, found another one",
                      refused("--record", "walk", "--site", "other.yaml", *more, folder=recording.folder)[1])
        self.assertEqual(recording.close(), 0)

    def test_what_cannot_be_decoded_is_kept_and_said(self):
        folder = tempfile.mkdtemp(prefix="beaconbench-recorder-")
        _, fifo = folder_with_site(folder)
        with Server("--record", "walk", "--site", "corridor.yaml", "--replay", "air.fifo", folder=folder) as server:
            with open(fifo, "wb", buffering=0) as pipe:
                pipe.write(b"garbage that is no capture\n")
            until(lambda: server.ask("GET", "/v1/recorder")[2].get("problem"))
            self.assertIn("air.fifo: byte 0: expected a btsnoop, pcap, pcapng or PacketLogger capture",
                          server.ask("GET", "/v1/recorder")[2]["problem"])
        with open(os.path.join(folder, "walk", "capture-1.txt"), "rb") as file:
            self.assertEqual(file.read(), b"garbage that is no capture\n")

    def goes_on_when_there_is_room(self, recording, fill, clear):
        """Nothing is recorded and marks are refused between two calls; afterwards the capture lacks nothing."""
        until(lambda: recording.state()["octets"] > 0)
        self.assertEqual(mark(recording.server, "press", id="before", unixSeconds=time.time(), point="1")[0], 201)
        fill()
        until(lambda: "walk/capture-1.btsnoop: cannot be written: " in recording.state().get("problem", ""))
        self.assertEqual(recording.state()["input"], "halted")
        status, _, answer = mark(recording.server, "press", id="during", unixSeconds=time.time(), point="2")
        self.assertEqual(status, 507, answer)
        self.assertIn("the press cannot be kept now: walk/capture-1.btsnoop: cannot be written: ", answer["detail"])
        # What was kept before is answered as ever.
        again = [one for one in recording.state()["presses"] if one["id"] == "before"][0]
        self.assertEqual(
            mark(recording.server, "press", id="before", unixSeconds=again["unixSeconds"], point="1")[0], 200)
        octets = recording.state()["octets"]
        clear()
        until(lambda: recording.state()["input"] == "arriving" and recording.state()["octets"] > octets)
        self.assertNotIn("problem", recording.state())
        self.assertEqual(mark(recording.server, "press", id="during", unixSeconds=time.time(), point="2")[0], 201)
        time.sleep(1)
        recording.air.close()
        until(lambda: recording.state()["octets"] == len(recording.air.written))
        self.assertEqual(recording.server.stop(), 0)
        with open(os.path.join(recording.path, "capture-1.btsnoop"), "rb") as file:
            self.assertEqual(file.read(), bytes(recording.air.written))

    def test_what_cannot_be_written_is_written_once_it_can(self):
        recording = Recording()
        process = recording.server.process.pid
        was = resource.prlimit(process, resource.RLIMIT_FSIZE)
        # In the middle of a record.
        size = os.path.getsize(os.path.join(recording.path, "capture-1.btsnoop")) + 2000
        self.goes_on_when_there_is_room(
            recording, lambda: resource.prlimit(process, resource.RLIMIT_FSIZE, (size, was[1])),
            lambda: resource.prlimit(process, resource.RLIMIT_FSIZE, was))

    def test_a_full_disk_halts_the_recorder_until_there_is_room(self):
        folder = tempfile.mkdtemp(prefix="beaconbench-recorder-")
        if subprocess.run(["mount", "-t", "tmpfs", "-o", "size=1m", "none", folder], capture_output=True).returncode:
            self.skipTest("a small file system cannot be mounted here")
        filling = os.path.join(folder, "filling")

        def fill():
            with open(filling, "wb", buffering=0) as file:
                try:
                    while True:
                        file.write(bytes(1024))
                except OSError:
                    pass

        try:
            self.goes_on_when_there_is_room(Recording(folder), fill, lambda: os.remove(filling))
        finally:
            subprocess.run(["umount", "--lazy", folder], check=True)

    def test_a_part_whose_number_leaves_no_next_one_is_refused(self):
        folder = tempfile.mkdtemp(prefix="beaconbench-recorder-")
        folder_with_site(folder)
        with Server("--record", "walk", "--site", "corridor.yaml", folder=folder):
            pass
        for number in ["999999", "9223372036854775806", "9223372036854775807"]:
            part = os.path.join(folder, "walk", f"capture-{number}.txt")
            with open(part, "wb"):
                pass
            status, errors = refused("--record", "walk", "--replay", "air.fifo", folder=folder)
            self.assertEqual(status, 2, errors)
            self.assertIn(
                f"walk/capture-{number}.txt: expected a part of a capture with a number below 999999, found {number}", errors)
            os.remove(part)

    def test_a_part_that_appears_later_halts_the_recorder_and_does_not_end_it(self):
        recording = Recording()
        other = os.path.join(recording.path, "capture-9223372036854775806.txt")
        with open(other, "wb"):
            pass
        recording.air.close()
        until(lambda: recording.state()["input"] == "ended")
        recording.air = Air(recording.fifo)
        until(lambda: recording.state()["input"] == "halted")
        self.assertIn("found 9223372036854775806", recording.state()["problem"])
        os.remove(other)
        until(lambda: recording.state()["input"] == "arriving")
        self.assertEqual(recording.state()["part"], 2)
        self.assertEqual(recording.close(), 0)

    def test_the_word_btmon_starts_the_program_of_that_name_which_ends_with_the_server_however_that_ends(self):
        folder = tempfile.mkdtemp(prefix="beaconbench-recorder-")
        folder_with_site(folder)
        with open(os.path.join(folder, "stored"), "wb") as file:
            file.write(HEADER + b"".join(record(1000 + i, 1, -60) for i in range(5)))
        program = os.path.join(folder, "btmon")
        with open(program, "w", encoding="utf-8") as file:
            file.write(f'#!/bin/sh\necho $$ >{folder}/id\necho "Bluetooth monitor"\n[ "$1" = -w ] && cat {folder}/stored > "$2"\nexec sleep 60\n')
        os.chmod(program, 0o755)
        path = {"PATH": folder + ":" + os.environ["PATH"]}
        with Server("--record", "walk", "--site", "corridor.yaml", "--replay", "btmon", folder=folder, environment=path) as server:
            until(lambda: server.ask("GET", "/v1/recorder")[2]["beacons"][0]["advertisements"] == 5)
            server.kill()
            with open(os.path.join(folder, "id"), encoding="utf-8") as file:
                number = file.read().strip()
            until(lambda: not os.path.exists(f"/proc/{number}/exe"))
        with open(os.path.join(folder, "walk", "capture-1.btsnoop"), "rb") as kept, \
                open(os.path.join(folder, "stored"), "rb") as stored:
            self.assertEqual(kept.read(), stored.read())

    def test_standard_input_is_recorded_too(self):
        folder = tempfile.mkdtemp(prefix="beaconbench-recorder-")
        folder_with_site(folder)
        sent = HEADER + b"".join(record(time.time(), minor, -60) for minor in (1, 2))
        with Server("--record", "walk", "--site", "corridor.yaml", "--replay", "-", folder=folder, stdin=subprocess.PIPE) as server:
            server.process.stdin.write(sent)
            server.process.stdin.flush()
            until(lambda: [one["advertisements"] for one in server.ask("GET", "/v1/recorder")[2]["beacons"]] == [1, 1, 0, 0])
            server.process.stdin.close()
            until(lambda: server.ask("GET", "/v1/recorder")[2]["input"] == "ended")
        with open(os.path.join(folder, "walk", "capture-1.btsnoop"), "rb") as file:
            self.assertEqual(file.read(), sent)

    def test_schemathesis_finds_no_fault_in_the_recorder(self):
        folder = tempfile.mkdtemp(prefix="beaconbench-recorder-")
        folder_with_site(folder)
        with Server("--record", "walk", "--site", "corridor.yaml", folder=folder) as server:
            statuses = '["400", "404", "405", "408", "409", "413", "414", "415", "422", "429", "507"]'
            with open(os.path.join(folder, "schemathesis.toml"), "w", encoding="utf-8") as file:
                # What a kind of mark needs, and what the plan has, is beyond the schema.
                file.write(f"[checks]\nnegative_data_rejection.expected-statuses = {statuses}\n"
                           f'positive_data_acceptance.expected-statuses = ["2xx", "409", "422"]\n')
            done = subprocess.run(
                [os.path.join(os.path.dirname(sys.executable), "schemathesis"), "run", f"http://127.0.0.1:{server.port}/openapi.json",
                 "--max-examples", os.environ.get("EXAMPLES", "20"), "--seed", "1", "--include-path-regex", "record"],
                capture_output=True, text=True, cwd=folder)
        self.assertEqual(done.returncode, 0, done.stdout[-4000:])

    def test_others_need_the_token_to_mark_and_to_see_what_is_heard(self):
        folder = tempfile.mkdtemp(prefix="beaconbench-recorder-")
        folder_with_site(folder)
        with Server("--record", "walk", "--site", "corridor.yaml", folder=folder, environment={"BEACONBENCH_TOKEN": "secret"}) as server:
            press = {"id": "a", "kind": "press", "unixSeconds": 5, "x": 1, "y": 1}
            self.assertEqual(server.ask("POST", "/v1/recorder/marks", press)[0], 401)
            self.assertEqual(server.ask("GET", "/v1/recorder")[0], 401)
            allowed = {"Authorization": "Bearer secret"}
            self.assertEqual(server.ask("POST", "/v1/recorder/marks", press, headers=allowed)[0], 201)
            self.assertEqual(server.ask("POST", "/v1/recorder/marks", press, headers={**allowed, "Origin": "http://evil.example"})[0], 403)

    def test_no_press_that_was_answered_is_lost_by_kills(self):
        self.assertEqual(recorder_kills.main(5), 0)


if __name__ == "__main__":
    unittest.main()
