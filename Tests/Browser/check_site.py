"""check_site.py FOLDER: opens every page of the documentation site on a small phone, 360 pixels wide. Ends with status 1 if one is wider, a
picture of one is not there, or axe-core finds a fault of accessibility.
"""

import pathlib
import sys

from devtools import Page

WIDTH = 360
folder = pathlib.Path(sys.argv[1]).resolve()
pages = sorted(file for file in folder.rglob("*.html") if "api" not in file.relative_to(folder).parts)
faults = []
with Page(WIDTH, 740) as page:
    for file in pages:
        name = file.relative_to(folder)
        page.open(file.as_uri())
        width = page.run("document.documentElement.scrollWidth")
        if width > WIDTH:
            faults.append(f"{name}: expected at most {WIDTH} pixels, found {width}")
        page.run("document.querySelectorAll('img').forEach((image) => image.loading = 'eager')")
        page.until("[...document.images].every((image) => image.complete)")
        faults += [f"{name}: {picture} is no picture" for picture in page.run(
            "[...document.images].filter((image) => image.naturalWidth === 0).map((image) => image.src)")]
        faults += [f"{name}: {fault}" for fault in page.faults()]
if faults or not pages:
    sys.exit("\n".join(faults) or f"{folder}: expected pages, found none")
print(f"{len(pages)} pages fit a screen of {WIDTH} pixels, and axe-core finds no fault")
