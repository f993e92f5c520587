"""A page in headless Chromium, driven by the DevTools protocol: https://chromedevtools.github.io/devtools-protocol.

Needs Debian's chromium and the packages of requirements.txt. The browser is this program's own child, with a profile of its
own that is removed with it.
"""

import base64
import json
import pathlib
import shutil
import subprocess
import tempfile
import time
import urllib.request

import axe_core_python
import websocket


class Page:
    """A page, to be used in a `with` statement."""

    def __init__(self, width=1400, height=1000, arguments=()):
        self.width, self.height, self.arguments = width, height, arguments

    def __enter__(self):
        self.folder = tempfile.mkdtemp(prefix="beaconbench-browser-")
        program = shutil.which("chromium") or shutil.which("chromium-browser")
        self.process = subprocess.Popen(
            [
                program, "--headless=new", "--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage",
                "--no-first-run", "--disable-extensions", "--disable-background-networking", "--hide-scrollbars",
                "--remote-debugging-port=0", "--remote-allow-origins=*", f"--user-data-dir={self.folder}",
                f"--window-size={self.width},{self.height}", *self.arguments, "about:blank",
            ],
            stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL,
        )
        try:
            self._connect()
        except BaseException:
            self.__exit__()
            raise
        return self

    def _connect(self):
        port_file = pathlib.Path(self.folder) / "DevToolsActivePort"
        end = time.monotonic() + 60
        while not (port_file.exists() and port_file.read_text().strip()):
            if time.monotonic() > end or self.process.poll() is not None:
                raise RuntimeError("chromium does not start")
            time.sleep(0.05)
        port = port_file.read_text().split()[0]
        targets = json.load(urllib.request.urlopen(f"http://127.0.0.1:{port}/json"))
        page = next(target for target in targets if target["type"] == "page")
        self.socket = websocket.create_connection(page["webSocketDebuggerUrl"], timeout=120)
        self.count = 0
        # Errors on the console, and every exception.
        self.complaints = []
        self.loaded = False
        for domain in ["Page", "Runtime", "Log"]:
            self.call(f"{domain}.enable")
        self.resize(self.width, self.height)

    def __exit__(self, *_):
        self.process.terminate()
        try:
            self.process.wait(20)
        except subprocess.TimeoutExpired:
            self.process.kill()
            self.process.wait()
        shutil.rmtree(self.folder, ignore_errors=True)

    def call(self, method, **parameters):
        self.count += 1
        self.socket.send(json.dumps({"id": self.count, "method": method, "params": parameters}))
        while True:
            message = json.loads(self.socket.recv())
            if message.get("id") == self.count:
                if "error" in message:
                    raise RuntimeError(f"{method}: {message['error']}")
                return message["result"]
            self._hear(message)

    def _hear(self, message):
        method, parameters = message.get("method"), message.get("params", {})
        if method == "Runtime.exceptionThrown":
            details = parameters["exceptionDetails"]
            self.complaints.append(details.get("exception", {}).get("description") or details["text"])
        elif method == "Runtime.consoleAPICalled" and parameters["type"] in ("error", "assert"):
            self.complaints.append(" ".join(str(a.get("value", a.get("description"))) for a in parameters["args"]))
        elif method == "Log.entryAdded" and parameters["entry"]["level"] == "error":
            self.complaints.append(parameters["entry"]["text"])

    def open(self, address):
        self.call("Page.navigate", url=address)
        self.until("document.readyState === 'complete'")

    def run(self, expression):
        """The value of an expression, or of what it promises."""
        answer = self.call("Runtime.evaluate", expression=expression, awaitPromise=True, returnByValue=True)
        if "exceptionDetails" in answer:
            raise RuntimeError(f"{expression[:200]}: {answer['exceptionDetails']}")
        return answer["result"].get("value")

    def until(self, condition, seconds=60):
        end = time.monotonic() + seconds
        while not self.run(condition):
            if time.monotonic() > end:
                raise AssertionError(f"never came true: {condition}; complaints: {self.complaints}")
            time.sleep(0.05)

    def pdf(self, width, height):
        """The page as it is printed on paper of a size in inches."""
        answer = self.call("Page.printToPDF", paperWidth=width, paperHeight=height)
        return base64.b64decode(answer["data"])

    def wheel(self, selector, down):
        """Turns the wheel over the middle of an element."""
        x, y = self.middle(selector)
        self.call("Input.dispatchMouseEvent", type="mouseWheel", x=x, y=y, deltaX=0, deltaY=down)

    def move(self, x, y):
        self.call("Input.dispatchMouseEvent", type="mouseMoved", x=x, y=y)

    def middle(self, selector):
        self.run(f"document.querySelector({json.dumps(selector)}).scrollIntoView({{block: 'center'}})")
        return self.run(
            f"(() => {{ const b = document.querySelector({json.dumps(selector)}).getBoundingClientRect();"
            " return [b.left + b.width / 2, b.top + b.height / 2] })()")

    def media(self, kind="", dark=False):
        scheme = {"name": "prefers-color-scheme", "value": "dark" if dark else "light"}
        self.call("Emulation.setEmulatedMedia", media=kind, features=[scheme])

    def key(self, key, shift=False):
        codes = {"ArrowLeft": 37, "ArrowRight": 39, "Home": 36, "End": 35, "Tab": 9, " ": 32, "Enter": 13}
        code = codes.get(key, ord(key[0].upper()))
        text = {"text": key} if len(key) == 1 else ({"text": "\r"} if key == "Enter" else {})
        for kind in ["keyDown", "keyUp"]:
            self.call(
                "Input.dispatchKeyEvent", type=kind, key=key, code="Space" if key == " " else key,
                windowsVirtualKeyCode=code, modifiers=8 if shift else 0, **(text if kind == "keyDown" else {}))

    def click(self, selector, across=0.5):
        """Presses and releases the pointer at a share of the width of an element."""
        self.run(f"document.querySelector({json.dumps(selector)}).scrollIntoView({{block: 'center'}})")
        box = self.run(
            f"(() => {{ const b = document.querySelector({json.dumps(selector)}).getBoundingClientRect();"
            " return [b.left, b.top, b.width, b.height] })()")
        x, y = box[0] + box[2] * across, box[1] + box[3] / 2
        for kind in ["mousePressed", "mouseReleased"]:
            self.call("Input.dispatchMouseEvent", type=kind, x=x, y=y, button="left", clickCount=1)

    def resize(self, width, height, mobile=False):
        self.call("Emulation.setDeviceMetricsOverride", width=width, height=height, deviceScaleFactor=1, mobile=mobile)

    def picture(self, path, whole=True):
        data = self.call("Page.captureScreenshot", captureBeyondViewport=whole)
        pathlib.Path(path).write_bytes(base64.b64decode(data["data"]))

    def faults(self):
        """What axe-core finds: rule, element and what is wrong."""
        script = pathlib.Path(axe_core_python.__file__).parent / "axe.min.js"
        self.run(script.read_text(encoding="utf-8") + "; 0")
        found = self.run(
            "axe.run(document, {resultTypes: ['violations']}).then(r => r.violations.flatMap(v => "
            "v.nodes.map(n => [v.id, n.target.join(' '), n.failureSummary])))")
        return [" | ".join(fault) for fault in found]
