"""Tests of beaconbench-server over a socket."""
import http.client, json, os, re, socket, sqlite3, subprocess, sys, tempfile, threading, time, unittest

import kill_loop
from support import Server, refused


class RequestTests(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.server = Server()
        assert cls.server.ask("POST", "/v1/beacons", {"id": "b1", "x": 1, "y": 2})[0] == 201

    @classmethod
    def tearDownClass(cls):
        status = cls.server.stop()
        assert status == 0, status
        assert cls.server.errors == "", cls.server.errors

    def refuse(self, status, detail, *request, **more):
        answer = self.server.ask(*request, **more)
        self.assertEqual((answer[0], answer[1]["Content-Type"]), (status, "application/problem+json"), answer[2])
        self.assertEqual(answer[2]["status"], status)
        self.assertIn(detail, answer[2]["detail"])

    def test_a_record_is_given_back_as_it_was_posted(self):
        status, headers, record = self.server.ask(
            "POST", "/v1/readings", {"beacon": "b1", "temperature": 4.5, "unixSeconds": 1000})
        self.assertEqual(status, 201)
        expected = {"n": record["n"], "beacon": "b1", "temperature": 4.5, "unixSeconds": 1000}
        self.assertEqual(record, expected)
        self.assertEqual(self.server.ask("GET", headers["Location"])[2], expected)

    def test_a_form_says_the_same_as_json(self):
        status, _, record = self.server.ask(
            "POST", "/v1/readings", body="beacon=b1&battery=3.1&moving=true&unixSeconds=5",
            headers={"Content-Type": "application/x-www-form-urlencoded"})
        self.assertEqual(status, 201)
        del record["n"]
        self.assertEqual(record, {"beacon": "b1", "battery": 3.1, "moving": True, "unixSeconds": 5})

    def test_a_list_in_a_form_repeats_its_key(self):
        form = "kind=fall&person=Ada&identities=b1&identities=b%262"
        status, _, record = self.server.ask(
            "POST", "/v1/incidents", body=form, headers={"Content-Type": "application/x-www-form-urlencoded"})
        self.assertEqual((status, record["identities"]), (201, ["b1", "b&2"]))
        one = self.server.ask("POST", "/v1/incidents", body="kind=fall&identities=b1",
                              headers={"Content-Type": "application/x-www-form-urlencoded"})
        self.assertEqual((one[0], one[2]["identities"]), (201, ["b1"]))

    def test_a_list_goes_on_behind_a_number(self):
        numbers = [self.server.ask("POST", "/v1/regions", {"id": f"r{i}", "uuid": "0" * 32})[2]["n"] for i in range(5)]
        answer = self.server.ask("GET", f"/v1/regions?after={numbers[1]}&limit=2")[2]
        self.assertEqual([region["n"] for region in answer["regions"]], numbers[2:4])

    def test_the_newest_come_first_on_demand(self):
        numbers = [self.server.ask("POST", "/v1/readings", {"beacon": "b1"})[2]["n"] for _ in range(5)]

        def listed(query):
            return [record["n"] for record in self.server.ask("GET", "/v1/readings?" + query)[2]["readings"]]

        self.assertEqual(listed("order=newest&limit=3"), numbers[:1:-1])
        self.assertEqual(listed(f"order=newest&limit=2&before={numbers[3]}&beacon=b1"), [numbers[2], numbers[1]])
        self.assertEqual(listed(f"after={numbers[0]}&before={numbers[3]}"), numbers[1:3])
        self.assertEqual(listed("order=newest&beacon=none"), [])
        self.refuse(400, "oldest", "GET", "/v1/readings?order=best")

    def test_the_fleet_follows_what_is_deleted(self):
        ask = self.server.ask
        ask("POST", "/v1/beacons", {"id": "cellar"})

        def fleet():
            return next(row for row in ask("GET", "/v1/fleet")[2]["fleet"] if row["beacon"] == "cellar")

        never = {"beacon": "cellar", "unixSeconds": None, "readings": 0, "battery": None}
        self.assertEqual(fleet(), never)
        n = {}
        for when, battery in [(20, 2.5), (30, 2.25), (10, 3), (40, None)]:
            reading = {"beacon": "cellar", "unixSeconds": when} | ({"battery": battery} if battery else {})
            n[when] = ask("POST", "/v1/readings", reading)[2]["n"]
        # Each time: the last reading, how many there are, and the battery of the last one that has it.
        for gone, last, count, battery in [(None, 40, 4, 2.25), (40, 30, 3, 2.25), (10, 30, 2, 2.25), (30, 20, 1, 2.5)]:
            if gone:
                ask("DELETE", f"/v1/readings/{n[gone]}")
            self.assertEqual(fleet(), {"beacon": "cellar", "unixSeconds": last, "readings": count, "battery": battery})
        ask("DELETE", f"/v1/readings/{n[20]}")
        self.assertEqual(fleet(), never)

    def test_the_fleet_is_quick_whatever_the_number_of_readings(self):
        with Server() as server:
            for beacon in range(20):
                server.ask("POST", "/v1/beacons", {"id": f"f{beacon}"})
            database = sqlite3.connect(server.folder + "/context.sqlite", timeout=30)
            database.executemany(
                "INSERT INTO readings (time, beacon, body) VALUES (?, ?, ?)",
                ((i * 1000, f"f{i % 20}", f'{{"beacon":"f{i % 20}","battery":{i % 7}.5}}') for i in range(200_000)))
            database.commit()
            database.close()
            took = []
            for _ in range(9):
                start = time.monotonic()
                fleet = server.ask("GET", "/v1/fleet")[2]["fleet"]
                took.append(time.monotonic() - start)
            # Number 199,999 is f19's, the 10,000th of it.
            self.assertEqual(fleet[11], {"beacon": "f19", "readings": 10_000, "unixSeconds": 199.999, "battery": 2.5})
            # Counting them took 0.15 s where this takes 0.002.
            self.assertLess(sorted(took)[4], 0.05)

    def test_presence_visits_and_fleet_follow_from_records(self):
        now = time.time()
        self.server.ask("POST", "/v1/beacons", {"id": "hall"})
        self.server.ask("POST", "/v1/beacons", {"id": "room"})
        # Two people in the bin from 36000 s on, one of them twice; Eve moves, and Bob was last seen too long ago.
        for person, beacon, when in [
            ("Eve", "hall", 36000), ("Eve", "hall", 37799), ("Bob", "hall", 36001), ("Eve", "hall", 37800),
            ("Eve", "hall", now - 20), ("Eve", "room", now - 10), ("Bob", "room", now - 301),
        ]:
            sighting = {"person": person, "beacon": beacon, "unixSeconds": when}
            self.assertEqual(self.server.ask("POST", "/v1/sightings", sighting)[0], 201)
        present = self.server.ask("GET", "/v1/presence")[2]["presence"]
        self.assertEqual([(p["person"], p["beacon"]) for p in present], [("Eve", "room")])
        visits = self.server.ask("GET", "/v1/visits")[2]["visits"]
        self.assertIn({"beacon": "hall", "unixSeconds": 36000, "visitors": 2}, visits)
        self.assertIn({"beacon": "hall", "unixSeconds": 37800, "visitors": 1}, visits)
        for battery, when in [(3.0, 10), (2.5, 30), (2.9, 20)]:
            self.server.ask("POST", "/v1/readings", {"beacon": "room", "battery": battery, "unixSeconds": when})
        fleet = {row["beacon"]: row for row in self.server.ask("GET", "/v1/fleet")[2]["fleet"]}
        self.assertEqual(fleet["room"], {"beacon": "room", "readings": 3, "unixSeconds": 30, "battery": 2.5})

    def test_all_personal_data_of_somebody_is_deleted(self):
        self.server.ask("POST", "/v1/incidents", {"kind": "fallen", "person": "Zoe"})
        self.server.ask("POST", "/v1/sightings", {"person": "Zoe", "beacon": "b1"})
        self.server.ask("POST", "/v1/patients", {"id": "z", "name": "Zoe", "items": [{"id": "k", "name": "keys"}]})
        self.assertEqual(self.server.ask("DELETE", "/v1/people/Zoe")[2], {"deleted": 3})
        with open(self.server.folder + "/context.sqlite", "rb") as file:
            self.assertNotIn(b"Zoe", file.read())

    def test_wrong_values_are_refused(self):
        reading = "/v1/readings"
        self.refuse(422, "expected a number", "POST", reading, {"beacon": "b1", "temperature": "warm"})
        self.refuse(422, "unknown key", "POST", reading, {"beacon": "b1", "colour": 1})
        self.refuse(422, "beacon", "POST", reading, {})
        self.refuse(422, "map", "POST", reading, [])
        self.refuse(409, "a known beacon, found b2", "POST", reading, {"beacon": "b2"})
        self.refuse(409, "found b1", "POST", "/v1/beacons", {"id": "b1"})
        self.refuse(409, "at most 300 s ahead", "POST", reading, {"beacon": "b1", "unixSeconds": time.time() + 310})
        self.assertEqual(
            self.server.ask("POST", reading, {"beacon": "b1", "unixSeconds": time.time() + 290})[0], 201)

    def test_wrong_bodies_are_refused(self):
        def post(body, type="application/json"):
            return ("POST", "/v1/readings"), {"body": body, "headers": {"Content-Type": type}}

        for status, detail, (path, more) in [
            (400, "UTF-8", post(b'{"beacon": "\xff"}')), (400, "100 levels", post("[" * 5000)),
            (400, "end of the file", post('{"beacon"')), (400, "a second time", post('{"a": 1, "a": 2}')),
            (413, "65536", post("x" * 70000)), (415, "text/xml", post("<a/>", "text/xml")),
            (400, "UTF-8", post("beacon=%ff", "application/x-www-form-urlencoded")),
            (400, "a second time", post("beacon=a&beacon=b", "application/x-www-form-urlencoded")),
        ]:
            with self.subTest(detail=detail, status=status):
                self.refuse(status, detail, *path, **more)

    def test_wrong_paths_are_refused(self):
        for path in ["/v1/../../etc/passwd", "/v1/%2e%2e/x", "//", "/v1/readings/", "/v1/readings/0", "/v1/readings/x"]:
            with self.subTest(path=path):
                self.refuse(404, "there is no", "GET", path)
        self.refuse(400, "UTF-8", "GET", "/v1/%ff")
        self.refuse(400, "limit", "GET", "/v1/readings?limit=0")
        self.refuse(400, "found lim", "GET", "/v1/readings?lim=1")
        self.refuse(405, "found PUT", "PUT", "/v1/readings")
        self.refuse(414, "4096", "GET", "/v1/" + "a" * 5000)

    def test_values_are_bound_and_not_part_of_a_statement(self):
        evil = "x'); DROP TABLE incidents; --"
        self.server.ask("POST", "/v1/incidents", {"kind": evil, "person": evil})
        self.server.ask("DELETE", "/v1/people/" + "x'%20OR%20'1'='1")
        kinds = [record["kind"] for record in self.server.ask("GET", "/v1/incidents?limit=1000")[2]["incidents"]]
        self.assertIn(evil, kinds)

    def test_half_requests_and_slow_clients_hold_nobody_up(self):
        for text in ["GET", "POST /v1/readings HTTP/1.1\r\nHost: localhost\r\nContent-Length: 100\r\n\r\n{", "\x00\x01\r\n\r\n"]:
            with socket.create_connection(("127.0.0.1", self.server.port)) as client:
                client.sendall(text.encode())
                self.assertEqual(self.server.ask("GET", "/health")[2], {"status": "ok"})
        self.assertEqual(self.server.ask("GET", "/health")[2], {"status": "ok"})

    def test_a_body_that_does_not_come_is_given_up(self):
        with socket.create_connection(("127.0.0.1", self.server.port), timeout=20) as client:
            client.sendall(
                b"POST /v1/readings HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nContent-Length: 100\r\n\r\n{")
            self.assertIn(b"408 ", client.recv(100))

    def test_metrics_count_what_was_answered(self):
        self.server.ask("GET", "/nothing")
        text = self.server.ask("GET", "/metrics")[2].decode()
        self.assertRegex(text, r'beaconbench_requests_total\{status="404"\} [1-9]')
        self.assertNotIn('status="500"', text)


class SafetyTests(unittest.TestCase):
    def test_two_servers_on_one_file_are_refused(self):
        with Server() as server:
            status, errors = refused(folder=server.folder)
            self.assertEqual(status, 2)
            self.assertIn("expected a database that no other server uses", errors)

    def test_wrong_options_are_refused_and_leave_nothing(self):
        with tempfile.TemporaryDirectory() as folder:
            for options, sentence in [
                (["--port", "99999"], "--port: expected a number from 0 to 65535, found 99999"),
                (["--pace", "0"], "--pace: expected a number from 0.01 to 1000"), (["--bogus"], "--bogus"),
                (["--name", "http://ward.example"], "--name: expected a host such as ward.example:8443, found http://ward.example"),
                (["--scenario", "none.yaml"], "none.yaml: no such file"),
            ]:
                status, errors = refused(*options, folder=folder)
                self.assertEqual((status, errors.count("\n")), (2, 0), errors)
                self.assertIn(sentence, errors)
            self.assertEqual(os.listdir(folder), [])
            self.assertEqual(refused("--database", "/nowhere/a.sqlite", folder=folder)[0], 2)
            with Server() as server:
                status, errors = refused("--port", str(server.port), folder=folder)
                self.assertEqual(status, 2)
                self.assertIn("address already in use", errors)

    def test_a_broken_database_is_refused(self):
        with tempfile.TemporaryDirectory() as folder:
            with open(folder + "/context.sqlite", "wb") as file:
                file.write(os.urandom(5000))
            status, errors = refused(folder=folder)
            self.assertEqual(status, 2)
            self.assertIn("expected a database of this program or no file", errors)

    def test_a_damaged_page_gives_503_and_no_crash(self):
        server = Server()
        for i in range(500):
            server.ask("POST", "/v1/incidents", {"kind": f"kind {i} " + "x" * 180})
        self.assertEqual(server.stop(), 0)
        path = server.folder + "/context.sqlite"
        size = os.path.getsize(path)
        with open(path, "r+b") as file:
            for page in range(size // 4096 // 2, size // 4096):
                file.seek(page * 4096)
                file.write(b"\xee" * 4096)
        with Server(folder=server.folder) as again:
            statuses = {again.ask("GET", f"/v1/incidents?limit=1000")[0], again.ask("GET", "/v1/fleet")[0]}
            self.assertIn(503, statuses)
            self.assertEqual(again.ask("GET", "/health")[0], 200)

    def test_others_need_the_token(self):
        with tempfile.TemporaryDirectory() as folder:
            status, errors = refused("--host", "0.0.0.0", folder=folder)
            self.assertEqual(status, 2)
            self.assertIn("BEACONBENCH_TOKEN", errors)
        secret = "8e1a-secret"
        with Server("--host", "0.0.0.0", environment={"BEACONBENCH_TOKEN": secret}) as server:
            self.assertEqual(server.ask("GET", "/v1/readings")[0], 200)
            self.assertEqual(server.ask("GET", "/v1/patients")[0], 401)
            self.assertEqual(server.ask("POST", "/v1/beacons", {"id": "b"})[0], 401)
            wrong = {"Authorization": "Bearer 8e1a-secreT"}
            self.assertEqual(server.ask("POST", "/v1/beacons", {"id": "b"}, wrong)[0], 401)
            right = {"Authorization": "Bearer " + secret}
            self.assertEqual(server.ask("POST", "/v1/beacons", {"id": "b"}, right)[0], 201)
            self.assertEqual(server.ask("GET", "/v1/patients", headers=right)[0], 200)
            server.stop()
            self.assertNotIn(secret, server.errors)

    def test_more_requests_than_allowed_are_answered_429(self):
        with Server("--rate", "5") as server:
            statuses = [server.ask("GET", "/health")[0] for _ in range(30)]
            self.assertIn(429, statuses)
            self.assertEqual(statuses[0], 200)

    def test_old_personal_data_goes(self):
        server = Server()
        server.ask("POST", "/v1/incidents", {"kind": "old", "unixSeconds": time.time() - 3 * 86400})
        server.ask("POST", "/v1/incidents", {"kind": "new", "unixSeconds": time.time() - 86400})
        server.stop()
        with Server("--retention", "2", folder=server.folder) as again:
            for _ in range(100):
                kinds = [record["kind"] for record in again.ask("GET", "/v1/incidents")[2]["incidents"]]
                if kinds == ["new"]:
                    return
                time.sleep(0.05)
            self.fail(kinds)

    def test_a_full_disk_answers_507_and_loses_nothing_acknowledged(self):
        # Files may have 300 KiB at most.
        server = Server(limit=300)
        acknowledged, statuses = [], []
        for i in range(3000):
            status, _, answer = server.ask("POST", "/v1/incidents", {"kind": f"{i}", "place": "x" * 200, "person": "y" * 200})
            statuses.append(status)
            if status == 201:
                acknowledged.append(answer["n"])
            if statuses[-5:] == [507] * 5:
                break
        self.assertEqual(statuses[-5:], [507] * 5)
        self.assertEqual(set(statuses), {201, 507})
        self.assertEqual(server.ask("GET", "/health")[0], 200)
        server.kill()
        with Server(folder=server.folder) as again:
            self.assertEqual(sorted(kill_loop.kept(again, 0)), acknowledged)

    def test_nothing_acknowledged_is_lost_by_kills(self):
        self.assertEqual(kill_loop.main(5), 0)

    def test_a_request_in_flight_is_answered_when_the_server_ends(self):
        server = Server()
        with socket.create_connection(("127.0.0.1", server.port), timeout=20) as client:
            body = b'{"kind": "last"}'
            client.sendall(
                b"POST /v1/incidents HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n"
                b"Content-Length: %d\r\n\r\n" % len(body) + body[:5])
            time.sleep(0.2)
            server.process.terminate()
            time.sleep(0.2)
            client.sendall(body[5:])
            self.assertIn(b"201 Created", client.recv(100))
        self.assertEqual(server.process.wait(20), 0)
        server.stop()


class DocumentTests(unittest.TestCase):
    def test_the_openapi_document_is_one(self):
        with Server() as server:
            document = server.ask("GET", "/openapi.json")[2]
        self.assertEqual(document["openapi"], "3.1.0")
        self.assertEqual(len([p for p in document["paths"] if p.startswith("/v1/")]), 22)

    def test_schemathesis_finds_no_fault(self):
        with Server() as server:
            server.ask("POST", "/v1/beacons", {"id": "b1"})
            # That a path is too long (414) says that it is refused too.
            with open(server.folder + "/schemathesis.toml", "w") as file:
                file.write("[checks]\nnegative_data_rejection.expected-statuses = "
                           '["400", "401", "404", "405", "408", "409", "413", "414", "415", "422", "429", "507"]\n')
            done = subprocess.run(
                [os.path.dirname(sys.executable) + "/schemathesis", "run", f"http://127.0.0.1:{server.port}/openapi.json",
                 "--max-examples", os.environ.get("EXAMPLES", "3"), "--seed", "1", "--exclude-path", "/v1/events"],
                capture_output=True, text=True, cwd=server.folder)
        cases = re.search(r"(\d+) generated", done.stdout)
        print(cases.group(0) if cases else "", "by schemathesis", file=sys.stderr)
        self.assertEqual(done.returncode, 0, done.stdout[-4000:])


if __name__ == "__main__":
    unittest.main()
