"""The lines at the top of README.md, word for word, in an environment with nothing else: they make figures."""

from __future__ import annotations

import os
import pathlib
import re
import shutil
import subprocess
import sys

WHEEL = pathlib.Path(os.environ["BEACONBENCH_WHEEL"])
README = pathlib.Path(__file__).resolve().parents[2] / "README.md"


def test_the_first_lines_of_the_readme_make_a_report_with_figures_and_a_picture(tmp_path: pathlib.Path) -> None:
    blocks = dict(reversed(re.findall(r"^```(sh|python)\n(.*?)^```$", README.read_text(encoding="utf-8"), re.M | re.S)))
    assert WHEEL.name in blocks["sh"] or WHEEL.name.replace("aarch64", "x86_64") in blocks["sh"]
    shutil.copy(WHEEL, tmp_path)
    subprocess.run([sys.executable, "-m", "venv", tmp_path / "environment"], check=True)
    inherited = {name: text for name, text in os.environ.items() if name.startswith("PIP_") or name.lower().endswith("_proxy")}

    def run(*command: str) -> str:
        done = subprocess.run(
            command, cwd=tmp_path, text=True, capture_output=True,
            env={**inherited, "PATH": f"{tmp_path}/environment/bin:/usr/bin:/bin", "HOME": str(tmp_path)})
        assert done.returncode == 0 and "beaconbench: warning" not in done.stderr, done.stdout + done.stderr
        return done.stdout

    said = run("bash", "-ec", blocks["sh"].replace("x86_64.whl", f"{os.uname().machine}.whl"))
    written = re.search(r"^(\S+-report\.html) +\S+ +(\d+) ", said, re.M)
    assert written and int(written[2]) > 3, said
    assert (tmp_path / written[1]).is_file()
    (tmp_path / "lines.py").write_text(blocks["python"])
    run("python3", "lines.py")
    pictures = [*tmp_path.glob("*.svg")]
    assert len(pictures) == 1 and pictures[0].read_text().startswith("<svg")
