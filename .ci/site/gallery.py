"""The pictures of the documentation, with the commands that .ci/pictures draws them by and the pages that show them."""

import dataclasses
import pathlib
import shutil

from contents import ROOT

FOLDER = pathlib.Path("docs/pictures")
# What the functions of .ci/pictures do with a name and arguments.
COMMANDS = {
    "draw": "beaconbench plot {arguments} --output {name}.svg",
    "explain": "beaconbench explain {arguments} --picture {name}.svg",
    "player": "beaconbench report {arguments}",
}


@dataclasses.dataclass
class Picture:
    file: pathlib.Path
    #: Lines of shell.
    commands: list
    #: What it shows.
    title: str
    #: The pages that show it, by their path.
    shown: list


def pictures():
    """All pictures in the order of .ci/pictures, and what is wrong with them."""
    found, faults, before, title = [], [], [], ""
    pages = [ROOT / "README.md", *sorted((ROOT / "docs").glob("*.md"))]
    texts = {path.relative_to(ROOT).as_posix(): path.read_text(encoding="utf-8") for path in pages}
    for line in (ROOT / ".ci/pictures").read_text(encoding="utf-8").splitlines():
        verb, _, rest = line.partition(" ")
        if not line:
            before = []
        elif verb == "#":
            title = rest
        elif verb == "prepare":
            before.append(f"beaconbench {rest}")
        elif verb in COMMANDS:
            name, _, arguments = rest.partition(" ")
            file = FOLDER / (f"{name}.png" if verb == "player" else f"{name}.svg")
            shown = [page for page, text in texts.items() if f"pictures/{file.name})" in text]
            found.append(Picture(file, [*before, COMMANDS[verb].format(name=name, arguments=arguments)], title, shown))
    drawn = {picture.file.name for picture in found}
    faults += [f"{FOLDER / file.name}: .ci/pictures has no command that draws it" for file in sorted((ROOT / FOLDER).iterdir())
               if file.suffix != ".json" and file.name not in drawn]
    return found, faults


def copy(pictures, output):
    faults = []
    (output / FOLDER).mkdir(parents=True, exist_ok=True)
    for picture in pictures:
        if not (ROOT / picture.file).exists():
            faults.append(f"{picture.file}: not there; make pictures draws it")
            continue
        shutil.copyfile(ROOT / picture.file, output / picture.file)
    return faults
