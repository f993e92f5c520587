"""Packs a wheel: wheel.py INSTALLED SECONDS OUTPUT, from a folder that .ci/install has filled.

The same files give the same bytes: names are sorted, and SECONDS is the time of all of them.
"""

import base64
import csv
import hashlib
import io
import pathlib
import platform
import re
import subprocess
import sys
import time
import zipfile

ROOT = pathlib.Path(__file__).resolve().parent.parent
RENDERER = re.search(r"^renderer := (.*)$", (ROOT / "Makefile").read_text(), re.M)[1]
NOTEBOOKS = dict(line.split("==") for line in (ROOT / "notebooks-export/requirements.txt").read_text().split() if "==" in line)
EXTRAS = {
    "pandas": ["pandas>=2"],
    "pictures": [RENDERER],
    "parquet": ["pyarrow"],
    "plans": ["ezdxf"],
    "data": ["pooch"],
    "notebooks": ["pandas>=2", f"altair>={NOTEBOOKS['altair']}", "jupyterlab", RENDERER],
}
LARGEST = 42_000_000
# What .ci/glibc links the program with.
OLDEST_GLIBC = 28


def metadata(version):
    """The wheel's METADATA: what pip and PyPI show."""
    lines = [
        "Metadata-Version: 2.4", "Name: beaconbench", f"Version: {version}",
        "Summary: Simulation and evaluation of indoor positioning with Bluetooth beacons",
        "License-Expression: GPL-3.0-or-later", "License-File: LICENSE",
        "Keywords: indoor positioning,Bluetooth Low Energy,iBeacon,RSSI,simulation,benchmark", "Requires-Python: >=3.10",
        "Classifier: Operating System :: POSIX :: Linux", "Classifier: Topic :: Scientific/Engineering", "Classifier: Typing :: Typed",
    ]
    for extra, packages in EXTRAS.items():
        lines.append(f"Provides-Extra: {extra}")
        lines += [f'Requires-Dist: {package}; extra == "{extra}"' for package in packages]
    lines.append("Description-Content-Type: text/markdown")
    return "\n".join(lines) + "\n\n" + (ROOT / "README.md").read_text(encoding="utf-8")


def contents(installed, version, tag):
    """The names of the wheel with their bytes; scripts go to `bin` of an environment, and data to its top."""
    data, info = f"beaconbench-{version}.data", f"beaconbench-{version}.dist-info"
    files = {f"{data}/scripts/beaconbench": (installed / "bin/beaconbench").read_bytes()}
    for path in (installed / "share").rglob("*"):
        if path.is_file() and "__pycache__" not in path.parts:
            files[f"{data}/data/{path.relative_to(installed)}"] = path.read_bytes()
    package = ROOT / "notebooks-export/beaconbench"
    for path in package.iterdir():
        if path.suffix == ".py" or path.name == "py.typed":
            files[f"beaconbench/{path.name}"] = path.read_bytes()
    files[f"{info}/METADATA"] = metadata(version).encode()
    files[f"{info}/WHEEL"] = f"Wheel-Version: 1.0\nGenerator: beaconbench\nRoot-Is-Purelib: false\nTag: {tag}\n".encode()
    files[f"{info}/licenses/LICENSE"] = (ROOT / "LICENSE").read_bytes()
    return dict(sorted(files.items())), f"{info}/RECORD"


def write(installed, version, tag, seconds, output):
    """Writes the wheel, and gives its path."""
    files, record = contents(installed, version, tag)
    lines = io.StringIO()
    rows = csv.writer(lines, lineterminator="\n")
    for name, octets in files.items():
        digest = base64.urlsafe_b64encode(hashlib.sha256(octets).digest()).rstrip(b"=").decode()
        rows.writerow([name, f"sha256={digest}", len(octets)])
    rows.writerow([record, "", ""])
    path = output / f"beaconbench-{version}-{tag}.whl"
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED, compresslevel=9) as wheel:
        for name, octets in {**files, record: lines.getvalue().encode()}.items():
            entry = zipfile.ZipInfo(name, time.gmtime(seconds)[:6])
            entry.external_attr = (0o100755 if "/scripts/" in name else 0o100644) << 16
            entry.compress_type = zipfile.ZIP_DEFLATED
            wheel.writestr(entry, octets)
    return path


def main(installed, seconds, output):
    program = installed / "bin/beaconbench"
    version = subprocess.run([program, "--version"], stdout=subprocess.PIPE, text=True, check=True).stdout.split()[0]
    for old in output.glob("beaconbench-*.whl"):
        old.unlink()
    plain = write(installed, version, f"py3-none-linux_{platform.machine()}", seconds, output)
    shown = subprocess.run(
        [sys.executable, "-m", "auditwheel", "show", plain], stdout=subprocess.PIPE, text=True, check=True).stdout
    plain.unlink()
    found = re.search(r'platform\s+tag:\s+"manylinux_2_(\d+)_\w+"', shown)
    if not found or int(found[1]) > OLDEST_GLIBC:
        sys.exit(f"auditwheel: expected a program that needs glibc 2.{OLDEST_GLIBC} and libstdc++ alone, found\n{shown}")
    path = write(installed, version, f"py3-none-manylinux_2_{OLDEST_GLIBC}_{platform.machine()}", seconds, output)
    if path.stat().st_size > LARGEST:
        sys.exit(f"{path}: expected at most {LARGEST} bytes, found {path.stat().st_size}")
    print(path)


if __name__ == "__main__":
    main(pathlib.Path(sys.argv[1]), int(sys.argv[2]), pathlib.Path(sys.argv[3]).resolve())
