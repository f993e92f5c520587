"""site.py FOLDER: the pages of README.md, docs/ and others as one site with navigation and a search that works from disk.

Diagrams in Mermaid become SVG files. Ends with status 1 at a link or a picture that leads nowhere, and at a diagram that cannot be drawn.
"""

import html
import json
import pathlib
import re
import shutil
import sys

import mermaidx
from markdown_it import MarkdownIt

ROOT = pathlib.Path(__file__).resolve().parent.parent
OTHERS = ["CONTRIBUTING.md", "CHANGELOG.md", "notebooks-export/README.md"]
CSS = (ROOT / "Sources/Runs/Pages/Assets/report.css").read_text(encoding="utf-8") + """
.page { display: grid; grid-template-columns: 15rem minmax(0, 1fr); gap: 2.5rem; max-width: 76rem; margin: 0 auto; padding: 1.5rem; }
.page aside { font-size: .9rem; } .page aside ul { display: block; list-style: none; padding: 0; margin: .2rem 0 1rem; } .page aside b { display: block; }
.page main { padding: 0; margin: 0; max-width: 52rem; overflow-wrap: break-word; } .page img { max-width: 100%; } .page p, .page li { max-width: 48rem; }
pre { background: #f5f7f9; padding: .8rem; overflow-x: auto; line-height: 1.35; } code { background: #f5f7f9; font-size: .9em; overflow-wrap: anywhere; }
pre code { padding: 0; overflow-wrap: normal; } input[type=search] { width: 100%; font: inherit; padding: .35rem .5rem; border: 1px solid #767d85; border-radius: 4px; }
#found { list-style: none; padding: 0; } #found li { margin: .3rem 0; } [aria-current] { font-weight: 600; color: inherit; }
td:first-child code { overflow-wrap: normal; }
@media (max-width: 46rem) { .page { grid-template-columns: minmax(0, 1fr); gap: 1rem; padding: 1rem; } .page nav { max-height: 9rem; overflow-y: auto; border: 1px solid #d0d7de; padding: .5rem; } } @media print { .page { display: block; } .page aside { display: none; } }
"""
SEARCH = """
const field = document.getElementById("search"), found = document.getElementById("found");
field.addEventListener("input", () => {
  const words = field.value.toLowerCase().split(/\\s+/).filter((word) => word.length > 1);
  const score = (part) => words.every((word) => part.all.includes(word))
    ? words.reduce((sum, word) => sum + (part.title.toLowerCase().includes(word) ? 10 : 1), 0) : 0;
  const hits = words.length ? searchParts.map((part) => [score(part), part]).filter(([s]) => s > 0) : [];
  hits.sort((a, b) => b[0] - a[0]);
  found.replaceChildren(...hits.slice(0, 12).map(([, part]) => {
    const item = document.createElement("li"), link = document.createElement("a");
    link.href = field.dataset.root + part.at;
    link.textContent = part.title;
    item.append(link, ` ${part.page}`);
    return item;
  }));
});
"""


def slug(text):
    """The name that GitHub gives a heading."""
    return re.sub(r"[^\w\- ]", "", text.lower()).replace(" ", "-")


def drawing(source):
    """A diagram in Mermaid as SVG in its own size, with its labels as text."""
    svg = mermaidx.render(
        source, config={"htmlLabels": False, "theme": "neutral", "fontFamily": "Liberation Sans, Arial, sans-serif"}).svg()
    width, height = re.search(r'viewBox="\S+ \S+ (\S+) (\S+)"', svg).groups()
    return svg.replace('width="100%"', f'width="{width}" height="{height}"', 1)


def target(path):
    """Where a page of the checkout lies in the site."""
    return re.sub(r"\.md$", ".html", re.sub(r"README\.md$", "index.md", path))


class Page:
    def __init__(self, path):
        self.path = path
        self.tokens = MARKDOWN.parse(re.sub(r"<!--.*?-->\n?", "", (ROOT / path).read_text(encoding="utf-8"), flags=re.S))
        self.anchors, self.parts, seen = set(), [], {}
        title = None
        for index, token in enumerate(self.tokens):
            if token.type == "heading_open":
                text = "".join(t.content for t in self.tokens[index + 1].children if t.type in ("text", "code_inline"))
                name = slug(text)
                seen[name] = seen.get(name, -1) + 1
                name += f"-{seen[name]}" if seen[name] else ""
                token.attrSet("id", name)
                self.anchors.add(name)
                title = title or text
                self.parts.append({"at": f"{target(path)}#{name}", "title": text, "all": text.lower()})
            self.anchors.update(re.findall(r'<a id="([^"]+)">', token.content))
            if token.type != "heading_open" and token.content and self.parts:
                self.parts[-1]["all"] += " " + token.content.lower()
        self.title = title or path
        for part in self.parts:
            part["page"] = "" if part["title"] == self.title else self.title


def main():
    output = pathlib.Path(sys.argv[1])
    paths = ["README.md"] + sorted(str(p.relative_to(ROOT)) for p in (ROOT / "docs").glob("*.md"))
    paths += sorted(str(p.relative_to(ROOT)) for p in (ROOT / "scenarios").rglob("*.md"))
    pages = {path: Page(path) for path in paths + [p for p in OTHERS if (ROOT / p).exists()]}
    faults = []

    def resolved(page, link, is_picture):
        """A link of a page as the site has it; what is no page is copied beside it."""
        address, _, anchor = link.partition("#")
        if re.match(r"[a-z]+:", link):
            return link
        there = (ROOT / page.path).parent.joinpath(address).resolve() if address else ROOT / page.path
        if not there.exists() or not there.is_relative_to(ROOT):
            faults.append(f"{page.path}: {link} leads nowhere")
            return link
        path = str(there.relative_to(ROOT))
        if there.is_dir() and f"{path}/README.md" in pages:
            path = f"{path}/README.md"
        up = "../" * page.path.count("/")
        if path in pages:
            if anchor and anchor not in pages[path].anchors:
                faults.append(f"{page.path}: {link} leads to no heading")
            return up + target(path) + (f"#{anchor}" if anchor else "")
        if there.is_dir():
            return up + "index.html"
        (output / path).parent.mkdir(parents=True, exist_ok=True)
        shutil.copyfile(there, output / path)
        return up + path

    def diagram(page, number, source):
        """A picture that links to itself in full size, and a file beside the page."""
        if not (title := re.search(r"^ *accTitle: *(.+)$", source, flags=re.M)):
            faults.append(f"{page.path}: diagram {number} has no accTitle")
            return ""
        file = (output / target(page.path)).with_suffix(f".{number}.svg")
        file.parent.mkdir(parents=True, exist_ok=True)
        try:
            file.write_text(drawing(source), encoding="utf-8")
        except Exception as error:
            faults.append(f"{page.path}: diagram {number} cannot be drawn: {' '.join(str(error).split())}")
        return f'<p><a href="{file.name}"><img src="{file.name}" alt="{html.escape(title[1])}"></a></p>\n'

    output.mkdir(parents=True)
    contents = []
    for line in (ROOT / "docs/README.md").read_text(encoding="utf-8").splitlines():
        if line.startswith("## "):
            contents.append((line[3:], []))
        elif (found := re.match(r"\| \[[^]]*\]\(([^)]*)\)", line)) and contents:
            path = str((ROOT / "docs" / found[1].partition("#")[0]).resolve().relative_to(ROOT))
            if path in pages:
                contents[-1][1].append(path)
    for page in pages.values():
        for token in page.tokens:
            for child in token.children or []:
                for name in ("href", "src"):
                    if link := child.attrGet(name):
                        child.attrSet(name, resolved(page, link, name == "src"))
        for number, token in enumerate((t for t in page.tokens if t.type == "fence" and t.info == "mermaid"), 1):
            token.type, token.content = "html_block", diagram(page, number, token.content)
        up = "../" * page.path.count("/")
        body = MARKDOWN.renderer.render(page.tokens, MARKDOWN.options, {})
        if page.title == page.path:
            body = f"<h1>{html.escape(page.title)}</h1>{body}"
        body = body.replace("<table>", '<div class="scroll" tabindex="0" role="group" aria-label="Table"><table>').replace("</table>", "</table></div>")
        # A long key may break behind a point.
        body = re.sub(r"(?<=<td><code>)[^<]*", lambda key: key[0].replace(".", ".<wbr>"), body)
        body = body.replace("<pre>", '<pre tabindex="0">')
        lists = "".join(
            f"<b>{html.escape(name)}</b><ul>" + "".join(
                f'<li><a href="{up}{target(p)}"{" aria-current=page" if p == page.path else ""}>{html.escape(pages[p].title)}</a></li>'
                for p in of) + "</ul>" for name, of in contents if of)
        text = (
            f'<!DOCTYPE html>\n<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">'
            f'<link rel="icon" href="data:,"><title>{html.escape(page.title)} – BeaconBench</title><link rel="stylesheet" href="{up}site.css"></head>'
            f'<body><a class="skip" href="#page">To the page</a><div class="page"><aside><p><a href="{up}index.html">BeaconBench</a></p><label>Search <input type="search" id="search" data-root="{up}"></label>'
            f'<ul id="found" aria-live="polite"></ul><nav aria-label="Pages">{lists}<b>Source</b><ul><li><a href="{up}api/documentation/beaconbench/index.html">Modules</a></li></ul></nav></aside>'
            f'<main id="page">{body}</main></div><script src="{up}search-parts.js"></script><script src="{up}search.js"></script></body></html>\n')
        file = output / target(page.path)
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(text, encoding="utf-8")
    (output / "site.css").write_text(CSS, encoding="utf-8")
    (output / "search.js").write_text(SEARCH, encoding="utf-8")
    parts = [part for page in pages.values() for part in page.parts]
    (output / "search-parts.js").write_text(f"const searchParts = {json.dumps(parts)};\n", encoding="utf-8")
    if faults:
        sys.exit("\n".join(faults))
    print(f"{len(pages)} pages, {len(parts)} headings")


MARKDOWN = MarkdownIt("commonmark", {"html": True}).enable("table")
main()
