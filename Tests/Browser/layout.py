"""Checks of how a report looks: screens, colours, wheel, files that are saved, and paper."""

import pathlib
import re
import sys
import tempfile
import time

PLAYER = "document.getElementById('player').player"
LOADED = f"{PLAYER} !== undefined && {PLAYER}.frames.length > 0 && document.body.dataset.figures !== undefined"


def expect(condition, message):
    if not condition:
        sys.exit(f"check_report: {message}")


def check_screens(page, address):
    """The first screen holds the headline and the first figure, the player fits a window, and nothing but wide figures scrolls sideways on
    a phone."""
    for width, height, mobile in [(1400, 900, False), (400, 866, True), (390, 844, True)]:
        page.resize(width, height, mobile)
        page.open(address)
        page.until(LOADED)
        size = f"{width} x {height}"
        ends = page.run("['.headline', 'header figure svg'].map(s => document.querySelector(s).getBoundingClientRect().bottom)")
        expect(max(ends) <= height, f"{size}: headline and first figure end at {ends}")
        wide = page.run(
            "[...document.querySelectorAll('figure:not(.wide)')].filter(f => f.querySelector('svg').getBoundingClientRect().right >"
            " f.getBoundingClientRect().right + 1 || f.querySelector('.plot').scrollWidth > f.clientWidth + 1).map(f => f.id)")
        expect(not wide, f"{size}: wider than their places: {wide}")
        drawings = page.run(
            "[...document.querySelectorAll('figure.wide .plot')].map(p => [p.scrollWidth > p.clientWidth, p.tabIndex === 0,"
            " p.querySelector('svg').getBoundingClientRect().width])")
        for scrolls, focusable, wide in drawings:
            expect(scrolls == focusable == mobile and wide > 600, f"{size}: wide figures: {drawings}")
        expect(page.run("document.documentElement.scrollWidth") == width, f"{size}: the page scrolls sideways")
        faults = page.faults() if mobile else []
        expect(not faults, f"{size}: {faults}")
        small = page.run(
            "[...document.querySelectorAll('input[type=checkbox], input[type=radio]')]"
            ".map(e => Math.min(e.getBoundingClientRect().width, e.getBoundingClientRect().height)).filter(s => s < 24).length")
        expect(not mobile or small == 0, f"{size}: {small} boxes are smaller than 24 px")
        player, table, strip = page.run(
            "['#player', '#player table', '#player .lap-player-strip'].map(s => document.querySelector(s).getBoundingClientRect())"
            ".map(b => [b.top, b.bottom])")
        if not mobile:
            expect(player[1] - player[0] <= height, f"{size}: the player is {player[1] - player[0]} px high")
            expect(max(table[1], strip[1]) <= player[1], f"{size}: table {table}, errors {strip}, player {player}")
    page.resize(1400, 1000)


def check_hover(page):
    """Keys work with the pointer over the player and not elsewhere."""
    page.run("document.activeElement.blur()")
    x, y = page.middle("#player .lap-player-plan")
    page.move(x, y)
    page.key("Home")
    page.key("ArrowRight")
    expect(page.run(f"{PLAYER}.index") == 1, "with the pointer over the player the arrow does nothing")
    page.middle("#limits")
    page.move(5, 5)
    page.key("ArrowRight")
    expect(page.run(f"{PLAYER}.index") == 1, "an arrow elsewhere moves the player")


def check_wheel(page):
    """The wheel scrolls the page over a figure too, and zooms with Ctrl."""
    figure = "#figure-cdf svg"
    page.middle(figure)
    labels = f"[...document.querySelectorAll('{figure} .role-axis-label text')].map(t => t.textContent).join(' ')"
    before = page.run("scrollY"), page.run(labels)
    page.wheel(figure, 100)
    page.until(f"scrollY > {before[0]}")
    expect(page.run(labels) == before[1], "the wheel zooms without Ctrl")
    # DevTools hands a wheel with Ctrl to the browser's own zoom, so that the page makes the event itself.
    kept = page.run(
        f"document.querySelector('{figure} path.background').dispatchEvent(new WheelEvent('wheel',"
        "{bubbles: true, cancelable: true, ctrlKey: true, deltaY: 200}))")
    expect(not kept, "with Ctrl the wheel is left to the browser")
    page.until(f"{labels} !== {before[1]!r}")


# Text, lines and symbols of figures in the dark; each must have a contrast with the page in one of its colours.
CONTRAST = """(() => {
  const numbers = (colour) => (colour.match(/[0-9.]+/g) || []).map(Number);
  const luminance = (colour) => numbers(colour).slice(0, 3)
    .map((v) => v / 255).map((v) => (v <= 0.04045 ? v / 12.92 : ((v + 0.055) / 1.055) ** 2.4))
    .reduce((sum, v, i) => sum + v * [0.2126, 0.7152, 0.0722][i], 0);
  const page = luminance(getComputedStyle(document.documentElement).backgroundColor);
  const contrast = (colour) => {
    if (!colour.startsWith('rgb') || numbers(colour)[3] === 0) return 0;
    const both = [luminance(colour), page];
    return (Math.max(...both) + 0.05) / (Math.min(...both) + 0.05);
  };
  const faults = [];
  if (page > 0.05) faults.push('the page is light');
  for (const [marks, least] of [['text', 4.5], ['.mark-line path, .mark-rule line, .mark-symbol path', 3]]) {
    for (const figure of document.querySelectorAll('figure')) {
      for (const mark of figure.querySelectorAll(marks)) {
        const { fill, stroke } = getComputedStyle(mark);
        // Text on the cells of a matrix, and grid lines, which are to be faint.
        if (/FEFEFE|010101/i.test(mark.getAttribute('fill') || '') || mark.closest('.role-axis-grid')) continue;
        if (Math.max(contrast(fill), contrast(stroke)) < least) faults.push(`${figure.id} ${marks}: ${fill}, ${stroke}`);
      }
    }
  }
  return [...new Set(faults)];
})()"""


def check_dark(page, folder):
    page.media(dark=True)
    faults = page.run(CONTRAST)
    expect(not faults, f"in the dark: {faults}")
    faults = page.faults()
    expect(not faults, f"in the dark: {faults}")
    if folder:
        page.picture(folder / "report-dark.png")
    page.media()


def check_files(page):
    """The buttons of a figure save it as SVG and PNG, at the size of a paper's column."""
    with tempfile.TemporaryDirectory() as folder:
        page.call("Browser.setDownloadBehavior", behavior="allow", downloadPath=folder)
        for ending in ["svg", "png"]:
            page.click(f"#figure-means button[data-format={ending}]")
            path, end = pathlib.Path(folder) / f"means.{ending}", time.monotonic() + 30
            while not path.exists():
                expect(time.monotonic() < end, f"means.{ending} was not saved")
                time.sleep(0.05)
            data = path.read_bytes()
            if ending == "svg":
                expect(b'width="241pt"' in data[:400], f"means.svg: {data[:200]}")
            else:
                # 241 points with 300 pixels an inch.
                width = int.from_bytes(data[16:20], "big")
                expect(data[:4] == b"\x89PNG" and abs(width - 241 * 300 / 72) < 3, f"means.png: {width} pixels")


# A link over each figure, each drawing, table and heading: a PDF says where links are.
MARKED = """document.querySelectorAll('figure, figure svg.marks, table, .lap-player-stage, h2:not(.figure)').forEach((element, index) => {
  const space = element.namespaceURI;
  const link = document.createElementNS(space, 'a');
  link.setAttribute('href', `https://box.example/${element.tagName}/${element.closest('[id]').id}/${index}`);
  if (element.tagName === 'svg') {
    const all = document.createElementNS(space, 'rect');
    for (const [key, value] of Object.entries({ width: '100%', height: '100%', fill: 'none', 'pointer-events': 'all' })) all.setAttribute(key, value);
    link.append(all);
  } else {
    link.style.cssText = 'position: absolute; inset: 0';
    element.style.position = 'relative';
  }
  element.append(link);
})"""


def boxes(pdf):
    """The pages' sizes, and for each link its page and its box in points; Chromium writes both as plain text."""
    objects = dict(re.findall(rb"(?s)(?:^|\n)(\d+) 0 obj\r?\n(.*?)\nendobj", pdf))
    pages = [text for text in objects.values() if re.search(rb"/Type /Page\b", text)]
    sizes, links = [], []
    for number, text in enumerate(pages):
        sizes.append([float(v) for v in re.search(rb"/MediaBox \[([^]]*)\]", text)[1].split()])
        annotations = re.search(rb"(?s)/Annots \[(.*?)\]", text)
        for name in re.findall(rb"(\d+) 0 R", annotations[1] if annotations else b""):
            place = re.search(rb"/URI \(https://box.example/([^)]*)\)", objects[name])
            if place:
                box = [float(v) for v in re.search(rb"/Rect \[([^]]*)\]", objects[name])[1].split()]
                links.append((place[1].decode(), number, box))
    return sizes, links


def check_paper(page, folder):
    """A report has at most eight pages. On A4 and Letter every figure and table lies whole on the page, and a drawing is as wide as the page
    or a column of two allows, unless it is 9 cm high."""
    page.run(MARKED)
    count = page.run("document.querySelectorAll('figure').length")
    for name, width, height in [("A4", 8.27, 11.69), ("Letter", 8.5, 11)]:
        pdf = page.pdf(width, height)
        if folder:
            (folder / f"report-{name}.pdf").write_bytes(pdf)
        sizes, links = boxes(pdf)
        expect(len(sizes) <= 8, f"{name}: {len(sizes)} pages")
        expect({(round(s[2] / 72, 1), round(s[3] / 72, 1)) for s in sizes} == {(round(width, 1), round(height, 1))}, f"{name}: {sizes}")
        figures = [link for link in links if link[0].startswith("FIGURE")]
        expect(len(figures) == count > 5, f"{name}: expected {count} whole figures, found {[f[0] for f in figures]}")
        pages = {place.rsplit("/", 1)[0]: number for place, number, _ in reversed(links)}
        for heading, below in [("H2/laps", "DIV/player"), ("H2/figures", figures[1][0].rsplit("/", 1)[0])]:
            expect(pages[heading] == pages[below], f"{name}: {heading} is on page {pages[heading] + 1}, {below} on {pages[below] + 1}")
        # 14 mm are 39.7 points.
        left, right, low, high = 39, width * 72 - 39, 39, height * 72 - 39
        for place, number, box in links:
            expect(left <= box[0] < box[2] <= right, f"{name}, page {number + 1}: {place} lies at {box}")
            expect(low <= box[1] < box[3] <= high, f"{name}, page {number + 1}: {place} lies at {box}")
        drawings = [(place, box) for place, _, box in links if place.startswith("svg/")]
        expect(len(drawings) == count, f"{name}: expected {count} whole drawings, found {[d[0] for d in drawings]}")
        for place, box in drawings:
            expect(
                box[2] - box[0] > 0.46 * (right - left) or box[3] - box[1] > 250,
                f"{name}: {place} is neither as wide as a column nor 9 cm high: {box}")
    shown = page.run(
        "(() => { dispatchEvent(new Event('beforeprint')); return [...document.querySelectorAll('details')].every(d => d.open) })()")
    expect(shown, "what is folded is not printed")
    page.media("print")
    controls = page.run(
        "[...document.querySelectorAll('button, select, input, nav, .hint')].filter(e => e.getClientRects().length).length")
    expect(controls == 0, f"{controls} controls are printed")
    moment = page.run("(() => { const m = document.querySelector('.lap-player-moment'); return m.getClientRects().length ? m.textContent : '' })()")
    shown = page.run(f"[{PLAYER}.source.laps[{PLAYER}.number], {PLAYER}.time.toFixed(1)]")
    expect(moment.startswith(f"The plan shows {shown[0]}, at {shown[1]} s of "), f"printed: {moment}, shown: {shown}")
