"""What docs/README.md lists: the pages by their kind."""

import collections
import dataclasses
import pathlib
import re

ROOT = pathlib.Path(__file__).resolve().parent.parent.parent


@dataclasses.dataclass
class Entry:
    """A row of a table: a page under the name and with the line that the index gives it."""

    path: str
    name: str
    line: str


def kinds():
    """The pages of each kind in the order of docs/README.md, and what is wrong with the index."""
    found, faults = {}, []
    for line in (ROOT / "docs/README.md").read_text(encoding="utf-8").splitlines():
        if line.startswith("## "):
            found[line[3:]] = []
        elif (row := re.match(r"\| \[([^]]*)\]\(([^)#]*)\) \| (.*) \|$", line)) and found:
            path = (ROOT / "docs" / row[2]).resolve().relative_to(ROOT).as_posix()
            found[list(found)[-1]].append(Entry(path, row[1], row[3]))
    count = collections.Counter(listed(found))
    there = {f"docs/{file.name}" for file in (ROOT / "docs").glob("*.md")} - {"docs/README.md"}
    faults += [f"docs/README.md: expected {path} once, found it {count[path]} times" for path in sorted(there) if count[path] != 1]
    return found, faults


def listed(kinds):
    return [entry.path for entries in kinds.values() for entry in entries]
