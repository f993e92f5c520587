"""Tests of the package beaconbench: `python -m unittest test_beaconbench` in this folder. BEACONBENCH names the program."""

import inspect
import json
import os
import pathlib
import re
import signal
import subprocess
import sys
import tempfile
import time
import unittest

import pandas as pd

import beaconbench

SCENARIO = "initial-loop"
SOURCES = pathlib.Path(__file__).resolve().parent.parent / "Sources"


class RunTests(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.results = beaconbench.run(SCENARIO, laps=2)

    def test_scores_are_those_of_the_program_and_of_the_errors(self):
        errors = self.results.errors()
        for score in self.results.document["scores"]:
            own = errors[errors["pipeline"] == score["pipeline"]]["error_m"]
            self.assertEqual(own.count(), score["n"])
            self.assertAlmostEqual(own.mean(), score["meanMetres"], places=9)
            self.assertAlmostEqual((own**2).mean() ** 0.5, score["rmse"], places=9)
            self.assertEqual(self.results.scores().loc[score["pipeline"], "mean_m"], score["meanMetres"])

    def test_intervals_are_those_of_the_program(self):
        means = beaconbench.mean_errors(self.results.errors()).set_index("pipeline")
        for score in self.results.document["scores"]:
            lower, upper = score["meanInterval95"]
            self.assertAlmostEqual(means.loc[score["pipeline"], "lower_m"], lower, places=6)
            self.assertAlmostEqual(means.loc[score["pipeline"], "upper_m"], upper, places=6)

    def test_errors_have_the_types_that_the_export_states(self):
        pd.testing.assert_frame_equal(self.results.errors(), self.results.table("errors"))

    def test_a_track_has_the_error_of_each_callback(self):
        track = self.results.track("Kalman", lap=1)
        self.assertGreater(len(track), 20)
        row = track.iloc[5]
        self.assertAlmostEqual(
            row["error_m"] ** 2, (row["x_m"] - row["true_x_m"]) ** 2 + (row["y_m"] - row["true_y_m"]) ** 2)

    def test_every_kind_of_chart_is_a_vega_lite_specification(self):
        for kind, table in [
            ("cdf", self.results.errors()), ("mean", self.results.errors()), ("track", self.results.track("Kalman"))
        ]:
            specification = beaconbench.plot(table, kind).to_dict()
            self.assertIn("vega-lite", specification["$schema"])
            rows = [row for rows in specification["datasets"].values() for row in rows]
            self.assertGreater(len(rows), 4)

    def test_pictures_of_the_program_show_themselves_and_are_saved(self):
        picture = self.results.plot("cdf")
        shown = picture._repr_mimebundle_()
        self.assertTrue(shown["image/svg+xml"].startswith("<svg"))
        self.assertIn("initial-loop", shown["text/plain"])
        self.assertIn("vega-lite", picture.specification["$schema"])
        with tempfile.TemporaryDirectory() as folder:
            path = pathlib.Path(folder) / "cdf.svg"
            picture.save(path)
            self.assertIn("<svg", path.read_text(encoding="utf-8"))

    def test_results_show_their_scores_in_notebooks(self):
        shown = self.results._repr_html_()
        self.assertIn("<table", shown)
        self.assertIn("Kalman", shown)

    def test_several_results_stand_in_one_table(self):
        both = beaconbench.errors(self.results, self.results)
        self.assertEqual(len(both), 2 * len(self.results.errors()))
        self.assertEqual(set(both["run"]), {0, 1})

    def test_results_and_exports_are_loaded_again(self):
        for folder in [self.results.folder, self.results.export()]:
            again = beaconbench.load(folder)
            pd.testing.assert_frame_equal(again.errors(), self.results.errors())
            self.assertEqual(again.document, {})

    def test_keys_are_set_as_on_the_command_line(self):
        words = beaconbench.run(SCENARIO, "--set", "channel.shadowing.exponential.deviation=0", laps=2, pipelines=["Kalman"])
        keys = beaconbench.run(SCENARIO, settings={"channel.shadowing.exponential.deviation": 0}, laps=2, pipelines=["Kalman"])
        self.assertEqual(words.document, keys.document)
        self.assertEqual([score["pipeline"] for score in words.document["scores"]], ["Kalman", "room centre"])


class VerbTests(unittest.TestCase):
    def setUp(self):
        self.temporary = tempfile.TemporaryDirectory()
        self.addCleanup(self.temporary.cleanup)
        self.folder = pathlib.Path(self.temporary.name)

    def test_a_replayed_lap_has_the_errors_of_the_simulated_one(self):
        capture, truth, presses = (self.folder / name for name in ["lap.btsnoop", "truth.csv", "presses.csv"])
        beaconbench.call("simulate", SCENARIO, "--lap", 1, "--capture", capture, "--truth", truth, "--presses", presses)
        replay = beaconbench.replay(capture, scenario=SCENARIO, truth=truth, presses=presses)
        errors = beaconbench.run(SCENARIO, laps=2).errors()
        scores = replay.rows("scores").set_index("pipeline")
        for name, own in errors[errors["lap"] == 1].groupby("pipeline"):
            self.assertEqual(scores.loc[name, "n"], own["error_m"].count())
            self.assertAlmostEqual(scores.loc[name, "meanMetres"], own["error_m"].mean(), places=9)
        self.assertIn("Kalman", replay._repr_html_())
        distances = beaconbench.replay(capture)
        self.assertEqual(len(distances.ranges()), len(replay.ranges()))
        with self.assertRaisesRegex(beaconbench.BeaconBenchError, "^replay: positions need a scenario or a site$"):
            distances.fixes()

        scored = beaconbench.score(replay.fixes(), "sites/initial-loop", presses=presses).scores().set_index("pipeline")
        for name in scores.index:
            self.assertAlmostEqual(scored.loc[name, "meanMetres"], scores.loc[name, "meanMetres"], places=9)

    def test_a_comparison_passes_or_says_why_not(self):
        good = beaconbench.run(SCENARIO, laps=2, folder=self.folder / "good")
        same = beaconbench.compare(good, good.folder)
        self.assertTrue(same.passed)
        same.check()
        self.assertEqual(list(same.pairs()["differenceMetres"].unique()), [0])
        worse = beaconbench.compare(f"{good.folder}:Kalman", f"{good.folder}:room centre", "--fail-on", "undecided")
        self.assertFalse(worse.passed)
        with self.assertRaises(beaconbench.BeaconBenchError) as raised:
            worse.check()
        self.assertEqual(raised.exception.status, 1)

    def test_a_sweep_has_a_row_for_each_cell_pipeline_and_metric(self):
        sweep = beaconbench.sweep(
            SCENARIO, vary={"channel.pathLoss.logDistance.n": [1.6, 2.0]}, laps=2, seeds="1-2",
            pipelines=["Kalman", "feedback"])
        means = sweep.cells().query("metric == 'mean' and pipeline == 'Kalman'")
        self.assertEqual(len(means), 2 * 2)
        again = beaconbench.run(
            SCENARIO, laps=2, seed=2, pipelines=["Kalman"], settings={"channel.pathLoss.logDistance.n": 2.0})
        last = means.query("seed == 2").iloc[-1]
        self.assertAlmostEqual(last["value"], again.document["scores"][0]["meanMetres"], places=9)
        self.assertIn("<svg", sweep.plot().svg)

    def test_a_layout_has_the_beacons_that_were_asked_for(self):
        layout = beaconbench.place("placement/office", laps=2, beacons=6)
        self.assertEqual(len(layout.beacons()), 6)
        self.assertTrue((layout.folder / "site.yaml").exists())
        self.assertGreater(len(layout.best()), 0)

    def test_methods_have_a_row_for_each_data_set_and_pipeline(self):
        table = beaconbench.methods("methods/uncertainty", datasets=["danis-nees"], laps=2).table()
        self.assertEqual(set(table["dataset"]), {"danis-nees"})
        self.assertGreater(len(table), 2)

    def test_shipped_scenarios_are_listed_by_the_names_that_run_takes(self):
        self.assertIn(SCENARIO, set(beaconbench.scenarios()["name"]))


class Strongest(beaconbench.Method):
    """The place of the beacon with the smallest path loss: what the built-in method nearest answers."""

    def fix(self, epoch):
        heard = [anchor for anchor in epoch.anchors if anchor.level is not None]
        if not heard:
            raise beaconbench.NoFix("tooFewBeacons")
        nearest = min(heard, key=lambda anchor: anchor.c - anchor.level)
        return nearest.x, nearest.y, nearest.floor


class Broken(beaconbench.Method):
    def fix(self, epoch):
        raise ZeroDivisionError("in the method")


class Counting(beaconbench.Method):
    packets = True
    settings = {"most": 3}
    seen = 0

    def fix(self, epoch):
        Counting.seen += len(epoch.packets)
        assert self.hello["settings"] == {"most": 3}
        return 0.0, 0.0


class MethodTests(unittest.TestCase):
    def test_a_class_of_this_process_gives_the_errors_of_the_built_in_method(self):
        results = beaconbench.run(SCENARIO, "--method", "nearest", laps=3, pipelines=["Kalman"], method={"own one": Strongest})
        errors = results.errors()
        own, built_in = (errors[errors["pipeline"] == name]["error_m"].tolist() for name in ["own one", "nearest"])
        without_snap = beaconbench.run(
            SCENARIO, laps=3, pipelines=["Kalman"], settings={
                "pipelines[Kalman].filters": [], "pipelines[Kalman].method": "nearest", "pipelines[Kalman].snap": False})
        expected = without_snap.errors().query("pipeline == 'Kalman'")["error_m"].tolist()
        self.assertEqual(own, expected)
        self.assertEqual(len(built_in), len(own))
        # The export runs the method again.
        self.assertGreater(len(results.track("own one")), 20)

    def test_what_a_method_raises_is_raised_by_run(self):
        with self.assertRaisesRegex(ZeroDivisionError, "in the method"):
            beaconbench.run(SCENARIO, laps=2, method=Broken)

    def test_a_method_gets_packets_and_its_settings(self):
        beaconbench.run(SCENARIO, laps=2, method=[Counting])
        self.assertGreater(Counting.seen, 100)

    def test_what_is_no_method_is_refused(self):
        with self.assertRaisesRegex(beaconbench.BeaconBenchError, "^method x: expected a subclass of beaconbench.Method"):
            beaconbench.run(SCENARIO, method={"x": int})

    def test_a_replay_takes_a_method_too(self):
        with tempfile.TemporaryDirectory() as folder:
            capture = pathlib.Path(folder) / "lap.btsnoop"
            beaconbench.call("simulate", SCENARIO, "--capture", capture)
            fixes = beaconbench.replay(capture, scenario=SCENARIO, method=Strongest).fixes()
        self.assertGreater((fixes["pipeline"] == "Strongest").sum(), 20)


class CheckTests(unittest.TestCase):
    def test_errors_that_are_not_those_of_the_document_are_named(self):
        errors = pd.DataFrame({"pipeline": ["one", "one"], "error_m": [1.0, 3.0]})
        score = {"pipeline": "one", "n": 2, "meanMetres": 2.0, "stdMetres": 1.0}
        beaconbench.check(errors, {"scores": [score]})
        with self.assertRaisesRegex(beaconbench.BeaconBenchError, "^one: expected n, mean and standard deviation"):
            beaconbench.check(errors, {"scores": [{**score, "meanMetres": 2.1}]})


class ColourTests(unittest.TestCase):
    def test_a_pipeline_has_one_colour_whatever_else_is_drawn(self):
        names = ["Kalman", "Savitzky-Golay", "feedback", "moving average", "proximity", "room centre"]
        every = beaconbench.colours(names)
        self.assertEqual(len(set(every.values())), 6)
        for name in names:
            self.assertEqual(beaconbench.colours([name, "Kalman"])[name], every[name])

    def test_other_pipelines_have_colours_of_their_own(self):
        mixed = beaconbench.colours(["mine", "Kalman", "another", "third"])
        self.assertEqual(len(set(mixed.values())), 4)
        self.assertEqual(mixed["mine"], beaconbench.colours(["mine"])["mine"])

    def test_pictures_have_the_colours_of_the_program(self):
        # In its order.
        style = (SOURCES / "Rendering/Charts/SeriesStyle.swift").read_text(encoding="utf-8")
        line = next(line for line in style.splitlines() if "let colours = [" in line)
        self.assertEqual(re.findall(r"#[0-9A-F]{6}", line), beaconbench._charts._COLOURS)

    def test_numbers_go_from_dark_to_light(self):
        table = pd.DataFrame({"Q": [1, 1, 2, 2], "error_m": [1.0, 2.0, 3.0, 4.0]})
        encoding = beaconbench.plot(table, colour="Q").to_dict()["encoding"]
        self.assertEqual((encoding["color"]["type"], encoding["color"]["scale"]["scheme"]), ("ordinal", "viridis"))


class StudentTests(unittest.TestCase):
    def test_quantiles(self):
        # Abramowitz & Stegun, table 26.10.
        for freedom, quantile in [(1, 12.706), (2, 4.303), (3, 3.182), (4, 2.776), (9, 2.262), (10, 2.228), (30, 2.042)]:
            self.assertAlmostEqual(beaconbench._charts._student(freedom), quantile, delta=0.0006)


class WrongInputTests(unittest.TestCase):
    def test_the_sentence_of_the_program_is_that_of_the_exception(self):
        with self.assertRaisesRegex(beaconbench.BeaconBenchError, "^nothing.yaml: no such file$") as raised:
            beaconbench.run("nothing.yaml")
        self.assertEqual(raised.exception.status, 2)

    def test_a_warning_of_the_program_is_one_of_python(self):
        with self.assertWarnsRegex(beaconbench.BeaconBenchWarning, "^run --fixes is now run --keep-fixes"):
            beaconbench.run(SCENARIO, "--fixes", laps=2)

    def test_a_folder_that_is_no_export_is_named(self):
        with tempfile.TemporaryDirectory() as folder:
            with self.assertRaisesRegex(beaconbench.BeaconBenchError, "errors.csv: no such file"):
                beaconbench.load(folder).errors()

    def test_a_table_or_list_that_does_not_exist_is_named(self):
        with tempfile.TemporaryDirectory() as folder:
            package = {"resources": [{"name": "errors", "path": "errors.csv", "schema": {"fields": []}}]}
            (pathlib.Path(folder) / "datapackage.json").write_text(json.dumps(package))
            with self.assertRaisesRegex(beaconbench.BeaconBenchError, "expected one of the tables errors, found fixes"):
                beaconbench.Results(folder).table("fixes")
        with self.assertRaisesRegex(beaconbench.BeaconBenchError, "expected one of the lists scores, found laps"):
            beaconbench.Scores({"laps": 1, "scores": []}).rows("laps")

    def test_a_kind_that_does_not_exist_is_named(self):
        with self.assertRaisesRegex(beaconbench.BeaconBenchError, "expected cdf, mean or track, found pie"):
            beaconbench.plot(pd.DataFrame(), "pie")


class EndTests(unittest.TestCase):
    def test_ctrl_c_ends_the_program_too(self):
        # By which it is known among others.
        seed = 1_000_000 + os.getpid()
        # Whoever runs the tests in the background may have set the signal to be ignored.
        script = (
            "import beaconbench, signal\nsignal.signal(signal.SIGINT, signal.default_int_handler)\n"
            "print('begun', flush=True)\nbeaconbench.run('floor35', laps=100000, seed=%d)" % seed)
        with tempfile.TemporaryDirectory() as folder:
            child = subprocess.Popen(
                [sys.executable, "-c", script], stdout=subprocess.PIPE, stderr=subprocess.PIPE, cwd=folder, start_new_session=True,
                env={**os.environ, "BEACONBENCH": beaconbench.program(),
                     "PYTHONPATH": str(pathlib.Path(beaconbench.__file__).parent.parent)})
            child.stdout.readline()
            while not _running(b"%d" % seed):
                time.sleep(0.05)
            # To Python alone, as Jupyter does.
            child.send_signal(signal.SIGINT)
            _, said = child.communicate(timeout=30)
        self.assertIn(b"KeyboardInterrupt", said)
        self.assertFalse(_running(b"%d" % seed))


def _running(word):
    """Whether a program is running that was given a word."""
    return any(word in _contents(path).split(b"\0") for path in pathlib.Path("/proc").glob("[0-9]*/cmdline"))


def _contents(path):
    try:
        return path.read_bytes()
    except OSError:
        return b""


class DocumentationTests(unittest.TestCase):
    def test_what_the_package_offers_is_described_in_numpys_form(self):
        for name in beaconbench.__all__:
            item = getattr(beaconbench, name)
            self.assertTrue(inspect.getdoc(item), name)
            if inspect.isfunction(item) and inspect.signature(item).parameters:
                self.assertRegex(inspect.getdoc(item), r"\nParameters\n-{10}\n", name)


if __name__ == "__main__":
    unittest.main()
