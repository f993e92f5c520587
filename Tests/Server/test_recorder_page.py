"""The recorder's page in headless Chromium, against a server that is killed and started again."""
import json, os, resource, time, unittest

from support import Server
from test_page import HAS_BROWSER, Page
from test_recorder import Recording, until


def kept(recording):
    with open(os.path.join(recording.path, "presses.jsonl"), encoding="utf-8") as file:
        return [json.loads(line) for line in file]


@unittest.skipUnless(HAS_BROWSER, "no Chromium, or no Tests/Browser/devtools.py with its packages")
class RecorderPageTests(unittest.TestCase):
    def open(self, recording, page, width=360):
        page.resize(width, 740, mobile=width < 500)
        page.open(f"http://127.0.0.1:{recording.server.port}/record")
        page.until("document.querySelectorAll('#plan circle.point').length === 4")

    def at(self, page, x, y):
        """Where a place of the plan is on the screen."""
        page.run("document.getElementById('plan').scrollIntoView({block: 'center'})")
        return page.run(
            f"(() => {{ const p = new DOMPoint({x}, {-y}).matrixTransform(document.getElementById('plan').getScreenCTM());"
            " return [p.x, p.y] })()")

    def tap(self, page, x, y, seconds=0.0):
        x, y = self.at(page, x, y)
        page.call("Input.dispatchMouseEvent", type="mousePressed", x=x, y=y, button="left", clickCount=1)
        time.sleep(seconds)
        page.call("Input.dispatchMouseEvent", type="mouseReleased", x=x, y=y, button="left", clickCount=1)

    def unsent(self, page, count):
        page.until(f"document.getElementById('state').textContent.endsWith(', {count} unsent')")

    def test_taps_the_space_bar_holding_and_undo_mark_a_walk(self):
        recording = Recording(silent=(4,), unknown=True)
        with Page() as page:
            self.open(recording, page)
            before = time.time()
            self.tap(page, 1.2, 1.1)
            page.key(" ")
            self.tap(page, 5, 3)
            page.key(" ")
            self.unsent(page, 0)
            self.assertEqual([mark.get("point", (mark.get("x"), mark.get("y"))) for mark in kept(recording)][:2], ["1", "2"])
            free = kept(recording)[2]
            self.assertTrue(abs(free["x"] - 5) < 0.1 and abs(free["y"] - 3) < 0.1, free)
            # The page's clock is this machine's, so that its times are right to within the round trip.
            for mark in kept(recording):
                self.assertTrue(before - 0.1 < mark["unixSeconds"] < time.time() + 0.1, mark)
                self.assertLess(mark["uncertainty"], 1)
            self.assertEqual(kept(recording)[3]["point"], "3")
            self.tap(page, 7, 4, seconds=0.8)
            page.until("document.getElementById('note').textContent.startsWith('Moved 3 to ')")
            self.unsent(page, 0)
            self.assertEqual((kept(recording)[4]["kind"], kept(recording)[4]["of"]), ("correction", kept(recording)[3]["id"]))
            page.click("#undo")
            self.unsent(page, 0)
            # The space bar marks, although the button has the focus.
            page.key(" ")
            self.unsent(page, 0)
            self.assertEqual([mark["kind"] for mark in kept(recording)], ["press"] * 4 + ["correction", "undo", "press"])
            page.until("document.querySelectorAll('#presses li').length === 4")
            self.tap(page, -0.6, 3)
            page.until("document.getElementById('note').textContent.startsWith('That is outside the plan')")
            self.assertEqual(len(kept(recording)), 7)
            page.until("document.getElementById('beacons').textContent.includes('b4not heard yet')")
            page.until("document.getElementById('unknown').textContent.includes('1/9at most -70 dBm')")
            page.until("document.querySelectorAll('#plan .beacon.heard').length === 3")
            page.click("#end")
            page.until("document.getElementById('dataset').textContent.startsWith('1 usable walk.')")
            self.assertIn("begins walk 2", page.run("document.getElementById('walk').textContent"))
            page.click("#end")
            page.until("document.getElementById('walk').textContent.startsWith('Walk 1: 4 presses')")
            self.assertEqual(page.complaints, [])
        self.assertEqual(recording.close(), 0)

    def test_the_page_fits_a_phone_and_axe_finds_no_fault(self):
        recording = Recording(silent=(4,), unknown=True)
        pictures = os.environ.get("BEACONBENCH_PICTURES")
        with Page() as page:
            for width in [360, 1200]:
                for dark in [False, True]:
                    page.media(dark=dark)
                    self.open(recording, page, width)
                    page.until("document.querySelectorAll('#plan .beacon.heard').length === 3")
                    if not dark and width == 360:
                        for place in [(1, 1), (9, 1), (6, 3)]:
                            self.tap(page, *place)
                        self.unsent(page, 0)
                    page.until("document.querySelectorAll('#presses button').length === 3")
                    self.assertEqual(page.faults(), [])
                    self.assertLessEqual(page.run("document.documentElement.scrollWidth"), width)
                    small = page.run(
                        "[...document.querySelectorAll('#controls button')].filter(b => b.getBoundingClientRect().height < 44).length")
                    self.assertEqual(small, 0)
                    if pictures:
                        page.picture(os.path.join(pictures, f"record-{width}{'-dark' if dark else ''}.png"))
            self.assertEqual(page.complaints, [])
        self.assertEqual(recording.close(), 0)

    def test_presses_wait_in_the_browser_while_the_server_is_dead_and_are_kept_once(self):
        recording = Recording()
        with Page() as page:
            self.open(recording, page)
            page.key(" ")
            self.unsent(page, 0)
            port = str(recording.server.port)
            recording.server.kill()
            recording.air.close()
            pressed = time.time()
            for _ in range(3):
                page.key(" ")
                time.sleep(0.2)
            self.unsent(page, 3)
            page.until("document.getElementById('problem').textContent.includes('kept in this browser')")
            time.sleep(1)
            # On the same port, as a user starts it again.
            recording.server = Server("--record", "walk", "--replay", "air.fifo", "--port", port, folder=recording.folder)
            self.unsent(page, 0)
            marks = kept(recording)
            self.assertEqual([mark["point"] for mark in marks], ["1", "2", "3", "4"])
            # With the times at which they were pressed.
            for index, mark in enumerate(marks[1:]):
                self.assertLess(abs(mark["unixSeconds"] - pressed - 0.2 * index), 0.6)
            page.open(f"http://127.0.0.1:{port}/record")
            page.until("document.querySelectorAll('#presses button').length === 4")
        recording.air = type("Closed", (), {"close": staticmethod(lambda: None)})
        self.assertEqual(recording.close(), 0)

    def test_a_page_says_that_nothing_is_recorded_and_sends_its_presses_when_it_is(self):
        recording = Recording()
        process = recording.server.process.pid
        was = resource.prlimit(process, resource.RLIMIT_FSIZE)
        with Page() as page:
            self.open(recording, page)
            resource.prlimit(process, resource.RLIMIT_FSIZE, (1000, was[1]))
            page.until("document.getElementById('input').textContent.startsWith('Not recording until it can be kept again')")
            page.until("document.getElementById('problem').textContent.includes('capture-1.btsnoop: cannot be written')")
            page.key(" ")
            page.until("document.getElementById('problem').textContent.startsWith('Not sent yet, kept in this browser')")
            self.assertEqual(kept(recording), [])
            resource.prlimit(process, resource.RLIMIT_FSIZE, was)
            self.unsent(page, 0)
            page.until("document.getElementById('input').textContent.startsWith('Recording ')")
            page.until("document.getElementById('problem').textContent === ''")
            self.assertEqual([mark["point"] for mark in kept(recording)], ["1"])
        self.assertEqual(recording.close(), 0)

    def test_a_page_that_is_closed_with_unsent_presses_sends_them_when_it_is_opened_again(self):
        recording = Recording()
        with Page() as page:
            self.open(recording, page)
            # The server answers everything but marks.
            page.run("{ const real = fetch; window.fetch = (path, options) => path.endsWith('/marks') ? Promise.reject(new Error('cut')) : real(path, options); 0 }")
            page.key(" ")
            page.key(" ")
            self.unsent(page, 2)
            self.assertEqual(kept(recording), [])
            page.open("about:blank")
            self.open(recording, page)
            self.unsent(page, 0)
            self.assertEqual([mark["point"] for mark in kept(recording)], ["1", "2"])
            page.until("document.querySelectorAll('#presses button').length === 2")
        self.assertEqual(recording.close(), 0)

    def test_no_press_is_lost_by_kills_of_server_and_browser(self):
        import recorder_page_kills

        self.assertEqual(recorder_page_kills.main(4), 0)


if __name__ == "__main__":
    unittest.main()
