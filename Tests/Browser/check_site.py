"""check_site.py FOLDER: opens every page of the documentation site on a phone, 390 pixels wide. Ends with status 1 if one is wider."""

import pathlib
import sys

from devtools import Page

WIDTH = 390
folder = pathlib.Path(sys.argv[1]).resolve()
pages = sorted(file for file in folder.rglob("*.html") if "api" not in file.relative_to(folder).parts)
wide = []
with Page(WIDTH, 844) as page:
    for file in pages:
        page.open(file.as_uri())
        width = page.run("document.documentElement.scrollWidth")
        if width > WIDTH:
            wide.append(f"{file.relative_to(folder)}: expected at most {WIDTH} pixels, found {width}")
if wide or not pages:
    sys.exit("\n".join(wide) or f"{folder}: expected pages, found none")
print(f"{len(pages)} pages fit a screen of {WIDTH} pixels")
