"""The versions of the site: each lies in a folder of its own, beside a list of all and a page that leads to the newest."""

import json
import re

from contents import ROOT


def current():
    """The version of the program in the checkout."""
    source = (ROOT / "Sources/Studies/Results/Folders/Provenance.swift").read_text(encoding="utf-8")
    return re.search(r'static let version = "([^"]+)"', source)[1]


def write(base):
    """Lists the sites in a folder, the newest first."""
    there = [folder.name for folder in base.iterdir() if (folder / "search-parts.js").exists()]
    there.sort(key=lambda name: [int(part) if part.isdigit() else -1 for part in re.split(r"[.\-+]", name)], reverse=True)
    (base / "versions.js").write_text(f"const siteVersions = {json.dumps(there)};\n", encoding="utf-8")
    (base / "index.html").write_text(
        '<!DOCTYPE html>\n<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">'
        f'<title>BeaconBench</title><meta http-equiv="refresh" content="0; url={there[0]}/index.html"></head>'
        f'<body><p><a href="{there[0]}/index.html">BeaconBench {there[0]}</a></p></body></html>\n', encoding="utf-8")
