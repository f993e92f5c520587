"""The program of the wheel with the C and C++ libraries of Debian 11 (glibc 2.31) in place of this machine's."""

from __future__ import annotations

import hashlib
import pathlib
import platform
import shutil
import subprocess
import sys
import urllib.error
import urllib.request

import pytest

MIRROR = "http://deb.debian.org/debian/pool/main/g"
PACKAGES = {
    "glibc/libc6_2.31-13+deb11u11_amd64.deb": "05f7264da867b37f4c5ce49266b558ea1e81e05a9464f623152fca70f3550282",
    "gcc-10/libgcc-s1_10.2.1-6_amd64.deb": "e478f2709d8474165bb664de42e16950c391f30eaa55bc9b3573281d83a29daf",
    "gcc-10/libstdc++6_10.2.1-6_amd64.deb": "5c155c58935870bf3b4bfe769116841c0d286a74f59eccfd5645693ac23f06b1",
}


@pytest.fixture(scope="module")
def debian11(tmp_path_factory: pytest.TempPathFactory) -> list[str]:
    """The words that start a program with these libraries."""
    if platform.machine() != "x86_64" or shutil.which("dpkg-deb") is None:
        pytest.skip("needs an x86-64 processor and dpkg-deb")
    folder = tmp_path_factory.mktemp("debian11")
    for path, digest in PACKAGES.items():
        package = folder / pathlib.Path(path).name
        try:
            package.write_bytes(urllib.request.urlopen(f"{MIRROR}/{path}", timeout=30).read())
        except (urllib.error.URLError, TimeoutError) as error:
            pytest.skip(f"needs {MIRROR}/{path}: {error}")
        assert hashlib.sha256(package.read_bytes()).hexdigest() == digest
        subprocess.run(["dpkg-deb", "-x", package, folder / "root"], check=True)
    libraries = [folder / "root" / part / "x86_64-linux-gnu" for part in ("lib", "usr/lib")]
    return [str(libraries[0] / "ld-2.31.so"), "--library-path", ":".join(map(str, libraries))]


@pytest.mark.parametrize("command", ["run floor35.yaml --laps 20", "run lag-budget.yaml --laps 2", "simulate floor35.yaml --capture lap.btsnoop"])
def test_with_glibc_2_31_everything_written_has_the_same_bytes(debian11: list[str], tmp_path: pathlib.Path, command: str) -> None:
    # The file that the system started is ld.so, so that the program does not find its shipped scenarios by name.
    program, scenarios = pathlib.Path(sys.prefix, "bin/beaconbench"), pathlib.Path(sys.prefix, "share/beaconbench/scenarios")
    verb, scenario, *options = command.split()
    written = []
    for name, words in [("old", debian11), ("own", [])]:
        folder = tmp_path / name
        folder.mkdir()
        done = subprocess.run([*words, program, verb, scenarios / scenario, *options, "--quiet"], cwd=folder, capture_output=True, text=True)
        assert done.returncode == 0, done.stderr
        files = {path.relative_to(folder): path.read_bytes() for path in folder.rglob("*") if path.is_file()}
        written.append((done.stdout, {path: octets for path, octets in files.items() if path.name != "provenance.json"}))
    assert written[0] == written[1] and written[0][1]
