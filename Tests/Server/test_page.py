"""The page of beaconbench-server in headless Chromium."""
import json, math, os, shutil, sys, tempfile, threading, time, unittest

from support import Server

HERE = os.path.dirname(__file__)
ROOT = os.path.join(HERE, "..", "..")
sys.path.insert(0, os.path.join(ROOT, "Tests", "Browser"))
SCENARIO = os.path.join(ROOT, "scenarios", "floor35.yaml")

try:
    from devtools import Page
except ImportError:
    Page = None
HAS_BROWSER = Page and (shutil.which("chromium") or shutil.which("chromium-browser"))


class PageTests(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.server = Server("--scenario", os.path.abspath(SCENARIO), "--pace", "20")

    @classmethod
    def tearDownClass(cls):
        assert cls.server.stop() == 0 and cls.server.errors == "", cls.server.errors

    @unittest.skipUnless(HAS_BROWSER, "no Chromium, or no Tests/Browser/devtools.py with its packages")
    def test_the_page_shows_records_as_they_come_and_runs_nothing_of_them(self):
        evil = "<img src=x onerror=\"document.title='run'\">"
        for id in ["truck1", "b02"]:
            self.server.ask("POST", "/v1/beacons", {"id": id, "x": 5, "y": 5})
        for when, temperature in enumerate([3.5, 4.5, 9.5]):
            reading = {"beacon": "truck1", "temperature": temperature, "battery": 2.9, "unixSeconds": 1000 + when}
            self.server.ask("POST", "/v1/readings", reading)
        self.server.ask("POST", "/v1/incidents", {"kind": evil, "person": "Ada & Bob"})
        self.server.ask("POST", "/v1/patients", {"id": "p1", "name": evil, "tasks": ["drink", "walk"]})
        self.server.ask("POST", "/v1/incidents", {"kind": "ticked", "subject": "walk", "beacon": "p1", "unixSeconds": 86400})
        self.server.ask("POST", "/v1/incidents", {
            "kind": "tooWarm", "subject": evil, "latitude": 43.468757, "longitude": -79.698409, "unixSeconds": 120})
        with Page() as page:
            page.open(f"http://127.0.0.1:{self.server.port}/")
            page.until("document.querySelectorAll('#incidents td').length > 0")
            self.assertIn(evil, page.run("document.getElementById('incidents').textContent"))
            page.until("document.querySelectorAll('#map td').length > 0 && document.querySelectorAll('#tasks td').length > 0")
            self.assertEqual(page.run("[...document.querySelectorAll('#map td')].map(cell => cell.textContent).join('|')"),
                             f"1970-01-01 00:02|tooWarm {evil}||43.468757|-79.698409|Map")
            self.assertEqual(page.run("document.querySelector('#map a').href"),
                             "https://www.openstreetmap.org/?mlat=43.468757&mlon=-79.698409#map=18/43.468757/-79.698409")
            self.assertEqual(page.run("[...document.querySelectorAll('#tasks td')].map(cell => cell.textContent).join('|')"),
                             f"{evil}|drink||{evil}|walk|1970-01-02 00:00")
            self.assertEqual(page.run("document.title"), "BeaconBench")
            self.assertEqual(page.run("document.images.length"), 0)
            # 35 beacons of the site and the two that were posted.
            self.assertEqual(page.run("document.querySelectorAll('#plan circle.beacon').length"), 37)
            page.run("document.getElementById('beacon').value = 'truck1'; showReadings()")
            page.until("document.querySelectorAll('#chart circle').length === 3")
            self.assertIn("9.5 °C", page.run("document.getElementById('chart').textContent"))
            # The newest, when there are more than one answer has.
            connection = self.server.connection()
            for when in range(1005):
                reading = {"beacon": "truck1", "temperature": when / 10, "unixSeconds": 2000 + when}
                connection.request("POST", "/v1/readings", json.dumps(reading), {"Content-Type": "application/json"})
                connection.getresponse().read()
            connection.close()
            page.until("document.getElementById('chart').textContent.includes('100.4 °C')")
            self.assertNotIn("3.5 °C", page.run("document.getElementById('chart').textContent"))
            # Live: a lap is played, and a sighting appears by itself.
            page.until("document.querySelectorAll('#plan path.fix').length > 0")
            # The player's walker is where the last callback has it, and its error is the distance from it to the fix.
            page.until("player.frames.length > 3")
            self.assertTrue(page.run("player.time === player.last"))
            shown = page.run("JSON.stringify([player.frames[player.index], player.walker.getAttribute('cx'),"
                             " player.rows[0][2].textContent])")
            frame, x, error = json.loads(shown)
            self.assertEqual(float(x), frame["truth"][0])
            fix, truth = frame["fixes"][0], frame["truth"]
            self.assertEqual(error, f"{math.dist(fix[:2], truth[:2]):.1f}" if fix else "–")
            self.server.ask("POST", "/v1/sightings", {"person": "Eve", "beacon": "b02"})
            page.until("document.getElementById('presence').textContent.includes('Eve')")
            page.until("document.querySelectorAll('#visits rect').length === 1")
            self.assertEqual(page.complaints, [])
            self.assertEqual(page.faults(), [])
            if "PICTURE" in os.environ:
                page.picture(os.environ["PICTURE"])


class ReplayTests(unittest.TestCase):
    """A recording that is played, as a file and as it comes."""
    ROOM = os.path.abspath(os.path.join(ROOT, "scenarios", "sites", "danis.yaml"))
    WALK = os.path.abspath(os.path.join(ROOT, "scenarios", "recordings", "danis", "straight-04-readings.csv.gz"))
    SITE = os.path.abspath(os.path.join(ROOT, "scenarios", "sites", "floor35.yaml"))

    def events(self, server, count):
        """The first frames that a listener gets."""
        connection = server.connection()
        connection.request("GET", "/v1/events")
        response, frames = connection.getresponse(), []
        while len(frames) < count:
            line = response.fp.readline() if response.fp else b""
            self.assertTrue(line)
            if line.startswith(b"data: {\"frame") or line.startswith(b"data: {\"title"):
                frames.append(json.loads(line[6:]))
        connection.close()
        return frames

    def test_one_address_has_twenty_streams_of_events(self):
        with Server() as server:
            def listen():
                connection = server.connection()
                connection.request("GET", "/v1/events")
                return connection, connection.getresponse()

            streams = [listen() for _ in range(20)]
            self.assertEqual({response.status for _, response in streams}, {200})
            status, headers, problem = server.ask("GET", "/v1/events")
            self.assertEqual((status, headers["Retry-After"]), (429, "10"))
            self.assertIn("20 connections of this address listen already", json.dumps(problem))
            streams[0][1].close()
            streams[0][0].close()
            end = time.monotonic() + 20
            while (again := listen())[1].status != 200:
                self.assertLess(time.monotonic(), end)
                server.ask("POST", "/v1/beacons", {"id": f"b{time.monotonic_ns()}"})
                time.sleep(0.2)
            for connection, response in streams[1:] + [again]:
                response.close()
                connection.close()

    def test_a_recording_is_played_with_the_fixes_of_replay(self):
        with Server("--replay", self.WALK, "--site", self.ROOM, "--pace", "100") as server:
            self.assertEqual(len(server.ask("GET", "/v1/plan")[2]["beacons"]), 12)
            frames = self.events(server, 20)
        self.assertTrue(all(frame["title"] == self.WALK and frame["frame"]["truth"] is None for frame in frames))
        times = [frame["frame"]["time"] for frame in frames]
        self.assertEqual(times, sorted(times))
        self.assertTrue(any(frame["frame"]["fixes"][0] for frame in frames))
        self.assertTrue(any(reading is not None for frame in frames for reading in frame["frame"]["readings"]))

    def test_a_capture_is_played_while_it_is_being_written(self):
        capture = os.path.abspath(os.path.join(ROOT, "scenarios", "recordings", "wimpi5.btsnoop"))
        fifo = os.path.join(tempfile.mkdtemp(prefix="beaconbench-"), "live.fifo")
        os.mkfifo(fifo)
        site = os.path.join(os.path.dirname(fifo), "site.yaml")
        with open(site, "w") as file:
            file.write("name: one\nbeacons:\n  - {id: one, uuid: 494E5445-4C4C-495F-524F-434B535F4857, major: 20597, "
                       "minor: 62207, position: [1, 1, 2]}\n  - {id: two, uuid: 494E5445-4C4C-495F-524F-434B535F4857, "
                       "major: 20596, minor: 25984, position: [5, 1, 2]}\n")
        data = open(capture, "rb").read()

        def write():
            with open(fifo, "wb") as file:
                for start in range(0, len(data), 200):
                    file.write(data[start:start + 200])
                    file.flush()

        writer = threading.Thread(target=write)
        writer.start()
        with Server("--replay", fifo, "--site", site) as server:
            frames = self.events(server, 60)
            writer.join()
        self.assertTrue(any(frame["frame"]["readings"][0] is not None for frame in frames))

    def test_what_cannot_be_played_is_refused_before_a_database_is_made(self):
        for arguments, expected in [
            (["--replay", self.WALK], "expected --site or --scenario, found neither"),
            (["--replay", "none.btsnoop", "--site", self.ROOM], "none.btsnoop: no such file"),
            (["--site", self.ROOM], "--site requires --replay"),
            (["--replay", self.ROOM, "--site", self.ROOM], "danis.yaml"),
        ]:
            with self.assertRaises(RuntimeError) as caught:
                Server(*arguments)
            self.assertIn(expected, str(caught.exception))
            self.assertEqual(str(caught.exception).count("\n"), 1)


if __name__ == "__main__":
    unittest.main()
