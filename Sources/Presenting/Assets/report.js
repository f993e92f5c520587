// Starts what a report holds as data: the figures and the player. docs/report.md describes the data.
"use strict";

const reportData = (id) => {
  const element = document.getElementById(`${id}-data`);
  return element ? JSON.parse(element.textContent) : null;
};

/// The text of a gzip file in Base64.
const unzipped = async (text) => {
  const bytes = Uint8Array.from(atob(text), (character) => character.charCodeAt(0));
  const stream = new Blob([bytes]).stream().pipeThrough(new DecompressionStream("gzip"));
  return new Response(stream).text();
};

/// The frames of the player, of columns of whole numbers.
const framesOf = (columns) => {
  const numbers = (column, unit) => column.map((value) => (value === null ? null : value / unit));
  // Each number is the difference from the last one that is there.
  const sums = (column, unit) => {
    let sum = 0;
    return column.map((step) => (step === null ? null : (sum += step) / unit));
  };
  const places = ([x, y, floor]) => {
    const [xs, ys, floors] = [sums(x, 100), sums(y, 100), sums(floor, 1)];
    return xs.map((_, index) => (xs[index] === null ? null : [xs[index], ys[index], floors[index]]));
  };
  const readings = columns.readings.map((column) => numbers(column, 10));
  const ranges = columns.ranges.map((ranks) => ranks.map(([beacons, metres]) => [beacons, numbers(metres, 10)]));
  const fixes = columns.fixes.map(places);
  const [truth, bounds] = [places(columns.truth), sums(columns.bound, 100)];
  return sums(columns.time, 100).map((time, at) => ({
    time,
    truth: truth[at],
    bound: bounds[at],
    readings: readings.map((column) => column[at]),
    ranges: ranges.map((ranks) => ranks.filter(([beacons]) => beacons[at] !== null).map(([beacons, metres]) => [beacons[at], metres[at]])),
    fixes: fixes.map((column) => column[at]),
  }));
};

const startPlayer = () => {
  const playback = reportData("playback");
  if (!playback) return;
  const kept = new Map();
  new LapPlayer(document.getElementById("player"), playback.plan, {
    laps: playback.laps.map((lap) => lap.title),
    load: async (index) => {
      if (!kept.has(index)) {
        kept.set(index, { frames: framesOf(JSON.parse(await unzipped(playback.laps[index].columns))) });
      }
      return kept.get(index);
    },
  });
};

/// A specification whose sizes are multiplied, since figures are made for paper. Data and scales stay.
const magnified = (value, factor) => {
  const lengths = /^(width|height|step|size|symbolSize|.*[fF]ontSize|.*Width|.*Limit|.*Padding|tickSize|gradient.*|padding|offset|dx|dy|xOffset|yOffset)$/;
  const scaled = (key, item) => {
    if (key === "data" || key === "datasets" || key === "scale" || key === "params") return item;
    if (typeof item !== "number") return magnified(item, factor);
    if (!lengths.test(key)) return item;
    return /^(size|symbolSize)$/.test(key) ? item * factor * factor : item * factor;
  };
  if (Array.isArray(value)) return value.map((item) => magnified(item, factor));
  if (value === null || typeof value !== "object") return value;
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, scaled(key, item)]));
};

const startFigures = () => {
  const specifications = reportData("figures");
  if (!specifications || !window.drawPlot) return;
  const drawn = specifications.map((specification, index) => {
    const element = document.getElementById(`figure-${index}`);
    const factor = Math.min(Math.max(element.clientWidth / Number(element.dataset.width), 1), 2);
    return drawPlot(element, magnified(specification, factor), { renderer: "svg", actions: false, tooltip: { theme: "light" } });
  });
  // The name and the caption of a figure and the tables say to a screen reader what it shows, rather than mark after mark.
  const hide = () => document.querySelectorAll("figure svg").forEach((svg) => svg.setAttribute("aria-hidden", "true"));
  Promise.all(drawn).then(hide).then(() => document.body.setAttribute("data-figures", String(drawn.length)));
};

startPlayer();
startFigures();
