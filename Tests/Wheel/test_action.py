"""The action for GitHub, in an example repository: the steps of action.yml run as GitHub's runner runs them."""

from __future__ import annotations

import hashlib
import os
import pathlib
import re
import shutil
import subprocess
import xml.etree.ElementTree

import pytest
import yaml

HERE = pathlib.Path(__file__).resolve().parent
ROOT = HERE.parent.parent
WHEEL = pathlib.Path(os.environ["BEACONBENCH_WHEEL"])
ACTION = yaml.safe_load((ROOT / "action.yml").read_text())


class Runner:
    """A repository with the action's inputs, and what a job leaves."""

    def __init__(self, folder: pathlib.Path) -> None:
        self.folder = folder
        self.repository = folder / "repository"
        shutil.copytree(HERE / "example", self.repository)
        workflow = yaml.safe_load((self.repository / ".github/workflows/positioning.yml").read_text())
        steps = workflow["jobs"]["gate"]["steps"]
        self.inputs = {name: str(one.get("default", "")) for name, one in ACTION["inputs"].items()}
        self.inputs |= {name: str(value) for name, value in steps[-1]["with"].items()}
        self.inputs |= {"wheel": str(WHEEL), "sha256": hashlib.sha256(WHEEL.read_bytes()).hexdigest(), "laps": "10"}
        for name in ["summary", "output", "path"]:
            (folder / name).touch()

    def job(self) -> subprocess.CompletedProcess[str]:
        """Runs the steps with a script, up to the first that fails."""
        done = subprocess.CompletedProcess([], 0, "", "")
        for step in ACTION["runs"]["steps"]:
            if "run" not in step or done.returncode != 0:
                continue
            given = {name: self.filled(value) for name, value in step["env"].items()}
            done = subprocess.run(
                ["bash", "--noprofile", "--norc", "-eo", "pipefail", "-c", step["run"]], cwd=self.repository, capture_output=True,
                text=True, env={
                    "PATH": os.pathsep.join([*(self.folder / "path").read_text().split(), "/usr/local/bin:/usr/bin:/bin"]),
                    "HOME": str(self.folder), "GITHUB_ACTION_PATH": str(ROOT), "RUNNER_TEMP": str(self.folder / "temporary"),
                    "GITHUB_STEP_SUMMARY": str(self.folder / "summary"), "GITHUB_OUTPUT": str(self.folder / "output"),
                    "GITHUB_PATH": str(self.folder / "path"), **given})
        return done

    def filled(self, text: str) -> str:
        """The text with what GitHub puts in place of its expressions."""
        known = {"github.server_url": "https://github.invalid", "github.action_repository": "owner/beaconbench"}
        known |= {f"inputs.{name}": value for name, value in self.inputs.items()}
        return re.sub(r"\$\{\{ (.*?) \}\}", lambda match: known[match[1]], text)

    @property
    def summary(self) -> str:
        return (self.folder / "summary").read_text()


@pytest.fixture(scope="module")
def runner(tmp_path_factory: pytest.TempPathFactory) -> Runner:
    return Runner(tmp_path_factory.mktemp("action"))


def test_a_wheel_with_another_digest_is_refused(runner: Runner) -> None:
    right = runner.inputs["sha256"]
    runner.inputs["sha256"] = "0" * 64
    done = runner.job()
    runner.inputs["sha256"] = right
    assert done.returncode == 2
    assert done.stdout == f"::error title=BeaconBench::{WHEEL}: expected the digest {'0' * 64}, found {right}\n"


def test_without_a_baseline_the_job_fails_and_leaves_one(runner: Runner) -> None:
    done = runner.job()
    assert done.returncode == 2, done.stderr
    assert done.stdout.endswith(
        "::error title=BeaconBench::there is no baseline baselines/mine: commit the folder baseline of the artifact beaconbench-gate "
        "under this name\n")
    assert (runner.repository / "beaconbench-gate/baseline/errors.csv").exists()


def test_a_method_that_did_not_change_passes(runner: Runner) -> None:
    shutil.copytree(runner.repository / "beaconbench-gate/baseline", runner.repository / "baselines/mine")
    done = runner.job()
    assert done.returncode == 0, done.stdout + done.stderr
    assert runner.summary.startswith("## BeaconBench: passed\n") and "| mine |" in runner.summary
    assert (runner.folder / "output").read_text().splitlines()[-1] == "status=0"
    output = runner.repository / "beaconbench-gate"
    assert "<html" in (output / "report.html").read_text()
    suite = xml.etree.ElementTree.parse(output / "compare.xml").getroot()
    assert not suite.findall(".//failure") and len(suite.findall(".//testcase")) == 1


def test_a_method_that_became_worse_fails_as_compare_does(runner: Runner) -> None:
    method = runner.repository / "mine.py"
    kept = method.read_text()
    # 3 m to the east.
    method.write_text(kept.replace("return x, y", "return x + 3, y"))
    (runner.folder / "summary").write_text("")
    done = runner.job()
    method.write_text(kept)
    assert done.returncode == 1
    assert done.stdout.splitlines()[-1] == "::error title=BeaconBench::beaconbench: compare: 1 of 1 comparison fails: mine"
    assert runner.summary.startswith("## BeaconBench: failed\n")
    suite = xml.etree.ElementTree.parse(runner.repository / "beaconbench-gate/compare.xml").getroot()
    assert len(suite.findall(".//failure")) == 1


def test_a_method_that_does_not_start_fails_the_job(runner: Runner) -> None:
    runner.inputs["method"] = "python3 nothing.py"
    done = runner.job()
    assert done.returncode == 2
    told = "the run of floor35 failed: beaconbench: pipeline mine: exec:python3 nothing.py: the program ended with status 2; there is no file nothing.py"
    assert f"::error title=BeaconBench::{told}" in done.stdout


def test_the_artifact_is_kept_however_the_job_ends() -> None:
    last = ACTION["runs"]["steps"][-1]
    assert last["uses"].startswith("actions/upload-artifact@") and last["if"] == "always()"
    assert set(re.findall(r"inputs\.([a-z0-9]+)", (ROOT / "action.yml").read_text())) == set(ACTION["inputs"])
