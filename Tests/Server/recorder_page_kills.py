"""Kills the server or Chromium while places are marked on the recorder's page, again and again, and counts presses that are gone.

A press counts as lost where the page took it and neither the server nor, after both are started again, the browser has it; presses that
the browser had not sent when it was killed itself are counted apart. Argument: how many kills. Ends with status 1 where one is lost.
"""
import json, os, random, shutil, sys, tempfile, time

from support import Server, free_port
from live_air import folder_with_site

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "Browser"))

from devtools import Page


class KeptPage(Page):
    """A browser whose profile outlasts a kill."""

    profile = None

    def kill(self):
        # As the system ends an application: at once, without a word.
        self.process.kill()
        self.process.wait()
        KeptPage.profile = self.folder

    def __enter__(self):
        if KeptPage.profile is None:
            return super().__enter__()
        make, tempfile.mkdtemp = tempfile.mkdtemp, lambda **_: KeptPage.profile
        for left in ["DevToolsActivePort", "SingletonLock", "SingletonSocket", "SingletonCookie"]:
            path = os.path.join(KeptPage.profile, left)
            if os.path.lexists(path):
                os.remove(path)
        try:
            return super().__enter__()
        finally:
            tempfile.mkdtemp = make


def kept(path):
    marks = []
    with open(os.path.join(path, "presses.jsonl"), encoding="utf-8") as file:
        for line in file:
            try:
                marks.append(json.loads(line)["id"])
            except ValueError:
                continue
    return marks


def main(kills):
    chance = random.Random(3)
    folder, port = tempfile.mkdtemp(prefix="beaconbench-recorder-"), str(free_port())
    folder_with_site(folder)
    path, made, unsent_at_kill = os.path.join(folder, "walk"), set(), set()
    server, page = None, None

    def start():
        return Server("--record", "walk", "--site", "corridor.yaml", "--replay", "air.fifo", "--port", port, folder=folder)

    def open_page():
        one = KeptPage(width=360, height=740).__enter__()
        one.open(f"http://127.0.0.1:{port}/record")
        one.until("document.querySelectorAll('#next option').length === 4")
        return one

    def press():
        page.key(" ")
        known = page.run("[queue.map(mark => mark.id), presses().list.map(press => press.id)]")
        made.update(known[0] + known[1])
        return set(known[0])

    server, page = start(), open_page()
    try:
        for round in range(kills):
            left = set()
            for _ in range(chance.randint(1, 4)):
                left = press()
                time.sleep(chance.uniform(0, 0.05))
            if chance.random() < 0.5:
                server.kill()
                for _ in range(chance.randint(0, 3)):
                    press()
                server = start()
            else:
                page.kill()
                unsent_at_kill |= left - set(kept(path))
                page = open_page()
            page.until("state && queue.length === 0 && document.getElementById('state').textContent.startsWith('connected')")
        marks = kept(path)
    finally:
        page.__exit__()
        server.stop()
        shutil.rmtree(page.folder, ignore_errors=True)
    lost = made - set(marks) - unsent_at_kill
    gone = unsent_at_kill - set(marks)
    print(f"{kills} kills of server or browser, {len(made)} presses on the page, {len(lost)} lost, {len(marks) - len(set(marks))} kept twice; "
          f"{len(unsent_at_kill)} on their way from a killed browser, {len(gone)} of them gone")
    return 1 if lost or not made or len(marks) != len(set(marks)) else 0


if __name__ == "__main__":
    sys.exit(main(int(sys.argv[1])))
