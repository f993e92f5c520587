"""The OCI image of .ci/image, from the tarball beside the wheel: run from its unpacked root, in namespaces of its own."""

from __future__ import annotations

import json
import os
import pathlib
import shutil
import subprocess

import pytest

ROOT = pathlib.Path(__file__).resolve().parent.parent.parent


def can_unshare() -> bool:
    inside = ["unshare", "--user", "--map-root-user", "--mount", "--pid", "--fork", "mount", "-t", "proc", "proc", "/proc"]
    return subprocess.run(inside, capture_output=True).returncode == 0


pytestmark = [
    pytest.mark.skipif(shutil.which("umoci") is None, reason="needs umoci: apt-get install umoci"),
    pytest.mark.skipif(not can_unshare(), reason="this machine allows no user namespaces"),
]


class Image:
    def __init__(self, folder: pathlib.Path) -> None:
        made = subprocess.run([ROOT / ".ci/image"], capture_output=True, text=True, check=True).stdout.split()[-1]
        layout, bundle = folder / "layout", folder / "bundle"
        layout.mkdir()
        subprocess.run(["tar", "-xf", made, "-C", layout], check=True)
        index = json.loads((layout / "index.json").read_text())
        self.tag = index["manifests"][0]["annotations"]["org.opencontainers.image.ref.name"]
        subprocess.run(
            ["umoci", "unpack", "--rootless", "--image", f"{layout}:{self.tag}", bundle], capture_output=True, check=True)
        self.configuration = json.loads((bundle / "config.json").read_text())
        self.root = bundle / "rootfs"

    def run(self, *arguments: str, work: pathlib.Path) -> subprocess.CompletedProcess[str]:
        """The image's program with what a runtime mounts: /proc, /dev/null and a folder to work in."""
        for name in ["proc", "dev", "work"]:
            (self.root / name).mkdir(exist_ok=True)
        (self.root / "dev/null").touch()
        script = (
            'mount -t proc proc "$0/proc" && mount --bind /dev/null "$0/dev/null" && mount --bind "$1" "$0/work" && shift && '
            'exec env -i "$(command -v chroot)" "$0" /usr/bin/env -C /work "$@"')
        return subprocess.run(
            ["unshare", "--user", "--map-root-user", "--mount", "--pid", "--fork", "bash", "-c", script, self.root, work,
             *self.configuration["process"]["args"], *arguments], capture_output=True, text=True)


@pytest.fixture(scope="module")
def image(tmp_path_factory: pytest.TempPathFactory) -> Image:
    return Image(tmp_path_factory.mktemp("image"))


def test_the_image_runs_a_simulated_and_a_recorded_scenario(image: Image, tmp_path: pathlib.Path) -> None:
    done = image.run("run", "floor35", "--quiet", work=tmp_path)
    # The row that the README shows.
    assert "feedback         2.11 [2.03, 2.20]" in done.stdout, done.stderr
    assert (tmp_path / "results/floor35/seed1-laps300/errors.csv").exists()
    # The digests of recordings are checked by sha256sum.
    assert image.run("run", "danis-walks", "--laps", "2", "--quiet", work=tmp_path).returncode == 0


def test_the_shards_of_a_sweep_give_its_table_as_docs_sweeps_shows(image: Image, tmp_path: pathlib.Path) -> None:
    assert image.run("copy", "sweeps/path-loss", work=tmp_path).returncode == 0
    for shard in ["1/2", "2/2"]:
        done = image.run(
            "sweep", "sweeps/path-loss.yaml", "--laps", "2", "--shard", shard, "--threads", "1", "--quiet", work=tmp_path)
        assert done.returncode == 0, done.stderr
    rows = (tmp_path / "results/path-loss-sweep/laps2/cells.csv").read_text().splitlines()
    # Three exponents, two deviations, two seeds.
    assert len({tuple(row.split(",")[1:4]) for row in rows[1:]}) == 12


def test_the_image_holds_the_tarball_and_what_its_program_is_linked_with(image: Image) -> None:
    assert image.configuration["process"]["args"] == ["/usr/bin/beaconbench"] and image.configuration["process"]["cwd"] == "/work"
    programs = sorted(path.name for path in (image.root / "usr/bin").iterdir())
    assert programs == ["beaconbench", "env", "sha256sum"]
    assert [path.name for path in (image.root / "bin").iterdir()] == ["sh"]
    libraries = {path.name.split(".")[0] for path in image.root.rglob("*.so*") if path.is_file()}
    assert libraries == {"libc", "libdl", "libm", "libpthread", "libutil", "libstdc++", "libgcc_s", "ld-linux-x86-64"}
    assert (image.root / "opt/beaconbench/share/beaconbench/LICENSE").exists()
    assert os.path.getsize(ROOT / f".build-dist/beaconbench-{image.tag}-oci-x86_64.tar") < 60_000_000


def test_the_other_recipes_name_what_the_tarball_holds(image: Image) -> None:
    # Podman and Apptainer do not run here: what their recipes do with the tarball is done in the image.
    for recipe in ["Containerfile", "apptainer.def"]:
        text = (ROOT / ".ci/container" / recipe).read_text()
        assert "/opt/beaconbench-*/bin/beaconbench" in text and "libstdc++6" in text and "debian:12" in text
