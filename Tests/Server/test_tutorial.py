"""docs/tutorial-walk.md as a reader goes through it: its file, its commands, and Chromium for the page."""
import os, re, signal, subprocess, tempfile, unittest

from support import CLIENT, PROGRAM, ROOT, free_port
from test_page import HAS_BROWSER, Page

PAGE = open(os.path.join(ROOT, "docs", "tutorial-walk.md"), encoding="utf-8").read()
WRAPPER = f"""#!/bin/sh
if [ "$1" = serve ]; then shift; exec "{PROGRAM}" "$@"; fi
exec "{CLIENT}" "$@"
"""


def commands():
    """What stands in indented blocks, in the order of the page."""
    return [line.strip() for line in PAGE.split("\n") if line.startswith("    ") and not line.startswith("     ")
            and line.strip().split()[0] in ("mkfifo", "beaconbench", "python3", "sudo", "bluetoothctl")]


class TutorialTests(unittest.TestCase):
    def test_six_commands_lead_from_btmon_to_a_report(self):
        named = re.search(r"six commands: (.*)\.", PAGE).group(1)
        names = re.findall(r"`(\w+)`", named)
        self.assertEqual(names, ["mkfifo", "btmon", "bluetoothctl", "serve", "run", "report"])
        for name in names:
            self.assertTrue(any(re.search(rf"\b{name}\b", command) for command in commands()), name)

    @unittest.skipUnless(HAS_BROWSER, "no Chromium, or no Tests/Browser/devtools.py with its packages")
    def test_the_commands_of_the_page_give_a_scored_report(self):
        folder = tempfile.mkdtemp(prefix="beaconbench-tutorial-")
        programs = tempfile.mkdtemp(prefix="beaconbench-programs-")
        with open(os.path.join(programs, "beaconbench"), "w", encoding="utf-8") as file:
            file.write(WRAPPER)
        os.chmod(file.name, 0o755)
        environment = {**os.environ, "PATH": programs + ":" + os.environ["PATH"]}
        name, text = re.search(r"<!-- file: (\S+) -->\n\n```python\n(.*?)```", PAGE, re.S).groups()
        with open(os.path.join(folder, name), "w", encoding="utf-8") as file:
            file.write(text)

        def run(command):
            done = subprocess.run(command, shell=True, cwd=folder, env=environment, capture_output=True, text=True, timeout=280)
            self.assertEqual(done.returncode, 0, (command, done.stdout[-1000:], done.stderr[-1000:]))
            return done.stdout

        outputs, port = {}, free_port()
        for command in commands():
            if command.startswith(("sudo", "bluetoothctl")):
                continue
            if " serve " in command:
                # In a terminal of its own; the port of the page may be in use here.
                server = subprocess.Popen(f"exec {command} --port {port}", shell=True, cwd=folder, env=environment,
                                          stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
                self.assertEqual(server.stdout.readline(), f"listening on http://127.0.0.1:{port}\n")
                self.assertIn(f"http://127.0.0.1:{port}/record", server.stdout.readline())
            elif command.startswith("python3"):
                self.walk(command, port, folder, environment)
                server.send_signal(signal.SIGINT)
                self.assertEqual(server.wait(60), 0, server.stderr.read())
                server.stdout.close()
                server.stderr.close()
            else:
                outputs[command] = run(command)
        table = next(output for command, output in outputs.items() if " run " in command)
        rows = [re.match(r"(\S.*?)\s{2,}(\d+\.\d\d) ", row) for row in table.split("\n")]
        errors = {row.group(1): float(row.group(2)) for row in rows if row}
        # Among beacons some metres apart the centroid is some metres off, and the centre of the site more.
        self.assertLess(errors["Kalman, centroid"], 5, table)
        self.assertLess(errors["Kalman, centroid"], errors["room centre"])
        with open(os.path.join(folder, "lap-presses.csv"), encoding="utf-8") as simulated, \
                open(os.path.join(folder, "my-walk", "walk-1-presses.csv"), encoding="utf-8") as marked:
            truth, found = ([(float(row.split(",")[0]), row.strip().split(",")[1]) for row in file.readlines()[1:]] for file in (simulated, marked))
        self.assertEqual([point for _, point in found], [point for _, point in truth])
        for (expected, _), (time, _) in zip(truth, found):
            self.assertLess(abs(time - (expected - truth[0][0])), 1.5)
        pages = [file for where, _, files in os.walk(folder) for file in files if file.endswith(".html")]
        self.assertEqual(len(pages), 1, pages)

    def walk(self, command, port, folder, environment):
        """Presses the space bar, or chooses the point, whenever the player says that it is passed."""
        with Page(width=360, height=740) as page:
            page.open(f"http://127.0.0.1:{port}/record")
            page.until("document.querySelectorAll('#next option').length === 12")
            player = subprocess.Popen(command, shell=True, cwd=folder, env=environment, stdout=subprocess.PIPE, text=True)
            marks = 0
            for line in player.stdout:
                point = line.split()[1]
                if not page.run(f"document.getElementById('mark').textContent === 'Mark {point}'"):
                    page.run(f"{{ const next = document.getElementById('next'); next.value = [...next.options].find(o => o.textContent === '{point}').value;"
                             " next.dispatchEvent(new Event('change')); 0 }")
                page.key(" ")
                marks += 1
            self.assertEqual((player.wait(30), marks), (0, 12))
            player.stdout.close()
            page.until("document.getElementById('state').textContent.endsWith(', 0 unsent')")
            page.until("document.querySelectorAll('#plan .beacon').length > 0")
            pictures = os.environ.get("BEACONBENCH_PICTURES")
            if pictures:
                page.picture(os.path.join(pictures, "tutorial.png"))
            page.click("#end")
            page.until("document.getElementById('dataset').textContent.startsWith('1 usable walk.')")
            self.assertEqual(page.complaints, [])


if __name__ == "__main__":
    unittest.main()
