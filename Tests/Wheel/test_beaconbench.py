"""Tests of the package beaconbench: `python -m unittest test_beaconbench` in notebooks-export, with this
folder in PYTHONPATH. BEACONBENCH names the program."""

import inspect
import io
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
from decimal import Decimal
from fractions import Fraction

import numpy as np
import pandas as pd

import beaconbench

SCENARIO = "initial-loop"
SOURCES = pathlib.Path(__file__).resolve().parents[2] / "Sources"


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
        worse = beaconbench.compare(f"{good.folder}:Kalman", f"{good.folder}:room centre", "--fail-on", "open")
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


class ArgumentTests(unittest.TestCase):
    """Values of NumPy and pandas, and what cannot be passed."""

    EXPONENT = "channel.pathLoss.logDistance.n"

    def test_numbers_of_numpy_and_pandas_are_numbers(self):
        for laps in [np.int64(2), np.uint8(2), np.array(2), pd.Series([2])[0], pd.array([2, None])[0]]:
            self.assertEqual(beaconbench.run(SCENARIO, laps=laps).document["laps"], 2)
        self.assertEqual(beaconbench.run(SCENARIO, "--laps", np.int64(2)).document["laps"], 2)
        plain = beaconbench.run(SCENARIO, laps=2, settings={self.EXPONENT: 1.5}).document
        for value in [np.float32(1.5), np.float64(1.5), np.array(1.5), np.longdouble(1.5), Fraction(3, 2), np.str_("1.5")]:
            self.assertEqual(beaconbench.run(SCENARIO, laps=2, settings={self.EXPONENT: value}).document, plain)
        key = "pipelines[Kalman].snap"
        for value in [True, False]:
            words = beaconbench.run(SCENARIO, "--set", f"{key}={str(value).lower()}", laps=2).document
            self.assertEqual(beaconbench.run(SCENARIO, laps=2, settings={key: np.bool_(value)}).document, words)

    def test_each_seed_of_an_array_has_its_own_numbers(self):
        ours = [beaconbench.run(SCENARIO, laps=2, seed=seed).document["scores"] for seed in np.arange(2, 5)]
        self.assertEqual(ours, [beaconbench.run(SCENARIO, laps=2, seed=seed).document["scores"] for seed in [2, 3, 4]])
        self.assertNotEqual(ours[0], ours[1])

    def test_arrays_series_and_iterators_are_lists(self):
        names = ["Kalman", "feedback"]
        for given in [names, np.array(names), pd.Series(names), pd.Index(names), pd.Categorical(names), iter(names), "Kalman,feedback"]:
            scores = beaconbench.run(SCENARIO, laps=2, pipelines=given).document["scores"]
            self.assertEqual([score["pipeline"] for score in scores], [*names, "room centre"])
        lists = beaconbench.sweep(SCENARIO, vary={self.EXPONENT: [1.6, 2.0]}, laps=2, seeds=[1, 2], pipelines=["Kalman"])
        arrays = beaconbench.sweep(
            SCENARIO, vary={self.EXPONENT: np.array([1.6, 2.0])}, laps=np.int64(2), seeds=np.arange(1, 3), pipelines=pd.Series(["Kalman"]))
        self.assertEqual(arrays.document, lists.document)
        pd.testing.assert_frame_equal(arrays.cells(), lists.cells())

    def test_what_cannot_be_passed_is_a_type_error_that_names_the_argument(self):
        odd = [Decimal(2), 2j, {2}, b"2", float("nan"), np.float32("inf"), pd.NA, pd.NaT, pd.Timestamp("2026-01-01"),
               np.datetime64("2026-01-01T00:00:00", "ns"), np.timedelta64(2, "ns"), pd.Timedelta("2s"), pd.DataFrame({"a": [2]}), object()]
        for value in [*odd, True, np.True_, 2.0, "2", [2], np.array([2])]:
            self.assert_names("laps", lambda: beaconbench.run(SCENARIO, laps=value))
            self.assert_names("beacons", lambda: beaconbench.place("placement/office", beacons=value))
        for value in odd:
            self.assert_names("pipelines", lambda: beaconbench.run(SCENARIO, laps=2, pipelines=value))
            self.assert_names("pipelines[1]", lambda: beaconbench.run(SCENARIO, laps=2, pipelines=["Kalman", value]))
            self.assert_names(f"settings['{self.EXPONENT}']", lambda: beaconbench.run(SCENARIO, settings={self.EXPONENT: value}))
            self.assert_names(f"vary['{self.EXPONENT}'][1]", lambda: beaconbench.sweep(SCENARIO, vary={self.EXPONENT: [1, value]}))
            self.assert_names("seeds", lambda: beaconbench.sweep(SCENARIO, seeds=[1, value]))
            self.assert_names("scenario", lambda: beaconbench.run(value))
            self.assert_names("folder", lambda: beaconbench.run(SCENARIO, laps=2, folder=value))
            self.assert_names("a", lambda: beaconbench.compare(value, "b"))
        for value in [*[one for one in odd if not isinstance(one, Decimal)], None, True, [1]]:
            self.assert_names("options[1]", lambda: beaconbench.run(SCENARIO, "--laps", value))
            self.assert_names("arguments[1]", lambda: beaconbench.call("run", value))
        for value in [[1], np.zeros((2, 2)), pd.Series([1.0]), 3]:
            self.assert_names("truth", lambda: beaconbench.score("fixes.csv", "sites/initial-loop", truth=value))
            self.assert_names("fixes", lambda: beaconbench.score(value, "sites/initial-loop"))
            self.assert_names("recording", lambda: beaconbench.replay(value))
        for arguments in [{"settings": [1]}, {"settings": {3: 1}}, {"settings": {"a=b": 1}}, {"pipelines": []}, {"replace": 1}]:
            self.assert_names(next(iter(arguments)), lambda: beaconbench.run(SCENARIO, **arguments))

    def assert_names(self, name, call):
        with self.assertRaisesRegex(TypeError, "^" + re.escape(name)):
            call()

    def test_an_option_does_not_take_the_place_of_an_argument(self):
        self.assert_names("options[0]", lambda: beaconbench.run(SCENARIO, "--laps", 3, laps=2))
        self.assert_names("options[0]", lambda: beaconbench.run(SCENARIO, "--results=elsewhere", laps=2))

    def test_what_gives_another_document_is_refused(self):
        for options in [["--version"], ["--check"], ["--seeds", "1-2"]]:
            with self.assertRaisesRegex(beaconbench.BeaconBenchError, "use beaconbench.call$"):
                beaconbench.run(SCENARIO, *options, laps=2)

    def test_names_that_begin_with_a_hyphen_are_names(self):
        for verb in [beaconbench.run, beaconbench.sweep, beaconbench.place, beaconbench.replay, beaconbench.methods]:
            for name in ["--version", "--help", "-", pathlib.Path("--version")]:
                with self.assertRaisesRegex(beaconbench.BeaconBenchError, f"^./{name}: no such file$"):
                    verb(name)
        with self.assertRaisesRegex(beaconbench.BeaconBenchError, "^./-b: no such folder$"):
            beaconbench.compare("--version", "-b")
        with self.assertRaisesRegex(beaconbench.BeaconBenchError, "^./--version: no such folder$"):
            beaconbench.load("--version").scores()
        self.assert_names("export", lambda: beaconbench.load("results", "--geojson"))


class FolderTests(unittest.TestCase):
    def setUp(self):
        self.temporary = tempfile.TemporaryDirectory()
        self.addCleanup(self.temporary.cleanup)
        self.folder = pathlib.Path(self.temporary.name) / "results"

    def assert_refused(self, call):
        with self.assertRaisesRegex(beaconbench.BeaconBenchError, "replace=True") as raised:
            call()
        self.assertEqual(raised.exception.status, 2)
        self.assertNotIn("--", str(raised.exception))

    def assert_replaced(self, *calls):
        for call in calls:
            with self.assertRaisesRegex(beaconbench.BeaconBenchError, "expected the results of this object, found that others have"):
                call()

    def test_other_results_are_replaced_only_where_that_is_asked_for(self):
        first = beaconbench.run(SCENARIO, laps=2, folder=self.folder)
        errors, picture = first.errors(), first.plot()
        self.assert_refused(lambda: beaconbench.run(SCENARIO, laps=2, seed=2, folder=self.folder))
        self.assert_refused(lambda: beaconbench.run(SCENARIO, laps=3, folder=self.folder))
        self.assertEqual(beaconbench.run(SCENARIO, laps=2, folder=self.folder).document, first.document)
        pd.testing.assert_frame_equal(first.errors(), errors)
        self.assertEqual(len(first.track("Kalman")), 60)

        second = beaconbench.run(SCENARIO, laps=2, seed=2, folder=self.folder, replace=True)
        beaconbench.check(second.errors(), second.document)
        self.assertEqual(len(second.track("Kalman")), 60)
        self.assert_replaced(
            first.errors, first.scores, lambda: first.track("Kalman"), first.plot, first.export,
            lambda: beaconbench.compare(first, second), lambda: picture.save(self.folder / "cdf.json"))

    def test_sweeps_layouts_and_scores_are_replaced_only_where_that_is_asked_for(self):
        sweep = [{"channel.pathLoss.logDistance.n": [1.6, last]} for last in [2.0, 2.1]]
        fixes = pd.DataFrame({"pipeline": "mine", "lap": 0, "time_s": [22.4], "x_m": [2.0], "y_m": [0.0]})
        presses = pd.DataFrame({"time_s": [22.5], "point": [1]})
        for verb, first, second in [
            (beaconbench.sweep, {"study": SCENARIO, "laps": 2, "vary": sweep[0]}, {"study": SCENARIO, "laps": 2, "vary": sweep[1]}),
            (beaconbench.place, {"study": "placement/office", "laps": 2, "beacons": 6}, {"study": "placement/office", "laps": 2, "beacons": 7}),
            (beaconbench.score, {"fixes": fixes}, {"fixes": fixes.assign(x_m=3.0)}),
        ]:
            if verb is beaconbench.score:
                first, second = ({**one, "site": "sites/initial-loop", "presses": presses} for one in (first, second))
            folder = self.folder / verb.__name__
            earlier = verb(**first, folder=folder)
            self.assert_refused(lambda: verb(**second, folder=folder))
            self.assertEqual(earlier.kept(), earlier.folder)
            verb(**second, folder=folder, replace=True)
            self.assert_replaced(earlier.plot)

    def test_a_picture_does_not_replace_what_is_none(self):
        picture = beaconbench.run(SCENARIO, laps=2).plot()
        self.folder.mkdir()
        path = self.folder / "notes.json"
        path.write_text("mine")
        self.assert_refused(lambda: picture.save(path))
        self.assertEqual(path.read_text(), "mine")
        picture.save(path, replace=True)
        self.assertIn("$schema", json.loads(path.read_text()))


class TableTests(unittest.TestCase):
    FIXES = pd.DataFrame(
        {"pipeline": "mine", "lap": [0, 0, 1, 1], "time_s": [1.0, 2.0, 1.0, 2.0], "x_m": [3.0, 0.0, 0.0, 0.0], "y_m": 0.0})
    TRUTH = FIXES[["lap", "time_s"]].assign(x_m=0.0, y_m=[4.0, 0.0, 4.0, 0.0])

    def test_the_ground_truth_may_be_a_dataframe(self):
        # Errors of 5 and 0 m on the first lap, 4 and 0 m on the second.
        scores = beaconbench.score(self.FIXES, "sites/initial-loop", truth=self.TRUTH).scores()
        self.assertEqual(scores[["n", "meanMetres"]].values.tolist(), [[4, 2.25]])

    def test_named_levels_of_an_index_are_columns(self):
        flat = beaconbench.score(self.FIXES, "sites/initial-loop", truth=self.TRUTH)
        indexed = beaconbench.score(
            self.FIXES.set_index(["pipeline", "lap"]), "sites/initial-loop", truth=self.TRUTH.set_index("time_s"))
        self.assertEqual(indexed.document, flat.document)
        self.assertTrue(beaconbench.compare(flat, indexed).passed)

    def test_sentences_name_a_table_by_its_argument(self):
        with self.assertRaisesRegex(beaconbench.BeaconBenchError, "^truth.csv:1: expected the column y_m"):
            beaconbench.score(self.FIXES, "sites/initial-loop", truth=self.TRUTH.drop(columns="y_m"))

    def test_readings_may_be_a_dataframe(self):
        readings = pd.DataFrame({"time_s": np.arange(4) / 2, "beacon": "b01", "rssi_dbm": np.float32(-60)})
        self.assertEqual(beaconbench.replay(readings, site="sites/initial-loop").ranges()["advertisements"].tolist(), [4])


class WalkerTests(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        walkers = [{"name": "anna"}, {"name": "007", "walk": {"speed": 1.0}}]
        cls.results = beaconbench.run(SCENARIO, laps=2, settings={"walkers": walkers})

    def test_a_track_has_each_fix_once_with_the_error_of_its_walker(self):
        track, fixes, truth = self.results.track("Kalman", 1), self.results.table("fixes"), self.results.table("truth")
        fixes = fixes[(fixes["pipeline"] == "Kalman") & (fixes["lap"] == 1)]
        walks = {(one.lap, one.walker, one.time_s): (one.x_m, one.y_m) for one in truth.itertuples()}
        self.assertEqual(len(track), sum((one.lap, one.walker, one.time_s) in walks for one in fixes.itertuples()))
        self.assertEqual(set(track["walker"]), {"anna", "007"})
        for row in track.dropna(subset=["x_m"]).itertuples():
            x, y = walks[row.lap, row.walker, row.time_s]
            self.assertAlmostEqual(row.error_m, np.hypot(row.x_m - x, row.y_m - y))

    def test_one_walker_may_be_chosen(self):
        both = self.results.track("Kalman", np.int64(1))
        for walker in ["anna", "007"]:
            own = self.results.track("Kalman", 1, walker)
            pd.testing.assert_frame_equal(own, both[both["walker"] == walker].reset_index(drop=True))

    def test_what_the_results_do_not_have_is_a_key_error(self):
        for name, arguments in [
            ("pipeline", ["kalman"]), ("lap", ["Kalman", 2]), ("lap", ["Kalman", -1]), ("walker", ["Kalman", 0, "bob"])
        ]:
            with self.assertRaisesRegex(KeyError, f"{name}: expected one of .*, found {arguments[-1]}"):
                self.results.track(*arguments)

    def test_each_walker_and_pipeline_is_a_line_of_its_own(self):
        table = pd.concat([self.results.track(name) for name in ["Kalman", "feedback"]])
        encoding = beaconbench.plot(table, "track").to_dict()["encoding"]
        self.assertEqual([one["field"] for one in encoding["detail"]], ["pipeline", "lap", "walker"])
        self.assertEqual(encoding["color"]["scale"]["domain"], ["ground truth", "Kalman", "feedback"])


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

    def test_what_a_method_answers_may_be_of_numpy_or_pandas(self):
        answers = [
            (1.5, 2), np.array([1.5, 2]), pd.Series({"x": 1.5, "y": 2.0}), {"x": np.float32(1.5), "y": np.int64(2), "floor": np.int64(0)},
            {"x": 1.5, "y": 2, "covariance": np.array([1.0, 0.0, 1.0])}, np.array([1.5, 2, 0])]
        lines = [self.answered(answer) for answer in answers]
        for line in lines:
            self.assertEqual((line["x"], line["y"], line.get("floor", 0)), (1.5, 2.0, 0))
        self.assertEqual(lines[4]["covariance"], [1, 0, 1])
        self.assertEqual(self.answered((1, 2, np.nan)), {"none": "notFinite"})

    def test_what_a_method_answers_is_not_shortened(self):
        for answer in [None, "12", (1,), (1, 2, 0, 3), (1, 2, 0.5), {1.0, 2.0}, {"x": 1, "y": 2, "flor": 1}, {"x": 1}]:
            with self.assertRaisesRegex(TypeError, "^fix: expected "):
                self.answered(answer)

    def answered(self, answer):
        method = type("Fixed", (beaconbench.Method,), {"fix": lambda self, epoch: answer})
        messages = [{"message": "hello", "site": {"anchors": []}}, {"message": "lap"}, {"message": "epoch", "time": 1, "anchors": []}]
        answers = io.StringIO()
        beaconbench.method.answer_all(method, map(json.dumps, messages), answers)
        return json.loads(answers.getvalue().splitlines()[-1])

    def test_settings_of_a_method_are_passed_or_refused(self):
        class Tuned(Strongest):
            settings = {"most": np.int64(3), "shares": np.array([0.5])}

            def fix(self, epoch):
                assert self.hello["settings"] == {"most": 3, "shares": [0.5]}
                return super().fix(epoch)

        beaconbench.run(SCENARIO, laps=2, method=Tuned)
        wrong = type("Wrong", (Strongest,), {"settings": {"most": {3}}})
        with self.assertRaisesRegex(TypeError, r"^method Wrong: settings\['most'\]: expected"):
            beaconbench.run(SCENARIO, laps=2, method=wrong)
        with self.assertRaisesRegex(beaconbench.BeaconBenchError, "two classes of this name"):
            beaconbench.run(SCENARIO, laps=2, method=[Strongest, type("Strongest", (Strongest,), {})])

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
        style = (SOURCES / "Studies/Rendering/Charts/SeriesStyle.swift").read_text(encoding="utf-8")
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
        with tempfile.TemporaryDirectory() as folder:
            scenario = pathlib.Path(folder) / "wide.yaml"
            (pathlib.Path(folder) / "site.yaml").write_text("name: wide\npath: {nodes: {a: [0, 0], b: [3000, 0]}, edges: [[a, b]]}\n"
                "testPoints: [{id: 1, position: [2, 0]}]\nbeacons: [{id: one, position: [3, 0, 3]}]\n")
            scenario.write_text("name: wide\nsite: site.yaml\nlaps: {count: 1}\nwalk: {height: 1, duration: 2, walkIn: 0}\n"
                "channel: {pathLoss: {logDistance: {n: 2, c: -59}}}\nassumes: {n: 2, otherwise: -59}\n"
                "pipelines: [{name: nearest, method: nearest}]\n")
            with self.assertWarnsRegex(beaconbench.BeaconBenchWarning, "site wide: it extends over 3000 m by 0 m, over 2000 m"):
                beaconbench.run(scenario)

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
        # Whoever runs the tests may have set the signal to be ignored or blocked.
        script = (
            "import beaconbench, signal\nsignal.signal(signal.SIGINT, signal.default_int_handler)\n"
            "signal.pthread_sigmask(signal.SIG_SETMASK, [])\n"
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

    def _run(self, script, program):
        environment = {**os.environ, "BEACONBENCH": program, "PYTHONPATH": str(pathlib.Path(beaconbench.__file__).parent.parent)}
        return subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, env=environment, timeout=60)

    def test_ctrl_c_while_the_program_starts_ends_it(self):
        with tempfile.TemporaryDirectory() as folder:
            script = (
                "import beaconbench, os, signal, subprocess\nsignal.signal(signal.SIGINT, signal.default_int_handler)\n"
                "signal.pthread_sigmask(signal.SIG_SETMASK, [])\nstart = subprocess.Popen\n"
                "def interrupted(*words, **options):\n    child = start(*words, **options)\n    print(child.pid, flush=True)\n"
                "    os.kill(os.getpid(), signal.SIGINT)\n    return child\n"
                "subprocess.Popen = interrupted\nbeaconbench.run('floor35', laps=100000, folder=%r)" % f"{folder}/r")
            done = self._run(script, beaconbench.program())
        self.assertIn("KeyboardInterrupt", done.stderr)
        self.assertFalse(os.path.exists(f"/proc/{int(done.stdout)}/exe"))

    def test_an_ignored_ctrl_c_is_ignored_by_the_program_too(self):
        with tempfile.TemporaryDirectory() as folder:
            program = pathlib.Path(folder) / "program"
            program.write_text("#!/bin/sh\nsed -n 's/SigIgn:[[:space:]]*//p' /proc/self/status\n")
            program.chmod(0o755)
            script = "import beaconbench, signal\nsignal.signal(signal.SIGINT, signal.SIG_IGN)\nprint(beaconbench.call('list'))"
            done = self._run(script, str(program))
        # The second bit is that of SIGINT.
        self.assertTrue(int(done.stdout, 16) & 2, done.stderr)


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
