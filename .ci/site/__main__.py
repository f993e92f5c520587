"""site FOLDER: the pages of README.md, docs/ and others as one site with navigation, a gallery and a search that works from disk.

It lies in FOLDER/VERSION; FOLDER keeps the sites of other versions, and gets a page that leads to the newest and a list from which every
page offers the others. Ends with status 1 at a link or a picture that leads nowhere, at a diagram that cannot be drawn, at a page
that docs/README.md does not list once, and at a picture that no command draws.
"""

import pathlib
import shutil
import sys

import contents
import gallery
import layout
import pages
import versions


def main():
    base = pathlib.Path(sys.argv[1])
    version = versions.current()
    output = base / version
    shutil.rmtree(output, ignore_errors=True)
    output.mkdir(parents=True)
    kinds, faults = contents.kinds()
    all_pages = pages.read(contents.listed(kinds))
    pictures, more = gallery.pictures()
    faults += more
    site = layout.Site(output, version, kinds, all_pages)
    for page in all_pages.values():
        faults += pages.resolve(page, all_pages, output)
        if page.path != "README.md":
            site.write(page)
    site.write_front(all_pages["README.md"], pictures)
    faults += gallery.copy(pictures, output)
    site.write_gallery(pictures)
    site.write_assets()
    versions.write(base)
    if faults:
        sys.exit("\n".join(faults))
    print(f"{len(all_pages) + 1} pages, {len(pictures)} pictures, {len(site.parts)} headings")


main()
