"""check_report.py PAGE FIXES [FOLDER]: opens a report in headless Chromium and uses it as a person would, by keyboard and
pointer. FIXES is the fixes.csv of the same results; screenshots go to FOLDER. Ends with status 1 at the first thing that is wrong.
"""

import csv
import pathlib
import sys

from devtools import Page
from layout import LOADED, PLAYER, check_dark, check_files, check_hover, check_paper, check_screens, check_wheel, expect


def state(page):
    """The frame, the time and the shown fixes as the page has them, without the player's own variables."""
    return page.run(
        "(() => { const e = document.getElementById('player'), w = e.querySelector('.walker');"
        "return {frame: Number(e.dataset.frame), time: Number(e.dataset.time),"
        "slider: Number(e.querySelector('input[type=range]').value),"
        "walker: w.style.display === 'none' ? null : [Number(w.getAttribute('cx')), -Number(w.getAttribute('cy'))],"
        "fixes: [...e.querySelectorAll('.fix')].map(f => [Number(f.dataset.pipeline), Number(f.dataset.x), Number(f.dataset.y)]),"
        "cells: [...e.querySelectorAll('tbody tr')].map(r => [...r.querySelectorAll('td.number')].map(c => c.textContent))}})()")


def check_figures(page):
    page.until("document.body.dataset.figures !== undefined")
    counts = page.run(
        "(() => { const plan = JSON.parse(document.getElementById('playback-data').textContent).plan;"
        "const figure = [...document.querySelectorAll('figure')].find(f => f.textContent.includes('Floor plan'));"
        "const all = Object.keys(JSON.parse(document.getElementById('figures-data').textContent));"
        "return [all.filter(n => document.querySelector(`#figure-${n} .figure a[href='#figure-${n}']`)).length,"
        "document.querySelectorAll('figure svg.marks').length,"
        "plan.beacons.length + plan.testPoints.length, [...figure.querySelectorAll('.role-mark.mark-symbol > path')].filter(p => p.getBBox().width > 0).length] })()")
    expect(counts[0] == counts[1] > 5, f"expected {counts[0]} figures, found {counts[1]}")
    dashes = page.run(
        "(() => { const scale = JSON.parse(document.getElementById('figures-data').textContent).cdf.layer.at(-1).encoding.strokeDash.scale;"
        "const ratio = (dash, width) => Math.round(100 * dash / width);"
        "const lines = [...document.querySelectorAll('#figure-cdf .mark-line path')].map(getComputedStyle);"
        "return [scale.range.map(r => ratio(r[0], 1.2)),"
        "lines.map(s => ratio(parseFloat(s.strokeDasharray), parseFloat(s.strokeWidth)))] })()")
    expect(dashes[0] == dashes[1], f"dashes to widths: expected {dashes[0]} as on paper, found {dashes[1]}")
    expect(counts[2] == counts[3], f"expected {counts[2]} beacons and test points on the plan, found {counts[3]}")


def check_positions(page, fixes):
    """Every callback of lap 1: the marks and the table against fixes.csv."""
    page.run(f"{PLAYER}.open(1)")
    names = page.run(f"{PLAYER}.plan.pipelines.map(p => p.name)")
    rows = {(r["pipeline"], round(float(r["time_s"]), 2)): r for r in fixes if r["lap"] == "1"}
    page.until(f"{PLAYER}.number === 1 && {PLAYER}.frames.length > 0")
    checked = 0
    for frame in range(page.run(f"{PLAYER}.frames.length")):
        page.run(f"{PLAYER}.show({PLAYER}.frames[{frame}].time)")
        now = state(page)
        expect(now["frame"] == frame, f"expected callback {frame}, found {now['frame']}")
        shown = {fix[0]: fix[1:] for fix in now["fixes"]}
        for pipeline, name in enumerate(names):
            row = rows[name, now["time"]]
            cells = now["cells"][pipeline]
            if not row["x_m"]:
                expect(cells == ["–"] * 3, f"expected no fix of {name} at {now['time']} s, found {cells}")
                continue
            place = [float(row["x_m"]), float(row["y_m"])]
            found = [float(cells[0]), float(cells[1])]
            expect(max(abs(a - b) for a, b in zip(place, found)) < 0.0051, f"{name} at {now['time']} s: {place}, {found}")
            if now["walker"] is None:
                expect(cells[2] == "–", f"expected no error of {name} at {now['time']} s, found {cells[2]}")
                continue
            error = sum((a - b) ** 2 for a, b in zip(place, now["walker"])) ** 0.5
            # Shown to a decimetre, of positions to a centimetre.
            expect(abs(error - float(cells[2])) < 0.065, f"{name} at {now['time']} s: error {error}, {cells[2]}")
            if pipeline in shown:
                expect(max(abs(a - b) for a, b in zip(found, shown[pipeline])) < 0.0051, f"{name}: {found}, {shown}")
                checked += 1
    expect(checked > 20, f"expected many fixes, found {checked}")
    return checked


def check_keyboard(page):
    page.run("document.activeElement.blur(); document.querySelector('#player input[type=range]').focus()")
    page.key("Home")
    first = state(page)
    expect(first["frame"] == 0, f"Home: expected callback 0, found {first['frame']}")
    page.key("ArrowRight")
    page.key("ArrowRight")
    page.key("ArrowLeft")
    expect(state(page)["frame"] == 1, "arrows: expected callback 1")
    page.key("ArrowRight", shift=True)
    expect(state(page)["frame"] == 11, "shift and arrow: expected callback 11")
    page.key("End")
    last = state(page)
    expect(last["frame"] == page.run(f"{PLAYER}.frames.length") - 1 and last["slider"] == last["time"], "End")
    page.key("Home")
    page.key(" ")
    page.until(f"Number(document.getElementById('player').dataset.time) > {first['time']} + 0.3")
    page.key(" ")
    time = state(page)["time"]
    expect(not page.run(f"{PLAYER}.isPlaying") and state(page)["time"] == time, "space: expected a pause")
    lap = page.run(f"{PLAYER}.number")
    page.key("n")
    page.until(f"{PLAYER}.number === {lap + 1}")
    page.key("p")
    page.until(f"{PLAYER}.number === {lap}")


def check_pointer(page):
    first, last = page.run(f"[{PLAYER}.first, {PLAYER}.last]")
    for selector, across in [("#player input[type=range]", 0.5), ("#player .lap-player-strip", 0.25)]:
        page.click(selector, across)
        time, wanted = state(page)["time"], first + across * (last - first)
        expect(abs(time - wanted) < 0.03 * (last - first), f"{selector}: expected about {wanted} s, found {time} s")
    page.click("#player button.primary")
    expect(page.run(f"{PLAYER}.isPlaying"), "the button Play does not play")
    page.click("#player button.primary")
    expect(not page.run(f"{PLAYER}.isPlaying"), "the button Pause does not pause")
    page.click("#player tbody tr:nth-child(2) input[type=checkbox]")
    expect(all(fix[0] != 1 for fix in state(page)["fixes"]), "a track that is not shown has a fix")
    page.click("#player tbody tr:nth-child(2) input[type=checkbox]")


def check_speed(page):
    """At 20 times: the longest time between two frames of the screen, in milliseconds."""
    page.run("document.querySelector('#player input[type=range]').focus()")
    page.key("Home")
    for _ in range(6):
        page.key("+")
    expect(page.run(f"{PLAYER}.speed") == 20, "expected a speed of 20")
    page.key(" ")
    page.until(f"!{PLAYER}.isPlaying && {PLAYER}.time === {PLAYER}.last")
    return page.run(f"{PLAYER}.slowest")


def check_focus(page):
    """Tab goes from the link to the results through the contents to the player, in the order of the page."""
    page.run("document.activeElement.blur(); window.scrollTo(0, 0)")
    page.call("Input.dispatchMouseEvent", type="mousePressed", x=2, y=2, button="left", clickCount=1)
    page.call("Input.dispatchMouseEvent", type="mouseReleased", x=2, y=2, button="left", clickCount=1)
    seen = []
    for _ in range(60):
        page.key("Tab")
        seen.append(page.run(
            "(() => { const e = document.activeElement; return e.className === 'skip' ? 'skip' : e.closest('nav') ? 'nav' :"
            "e.closest('.lap-player') ? e.tagName + (e.type ?? '') : e.className })()"))
        if "INPUTcheckbox" in seen:
            break
    order = ["skip", "nav", "scroll", "DIV", "BUTTONbutton", "SELECTselect-one", "INPUTrange", "INPUTcheckbox"]
    places = [seen.index(kind) if kind in seen else -1 for kind in order]
    expect(places == sorted(places) and places[0] >= 0, f"focus order: {seen}")


def main():
    report, fixes = pathlib.Path(sys.argv[1]).resolve(), sys.argv[2]
    with open(fixes, newline="", encoding="utf-8") as file:
        rows = list(csv.DictReader(file))
    folder = pathlib.Path(sys.argv[3]) if len(sys.argv) > 3 else None
    with Page() as page:
        check_screens(page, report.as_uri())
        page.open(report.as_uri())
        page.until(LOADED)
        check_figures(page)
        check_focus(page)
        checked = check_positions(page, rows)
        check_keyboard(page)
        check_pointer(page)
        slowest = check_speed(page)
        check_hover(page)
        check_wheel(page)
        check_files(page)
        for width in [1400, 700]:
            page.resize(width, 1000)
            faults = page.faults()
            expect(not faults, f"at {width} px: {faults}")
            wide = page.run("document.documentElement.scrollWidth - document.documentElement.clientWidth")
            expect(wide == 0, f"at {width} px the page is {wide} px too wide")
            if folder:
                page.picture(folder / f"report-{width}.png")
        check_dark(page, folder)
        check_paper(page, folder)
        expect(page.run("globalThis.broken") is None, "a name became a script")
        expect(not page.complaints, f"console: {page.complaints}")
    print(f"{checked} fixes as in {pathlib.Path(fixes).name}; at 20 times the longest frame took {slowest:.0f} ms")


main()
