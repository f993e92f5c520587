"use strict";
const $ = id => document.getElementById(id);
const headers = () => $("token").value ? { Authorization: "Bearer " + $("token").value } : {};
const clock = seconds => new Date(seconds * 1000).toISOString().slice(0, 16).replace("T", " ");

async function ask(path) {
  const response = await fetch(path, { headers: headers() });
  const answer = await response.json();
  if (!response.ok) throw new Error(answer.detail || response.statusText);
  return answer;
}

function table(id, columns, rows) {
  const head = document.createElement("tr");
  for (const [title] of columns) head.append(Object.assign(document.createElement("th"), { textContent: title }));
  const lines = rows.map(row => {
    const line = document.createElement("tr");
    for (const [, value] of columns) {
      const cell = document.createElement("td"), content = value(row) ?? "";
      cell.append(content instanceof Node ? content : String(content));
      line.append(cell);
    }
    return line;
  });
  $(id).replaceChildren(head, ...lines);
}

function shape(name, attributes, text) {
  const element = document.createElementNS("http://www.w3.org/2000/svg", name);
  for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, value);
  if (text !== undefined) element.textContent = text;
  return element;
}

let player = null, title = "";

/// The site's plan, or without one the places of the beacons that were posted.
function makePlayer(plan, posted) {
  const beacons = posted.filter(beacon => beacon.x !== undefined && beacon.y !== undefined)
    .map(beacon => ({ id: beacon.id, x: beacon.x, y: beacon.y, floor: 0 }));
  if (!plan.floors) {
    if (!beacons.length) return;
    const range = axis => beacons.map(beacon => beacon[axis]).sort((a, b) => a - b);
    const [xs, ys] = [range("x"), range("y")];
    plan = { beacons: [], testPoints: [], pipelines: [], floors: [{ level: 0, rooms: [], path: [], walls: [], pillars: [],
      bounds: [xs[0] - 5, ys[0] - 5, xs[xs.length - 1] + 5, ys[ys.length - 1] + 5] }] };
  }
  player = new LapPlayer($("plan"), { ...plan, beacons: plan.beacons.concat(beacons) });
  if (early.length) showFrames(early.splice(0));
}

let early = [];

/// Several at once are drawn once.
function showFrames(events) {
  if (!player) return early.push(...events);
  let follows = player.time >= player.last;
  for (const event of events) {
    if (event.title !== title) { player.play({ frames: [] }); follows = true; }
    title = event.title;
    if (player.frames.length > 600) player.frames.splice(0, 100);
    if (event !== events[events.length - 1]) player.frames.push(event.frame);
  }
  if (follows) player.time = player.last;
  player.append(events[events.length - 1].frame);
  $("position").textContent = title;
}

function drawChart(readings) {
  const points = readings.filter(reading => reading.temperature !== undefined)
    .map(reading => [reading.unixSeconds, reading.temperature]).sort((a, b) => a[0] - b[0]);
  const marks = [];
  if (points.length) {
    const [first, last] = [points[0][0], points[points.length - 1][0]];
    const values = points.map(point => point[1]);
    const [low, high] = [Math.min(...values), Math.max(...values)];
    const x = time => 40 + 350 * (last > first ? (time - first) / (last - first) : 0.5);
    const y = value => 180 - 160 * (high > low ? (value - low) / (high - low) : 0.5);
    marks.push(shape("polyline", { class: "line", points: points.map(p => `${x(p[0])},${y(p[1])}`).join(" ") }),
      ...points.slice(-200).map(p => shape("circle", { cx: x(p[0]), cy: y(p[1]), r: 2, class: "fix" })),
      shape("text", { x: 0, y: 184 }, low + " °C"), shape("text", { x: 0, y: 24 }, high + " °C"),
      shape("text", { x: 40, y: 198 }, clock(first)), shape("text", { x: 300, y: 198 }, clock(last)));
  } else marks.push(shape("text", { x: 40, y: 100 }, "no temperatures"));
  $("chart").setAttribute("viewBox", "0 0 400 200");
  $("chart").replaceChildren(...marks);
}

function drawVisits(visits) {
  const bars = visits.slice(0, 12), most = Math.max(1, ...bars.map(bar => bar.visitors));
  $("visits").setAttribute("viewBox", "0 0 400 200");
  $("visits").replaceChildren(...bars.flatMap((bar, index) => [
    shape("rect", { x: 190, y: 4 + 16 * index, height: 12, width: 180 * bar.visitors / most, class: "bar" }),
    shape("text", { x: 0, y: 14 + 16 * index }, `${clock(bar.unixSeconds)} ${bar.beacon}`),
    shape("text", { x: 376, y: 14 + 16 * index }, bar.visitors)]));
}

const what = row => row.subject ? row.kind + " " + row.subject : row.kind;

/// The map itself is elsewhere, and is opened only by who follows the link.
const mapLink = address => Object.assign(document.createElement("a"),
  { href: address, textContent: "Map", target: "_blank", rel: "noopener noreferrer" });

async function showReadings() {
  if (!$("beacon").value) return drawChart([]);
  const readings = await ask("/v1/readings?order=newest&limit=1000&beacon=" + encodeURIComponent($("beacon").value));
  drawChart(readings.readings);
}

async function refresh() {
  try {
    const [fleet, beacons, plan] = await Promise.all([ask("/v1/fleet"), ask("/v1/beacons?limit=1000"), ask("/v1/plan")]);
    const moment = row => row.unixSeconds === null ? "never" : clock(row.unixSeconds);
    table("fleet", [["Beacon", row => row.beacon], ["Readings", row => row.readings], ["Last (UTC)", moment],
      ["Battery (V)", row => row.battery]], fleet.fleet);
    const chosen = $("beacon").value;
    $("beacon").replaceChildren(...beacons.beacons.map(beacon =>
      Object.assign(document.createElement("option"), { textContent: beacon.id, value: beacon.id })));
    if (chosen) $("beacon").value = chosen;
    if (!player) makePlayer(plan, beacons.beacons);
    await showReadings();
    const [presence, incidents, visits, tasks, map] = await Promise.all([ask("/v1/presence"),
      ask("/v1/incidents?order=newest&limit=100"), ask("/v1/visits"), ask("/v1/tasks"), ask("/v1/map")]);
    table("presence", [["Person", row => row.person], ["Beacon", row => row.beacon], ["Seen (UTC)", moment]],
      presence.presence);
    table("incidents", [["When (UTC)", moment], ["What", row => what(row)], ["Whom", row => row.person],
      ["Where", row => row.place], ["Beacons", row => row.identities.join(", ")]], incidents.incidents);
    drawVisits(visits.visits);
    table("tasks", [["Patient", row => row.name], ["Task", row => row.task], ["Done (UTC)", row => row.unixSeconds && clock(row.unixSeconds)]],
      tasks.tasks);
    table("map", [["Date (UTC)", moment], ["What", row => row.kind === "reading" ? row.beacon : what(row)],
      ["Temperature (°C)", row => row.temperature], ["Latitude", row => row.latitude?.toFixed(6)],
      ["Longitude", row => row.longitude?.toFixed(6)], ["Map", row => mapLink(row.map)]], map.map);
    $("problem").textContent = "";
  } catch (error) { $("problem").textContent = error.message; }
}

let due = false;
function refreshSoon() {
  if (due) return;
  due = true;
  setTimeout(() => { due = false; refresh(); }, 500);
}

async function listen() {
  try {
    const response = await fetch("/v1/events", { headers: headers() });
    if (!response.ok) throw new Error(response.statusText);
    $("state").textContent = "live";
    const reader = response.body.pipeThrough(new TextDecoderStream()).getReader();
    let text = "";
    for (;;) {
      const { value, done } = await reader.read();
      if (done) break;
      text += value;
      const events = text.split("\n\n");
      text = events.pop();
      const frames = [];
      for (const event of events) {
        const kind = /^event: (.*)$/m.exec(event), data = /^data: (.*)$/m.exec(event);
        if (!kind || !data) continue;
        if (kind[1] === "frame") frames.push(JSON.parse(data[1])); else if (kind[1] !== "beat") refreshSoon();
      }
      if (frames.length) showFrames(frames);
    }
  } catch (error) { $("problem").textContent = error.message; }
  $("state").textContent = "not connected";
  setTimeout(listen, 2000);
}

$("beacon").addEventListener("change", showReadings);
$("token").addEventListener("change", refresh);
setInterval(refresh, 30000);
refresh();
listen();
