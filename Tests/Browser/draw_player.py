"""draw_player.py REPORT FILE: the player of a report at 34 s of its first lap, as a PNG for the documentation."""

import pathlib
import sys

from devtools import Page

report, output = sys.argv[1:]
with Page(width=1068, height=655) as page:
    page.open(pathlib.Path(report).resolve().as_uri())
    player = "document.getElementById('player').player"
    page.until(f"{player} !== undefined && {player}.frames.length > 0")
    page.run(f"{player}.show(34)")
    # The player alone, without the rest of the page.
    page.run("document.body.replaceChildren(document.getElementById('player')); document.body.style.padding = '8px'")
    # What lies below the window may still have the height of the whole page.
    page.picture(output, whole=False)
