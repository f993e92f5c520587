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

/// A specification for a page, since figures are made for paper: drawings become wider by one factor, and texts by another, so that
/// they can be read on a narrow screen too. Data and scales stay.
const magnified = (value, drawing, text) => {
  const lengths = /^(width|height|step|size|symbolSize|.*[fF]ontSize|.*Width|.*Limit|.*Padding|tickSize|gradient.*|padding|.*[oO]ffset|dx|dy)$/;
  const texts = /^(axis|legend|header|title|config)$/;
  const scaled = (key, item, parent) => {
    if (key === "data" || key === "datasets" || key === "scale" || key === "params") return item;
    if (key === "strokeDash") return dashed(item, drawing, text);
    // Of larger letters fewer names stand beside each other.
    const columns = item && item.columns && { columns: Math.max(1, Math.floor((item.columns * drawing) / text)) };
    if (texts.test(key) && item !== null && typeof item === "object") return { ...magnified(item, text, text), ...columns };
    if (typeof item !== "number") return magnified(item, drawing, text);
    if (!lengths.test(key)) return item;
    // A plan keeps its proportions; another view needs room for its texts.
    const factor = key === "height" && parent.autosize ? Math.max(drawing, text) : drawing;
    // The size of a symbol is an area, that of a tick or a bar a length.
    const isArea = /^(size|symbolSize)$/.test(key) && !/^(tick|bar)$/.test(parent.type);
    return isArea ? item * factor * factor : item * factor;
  };
  if (Array.isArray(value)) return value.map((item) => magnified(item, drawing, text));
  if (value === null || typeof value !== "object") return value;
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, scaled(key, item, value)]));
};

/// Dashes become longer by the factor by which lines become wider, and so look as on paper: the width of lines is in the configuration.
const dashed = (item, drawing, text) => {
  if (Array.isArray(item)) return item.map((length) => (Array.isArray(length) ? dashed(length, drawing, text) : length * text));
  const { scale } = item;
  const range = scale && scale.range ? { scale: { ...scale, range: dashed(scale.range, drawing, text) } } : {};
  return { ...magnified(item, drawing, text), ...range };
};

/// Points of a column of a paper, for which the texts of all figures are made.
const column = 241;

/// Pixels below which a wide figure scrolls within its place; report.css says so too.
const leastOfWide = 640;

/// Draws a figure as wide as its place.
const drawFigure = (element, specification) => {
  const isWide = element.closest("figure.wide") !== null;
  const width = Math.max(element.clientWidth, isWide ? leastOfWide : 0);
  const drawing = Math.min(width / Number(element.dataset.width), 2.2);
  const theme = matchMedia("(prefers-color-scheme: dark)").matches ? "dark" : "light";
  const options = { renderer: "svg", actions: false, tooltip: { theme } };
  // What scrolls must do so by keys too.
  new ResizeObserver(() => {
    if (element.scrollWidth > element.clientWidth) element.tabIndex = 0; else element.removeAttribute("tabindex");
  }).observe(element);
  return drawPlot(element, magnified(specification, drawing, Math.min(Math.max(width / column, 1), 2)), options);
};

/// Saves a figure as `plot` writes it, for paper: in points, and with 300 pixels an inch.
const save = async (name, specification, format) => {
  const { view } = await drawPlot(document.createElement("div"), specification, { renderer: "svg", actions: false });
  const link = document.createElement("a");
  link.download = `${name}.${format}`;
  if (format === "svg") {
    const svg = (await view.toSVG()).replace(/(<svg [^>]*?width="[0-9.]+)(" height="[0-9.]+)"/, '$1pt$2pt"');
    link.href = URL.createObjectURL(new Blob([svg], { type: "image/svg+xml" }));
  } else {
    link.href = await view.toImageURL("png", 300 / 72);
  }
  link.click();
  view.finalize();
};

const startFigures = () => {
  const specifications = reportData("figures");
  if (!specifications || !window.drawPlot) return;
  const drawn = Object.entries(specifications).map(([name, specification]) => {
    const figure = document.getElementById(`figure-${name}`);
    for (const button of figure.querySelectorAll(".save button")) {
      const { format } = button.dataset;
      button.setAttribute("aria-label", `${button.textContent}: ${figure.querySelector(".figure").textContent}`);
      button.addEventListener("click", () => save(name, specification, format));
    }
    return drawFigure(figure.querySelector(".plot"), specification);
  });
  // The name and the caption of a figure and the tables say to a screen reader what it shows, rather than mark after mark.
  const hide = () => document.querySelectorAll("figure svg").forEach((svg) => svg.setAttribute("aria-hidden", "true"));
  Promise.all(drawn).then(hide).then(() => document.body.setAttribute("data-figures", String(drawn.length)));
};

// What is folded is printed too.
let folded = [];
addEventListener("beforeprint", () => {
  folded = [...document.querySelectorAll("details:not([open])")];
  for (const details of folded) details.open = true;
});
addEventListener("afterprint", () => folded.forEach((details) => { details.open = false; }));

startPlayer();
startFigures();
