"""Tests of beaconbench.py: `python -m unittest test_beaconbench` in this folder. BEACONBENCH names the program."""

import json
import pathlib
import re
import tempfile
import unittest

import pandas as pd

import beaconbench

SCENARIO = pathlib.Path(__file__).resolve().parent.parent / "scenarios" / "initial-loop.yaml"


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

    def test_several_results_stand_in_one_table(self):
        both = beaconbench.errors(self.results, self.results)
        self.assertEqual(len(both), 2 * len(self.results.errors()))
        self.assertEqual(set(both["run"]), {0, 1})

    def test_an_export_is_loaded_again(self):
        again = beaconbench.load(self.results.folder)
        pd.testing.assert_frame_equal(again.errors(), self.results.errors())
        self.assertIsNone(again.document)


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
        # Sources/Rendering/Charts/SeriesStyle.swift, in its order.
        style = pathlib.Path(__file__).resolve().parent.parent / "Sources/Rendering/Charts/SeriesStyle.swift"
        line = next(line for line in style.read_text(encoding="utf-8").splitlines() if "let colours = [" in line)
        self.assertEqual(re.findall(r"#[0-9A-F]{6}", line), beaconbench._COLOURS)

    def test_numbers_go_from_dark_to_light(self):
        table = pd.DataFrame({"Q": [1, 1, 2, 2], "error_m": [1.0, 2.0, 3.0, 4.0]})
        encoding = beaconbench.plot(table, colour="Q").to_dict()["encoding"]
        self.assertEqual((encoding["color"]["type"], encoding["color"]["scale"]["scheme"]), ("ordinal", "viridis"))


class StudentTests(unittest.TestCase):
    def test_quantiles(self):
        # Abramowitz & Stegun, table 26.10.
        for freedom, quantile in [(1, 12.706), (2, 4.303), (3, 3.182), (4, 2.776), (9, 2.262), (10, 2.228), (30, 2.042)]:
            self.assertAlmostEqual(beaconbench._student(freedom), quantile, delta=0.0006)


class WrongInputTests(unittest.TestCase):
    def test_the_sentence_of_the_program_is_that_of_the_exception(self):
        with self.assertRaisesRegex(beaconbench.BeaconBenchError, "^nothing.yaml: no such file$"):
            beaconbench.run("nothing.yaml")

    def test_a_folder_that_is_no_export_is_named(self):
        with tempfile.TemporaryDirectory() as folder:
            with self.assertRaisesRegex(beaconbench.BeaconBenchError, "errors.csv: no such file"):
                beaconbench.load(folder)
            with self.assertRaisesRegex(beaconbench.BeaconBenchError, "found no datapackage.json"):
                beaconbench.Results(folder)

    def test_a_table_that_does_not_exist_is_named(self):
        with tempfile.TemporaryDirectory() as folder:
            package = {"resources": [{"name": "errors", "path": "errors.csv", "schema": {"fields": []}}]}
            (pathlib.Path(folder) / "datapackage.json").write_text(json.dumps(package))
            with self.assertRaisesRegex(beaconbench.BeaconBenchError, "expected one of the tables errors, found fixes"):
                beaconbench.Results(folder).table("fixes")

    def test_a_kind_that_does_not_exist_is_named(self):
        with self.assertRaisesRegex(beaconbench.BeaconBenchError, "expected cdf, mean or track, found pie"):
            beaconbench.plot(pd.DataFrame(), "pie")


if __name__ == "__main__":
    unittest.main()
