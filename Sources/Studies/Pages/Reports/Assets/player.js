// A player of laps on the plan of a site, without dependencies. docs/report.md describes its data.
//
//   const player = new LapPlayer(element, plan, { laps: ["lap 0", …], load: async (index) => lap });
//   player.append(frame);   // for a lap that is still going on
//
// Every text goes into the page by textContent or setAttribute, so that no name can become markup.
"use strict";

class LapPlayer {
  static speeds = [1, 2, 5, 10, 20];
  static trail = 12;

  constructor(element, plan, source = {}) {
    this.element = element;
    this.plan = plan;
    this.source = source;
    this.lap = { frames: [] };
    this.number = 0;
    this.time = 0;
    this.index = -1;
    this.speed = 1;
    this.isPlaying = false;
    this.shown = plan.pipelines.map((_, index) => index < 2);
    this.chosen = 0;
    this.floor = null;
    this.slowest = 0;
    element.classList.add("lap-player");
    element.player = this;
    this.build();
    // A click on the plan focuses the player.
    element.tabIndex = 0;
    element.setAttribute("role", "group");
    if (!element.hasAttribute("aria-label")) element.setAttribute("aria-label", "Player of laps");
    document.addEventListener("keydown", (event) => {
      const isFree = event.target === document.body && element.matches(":hover");
      if (isFree || element.contains(event.target)) this.key(event);
    });
    this.open(0);
  }

  // Laps

  async open(number) {
    const count = this.source.laps ? this.source.laps.length : 0;
    if (count === 0) return this.play({ frames: [] });
    this.number = Math.min(Math.max(number, 0), count - 1);
    this.controls.lap.value = String(this.number);
    const wanted = this.number;
    const lap = await this.source.load(wanted);
    if (wanted === this.number) this.play(lap);
  }

  play(lap) {
    this.lap = lap;
    this.pause();
    this.spread();
    this.show(this.first);
  }

  append(frame) {
    const follows = this.time >= this.last;
    this.lap.frames.push(frame);
    this.spread();
    this.show(follows ? this.last : this.time);
  }

  get frames() { return this.lap.frames; }
  get first() { return this.frames.length ? this.frames[0].time : 0; }
  get last() { return this.frames.length ? this.frames[this.frames.length - 1].time : 0; }

  // Time

  toggle() { if (this.isPlaying) this.pause(); else this.start(); }

  start() {
    if (this.frames.length < 2) return;
    if (this.time >= this.last) this.show(this.first);
    this.isPlaying = true;
    this.slowest = 0;
    this.labelPlay();
    let before = null;
    const step = (now) => {
      if (!this.isPlaying) return;
      if (before !== null) {
        this.slowest = Math.max(this.slowest, now - before);
        // A page that was hidden goes on where it was.
        this.show(this.time + (Math.min(now - before, 250) / 1000) * this.speed);
      }
      before = now;
      if (this.time >= this.last) this.pause(); else requestAnimationFrame(step);
    };
    requestAnimationFrame(step);
  }

  pause() {
    this.isPlaying = false;
    this.labelPlay();
  }

  labelPlay() {
    this.controls.play.textContent = this.isPlaying ? "Pause" : "Play";
  }

  stepBy(frames) {
    this.pause();
    const index = Math.min(Math.max(this.index + frames, 0), this.frames.length - 1);
    if (index >= 0) this.show(this.frames[index].time);
  }

  setSpeed(speed) {
    this.speed = speed;
    this.controls.speed.value = String(speed);
  }

  key(event) {
    const target = event.target;
    if (event.ctrlKey || event.metaKey || event.altKey || target.tagName === "SELECT") return;
    const isButton = target.tagName === "BUTTON" || target.type === "checkbox" || target.type === "radio";
    const place = LapPlayer.speeds.indexOf(this.speed);
    const actions = {
      ArrowLeft: () => this.stepBy(event.shiftKey ? -10 : -1),
      ArrowRight: () => this.stepBy(event.shiftKey ? 10 : 1),
      Home: () => this.stepBy(-this.frames.length),
      End: () => this.stepBy(this.frames.length),
      "+": () => this.setSpeed(LapPlayer.speeds[Math.min(place + 1, LapPlayer.speeds.length - 1)]),
      "-": () => this.setSpeed(LapPlayer.speeds[Math.max(place - 1, 0)]),
      n: () => this.open(this.number + 1),
      p: () => this.open(this.number - 1),
    };
    if (!isButton) actions[" "] = () => this.toggle();
    if (target.type === "radio" && event.key.startsWith("Arrow")) return;
    const action = actions[event.key];
    if (!action) return;
    event.preventDefault();
    action();
  }

  // What stands still

  build() {
    const { element, plan } = this;
    const c = (this.controls = {});
    const bar = this.add(element, "div", "lap-player-bar");
    c.play = this.button(bar, "Play", () => this.toggle());
    c.play.classList.add("primary");
    if (this.source.laps) {
      c.lap = this.select(bar, "Lap", this.source.laps, (value) => this.open(Number(value)));
      this.button(bar, "Previous lap", () => this.open(this.number - 1));
      this.button(bar, "Next lap", () => this.open(this.number + 1));
    } else {
      c.lap = { value: "" };
    }
    c.speed = this.select(bar, "Speed", LapPlayer.speeds.map((s) => `${s} ×`), () => {
      this.speed = LapPlayer.speeds[c.speed.selectedIndex];
    }, LapPlayer.speeds);
    if (plan.floors.length > 1) {
      c.floor = this.select(bar, "Floor", ["of the walker", ...plan.floors.map((f) => String(f.level))], () => {
        this.floor = c.floor.selectedIndex ? plan.floors[c.floor.selectedIndex - 1].level : null;
        this.draw(true);
      });
    }
    const stage = this.add(element, "div", "lap-player-stage");
    this.svg = this.mark(stage, "svg", { class: "lap-player-plan", role: "img" });
    const line = this.add(element, "div", "lap-player-line");
    c.slider = this.add(line, "input");
    c.slider.type = "range";
    c.slider.step = "any";
    c.slider.setAttribute("aria-label", "Time within the lap, in seconds");
    c.slider.addEventListener("input", () => {
      this.pause();
      this.show(Number(c.slider.value));
    });
    c.clock = this.add(line, "output", "lap-player-clock");
    this.strip = this.mark(element, "svg", {
      class: "lap-player-strip", viewBox: "0 0 1000 130", preserveAspectRatio: "none", role: "img",
      "aria-label": "Errors of the pipelines that are shown over the time of the lap",
    });
    this.strip.addEventListener("pointerdown", (event) => {
      const box = this.strip.getBoundingClientRect();
      this.pause();
      this.show(this.first + ((event.clientX - box.left) / box.width) * (this.last - this.first));
    });
    this.scale = this.add(element, "p", "lap-player-scale");
    this.moment = this.add(element, "p", "lap-player-moment");
    this.buildTable();
    const keys = this.add(element, "p", "lap-player-keys");
    keys.textContent =
      "Keys, with the pointer over the player or after a click in it: space plays and pauses, ← → one callback, with shift ten, " +
      "Home and End, + and − speed, n and p next and previous lap.";
    this.levels = null;
  }

  buildTable() {
    const frame = this.add(this.element, "div", "lap-player-values scroll");
    const table = this.add(frame, "table");
    this.add(table, "caption").textContent = "At this callback";
    const head = this.add(this.add(table, "thead"), "tr");
    for (const title of ["track", "circles", "pipeline", "x m", "y m", "error m"]) {
      const cell = this.add(head, "th", / m$/.test(title) ? "number" : title === "pipeline" ? "" : "lap-player-pick");
      cell.textContent = title;
      cell.scope = "col";
    }
    const body = this.add(table, "tbody");
    const group = `circles-${++LapPlayer.count}`;
    this.rows = this.plan.pipelines.map((pipeline, index) => {
      const row = this.add(body, "tr");
      const show = this.add(this.add(row, "td", "lap-player-pick"), "input");
      show.type = "checkbox";
      show.checked = this.shown[index];
      show.setAttribute("aria-label", `Show the track of ${pipeline.name}`);
      show.addEventListener("change", () => {
        this.shown[index] = show.checked;
        this.spread();
        this.draw(true);
      });
      const ranges = this.add(this.add(row, "td", "lap-player-pick"), "input");
      ranges.type = "radio";
      ranges.name = group;
      ranges.checked = index === this.chosen;
      ranges.setAttribute("aria-label", `Show the estimated distances of ${pipeline.name} as circles`);
      ranges.addEventListener("change", () => {
        this.chosen = index;
        this.draw(true);
      });
      return this.values(row, pipeline.name, { fill: pipeline.colour, d: "M5 0L10 5L5 10L0 5Z" });
    });
    const [truth, bound] = ["truth", "bound"].map((name) => {
      const row = this.add(body, "tr", name);
      this.add(row, "td", "lap-player-pick");
      this.add(row, "td", "lap-player-pick");
      return row;
    });
    this.truthRow = this.values(truth, "walker", { fill: "#000000", d: "M0 5A5 5 0 0 1 10 5A5 5 0 0 1 0 5Z" });
    this.boundRow = this.values(bound, "lower bound", { stroke: "#555555", d: "M0 5H4M6 5H10" });
  }

  /// The rest of a row: its name behind a mark, and the cells of its numbers.
  values(row, title, mark) {
    const name = this.add(row, "th");
    name.scope = "row";
    const swatch = this.mark(name, "svg", { class: "swatch", viewBox: "0 0 10 10", "aria-hidden": "true" });
    this.mark(swatch, "path", mark);
    name.append(title);
    return [0, 1, 2].map(() => this.add(row, "td", "number"));
  }

  drawPlan(level) {
    const svg = this.svg;
    svg.replaceChildren();
    this.level = level;
    const floor = this.plan.floors.find((f) => f.level === level) || this.plan.floors[0];
    const [left, low, right, high] = floor.bounds;
    const [width, height] = [right - left, high - low];
    svg.setAttribute("viewBox", `${left} ${-high} ${width} ${height}`);
    const u = (this.unit = Math.max(width, height * 1.6) / 110);
    const back = this.mark(svg, "g", { class: "plan" });
    if (floor.picture) {
      const [x0, y0, x1, y1] = floor.picture.box;
      this.mark(back, "image", {
        href: floor.picture.url, x: x0, y: -y1, width: x1 - x0, height: y1 - y0,
        preserveAspectRatio: "none", opacity: 0.6,
      });
    }
    const points = (corners) => corners.map(([x, y]) => `${x},${-y}`).join(" ");
    for (const room of floor.rooms) {
      const shape = this.mark(back, "polygon", { class: "room", points: points(room.corners) });
      this.mark(shape, "title").textContent = room.name;
    }
    const line = (kind) => ([x1, y1, x2, y2]) => this.mark(back, "line", { class: kind, x1, y1: -y1, x2, y2: -y2 });
    floor.path.forEach(line("path"));
    floor.walls.forEach(line("wall"));
    for (const [x, y, r] of floor.pillars) this.mark(back, "circle", { class: "pillar", cx: x, cy: -y, r });
    for (const point of this.plan.testPoints.filter((p) => p.floor === level)) {
      this.mark(back, "circle", { class: "point", cx: point.x, cy: -point.y, r: 0.5 * u });
      const label = this.mark(back, "text", {
        class: "point", x: point.x + 0.8 * u, y: -point.y + 1.9 * u, "font-size": 1.5 * u,
      });
      label.textContent = point.id;
    }
    this.walked = this.mark(svg, "polyline", { class: "walked" });
    this.ahead = this.mark(svg, "polyline", { class: "ahead" });
    this.circles = this.mark(svg, "g", { class: "circles" });
    const beacons = this.mark(svg, "g", { class: "beacons" });
    this.beacons = this.plan.beacons.map((beacon) => {
      if (beacon.floor !== level) return null;
      const shape = this.mark(beacons, "circle", { class: "beacon", cx: beacon.x, cy: -beacon.y, r: 0.8 * u });
      const title = this.mark(shape, "title");
      title.textContent = beacon.id;
      return { shape, title };
    });
    this.tracks = this.plan.pipelines.map(() => this.mark(svg, "g", { class: "track" }));
    this.walker = this.mark(svg, "circle", { class: "walker", r: 0.95 * u });
  }

  // What moves

  /// Everything that depends on the lap and not on the time: the slider and the strip of errors.
  spread() {
    const { slider } = this.controls;
    slider.min = String(this.first);
    slider.max = String(this.last);
    const strip = this.strip;
    strip.replaceChildren();
    const errors = this.plan.pipelines.map((_, p) => this.frames.map((frame) => this.error(frame, p)));
    const bounds = this.frames.map((f) => f.bound ?? null);
    const visible = errors.filter((_, p) => this.shown[p]).flat().filter((e) => e !== null);
    const top = Math.max(1, ...visible);
    const draw = (values, attributes) => {
      let path = "";
      let pen = "M";
      values.forEach((value, index) => {
        if (value === null) { pen = "M"; return; }
        const x = this.across(this.frames[index].time);
        path += `${pen}${x.toFixed(1)} ${(126 - (value / top) * 118).toFixed(1)}`;
        pen = "L";
      });
      this.mark(strip, "path", { d: path, fill: "none", "vector-effect": "non-scaling-stroke", ...attributes });
    };
    draw(bounds, { class: "bound" });
    errors.forEach((values, p) => {
      if (this.shown[p]) draw(values, { class: "error", stroke: this.plan.pipelines[p].colour });
    });
    this.cursor = this.mark(strip, "line", { class: "cursor", y1: 0, y2: 130, "vector-effect": "non-scaling-stroke" });
    this.scale.textContent = this.frames.length
      ? `Errors over the lap, from 0 to ${top.toFixed(1)} m${bounds.some((b) => b !== null) ? "; dashed: the lower bound on the error of one fix without a map" : ""}.`
      : "No callbacks.";
    this.index = -1;
  }

  /// The horizontal distance of a pipeline's fix from the walker in metres, or null.
  error(frame, pipeline) {
    const [fix, truth] = [frame.fixes[pipeline], frame.truth];
    return fix && truth ? Math.hypot(fix[0] - truth[0], fix[1] - truth[1]) : null;
  }

  across(time) {
    return this.last > this.first ? (1000 * (time - this.first)) / (this.last - this.first) : 0;
  }

  show(time) {
    this.time = Math.min(Math.max(time, this.first), this.last);
    this.draw(false);
  }

  /// The last callback that is not after the time.
  find(time) {
    let [low, high] = [0, this.frames.length - 1];
    while (low < high) {
      const middle = (low + high + 1) >> 1;
      if (this.frames[middle].time <= time + 1e-9) low = middle; else high = middle - 1;
    }
    return high < 0 ? -1 : low;
  }

  draw(always) {
    const index = this.find(this.time);
    const frame = this.frames[index];
    const truth = frame && frame.truth;
    const fix = frame && frame.fixes[this.chosen];
    const level = this.floor ?? (truth ? truth[2] : fix ? fix[2] : this.level ?? this.plan.floors[0].level);
    const isNewFloor = level !== this.level || !this.walker;
    if (isNewFloor) this.drawPlan(level);
    if (always || isNewFloor || index !== this.index) {
      this.index = index;
      this.drawFrame(frame);
    }
    this.drawWalker(frame, this.frames[index + 1]);
    const { slider, clock } = this.controls;
    slider.value = String(this.time);
    const text = `${this.time.toFixed(1)} s`;
    slider.setAttribute("aria-valuetext", `${text} of ${this.last.toFixed(1)} s`);
    clock.textContent = text;
    const lap = this.source.laps ? this.source.laps[this.number] : null;
    this.moment.textContent = `The plan shows ${lap ? `${lap}, at ` : ""}${text} of ${this.last.toFixed(1)} s.`;
    const x = this.across(this.time);
    this.cursor.setAttribute("x1", x);
    this.cursor.setAttribute("x2", x);
    this.element.dataset.time = this.time.toFixed(2);
    this.element.dataset.frame = String(index);
  }

  /// The walker goes on between callbacks; all else changes at them.
  drawWalker(frame, next) {
    const here = frame && frame.truth;
    const isHere = here && here[2] === this.level;
    this.walker.style.display = isHere ? "" : "none";
    if (!isHere) return;
    let [x, y] = here;
    if (next && next.truth && next.truth[2] === here[2] && next.time > frame.time) {
      const share = Math.min(Math.max((this.time - frame.time) / (next.time - frame.time), 0), 1);
      x += (next.truth[0] - x) * share;
      y += (next.truth[1] - y) * share;
    }
    this.walker.setAttribute("cx", x);
    this.walker.setAttribute("cy", -y);
  }

  drawFrame(frame) {
    const u = this.unit;
    const path = (frames) =>
      frames.filter((f) => f.truth && f.truth[2] === this.level).map((f) => `${f.truth[0]},${-f.truth[1]}`).join(" ");
    this.walked.setAttribute("points", path(this.frames.slice(0, this.index + 1)));
    this.ahead.setAttribute("points", path(this.frames.slice(Math.max(this.index, 0))));
    this.beacons.forEach((beacon, index) => {
      if (!beacon) return;
      const reading = frame ? frame.readings[index] : null;
      const isHeard = reading !== null && reading !== undefined;
      // From -95 dBm, hardly seen, to -60 dBm, full.
      const strength = isHeard ? Math.min(Math.max((reading + 95) / 35, 0), 1) : 0;
      beacon.shape.setAttribute("fill-opacity", (isHeard ? 0.1 + 0.9 * strength : 0).toFixed(2));
      beacon.title.textContent = `${this.plan.beacons[index].id}: ${isHeard ? `${reading} dBm` : "not heard"}`;
    });
    this.circles.replaceChildren();
    const ranges = (frame && frame.ranges[this.chosen]) || [];
    const colour = this.plan.pipelines[this.chosen] && this.plan.pipelines[this.chosen].colour;
    for (const [beacon, metres] of ranges) {
      const { x, y, floor } = this.plan.beacons[beacon];
      if (floor === this.level) {
        this.mark(this.circles, "circle", { class: "range", cx: x, cy: -y, r: metres, stroke: colour });
      }
    }
    this.tracks.forEach((group, p) => this.drawTrack(group, p, u));
    this.fill(frame);
  }

  drawTrack(group, p, u) {
    group.replaceChildren();
    if (!this.shown[p]) return;
    const colour = this.plan.pipelines[p].colour;
    const recent = this.frames.slice(Math.max(this.index - LapPlayer.trail, 0), this.index + 1);
    const fixes = recent.map((f) => f.fixes[p]);
    fixes.forEach((fix, place) => {
      if (!fix || fix[2] !== this.level) return;
      const isNow = place === fixes.length - 1;
      const [x, y] = fix;
      if (!isNow) {
        const opacity = (0.08 + (0.5 * (place + 1)) / fixes.length).toFixed(2);
        this.mark(group, "circle", { cx: x, cy: -y, r: 0.45 * u, fill: colour, opacity });
        return;
      }
      const truth = recent[place].truth;
      if (truth && truth[2] === this.level) {
        this.mark(group, "line", { class: "miss", x1: truth[0], y1: -truth[1], x2: x, y2: -y, stroke: colour });
      }
      const size = 0.95 * u;
      this.mark(group, "path", {
        class: "fix", "data-pipeline": p, "data-x": x, "data-y": y, fill: colour,
        d: `M${x} ${-y - size}L${x + size} ${-y}L${x} ${-y + size}L${x - size} ${-y}Z`,
      });
    });
  }

  fill(frame) {
    const number = (value) => (value === null || value === undefined ? "–" : value.toFixed(2));
    const write = (cells, values) => cells.forEach((cell, index) => { cell.textContent = number(values[index]); });
    this.rows.forEach((cells, p) => {
      const fix = frame && frame.fixes[p];
      write(cells, fix ? [fix[0], fix[1]] : []);
      const error = frame ? this.error(frame, p) : null;
      cells[2].textContent = error === null ? "–" : error.toFixed(1);
    });
    const truth = (frame && frame.truth) || [];
    write(this.truthRow, [truth[0], truth[1]]);
    this.truthRow[2].textContent = "";
    this.boundRow[2].textContent = frame && Number.isFinite(frame.bound) ? frame.bound.toFixed(1) : "–";
    const first = this.plan.pipelines.map((pipeline, p) => {
      const error = frame ? this.error(frame, p) : null;
      return this.shown[p] ? `${pipeline.name} ${error === null ? "has no error" : `${error.toFixed(1)} m off`}` : null;
    }).filter((text) => text !== null);
    this.svg.setAttribute(
      "aria-label",
      frame ? `Plan at ${frame.time.toFixed(0)} s: ${first.join(", ") || "no track is shown"}` : "Plan");
  }

  // Elements

  add(parent, name, className) {
    const child = document.createElement(name);
    if (className) child.className = className;
    parent.append(child);
    return child;
  }

  mark(parent, name, attributes = {}) {
    const child = document.createElementNS("http://www.w3.org/2000/svg", name);
    for (const [key, value] of Object.entries(attributes)) child.setAttribute(key, value);
    parent.append(child);
    return child;
  }

  button(parent, text, action) {
    const button = this.add(parent, "button");
    button.type = "button";
    button.textContent = text;
    button.addEventListener("click", action);
    return button;
  }

  select(parent, text, names, action, values) {
    const label = this.add(parent, "label");
    label.append(`${text} `);
    const select = this.add(label, "select");
    names.forEach((name, index) => {
      const option = this.add(select, "option");
      option.textContent = name;
      option.value = String(values ? values[index] : index);
    });
    select.addEventListener("change", () => action(select.value));
    return select;
  }
}

LapPlayer.count = 0;
globalThis.LapPlayer = LapPlayer;
