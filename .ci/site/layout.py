"""The site around the pages: header, navigation, front page and gallery."""

import html
import json
import pathlib

from pages import target

HERE = pathlib.Path(__file__).resolve().parent
MODULES = "api/documentation/beaconbench/"


class Site:
    def __init__(self, output, version, kinds, pages):
        self.output, self.version, self.kinds, self.pages = output, version, kinds, pages

    @property
    def parts(self):
        return [part for page in self.pages.values() for part in page.parts]

    def write(self, page):
        body = f'<main id="page">{page.html()}</main>{self._sections(page)}'
        self._write(target(page.path), page.title, self._navigation(page.path, page.up) + body, "")

    def write_front(self, page, pictures):
        """README.md, of which the part before the first chapter is the headline, with pictures of the gallery below it."""
        headings = [index for index, token in enumerate(page.tokens) if token.type == "heading_open" and token.tag == "h2"]
        head, begin, rest = page.tokens[:headings[0]], page.tokens[headings[0]:headings[1]], page.tokens[headings[1]:]
        for begin_of, inline in zip(head, head[1:]):
            if begin_of.type == "paragraph_open" and all(child.type == "image" for child in inline.children):
                begin_of.attrSet("class", "picture")
        strip = "".join(
            f'<li><a href="gallery.html#{picture.file.stem}"><img src="{picture.file.as_posix()}" alt="{html.escape(picture.title)}" loading="lazy"></a></li>'
            for picture in pictures if picture.file.stem in ("cdf", "tracks", "ranks", "boundmap", "judged"))
        body = (
            f'<main id="page"><section class="head">{page.html(head)}</section><section class="begin">{page.html(begin)}</section>'
            f'<section class="strip"><h2>What it draws</h2><ul>{strip}</ul><p><a href="gallery.html">All {len(pictures)} pictures, with the command under each</a></p></section>'
            f'<section class="rest">{page.html(rest)}</section></main>')
        self._write("index.html", "BeaconBench", body, "front")

    def write_gallery(self, pictures):
        figures = "".join(self._figure(picture) for picture in pictures)
        body = (
            f'<main id="page"><h1>Gallery</h1><p class="lead">All pictures of this documentation, for readers who look for one like theirs. The commands under '
            f'each draw it in any folder. <a href="docs/plots.html">Pictures</a> explains all kinds.</p><div class="figures">{figures}</div></main>')
        self._write("gallery.html", "Gallery", body, "wide")

    def _figure(self, picture):
        address, commands = picture.file.as_posix(), html.escape("\n".join(picture.commands))
        title = html.escape(picture.title)
        shown = ", ".join(f'<a href="{target(path)}">{html.escape(self.pages[path].title)}</a>' for path in picture.shown)
        return (
            f'<figure id="{picture.file.stem}"><a href="{address}"><img src="{address}" alt="{title}" loading="lazy"></a><figcaption>{title}.'
            f'{" On " + shown + "." if shown else ""}</figcaption><pre tabindex="0"><code>{commands}</code></pre></figure>')

    def write_assets(self):
        for name in ("site.css", "site.js"):
            (self.output / name).write_text((HERE / name).read_text(encoding="utf-8"), encoding="utf-8")
        (self.output / "search-parts.js").write_text(f"const searchParts = {json.dumps(self.parts)};\n", encoding="utf-8")

    def _navigation(self, path, up):
        """The pages by their kind; the kind of the page is open, and that of tutorials."""
        lists = ""
        for kind, entries in self.kinds.items():
            is_open = kind == next(iter(self.kinds)) or path == "docs/README.md" or any(entry.path == path for entry in entries)
            links = "".join(
                f'<li><a href="{up}{target(entry.path)}"{" aria-current=page" if entry.path == path else ""}>{html.escape(entry.name)}</a></li>'
                for entry in entries)
            if kind == "Reference":
                links += f'<li><a href="{up}{MODULES}">Modules in Swift</a></li>'
            lists += f'<details{" open" if is_open else ""}><summary>{html.escape(kind)}</summary><ul>{links}</ul></details>'
        return (
            f'<aside class="menu"><details id="menu"><summary>Pages</summary><nav aria-label="Pages">{lists}'
            f'<a href="{up}docs/index.html">All pages</a></nav></details>'
            '<script>document.getElementById("menu").open = matchMedia("(min-width: 60rem)").matches;</script></aside>')

    def _sections(self, page):
        if len(page.sections) < 3:
            return ""
        links = "".join(f'<li><a href="#{name}">{html.escape(text)}</a></li>' for name, text in page.sections)
        return f'<aside class="sections"><nav aria-label="On this page"><b>On this page</b><ul>{links}</ul></nav></aside>'

    def _write(self, place, title, body, shape):
        up = "../" * place.count("/")
        full = title if title == "BeaconBench" else f"{title} – BeaconBench"
        current = lambda name: " aria-current=page" if place == name else ""
        text = (
            f'<!DOCTYPE html>\n<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">'
            f'<link rel="icon" href="data:,"><title>{html.escape(full)}</title><link rel="stylesheet" href="{up}site.css"></head>'
            f'<body{shape and f" class={shape}"}><a class="skip" href="#page">To the page</a><header><div>'
            f'<a class="name" href="{up}index.html"{current("index.html")}>BeaconBench</a><span id="version" data-root="{up}">{self.version}</span>'
            f'<nav aria-label="Site"><a href="{up}docs/index.html"{current("docs/index.html")}>Pages</a><a href="{up}gallery.html"{current("gallery.html")}>Gallery</a></nav>'
            f'<div class="search"><input type="search" id="search" placeholder="Search" aria-label="Search" data-root="{up}">'
            f'<ul id="found" aria-live="polite"></ul></div></div></header><div class="columns">{body}</div>'
            f'<script src="{up}../versions.js"></script><script src="{up}search-parts.js"></script><script src="{up}site.js"></script></body></html>\n')
        file = self.output / place
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(text, encoding="utf-8")
