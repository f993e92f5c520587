"""Tests of `beaconbench context --report` with the server, and of what the server makes of it."""
import http.server, json, math, os, re, shutil, socket, sqlite3, subprocess, tempfile, threading, time, unittest

import report_loop
from support import ROOT, Server, client, free_port

CONTEXT = os.path.join(ROOT, "scenarios", "context")
ORIGIN = (43.4688, -79.6984)


def run(*arguments, folder=None, environment=None):
    """Status, output and the sentences of a command that has ended."""
    process = client(*arguments, folder=folder or tempfile.mkdtemp(prefix="beaconbench-"), environment=environment)
    output, errors = process.communicate(timeout=300)
    return process.returncode, output, errors.strip()


class ReportTests(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.folder = tempfile.mkdtemp(prefix="beaconbench-")
        # The noise-free services, on a site that lies somewhere.
        for name in ["services-noise-free.yaml", "there-and-back.csv", "patient.json"]:
            shutil.copy(os.path.join(CONTEXT, name), cls.folder)
        path = os.path.join(cls.folder, "services-noise-free.yaml")
        text = open(path).read().replace("../sites/straight.yaml", "site.yaml")
        with open(path, "w") as file:
            file.write(text)
        site = open(os.path.join(ROOT, "scenarios", "sites", "straight.yaml")).read()
        with open(os.path.join(cls.folder, "site.yaml"), "w") as file:
            file.write(site + f"origin: {{latitude: {ORIGIN[0]}, longitude: {ORIGIN[1]}}}\n")
        cls.server = Server()
        cls.address = f"http://127.0.0.1:{cls.server.port}"
        cls.status, cls.output, cls.errors = cls.report(cls.server)

    @classmethod
    def report(cls, server, *arguments, laps="1", **more):
        return run("context", "services-noise-free.yaml", "--laps", laps, "--report", f"http://127.0.0.1:{server.port}",
                   *arguments, folder=cls.folder, **more)

    @classmethod
    def tearDownClass(cls):
        status = cls.server.stop()
        assert status == 0, status
        assert cls.server.errors == "", cls.server.errors

    def all(self, kind, server=None):
        return (server or self.server).ask("GET", f"/v1/{kind}?limit=1000")[2][kind]

    def test_every_event_of_the_results_is_an_incident_of_the_server(self):
        self.assertEqual((self.status, self.errors), (0, ""), self.errors)
        self.assertRegex(self.output, r"has all \d+ records\.")
        rows = open(self.folder + "/results/services-noise-free/seed1-laps1/events.csv").read().splitlines()
        columns = rows[0].split(",")
        events = [dict(zip(columns, row.split(","))) for row in rows[1:]]
        noticed = sorted((e["application"], e["event"], e["subject"], round(float(e["time_s"]), 3)) for e in events if e["time_s"])
        incidents = self.all("incidents")
        first = min(i["unixSeconds"] for i in incidents) - min(time for *_, time in noticed)
        self.assertEqual(sorted((i["application"], i["kind"], i["subject"], round(i["unixSeconds"] - first, 3)) for i in incidents), noticed)
        self.assertEqual({i["person"] for i in incidents}, {"walker"})

    def test_the_lap_ends_when_the_command_begins(self):
        newest = max(record["unixSeconds"] for record in self.all("incidents") + self.all("readings"))
        self.assertLess(newest, time.time())
        # The walk takes 300 s, and the last event is the visitor's who leaves at 250 s, noticed within 30 s.
        self.assertGreater(newest, time.time() - 300 - 60)

    def test_a_reading_comes_at_most_once_a_minute(self):
        readings = [r for r in self.all("readings") if r["beacon"] == "cup"]
        times = [r["unixSeconds"] for r in readings]
        # Within 10 m of the cup from 50 to 210 s: at 51, 111 and 171 s.
        self.assertEqual(len(times), 3)
        self.assertTrue(all(abs(b - a - 60) < 1e-3 for a, b in zip(times, times[1:])), times)
        # It gets warmer by 0.05 °C a second from 4 °C on, in sixteenths.
        for reading, expected in zip(readings, [6.55, 9.55, 12.55]):
            self.assertAlmostEqual(reading["temperature"], expected, delta=0.07)

    def test_latitude_and_longitude_are_those_of_the_place(self):
        rows = self.server.ask("GET", "/v1/map")[2]["map"]
        warm = next(row for row in rows if row["kind"] == "tooWarm")
        # In the room from x = 45 to 80 m, whose middle is 62.5 m east of the origin, on a sphere of 6371 km.
        degree = math.pi / 180 * 6371000
        self.assertAlmostEqual(warm["latitude"], ORIGIN[0], places=6)
        self.assertAlmostEqual(warm["longitude"], ORIGIN[1] + 62.5 / degree / math.cos(math.radians(ORIGIN[0])), places=6)
        self.assertEqual(warm["subject"], "cup")
        self.assertIn(f"mlat={warm['latitude']}&mlon={warm['longitude']}#map=18/", warm["map"])
        self.assertTrue(warm["map"].startswith("https://www.openstreetmap.org/?"))
        temperatures = [row for row in rows if row["kind"] == "reading"]
        self.assertEqual(len(temperatures), 3)
        self.assertTrue(all(row["temperature"] is not None for row in temperatures))
        times = [row["unixSeconds"] for row in rows]
        self.assertEqual(times, sorted(times, reverse=True))

    def test_the_tasks_of_a_patient_are_done_when_they_are_ticked_off(self):
        tasks = self.server.ask("GET", "/v1/tasks")[2]["tasks"]
        self.assertEqual([(t["patient"], t["name"], t["task"]) for t in tasks],
                         [("b20", "A. Example", "drink a glass of water"), ("b20", "A. Example", "take the tablets")])
        # At 5 s the patient is not known yet, and nothing is ticked off.
        self.assertIsNone(tasks[0]["unixSeconds"])
        self.assertIsNotNone(tasks[1]["unixSeconds"])
        self.assertEqual(self.server.ask("GET", "/v1/patients/b20")[2]["tasks"], [t["task"] for t in tasks])

    def test_the_same_command_adds_nothing_however_many_laps_it_has(self):
        with Server() as server:
            self.report(server)
            before = report_loop.kept(server)
            status, output, errors = self.report(server)
            self.assertEqual((status, errors), (0, ""))
            count = before[1]
            self.assertIn(f"{count} of them from before", " ".join(output.split()))
            self.assertEqual(report_loop.kept(server), before)
            self.report(server, laps="2")
            records, count = report_loop.kept(server)
            self.assertEqual(count, 2 * before[1])
            self.assertLessEqual(before[0].items(), records.items())

    def test_walkers_are_seen_at_their_beacons(self):
        with Server() as server:
            status, _, errors = run("context", os.path.join(CONTEXT, "conference-noise-free.yaml"), "--laps", "1", "--report",
                                    f"http://127.0.0.1:{server.port}")
            self.assertEqual((status, errors), (0, ""))
            people = {s["person"] for s in self.all("sightings", server)}
            self.assertGreater(len(people), 1)
            self.assertNotIn("walker", people)
            # The laps have just ended: who was seen last is still there.
            self.assertLessEqual({p["person"] for p in server.ask("GET", "/v1/presence")[2]["presence"]}, people)
            self.assertTrue(server.ask("GET", "/v1/visits")[2]["visits"])

    def test_a_recording_has_the_same_keys_from_a_file_and_live(self):
        status, _, errors = run("simulate", "services-noise-free.yaml", "--capture", "lap.btsnoop", folder=self.folder)
        self.assertEqual(status, 0, errors)
        fifo = self.folder + "/live"
        os.mkfifo(fifo)
        data = open(self.folder + "/lap.btsnoop", "rb").read()
        with Server() as server:
            def replay(path):
                return client("context", "services-noise-free.yaml", "--replay", path, "--report", f"http://127.0.0.1:{server.port}",
                              "--json", folder=self.folder)

            process = replay("live")
            with open(fifo, "wb") as file:
                file.write(data[:len(data) // 2])
                file.flush()
                end = time.monotonic() + 60
                while not self.all("incidents", server):
                    self.assertLess(time.monotonic(), end)
                    time.sleep(0.05)
                file.write(data[len(data) // 2:])
            lines, errors = process.communicate(timeout=60)
            self.assertEqual((process.returncode, errors), (0, ""))
            live = report_loop.kept(server)
            process = replay("lap.btsnoop")
            process.communicate(timeout=60)
            self.assertEqual(report_loop.kept(server), live)
            # A line for each event, before the one that ends the output.
            self.assertEqual(len(lines.splitlines()) - 1, len(self.all("incidents", server)))
            # By the capture's own clock.
            self.assertLess(max(i["unixSeconds"] for i in self.all("incidents", server)), time.time() - 86400)

    def test_a_wrong_token_is_refused_before_anything_is_computed(self):
        with Server(environment={"BEACONBENCH_TOKEN": "right"}) as server:
            for arguments, environment in [([], {}), (["--token", "wrong"], {}), ([], {"BEACONBENCH_TOKEN": "wrong"})]:
                status, output, errors = self.report(server, *arguments, "--name", "refused", environment=environment)
                self.assertEqual((status, output), (2, ""))
                self.assertRegex(errors, r"^beaconbench: http://[^ ]+: expected the server's token \(--token or BEACONBENCH_TOKEN\), "
                                         r"found none or another one$")
                self.assertFalse(os.path.exists(self.folder + "/results/services-noise-free/refused"))
            status, _, errors = self.report(server, environment={"BEACONBENCH_TOKEN": "right"})
            self.assertEqual((status, errors), (0, ""))
            headers = {"Authorization": "Bearer right"}
            self.assertTrue(server.ask("GET", "/v1/incidents", headers=headers)[2]["incidents"])

    def test_a_server_that_is_away_or_silent_is_refused_before_anything_is_computed(self):
        for is_silent in [False, True]:
            with self.subTest(is_silent=is_silent), socket.socket() as silent:
                port = free_port()
                if is_silent:
                    silent.bind(("127.0.0.1", port))
                    silent.listen()
                status, output, errors = self.report(type("", (), {"port": port}), "--name", "away")
                self.assertEqual((status, output), (2, ""))
                self.assertRegex(errors, rf"^beaconbench: http://127.0.0.1:{port}: [^\n]+$")
                self.assertFalse(os.path.exists(self.folder + "/results/services-noise-free/away"))

    def test_it_stops_at_the_first_failure_and_the_same_command_completes_it(self):
        full = (503, b'{"detail":"the disk is full"}')
        for taken, (status, body), reason in [(7, full, "the disk is full"), (20, (422, b'{"detail":"gone"}'), "gone"),
                                              (5, (201, b"x" * 2_000_000), "expected an answer of at most 1048576 bytes, found more")]:
            class Failing(http.server.BaseHTTPRequestHandler):
                protocol_version = "HTTP/1.1"
                count = 0

                def do_POST(self):
                    self.rfile.read(int(self.headers["Content-Length"]))
                    kind = type(self)
                    is_record = not self.path.endswith(("/beacons", "/patients"))
                    kind.count += is_record
                    failed = is_record and kind.count > taken
                    answer = body if failed else b'{"n":1}'
                    self.send_response(status if failed else 201)
                    self.send_header("Content-Length", str(len(answer)))
                    self.end_headers()
                    try:
                        self.wfile.write(answer)
                    except OSError:
                        self.close_connection = True

                def log_message(self, *_):
                    pass

            with self.subTest(reason=reason), http.server.ThreadingHTTPServer(("127.0.0.1", 0), Failing) as other, Server() as server:
                other.handle_error = lambda *_: None
                threading.Thread(target=other.serve_forever, daemon=True).start()
                arguments = ["--name", "stopped", "--replace"]
                done, output, errors = self.report(type("", (), {"port": other.server_port}), *arguments)
                other.shutdown()
                self.assertEqual((done, output), (2, ""))
                self.assertRegex(errors, rf"^beaconbench: http://[^ ]+: {reason}; {taken} records were sent; "
                                         r"run the same command again to send the rest$")
                done, output, errors = self.report(server, *arguments)
                self.assertEqual((done, errors), (0, ""))
                self.assertIn("home care", output)

    def test_a_file_of_an_earlier_version_in_which_records_waited_is_not_read(self):
        with Server() as server:
            path = self.folder + "/unsent.sqlite"
            database = sqlite3.connect(path)
            database.executescript("""
                PRAGMA application_id = 1111642705;
                CREATE TABLE records (n INTEGER PRIMARY KEY AUTOINCREMENT, server TEXT NOT NULL, kind TEXT NOT NULL, key TEXT NOT NULL,
                  body TEXT NOT NULL, refusal TEXT, UNIQUE (server, kind, key));
                CREATE TABLE beginnings (name TEXT PRIMARY KEY, time INTEGER NOT NULL);""")
            body = '{"kind":"theirs"}"\noutput = "' + self.folder + '/stolen"\n'
            database.execute("INSERT INTO records (server, kind, key, body) VALUES (?, 'incidents', 'k', ?)",
                             (f"http://127.0.0.1:{server.port}", body))
            database.commit()
            database.close()
            before = open(path, "rb").read()
            status, _, errors = self.report(server, "--name", "queue", "--replace")
            self.assertEqual((status, errors), (0, ""))
            self.assertFalse(os.path.exists(self.folder + "/stolen"))
            self.assertEqual(open(path, "rb").read(), before)
            self.assertNotIn("theirs", {incident["kind"] for incident in self.all("incidents", server)})
            os.remove(path)

    def test_what_is_no_server_of_this_kind_is_refused(self):
        class Other(http.server.BaseHTTPRequestHandler):
            def do_POST(self):
                self.rfile.read(int(self.headers["Content-Length"]))
                self.send_response(200)
                self.send_header("Content-Length", "2")
                self.end_headers()
                self.wfile.write(b"ok")

            def log_message(self, *_):
                pass

        with http.server.HTTPServer(("127.0.0.1", 0), Other) as other:
            threading.Thread(target=other.serve_forever, daemon=True).start()
            status, _, errors = run("context", "services-noise-free.yaml", "--report", f"http://127.0.0.1:{other.server_port}", folder=self.folder)
            other.shutdown()
        self.assertEqual(status, 2)
        self.assertIn("expected a beaconbench-server, found one that answers 200 otherwise", errors)
        self.assertEqual(errors.count("\n"), 0)

    def test_wrong_options_are_refused_in_one_sentence(self):
        scenario = ["context", "services-noise-free.yaml"]
        for arguments, sentence in [
            (["--report", "here"], "expected an address such as http://127.0.0.1:8080"), (["--token", "t"], "--token requires --report"),
            (["--report", "http://h", "--token", "a b"], "expected a token of visible ASCII characters without spaces"),
            (["--report", self.address, "--replay", "none.btsnoop"], "none.btsnoop: no such file"),
        ]:
            with self.subTest(sentence=sentence):
                status, output, errors = run(*scenario, *arguments, folder=self.folder)
                self.assertEqual((status, output, errors.count("\n")), (2, "", 0), errors)
                self.assertIn(sentence, errors)
        
    def test_without_curl_the_command_says_so(self):
        folder = tempfile.mkdtemp(prefix="beaconbench-")
        status, _, errors = run("context", self.folder + "/services-noise-free.yaml", "--report", self.address, folder=folder,
                                environment={"PATH": folder})
        self.assertEqual((status, os.listdir(folder)), (2, []))
        self.assertIn("--report: expected the program curl on the PATH, found none", errors)

    def test_nothing_is_lost_or_kept_twice_by_kills_of_either_side(self):
        self.assertEqual(report_loop.main(int(os.environ.get("REPORT_KILLS", "4"))), 0)


class KeyTests(unittest.TestCase):
    def test_a_key_is_kept_once_even_after_a_restart(self):
        server = Server()
        incident = {"kind": "fallen", "person": "Eve", "key": "scenario.1.0.0.3"}
        status, headers, first = server.ask("POST", "/v1/incidents", incident)
        self.assertEqual(status, 201)
        server.stop()
        with Server(folder=server.folder) as again:
            status, headers, known = again.ask("POST", "/v1/incidents", {**incident, "kind": "other"})
            self.assertEqual((status, known, headers["Location"]), (200, first, "/v1/incidents/1"))
            self.assertEqual(len(again.ask("GET", "/v1/incidents")[2]["incidents"]), 1)
            # Keys of another kind are others, and records without a key are all kept.
            again.ask("POST", "/v1/beacons", {"id": "b"})
            self.assertEqual(again.ask("POST", "/v1/readings", {"beacon": "b", "key": incident["key"]})[0], 201)
            self.assertEqual([again.ask("POST", "/v1/incidents", {"kind": "x"})[0] for _ in range(2)], [201, 201])
            self.assertEqual(again.ask("POST", "/v1/incidents", {"kind": "x", "key": "a b"})[0], 422)

    def test_coordinates_outside_the_globe_are_refused(self):
        with Server() as server:
            server.ask("POST", "/v1/beacons", {"id": "b"})
            for path, record in [("/v1/incidents", {"kind": "fallen"}), ("/v1/readings", {"beacon": "b"})]:
                for latitude, longitude, sentence in [
                    (90.1, 0, "latitude: expected a number from -90 to 90 degrees, found 90.1"),
                    (0, -181, "longitude: expected a number from -180 to 180 degrees, found -181"), (1, None, "longitude"),
                ]:
                    place = {"latitude": latitude} | ({"longitude": longitude} if longitude is not None else {})
                    status, _, problem = server.ask("POST", path, record | place)
                    self.assertEqual(status, 422)
                    self.assertIn(sentence, problem["detail"])
                status, _, kept = server.ask("POST", path, record | {"latitude": -90, "longitude": 180})
                self.assertEqual((status, kept["latitude"], kept["longitude"]), (201, -90, 180))


class MessageTests(unittest.TestCase):
    UUID = "2D6C1A5E-7B1F-4C39-9E55-3A0B6F3D9C21"

    @classmethod
    def setUpClass(cls):
        cls.server = Server()
        for beacon, minor in [("lobby1", 1), ("lobby2", 2)]:
            cls.server.ask("POST", "/v1/beacons", {"id": beacon, "uuid": cls.UUID, "major": 1, "minor": minor})
        cls.server.ask("POST", "/v1/beacons", {"id": "ward", "uuid": cls.UUID, "major": 2, "minor": 1})
        # Another spelling of the same UUID.
        cls.server.ask("POST", "/v1/regions", {"id": "lobby", "uuid": cls.UUID.replace("-", "").lower(), "major": 1})
        now = time.time()
        for person, beacon, ago in [
            ("Ann", "lobby1", 10), ("Bob", "lobby2", 20), ("Cid", "lobby1", 50), ("Cid", "ward", 5), ("Dan", "lobby1", 400),
        ]:
            cls.server.ask("POST", "/v1/sightings", {"person": person, "beacon": beacon, "unixSeconds": now - ago})

    @classmethod
    def tearDownClass(cls):
        assert cls.server.stop() == 0 and cls.server.errors == "", cls.server.errors

    def listener(self, person):
        """The messages that come to somebody, as they come."""
        connection = self.server.connection()
        connection.request("GET", "/v1/events" + (f"?person={person}" if person else ""))
        response = connection.getresponse()
        self.assertEqual(response.status, 200)
        response.readline()
        heard = []

        def listen():
            event = None
            try:
                for line in response:
                    name, _, value = line.decode().strip().partition(": ")
                    if name == "event":
                        event = value
                    elif name == "data" and event in ["message", "regions"]:
                        heard.append(json.loads(value))
            except Exception:
                pass

        thread = threading.Thread(target=listen, daemon=True)
        thread.start()
        return heard

    def wait(self, condition):
        end = time.monotonic() + 20
        while not condition():
            self.assertLess(time.monotonic(), end)
            time.sleep(0.02)

    def test_a_message_reaches_whom_it_is_for_and_nobody_else(self):
        heard = {person: self.listener(person) for person in ["Ann", "Bob", "Cid", "Dan", "Zo%C3%AB", ""]}
        post = lambda message: self.server.ask("POST", "/v1/messages", message)
        status, _, one = post({"from": "Ann", "to": "Bob", "text": "where are you?", "key": "m1"})
        self.assertEqual((status, one["receivers"]), (201, ["Bob"]))
        self.assertEqual(post({"from": "Ann", "to": "Bob", "text": "where are you?", "key": "m1"})[0], 200)
        # Cid was seen in the ward since, and Dan too long ago; who sends it does not receive it.
        status, _, region = post({"from": "Ann", "region": "lobby", "text": "doors close at six"})
        self.assertEqual((status, region["receivers"]), (201, ["Bob"]))
        status, _, visitors = post({"from": "Vendor", "region": "lobby", "text": "coffee?"})
        self.assertEqual(visitors["receivers"], ["Ann", "Bob"])
        # A name in another form of Unicode is the same.
        status, _, zoe = post({"from": "Ann", "to": "Zoe\u0308", "text": "hi"})
        self.assertEqual((status, zoe["receivers"]), (201, ["Zo\u00eb"]))
        # An event that everybody gets, behind all messages.
        self.server.ask("POST", "/v1/regions", {"id": "end", "uuid": self.UUID})
        self.wait(lambda: all(messages and messages[-1].get("id") == "end" for messages in heard.values()))
        self.assertEqual({person: messages[:-1] for person, messages in heard.items()},
                         {"Ann": [visitors], "Bob": [one, region, visitors], "Cid": [], "Dan": [], "Zo%C3%AB": [zoe], "": []})
        listed = self.server.ask("GET", "/v1/messages?person=Bob")[2]["messages"]
        self.assertEqual(listed, [one, region, visitors])
        self.assertEqual(self.server.ask("GET", "/v1/messages?person=Ann&order=newest&limit=1")[2]["messages"], [zoe])

    def test_a_message_needs_one_receiver_and_a_region_that_is_known(self):
        for message, status, sentence in [
            ({"from": "Ann", "text": "hi"}, 422, "to"), ({"from": "Ann", "to": "Bob", "region": "lobby", "text": "hi"}, 422, "region"),
            ({"from": "Ann", "region": "attic", "text": "hi"}, 409, "region: expected the id of a known region, found attic"),
            ({"from": "Ann", "to": "Bob"}, 422, "text"),
        ]:
            answer = self.server.ask("POST", "/v1/messages", message)
            self.assertEqual(answer[0], status)
            self.assertIn(sentence, answer[2]["detail"])

    def test_messages_go_with_the_person_who_sent_or_received_them(self):
        for message in [{"from": "Ann", "to": "Gus"}, {"from": "Gus", "to": "Ann"}, {"from": "Hal", "to": "Ida"}]:
            self.server.ask("POST", "/v1/messages", message | {"text": "secret of Gus"})
        self.assertEqual(self.server.ask("DELETE", "/v1/people/Gus")[2], {"deleted": 2})
        self.assertEqual(self.server.ask("GET", "/v1/messages?person=Gus")[2]["messages"], [])
        self.assertEqual(len(self.server.ask("GET", "/v1/messages?person=Ida")[2]["messages"]), 1)


if __name__ == "__main__":
    unittest.main()
