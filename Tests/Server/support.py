"""Starts beaconbench-server and speaks HTTP with it, with the standard library alone."""
import http.client, json, os, socket, subprocess, sys, tempfile

ROOT = os.path.abspath(os.path.join(os.path.dirname(__file__), "..", ".."))
PROGRAM = os.environ["BEACONBENCH_SERVER_PROGRAM"]
CLIENT = os.environ.get("BEACONBENCH_PROGRAM", os.path.join(ROOT, ".build", "debug", "beaconbench"))


def client(*arguments, folder, environment=None):
    """Starts beaconbench itself."""
    known = {key: value for key, value in os.environ.items() if key != "BEACONBENCH_TOKEN"}
    return subprocess.Popen(
        [CLIENT, *arguments], cwd=folder, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True,
        env={**known, **(environment or {})})


def free_port():
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        return taken.getsockname()[1]


class Server:
    """A server on a free port, with its database in a folder of its own or in one given."""

    def __init__(self, *arguments, folder=None, environment=None, limit=None, stdin=None):
        self.folder = folder or tempfile.mkdtemp(prefix="beaconbench-")
        self.program = [PROGRAM, "--port", "0", *arguments]
        shell = f"ulimit -f {limit}; exec \"$@\"" if limit else "exec \"$@\""
        self.process = subprocess.Popen(
            ["bash", "-c", shell, "server", *self.program], cwd=self.folder, stdout=subprocess.PIPE,
            stderr=subprocess.PIPE, stdin=stdin, env={**os.environ, **(environment or {})})
        line = self.process.stdout.readline().decode()
        if not line.startswith("listening on "):
            raise RuntimeError(self.process.stderr.read().decode())
        self.address = line.split("/")[-1].strip()
        self.port = int(self.address.rsplit(":", 1)[1])

    def connection(self):
        return http.client.HTTPConnection("127.0.0.1", self.port, timeout=30)

    def ask(self, method, path, document=None, headers=None, body=None):
        """Status, headers, and the answer: a document where it is JSON."""
        connection = self.connection()
        headers = dict(headers or {})
        if document is not None:
            body, headers["Content-Type"] = json.dumps(document), "application/json"
        connection.request(method, path, body, headers)
        response = connection.getresponse()
        data = response.read()
        connection.close()
        is_json = "json" in (response.headers["Content-Type"] or "")
        return response.status, response.headers, json.loads(data) if is_json and data else data

    def kill(self):
        self.process.kill()
        self.process.wait()
        self.process.stdout.close()
        self.process.stderr.close()

    def stop(self):
        self.process.terminate()
        status = self.process.wait(30)
        self.errors = self.process.stderr.read().decode()
        self.process.stdout.close()
        self.process.stderr.close()
        return status

    def __enter__(self):
        return self

    def __exit__(self, *_):
        if self.process.poll() is None:
            self.stop()


def refused(*arguments, folder=None, environment=None):
    """The status and the sentence of a server that does not start."""
    done = subprocess.run(
        [PROGRAM, "--port", "0", *arguments], cwd=folder or tempfile.mkdtemp(prefix="beaconbench-"),
        env={**os.environ, **(environment or {})}, capture_output=True, text=True, timeout=30)
    return done.returncode, done.stderr.strip()
