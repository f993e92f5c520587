"""Pages in Markdown: their headings, links and diagrams."""

import hashlib
import html
import re
import shutil

import mermaidx
from markdown_it import MarkdownIt

from contents import ROOT

OTHERS = ["CONTRIBUTING.md", "CHANGELOG.md", "notebooks-export/README.md"]
MARKDOWN = MarkdownIt("commonmark", {"html": True}).enable("table")


def slug(text):
    """The name that GitHub gives a heading."""
    return re.sub(r"[^\w\- ]", "", text.lower()).replace(" ", "-")


def target(path):
    """Where a page of the checkout lies in the site."""
    return re.sub(r"\.md$", ".html", re.sub(r"README\.md$", "index.md", path))


class Page:
    def __init__(self, path):
        self.path = path
        self.tokens = MARKDOWN.parse(re.sub(r"<!--(?! file: ).*?-->\n?", "", (ROOT / path).read_text(encoding="utf-8"), flags=re.S))
        self.anchors, seen = set(), {}
        #: For the search: the headings with the text below each.
        self.parts = []
        #: The headings of the second level: name and text.
        self.sections = []
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
                if token.tag == "h2":
                    self.sections.append((name, text))
                self.parts.append({"at": f"{target(path)}#{name}", "title": text, "all": text.lower()})
            self.anchors.update(re.findall(r'<a id="([^"]+)">', token.content))
            if token.type != "heading_open" and token.content and self.parts:
                self.parts[-1]["all"] += " " + token.content.lower()
        self.title = title or path
        for part in self.parts:
            part["page"] = "" if part["title"] == self.title else self.title

    @property
    def up(self):
        """From the page to the top of the site."""
        return "../" * self.path.count("/")

    def html(self, tokens=None):
        body = MARKDOWN.renderer.render(self.tokens if tokens is None else tokens, MARKDOWN.options, {})
        if tokens is None and self.title == self.path:
            body = f"<h1>{html.escape(self.title)}</h1>{body}"
        body = body.replace("<table>", '<div class="scroll" tabindex="0" role="group" aria-label="Table"><table>')
        body = body.replace("</table>", "</table></div>")
        # A long key may break behind a point.
        body = re.sub(r"(?<=<td><code>)[^<]*", lambda key: key[0].replace(".", ".<wbr>"), body)
        # Commands stand out from what they print, and are copied without their prompt.
        body = re.sub(r"(?m)^(<pre><code[^>]*>)?\$ (.*)$", r"\1<b><i>$ </i>\2</b>", body)
        return body.replace("<pre>", '<pre tabindex="0">')


def read(listed):
    """By their path, the pages of the checkout: README.md, those that are listed, and others."""
    paths = dict.fromkeys(["README.md", "docs/README.md", *listed])
    paths |= dict.fromkeys(sorted(p.relative_to(ROOT).as_posix() for p in [*(ROOT / "docs").glob("*.md"), *(ROOT / "scenarios").rglob("*.md")]))
    return {path: Page(path) for path in [*paths, *OTHERS] if (ROOT / path).exists()}


def resolve(page, pages, output):
    """Makes links of a page lead where the site has them, and diagrams pictures; returns what cannot be."""
    faults = []
    for token in page.tokens:
        children = token.children or []
        for child, text in zip(children, [*children[1:], None]):
            for name in ("href", "src"):
                if link := child.attrGet(name):
                    child.attrSet(name, _resolved(page, link, pages, output, faults))
                    _name(page, link, text, pages)
    for number, token in enumerate((t for t in page.tokens if t.type == "fence" and t.info == "mermaid"), 1):
        token.type, token.content = "html_block", _diagram(page, number, token.content, output, faults)
    for token, block in zip(page.tokens, page.tokens[1:]):
        if token.type == "html_block" and (file := re.fullmatch(r"<!-- file: (\S+) -->\s*", token.content)):
            token.content = _file(page, file[1], block.content, output)
    return faults


def _file(page, name, text, output):
    """The name of a file that a reader saves, as a link to it."""
    number = hashlib.sha256(text.encode()).hexdigest()[:8]
    there = (output / target(page.path)).parent / "files" / number / name.split("/")[-1]
    there.parent.mkdir(parents=True, exist_ok=True)
    there.write_text(text, encoding="utf-8")
    return f'<p class="file"><a href="files/{number}/{there.name}" download>{html.escape(name)}</a></p>\n'


def _resolved(page, link, pages, output, faults):
    """A link as the site has it; what is no page is copied beside it."""
    address, _, anchor = link.partition("#")
    if re.match(r"[a-z]+:", link):
        return link
    there = (ROOT / page.path).parent.joinpath(address).resolve() if address else ROOT / page.path
    if not there.exists() or not there.is_relative_to(ROOT):
        faults.append(f"{page.path}: {link} leads nowhere")
        return link
    path = there.relative_to(ROOT).as_posix()
    if there.is_dir() and f"{path}/README.md" in pages:
        path = f"{path}/README.md"
    if path in pages:
        if anchor and anchor not in pages[path].anchors:
            faults.append(f"{page.path}: {link} leads to no heading")
        return page.up + target(path) + (f"#{anchor}" if anchor else "")
    if there.is_dir():
        return page.up + "index.html"
    (output / path).parent.mkdir(parents=True, exist_ok=True)
    shutil.copyfile(there, output / path)
    return page.up + path


def _name(page, link, text, pages):
    """A link that names a page by its file says its title, which readers of the site know it by."""
    if text and text.type == "text" and re.fullmatch(r"(\.\./|docs/)?[\w-]+\.md", text.content):
        there = (ROOT / page.path).parent.joinpath(link.partition("#")[0]).resolve()
        if there.is_relative_to(ROOT) and (path := there.relative_to(ROOT).as_posix()) in pages:
            text.content = pages[path].title


def _diagram(page, number, source, output, faults):
    """A picture that links to itself in full size, and a file beside the page."""
    if not (title := re.search(r"^ *accTitle: *(.+)$", source, flags=re.M)):
        faults.append(f"{page.path}: diagram {number} has no accTitle")
        return ""
    file = (output / target(page.path)).with_suffix(f".{number}.svg")
    file.parent.mkdir(parents=True, exist_ok=True)
    try:
        file.write_text(_drawing(source), encoding="utf-8")
    except Exception as error:
        faults.append(f"{page.path}: diagram {number} cannot be drawn: {' '.join(str(error).split())}")
    return f'<p><a href="{file.name}"><img src="{file.name}" alt="{html.escape(title[1])}"></a></p>\n'


def _drawing(source):
    """A diagram in Mermaid as SVG in its own size, with its labels as text."""
    svg = mermaidx.render(
        source, config={"htmlLabels": False, "theme": "neutral", "fontFamily": "Liberation Sans, Arial, sans-serif"}).svg()
    width, height = re.search(r'viewBox="\S+ \S+ (\S+) (\S+)"', svg).groups()
    return svg.replace('width="100%"', f'width="{width}" height="{height}"', 1)
