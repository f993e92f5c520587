"""Prints the bill of materials of a release in SPDX 2.3: sbom.py FOLDER VERSION.

Its files, what is linked into the program, and the recorded data with their licences.
"""

import datetime
import hashlib
import json
import pathlib
import re
import subprocess
import sys

ROOT = pathlib.Path(__file__).resolve().parent.parent
# By licence, the packages whose modules are linked.
PACKAGES = {
    "Apache-2.0 WITH Swift-exception": "swift-argument-parser swift-async-algorithms swift-atomics swift-collections swift-system",
    "Apache-2.0":
        "hummingbird swift-configuration swift-distributed-tracing swift-http-types swift-log swift-metrics swift-nio swift-nio-extras "
        "swift-service-context swift-service-lifecycle",
    "MIT": "yams",
}


def said(*command):
    """What a program prints, without ends of lines."""
    return subprocess.run(command, capture_output=True, text=True, check=True, cwd=ROOT).stdout.strip()


def linked():
    """Name, version and licence of what the program is linked with statically."""
    built = json.loads((ROOT / ".build-dist/workspace-state.json").read_text())["object"]["dependencies"]
    versions = {one["packageRef"]["identity"]: one["state"]["checkoutState"]["version"] for one in built}
    swift = re.search(r"Swift version (\S+)", said("swift", "--version"))[1]
    libraries = {"gsl": "GPL-3.0-or-later", "sqlite3": "blessing", "zlib": "Zlib"}
    return [
        *((name, versions[name], licence) for licence, names in PACKAGES.items() for name in names.split()),
        ("swift", swift, "Apache-2.0 WITH Swift-exception"),
        *((name, said("pkg-config", "--modversion", name), licence) for name, licence in libraries.items()),
    ]


def recordings():
    """Name and licence of the recorded data, as their declarations state them."""
    for path in sorted((ROOT / "scenarios/recordings").glob("*.yaml")):
        words = dict(re.findall(r"^(name|licence): (\S+)$", path.read_text(encoding="utf-8"), re.M))
        yield words["name"], {"GPL-3.0": "GPL-3.0-only"}.get(words["licence"], words["licence"])


def package(name, version, licence, kind):
    return {
        "SPDXID": f"SPDXRef-{kind}-{name}", "name": name, **({"versionInfo": version} if version else {}), "downloadLocation": "NOASSERTION",
        "filesAnalyzed": False, "licenseConcluded": licence, "licenseDeclared": licence, "copyrightText": "NOASSERTION"}


def document(folder, version):
    files = [
        {"SPDXID": f"SPDXRef-File-{index}", "fileName": f"./{path.name}", "copyrightText": "NOASSERTION",
         "licenseConcluded": "GPL-3.0-or-later", "licenseInfoInFiles": ["GPL-3.0-or-later"], "checksums": [
             {"algorithm": name, "checksumValue": hashlib.new(name, path.read_bytes()).hexdigest()} for name in ["SHA1", "SHA256"]]}
        for index, path in enumerate(sorted(folder.glob("beaconbench-*z")) + sorted(folder.glob("*.whl")))]
    own = package("beaconbench", version, "GPL-3.0-or-later", "Package")
    libraries = [package(*library, "Linked") for library in linked()]
    data = [package(name, None, licence, "Data") for name, licence in recordings()]
    related = [("SPDXRef-DOCUMENT", "DESCRIBES", own)]
    related += [(own["SPDXID"], "STATIC_LINK", one) for one in libraries]
    related += [(own["SPDXID"], "CONTAINS", one) for one in data]
    related += [(own["SPDXID"], "DISTRIBUTION_ARTIFACT", one) for one in files]
    commit, time = said("git", "log", "-1", "--format=%H %ct").split()
    return {
        "spdxVersion": "SPDX-2.3", "dataLicense": "CC0-1.0", "SPDXID": "SPDXRef-DOCUMENT", "name": f"beaconbench-{version}",
        "documentNamespace": f"https://spdx.org/spdxdocs/beaconbench-{version}-{commit}",
        "creationInfo": {
            "created": datetime.datetime.fromtimestamp(int(time), datetime.timezone.utc).strftime("%Y-%m-%dT%H:%M:%SZ"),
            "creators": ["Organization: The BeaconBench authors", "Tool: .ci/sbom.py"]},
        "packages": [own, *libraries, *data], "files": files,
        "relationships": [
            {"spdxElementId": one, "relationshipType": kind, "relatedSpdxElement": other["SPDXID"]} for one, kind, other in related]}


if __name__ == "__main__":
    print(json.dumps(document(pathlib.Path(sys.argv[1]), sys.argv[2]), indent=1, ensure_ascii=False))
