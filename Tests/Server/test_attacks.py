"""What strangers may not do: pages of other sites, slow and silent clients, and second servers."""
import http.server, os, re, shutil, socket, sqlite3, subprocess, sys, tempfile, threading, time, unittest

from support import Server, refused

ROOT = os.path.join(os.path.dirname(__file__), "..", "..")
sys.path.append(os.path.join(ROOT, "Tests", "Browser"))

try:
    from devtools import Page
except ImportError:
    Page = None
HAS_BROWSER = Page and (shutil.which("chromium") or shutil.which("chromium-browser"))


class OtherSiteTests(unittest.TestCase):
    """Requests that a page of another site makes a browser send."""
    FORM = {"Content-Type": "application/x-www-form-urlencoded"}

    @classmethod
    def setUpClass(cls):
        cls.server = Server("--name", "bench.example", "--name", "proxy.example:8443")

    @classmethod
    def tearDownClass(cls):
        assert cls.server.stop() == 0 and cls.server.errors == "", cls.server.errors

    def status(self, method="GET", path="/v1/incidents", **headers):
        headers = {key.replace("_", "-"): value for key, value in headers.items()}
        body = "kind=written" if method == "POST" else None
        return self.server.ask(method, path, headers=headers | (self.FORM if body else {}), body=body)[0]

    def test_hosts_that_the_server_was_not_started_for_are_misdirected(self):
        port = self.server.port
        for host in [f"127.0.0.1:{port}", f"localhost:{port}", "LOCALHOST", "localhost.", f"[::1]:{port}", "127.0.0.1:9",
                     "bench.example", "Bench.Example:8080", "proxy.example"]:
            self.assertEqual(self.status(Host=host), 200, host)
        for host in ["evil.example", f"evil.example:{port}", "127.0.0.1.evil.example", "localhost.evil.example", "192.0.2.1",
                     "[::2]", "127.0.0.1@evil.example", "x"]:
            for method in ["GET", "POST", "HEAD"]:
                self.assertEqual(self.status(method, Host=host), 421, host)

    def test_a_request_names_one_host(self):
        for head in [b"GET / HTTP/1.1\r\n\r\n", b"GET / HTTP/1.1\r\nHost:\r\n\r\n",
                     b"GET / HTTP/1.1\r\nHost: localhost\r\nHost: evil.example\r\n\r\n"]:
            with socket.create_connection(("127.0.0.1", self.server.port), timeout=20) as client:
                client.sendall(head)
                self.assertIn(b" 400 ", client.recv(1000).splitlines()[0])

    def test_pages_of_other_sites_may_not_write(self):
        own, port = f"http://127.0.0.1:{self.server.port}", self.server.port
        for origin in ["http://evil.example", "https://evil.example", "null", f"http://127.0.0.1:{port + 1}", f"{own}.evil.example",
                       f"http://localhost:{port}", "http://127.0.0.1", f"file://127.0.0.1:{port}", f"{own}, {own}"]:
            self.assertEqual(self.status("POST", Origin=origin), 403, origin)
        for site in ["cross-site", "same-site", "nonsense"]:
            self.assertEqual(self.status("POST", Sec_Fetch_Site=site), 403, site)
            self.assertEqual(self.status("POST", Sec_Fetch_Site=site, Sec_Fetch_Mode="navigate"), 403, site)
            self.assertEqual(self.status("GET", Sec_Fetch_Site=site, Sec_Fetch_Mode="no-cors"), 403, site)
            self.assertEqual(self.status("GET", "/", Sec_Fetch_Site=site, Sec_Fetch_Mode="navigate"), 200, site)
        self.assertEqual(self.server.ask("GET", "/v1/incidents")[2]["n"], 0)
        for headers in [{}, {"Origin": own}, {"Origin": own, "Sec_Fetch_Site": "same-origin"}, {"Sec_Fetch_Site": "none"},
                        {"Origin": "https://proxy.example:8443"}, {"Origin": "https://bench.example", "Host": "bench.example"}]:
            self.assertEqual(self.status("POST", **headers), 201, headers)

    @unittest.skipUnless(HAS_BROWSER, "no Chromium, or no Tests/Browser/devtools.py with its packages")
    def test_a_form_of_another_site_writes_nothing_in_chromium(self):
        target = f"http://127.0.0.1:{self.server.port}/v1/incidents"
        page = f'<form action="{target}" method="post"><input name="kind" value="forged"></form>'

        class Evil(http.server.BaseHTTPRequestHandler):
            def do_GET(self):
                self.send_response(200)
                self.send_header("Content-Type", "text/html")
                self.end_headers()
                self.wfile.write(page.encode())

            def log_message(self, *_):
                pass

        with http.server.ThreadingHTTPServer(("127.0.0.1", 0), Evil) as evil:
            threading.Thread(target=evil.serve_forever).start()
            try:
                with Page(arguments=["--host-resolver-rules=MAP evil.example 127.0.0.1"]) as browser:
                    browser.open(f"http://evil.example:{evil.server_port}/")
                    browser.run("document.forms[0].submit()")
                    browser.until(f"location.href === '{target}' && document.readyState === 'complete'")
                    self.assertIn("403", browser.run("document.body.textContent"))
                    browser.open(f"http://evil.example:{evil.server_port}/")
                    sent = browser.run(f"fetch('{target}', {{method: 'POST', mode: 'no-cors', body: new "
                                       "URLSearchParams({kind: 'forged'})}).then(r => r.type, e => 'blocked')")
                    self.assertIn(sent, ["opaque", "blocked"])
            finally:
                evil.shutdown()
        kinds = [record["kind"] for record in self.server.ask("GET", "/v1/incidents")[2]["incidents"]]
        self.assertNotIn("forged", kinds)

    @unittest.skipUnless(HAS_BROWSER, "no Chromium, or no Tests/Browser/devtools.py with its packages")
    def test_a_name_that_is_made_to_lead_here_reads_nothing_in_chromium(self):
        self.server.ask("POST", "/v1/patients", {"id": "p", "name": "Xaverius"})
        with Page(arguments=["--host-resolver-rules=MAP evil.example 127.0.0.1"]) as browser:
            browser.open(f"http://evil.example:{self.server.port}/v1/patients")
            self.assertIn("421", browser.run("document.body.textContent"))
            self.assertNotIn("Xaverius", browser.run("document.body.textContent"))
            read = "fetch('/v1/patients').then(r => r.text().then(text => r.status + text))"
            self.assertTrue(browser.run(read).startswith("421"))
            # The same by the server's own name.
            browser.open(f"http://127.0.0.1:{self.server.port}/v1/plan")
            self.assertIn("Xaverius", browser.run(read))


class ProtocolTests(unittest.TestCase):
    def test_chunks_in_http_1_0_are_refused_and_the_connection_is_closed(self):
        with Server() as server:
            with socket.create_connection(("127.0.0.1", server.port), timeout=20) as client:
                client.sendall(b"POST /v1/incidents HTTP/1.0\r\nHost: localhost\r\nConnection: keep-alive\r\n"
                               b"Content-Type: application/json\r\nTransfer-Encoding: chunked\r\n\r\n"
                               b"10\r\n{\"kind\": \"first\"}\r\n0\r\n\r\nGET /v1/fleet HTTP/1.1\r\nHost: localhost\r\n\r\n")
                answer = b""
                while part := client.recv(1000):
                    answer += part
            self.assertIn(b" 400 Bad Request", answer.splitlines()[0])
            self.assertEqual(answer.count(b"HTTP/1.1 "), 1)
            self.assertEqual(server.ask("GET", "/v1/incidents")[2]["n"], 0)

    def test_the_rate_is_one_of_each_client_and_those_with_the_token_count_apart(self):
        with Server("--rate", "5", environment={"BEACONBENCH_TOKEN": "s3cret"}) as server:
            def statuses(address, headers):
                found = []
                for _ in range(12):
                    with socket.create_connection(("127.0.0.1", server.port), timeout=20, source_address=(address, 0)) as client:
                        client.sendall(f"GET /v1/patients HTTP/1.1\r\nHost: localhost\r\n{headers}\r\n".encode())
                        found.append(int(client.recv(1000).split()[1]))
                return found

            stranger = statuses("127.0.0.1", "")
            self.assertEqual(stranger[:5], [401] * 5)
            self.assertIn(429, stranger)
            self.assertEqual(statuses("127.0.0.2", "")[0], 401)
            self.assertEqual(statuses("127.0.0.1", "Authorization: Bearer wrong\r\n")[0], 429)
            self.assertEqual(statuses("127.0.0.1", "Authorization: Bearer s3cret\r\n")[:5], [200] * 5)

    def test_the_scheme_of_the_token_is_in_any_case(self):
        with Server(environment={"BEACONBENCH_TOKEN": "s3cret"}) as server:
            for value, status in [("bearer s3cret", 200), ("BEARER s3cret", 200), ("Bearer  s3cret", 200), ("Basic s3cret", 401),
                                  ("Bearer S3CRET", 401), ("Bearer s3cret x", 401), ("Bearer", 401), ("s3cret", 401)]:
                self.assertEqual(server.ask("GET", "/v1/patients", headers={"Authorization": value})[0], status, value)

    def test_a_blank_token_is_none(self):
        for token in [" ", "\t", " \n ", "a b", "kästchen"]:
            status, errors = refused("--host", "0.0.0.0", environment={"BEACONBENCH_TOKEN": token})
            self.assertEqual((status, errors.count("\n")), (2, 0))
            self.assertIn("BEACONBENCH_TOKEN: expected a token of visible ASCII characters", errors)


class CrowdTests(unittest.TestCase):
    """Clients that hold connections."""

    def connect(self, server, count, text):
        clients = []
        for _ in range(count):
            client = socket.create_connection(("127.0.0.1", server.port), timeout=20)
            try:
                client.sendall(text)
            except OSError:
                pass
            clients.append(client)
        return clients

    def test_1200_slow_heads_shut_nobody_out_and_are_given_up(self):
        with Server() as server:
            slow = self.connect(server, 1200, b"GET /health HTTP/1.1\r\nHost: loc")
            start = time.monotonic()
            for _ in range(5):
                self.assertEqual(server.ask("GET", "/health")[0], 200)
            self.assertLess(time.monotonic() - start, 10)
            end = time.monotonic() + 60
            while len(os.listdir(f"/proc/{server.process.pid}/fd")) > 100:
                self.assertLess(time.monotonic(), end)
                time.sleep(1)
            for client in slow:
                client.close()

    def test_1000_streams_of_events_leave_the_server_answering_and_small(self):
        with Server() as server:
            asked = b"GET /v1/events HTTP/1.1\r\nHost: localhost\r\n\r\n"
            streams = self.connect(server, 1000, asked)
            statuses = [int(stream.recv(1000).split()[1]) for stream in streams]
            # Of one address; the others are refused at once.
            self.assertEqual((statuses.count(200), statuses.count(429)), (20, 980))
            for i in range(100):
                self.assertEqual(server.ask("POST", "/v1/beacons", {"id": f"b{i}"})[0], 201)
            resident = int(re.search(r"VmRSS:\s+(\d+)", open(f"/proc/{server.process.pid}/status").read()).group(1)) / 1024
            self.assertLess(resident, 200)
            for stream in streams:
                stream.close()

    def test_the_server_ends_in_seconds_and_stays_small_while_300_clients_do_not_read(self):
        server = Server()
        server.ask("POST", "/v1/beacons", {"id": "b"})
        for i in range(300):
            server.ask("POST", "/v1/incidents", {"kind": "x" * 200})
        requests = b"GET /v1/incidents?limit=1000 HTTP/1.1\r\nHost: localhost\r\n\r\n" * 1000
        clients = [socket.create_connection(("127.0.0.1", server.port)) for _ in range(300)]
        for client in clients:
            client.setblocking(False)
            try:
                client.send(requests)
            except BlockingIOError:
                pass
        time.sleep(5)
        status = open(f"/proc/{server.process.pid}/status").read()
        resident = int(re.search(r"VmRSS:\s+(\d+)", status).group(1)) / 1024
        print(f"{resident:.0f} MB with 300 clients that do not read", file=sys.stderr)
        self.assertLess(resident, 200)
        self.assertEqual(server.ask("GET", "/health")[0], 200)
        start = time.monotonic()
        server.process.terminate()
        self.assertEqual(server.process.wait(30), 0)
        self.assertLess(time.monotonic() - start, 10)
        for client in clients:
            client.close()
        server.stop()


class FileTests(unittest.TestCase):
    """Servers and the files of databases."""

    def test_a_second_server_is_refused_by_whatever_name_it_finds_the_database(self):
        with Server() as server:
            own = server.folder + "/context.sqlite"
            other = tempfile.mkdtemp(prefix="beaconbench-")
            os.symlink(own, other + "/symbolic.sqlite")
            os.symlink(server.folder, other + "/folder")
            os.link(own, server.folder + "/hard.sqlite")
            for name in [other + "/symbolic.sqlite", other + "/folder/context.sqlite", server.folder + "/hard.sqlite", own]:
                status, errors = refused("--database", name)
                self.assertEqual(status, 2)
                self.assertIn("expected a database that no other server uses, found one in use", errors)
            self.assertEqual(server.ask("POST", "/v1/beacons", {"id": "b"})[0], 201)
            server.stop()
            # A crash would leave a log that is named after one of the two.
            status, errors = refused("--database", own)
            self.assertEqual(status, 2)
            self.assertIn("expected a database with one name, found one with 2 hard links", errors)
            os.remove(server.folder + "/hard.sqlite")
            with Server("--database", other + "/symbolic.sqlite") as again:
                self.assertEqual(again.ask("GET", "/v1/beacons/b")[0], 200)

    def test_another_program_may_open_and_close_the_database_meanwhile(self):
        with Server() as server:
            server.ask("POST", "/v1/beacons", {"id": "b"})
            for _ in range(3):
                database = sqlite3.connect(server.folder + "/context.sqlite")
                self.assertEqual(database.execute("SELECT count(*) FROM beacons").fetchone(), (1,))
                database.close()
                self.assertEqual(server.ask("POST", "/v1/readings", {"beacon": "b"})[0], 201)

    def test_a_database_that_is_gone_is_noticed(self):
        def remove(folder):
            os.remove(folder + "/context.sqlite")

        def move(folder):
            os.rename(folder + "/context.sqlite", folder + "/saved.sqlite")

        def replace(folder):
            shutil.copy(folder + "/context.sqlite", folder + "/copy")
            os.replace(folder + "/copy", folder + "/context.sqlite")

        def remove_log(folder):
            os.remove(folder + "/context.sqlite-wal")

        for change in [remove, move, replace, remove_log]:
            with self.subTest(change=change.__name__), Server() as server:
                self.assertEqual(server.ask("POST", "/v1/beacons", {"id": "b"})[0], 201)
                change(server.folder)
                for request in [("POST", "/v1/readings", {"beacon": "b"}), ("DELETE", "/v1/regions/none"), ("GET", "/v1/beacons/b"),
                                ("GET", "/health")]:
                    status, _, answer = server.ask(*request)
                    self.assertEqual(status, 503, request)
                    self.assertIn("was removed or replaced", answer["detail"])


if __name__ == "__main__":
    unittest.main()
