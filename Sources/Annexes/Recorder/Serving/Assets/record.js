"use strict";
const $ = id => document.getElementById(id);
/// The page's clock in seconds: steady, from the moment at which the page was opened.
const pageSeconds = stamp => (performance.timeOrigin + stamp) / 1000;
const longPress = 500, reach = 22, silentAfter = 3;
let state = null, plan = null, points = [], next = 0, direction = 1, selected = null, floor = null;
let queue = [], store = null, samples = [], stateAt = 0, isSending = false, isOnline = false;

const headers = () => $("token").value ? { Authorization: "Bearer " + $("token").value } : {};

async function ask(path, mark) {
  const options = { headers: headers(), signal: AbortSignal.timeout(5000) };
  if (mark) Object.assign(options, { method: "POST", body: JSON.stringify(mark),
    headers: { ...headers(), "Content-Type": "application/json" } });
  const response = await fetch(path, options);
  if (response.status === 401) { $("access").hidden = false; throw new Error("This server needs its token."); }
  return response;
}

// --- The clocks: the server's minus the page's, by the shortest round trip of the last half minute.

function sample(before, after, unixSeconds) {
  const now = pageSeconds(after);
  samples = samples.filter(one => now - one.at < 30);
  samples.push({ at: now, trip: (after - before) / 1000, offset: unixSeconds - pageSeconds((before + after) / 2) });
  // A device that slept has another offset: what contradicts the latest comparison is out of date.
  const last = samples[samples.length - 1];
  samples = samples.filter(one => Math.abs(one.offset - last.offset) <= (one.trip + last.trip) / 2 + 0.01);
}

const best = () => samples.reduce((least, one) => !least || one.trip < least.trip ? one : least, null);

// --- Marks: kept by the browser until the server has them.

function remember() { try { localStorage.setItem(store, JSON.stringify(queue)); } catch { /* Full or forbidden: memory has them. */ } }

function name() {
  const octets = crypto.getRandomValues(new Uint8Array(12));
  return [...octets].map(octet => octet.toString(16).padStart(2, "0")).join("");
}

function add(kind, stamp, fields) {
  const clock = best(), at = pageSeconds(stamp);
  const mark = { id: name(), kind, unixSeconds: clock ? at + clock.offset : at, ...fields };
  if (clock) mark.uncertainty = Math.max(clock.trip / 2, 0);
  queue.push(mark);
  remember();
  show();
  send();
  return mark;
}

async function send() {
  if (isSending) return;
  isSending = true;
  try {
    while (queue.length) {
      const mark = queue[0], response = await ask("/v1/recorder/marks", mark);
      if (response.status === 409 || response.status === 422) say((await response.json()).detail + ": not kept.");
      else if (!response.ok) throw new Error((await response.json()).detail);
      else if (state) confirmed.push(mark);
      queue.shift();
      remember();
    }
    if (isOnline) $("problem").textContent = state?.problem ?? "";
  } catch (error) { $("problem").textContent = "Not sent yet, kept in this browser: " + error.message; }
  isSending = false;
  show();
}

/// Marks that the server has, and that its last state may not show.
let confirmed = [];

const say = text => { $("note").textContent = text; };

/// The presses with what is on its way, the last one last.
function presses() {
  const list = (state?.presses ?? []).map(press => ({ ...press }));
  let isWalking = state?.isWalking ?? false, lastEnd = state?.lastEnd;
  for (const mark of [...confirmed, ...queue]) {
    const index = list.findIndex(press => press.id === mark.of);
    if (mark.kind === "press" && !list.some(press => press.id === mark.id)) {
      const walk = list[list.length - 1]?.walk ?? 0;
      list.push({ ...placeOf(mark), id: mark.id, unixSeconds: mark.unixSeconds, walk: isWalking && walk ? walk : walk + 1,
        isUnsent: queue.includes(mark) });
      isWalking = true;
    }
    if (mark.kind === "correction" && index >= 0) Object.assign(list[index], { point: undefined }, placeOf(mark), { isCorrected: true });
    if (mark.kind === "undo" && index >= 0) list.splice(index, 1);
    if (mark.kind === "undo" && mark.of === lastEnd) isWalking = true;
    if (mark.kind === "end") [isWalking, lastEnd] = [false, mark.id];
  }
  return { list, isWalking: isWalking && list.length > 0, lastEnd };
}

function placeOf(mark) {
  const point = points.find(one => one.isTestPoint && one.name === mark.point);
  return point ? { x: point.x, y: point.y, floor: point.floor, point: point.name } : { x: mark.x, y: mark.y, floor: mark.floor };
}

const fields = point => point.isTestPoint ? { point: point.name } : { x: point.x, y: point.y, floor: point.floor };

function press(point, stamp, text) {
  const before = next;
  add("press", stamp, fields(point));
  selected = null;
  const index = points.indexOf(point);
  if (index >= 0) {
    const { list } = presses(), last = list[list.length - 2];
    const earlier = last ? points.findIndex(one => near(one, last)) : -1;
    if (Math.abs(index - earlier) === 1 && earlier >= 0) direction = index - earlier;
    next = (index + direction + points.length) % points.length;
  } else next = before;
  say("Marked " + text + ".");
  navigator.vibrate?.(30);
  show();
}

const near = (a, b) => Math.hypot(a.x - b.x, a.y - b.y) < 1e-6 && a.floor === b.floor;
const label = place => place.point ?? points.find(point => near(point, place))?.name ?? `${place.x.toFixed(2)}, ${place.y.toFixed(2)} m`;

function markNext(stamp) {
  if (!state || !points.length) return;
  press(points[next], stamp, points[next].name);
}

function chosen(list) { return list.find(press => press.id === selected) ?? list[list.length - 1]; }

function undo(stamp) {
  const last = chosen(presses().list);
  if (!last) return;
  add("undo", stamp, { of: last.id });
  selected = null;
  const index = points.findIndex(point => near(point, last));
  if (index >= 0) next = index;
  say("Undone: " + label(last) + ".");
  show();
}

// --- The plan

function shape(kind, attributes, text) {
  const element = document.createElementNS("http://www.w3.org/2000/svg", kind);
  for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, value);
  if (text !== undefined) element.textContent = text;
  return element;
}

const bounds = () => plan.floors[0].bounds;

/// Metres for a pixel.
function grain() {
  const [left, low, right, high] = bounds(), box = $("plan").getBoundingClientRect();
  return Math.max((right - left) * 1.04 / Math.max(box.width, 1), (high - low) * 1.04 / Math.max(box.height, 1));
}

function draw() {
  if (!plan?.floors) return;
  const [left, low, right, high] = bounds(), margin = 0.02, [wide, tall] = [right - left, high - low];
  $("plan").style.aspectRatio = `${wide} / ${tall}`;
  const k = grain();
  $("plan").setAttribute("viewBox", `${left - margin * wide} ${-high - margin * tall} ${wide * (1 + 2 * margin)} ${tall * (1 + 2 * margin)}`);
  const level = plan.floors.find(one => one.level === floor) ?? plan.floors[0], marks = [];
  const line = (ends, kind) => shape("line", { x1: ends[0], y1: -ends[1], x2: ends[2], y2: -ends[3], class: kind });
  for (const room of level.rooms) marks.push(shape("polygon", { class: "room", points: room.corners.map(c => `${c[0]},${-c[1]}`).join(" ") }));
  marks.push(...level.walls.map(wall => line(wall, "line")), ...level.path.map(edge => line(edge, "path")));
  const heard = new Map(state?.beacons.map(beacon => [beacon.id, isHeard(beacon)]));
  for (const beacon of plan.beacons.filter(one => one.floor === level.level)) marks.push(shape("rect", {
    x: beacon.x - 4 * k, y: -beacon.y - 4 * k, width: 8 * k, height: 8 * k, class: heard.get(beacon.id) ? "beacon heard" : "beacon" }));
  points.forEach((point, index) => {
    if (point.floor !== level.level) return;
    marks.push(shape("circle", { cx: point.x, cy: -point.y, r: 7 * k, class: index === next ? "point next" : "point" }),
      shape("text", { x: point.x + 9 * k, y: -point.y - 5 * k, "font-size": 12 * k }, point.name));
  });
  const { list, isWalking } = presses(), walk = list[list.length - 1]?.walk;
  const shown = isWalking ? list.filter(one => one.walk === walk && one.floor === level.level) : [];
  marks.push(shape("polyline", { class: "way", points: shown.map(one => `${one.x},${-one.y}`).join(" ") }));
  for (const one of shown) marks.push(shape("circle", { cx: one.x, cy: -one.y, r: 5 * k,
    class: one === chosen(list) ? "press selected" : "press" }));
  $("plan").replaceChildren(...marks);
}

/// Where an event is: the point within reach, else the place in metres.
function placeAt(event) {
  const matrix = $("plan").getScreenCTM().inverse();
  const place = new DOMPoint(event.clientX, event.clientY).matrixTransform(matrix);
  const [x, y] = [place.x, -place.y], level = floor ?? plan.floors[0].level, k = grain();
  let found = null, least = reach * k;
  for (const point of points) {
    const distance = Math.hypot(point.x - x, point.y - y);
    if (point.floor === level && distance <= least) [found, least] = [point, distance];
  }
  return found ?? { x: Math.round(x * 1000) / 1000, y: Math.round(y * 1000) / 1000, floor: level };
}

function isOnPlan(place) {
  const [left, low, right, high] = bounds();
  if (place.x >= left && place.x <= right && place.y >= low && place.y <= high) return true;
  const range = (from, to) => `${from.toFixed(1)} to ${to.toFixed(1)} m`;
  say(`That is outside the plan, x from ${range(left, right)} and y from ${range(low, high)}: nothing was marked.`);
  return false;
}

let held = null;

$("plan").addEventListener("pointerdown", event => {
  if (!state || !plan?.floors || event.button !== 0) return;
  held = { x: event.clientX, y: event.clientY, stamp: event.timeStamp, place: placeAt(event), pointer: event.pointerId };
  held.timer = setTimeout(() => { const one = held; held = null; correct(one); }, longPress);
});

function release() { if (held) clearTimeout(held.timer); held = null; }

$("plan").addEventListener("pointermove", event => {
  if (held && Math.hypot(event.clientX - held.x, event.clientY - held.y) > 12) release();
});
$("plan").addEventListener("pointercancel", release);
$("plan").addEventListener("contextmenu", event => event.preventDefault());
$("plan").addEventListener("pointerup", event => {
  const one = held;
  if (!one || one.pointer !== event.pointerId) return;
  release();
  if (isOnPlan(one.place)) press(one.place, one.stamp, one.place.name ?? label(one.place));
});

function correct(one) {
  const last = chosen(presses().list);
  if (!last) return say("There is no press to move.");
  if (!isOnPlan(one.place)) return;
  add("correction", one.stamp, { of: last.id, ...fields(one.place) });
  say(`Moved ${label(last)} to ${one.place.name ?? label(one.place)}.`);
  navigator.vibrate?.([30, 30, 30]);
  show();
}

// --- What is shown

const age = beacon => beacon.advertisements ? beacon.secondsAgo + (performance.now() - stateAt) / 1000 : Infinity;
const isHeard = beacon => isOnline && age(beacon) < silentAfter;

function row(...texts) {
  const line = document.createElement("li");
  line.append(...texts.map(text => Object.assign(document.createElement("span"), { textContent: text })));
  return line;
}

function lines(id, rows, none) { $(id).replaceChildren(...(rows.length ? rows : [row(none)])); }

const words = { none: "Nothing is recorded: the server was started without --replay.", waiting: "Waiting for", arriving: "Recording",
  halted: "Not recording until it can be kept again:",
  ended: "The input has ended:" };

function showBeacons() {
  const silent = state.beacons.filter(beacon => !isHeard(beacon));
  const source = state.input === "none" ? "" : ` ${state.source}.`;
  $("input").textContent = `${words[state.input]}${source} ${(state.octets / 1024).toFixed(0)} KiB` +
    `${state.damages ? `, ${state.damages} places unreadable` : ""}. ${state.beacons.length - silent.length} of ${state.beacons.length} heard now.`;
  const order = [...silent, ...state.beacons.filter(isHeard).sort((a, b) => b.dbm - a.dbm)];
  lines("beacons", order.map(beacon => isHeard(beacon)
    ? row(beacon.id, `${beacon.dbm} dBm`, `${beacon.advertisements}`)
    : row(beacon.id, beacon.advertisements ? `silent for ${age(beacon).toFixed(0)} s` : "not heard yet")), "The site has none.");
  lines("unknown", state.unknown.map(beacon => row(beacon.id, `at most ${beacon.strongestDbm} dBm`, `${beacon.advertisements}`)), "None.");
}

function showPresses() {
  const { list, isWalking, lastEnd } = presses(), last = chosen(list);
  const rows = list.slice(-20).reverse().map(press => {
    const line = document.createElement("li"), button = document.createElement("button");
    button.type = "button";
    button.setAttribute("aria-pressed", press === last);
    button.textContent = `Walk ${press.walk}: ${label(press)}, ${new Date(press.unixSeconds * 1000).toTimeString().slice(0, 8)}` +
      `${press.isCorrected ? ", moved" : ""}${press.isUnsent ? ", not sent yet" : ""}`;
    button.addEventListener("click", () => { selected = press.id; show(); });
    line.append(button);
    return line;
  });
  lines("presses", rows, "None yet.");
  const walk = list[list.length - 1]?.walk ?? 0, count = list.filter(press => press.walk === walk).length;
  const all = state.walks[walk - 1] > count ? state.walks[walk - 1] : count;
  $("walk").textContent = isWalking ? `Walk ${walk}: ${all} ${all === 1 ? "press" : "presses"}.`
    : `The next press begins walk ${walk + 1}.`;
  $("undo").disabled = !last;
  $("undo").textContent = last ? `Undo ${label(last)}` : "Undo";
  $("end").disabled = !isWalking && !(lastEnd && list.length);
  $("end").textContent = isWalking || !lastEnd || !list.length ? "End walk" : `Go on with walk ${walk}`;
}

function showPoints() {
  const value = String(next);
  if ($("next").options.length !== points.length) $("next").replaceChildren(...points.map((point, index) =>
    Object.assign(document.createElement("option"), { value: String(index), textContent: point.name })));
  $("next").value = value;
  $("choice").hidden = !points.length;
  $("mark").disabled = !points.length;
  $("mark").textContent = points.length ? `Mark ${points[next].name}` : "Tap on the plan";
}

function show() {
  if (!state) return;
  const clock = best();
  $("state").textContent = (isOnline ? "connected" : "not connected") +
    (clock ? `, clock within ${Math.max(1, Math.round(clock.trip * 500))} ms` : "") + `, ${queue.length} unsent`;
  showPoints();
  showPresses();
  showBeacons();
  const made = state.dataset;
  $("dataset").textContent = made ? `${made.walks} usable ${made.walks === 1 ? "walk" : "walks"}. It is written when a walk ends, ` +
    "and when the server stops." : "Not written yet.";
  $("notes").replaceChildren(...(made?.notes ?? []).map(note => row(note)));
  draw();
}

async function poll() {
  try {
    const before = performance.now(), known = confirmed.length;
    const response = await ask("/v1/recorder"), after = performance.now(), answer = await response.json();
    if (!response.ok) throw new Error(answer.detail);
    sample(before, after, answer.unixSeconds);
    stateAt = after;
    // Those that were confirmed before the question are in the answer.
    confirmed = confirmed.slice(known);
    if (!state) {
      store = "beaconbench-recorder:" + answer.folder;
      try { queue = JSON.parse(localStorage.getItem(store)) ?? []; } catch { queue = []; }
    }
    state = answer;
    isOnline = true;
    $("problem").textContent = answer.problem ?? "";
    if (!plan) await begin();
    if (queue.length) await send();
  } catch (error) {
    isOnline = false;
    $("problem").textContent = state ? `The server does not answer; presses are kept in this browser. (${error.message})` : error.message;
    if (!state) $("state").textContent = "not connected";
  }
  show();
  setTimeout(poll, 1000);
}

async function begin() {
  points = (await (await ask("/v1/recorder/points")).json()).points;
  plan = await (await ask("/v1/plan")).json();
  floor = plan.floors[0].level;
  // A page that is opened again goes on behind the last point.
  const passed = state.isWalking ? state.presses.map(press => points.findIndex(point => near(point, press))) : [];
  next = ((passed.findLast(index => index >= 0) ?? -1) + 1) % Math.max(points.length, 1);
  $("floors").hidden = plan.floors.length < 2;
  $("floor").replaceChildren(...plan.floors.map(one => Object.assign(document.createElement("option"), { value: one.level, textContent: one.level })));
}

$("mark").addEventListener("click", event => markNext(event.timeStamp));
$("undo").addEventListener("click", event => undo(event.timeStamp));
$("end").addEventListener("click", event => {
  const { isWalking, lastEnd } = presses();
  if (!isWalking) {
    add("undo", event.timeStamp, { of: lastEnd });
    return say("The walk goes on.");
  }
  add("end", event.timeStamp, {});
  next = 0;
  direction = 1;
  say("The walk has ended.");
  show();
});
$("next").addEventListener("change", () => { next = Number($("next").value); show(); });
$("floor").addEventListener("change", () => { floor = Number($("floor").value); draw(); });
// The space bar marks wherever the focus is, but in a field; Enter presses a button.
const isField = event => ["INPUT", "SELECT"].includes(event.target.tagName);
document.addEventListener("keydown", event => {
  if (event.key !== " " || isField(event)) return;
  event.preventDefault();
  if (!event.repeat) markNext(event.timeStamp);
});
document.addEventListener("keyup", event => { if (event.key === " " && !isField(event)) event.preventDefault(); });
addEventListener("resize", draw);
navigator.wakeLock?.request("screen").catch(() => {});
poll();
