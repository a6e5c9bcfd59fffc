"use strict";
// Brings the page to life: charts where they come into sight, tips, downloads, and the tables' controls.

const data = JSON.parse(document.getElementById("data-charts").textContent);
const dashes = [[], [], [7, 5], [1.5, 3], [12, 4, 2, 4], [16, 5], [9, 3, 2, 3, 2, 3]];
const drawn = new Map();
let isPrinting = false;

// --- Colours, which depend on the theme.
const darkness = window.matchMedia("(prefers-color-scheme: dark)");
const isDark = () => darkness.matches && !isPrinting;

function theme() {
  return isDark() ? { ink: "#e8eaed", faint: "#a3abb5", grid: "#343b44", ground: "#1c2127" }
    : { ink: "#24292f", faint: "#5c6570", grid: "#e3e6ea", ground: "#ffffff" };
}

/** The colour of a role; on a dark ground lighter, and what is black is white. */
function hue(role) {
  const { ink, faint } = theme();
  if (role === "missed" || role === "ink") return ink;
  if (role === "deadline") return isDark() ? "#59626d" : data.palette.deadline;
  const color = data.palette[role];
  if (color === undefined) return faint;
  if (!isDark()) return color;
  const mixed = [1, 3, 5].map((at) => Math.round(0.68 * parseInt(color.slice(at, at + 2), 16) + 0.32 * 255));
  return `rgb(${mixed.join(" ")})`;
}

// --- The tip of a point.
const tip = document.getElementById("tip");

function showTip({ chart, tooltip }) {
  const point = tooltip.opacity > 0 ? tooltip.dataPoints?.[0]?.raw : undefined;
  tip.hidden = point?.tip === undefined;
  if (tip.hidden) return;
  tip.replaceChildren(...point.tip.filter((text) => text !== "").map((text) => make("span", {}, text)));
  const frame = chart.canvas.getBoundingClientRect();
  const left = frame.left + tooltip.caretX + 12;
  const top = frame.top + tooltip.caretY + 12;
  const room = document.documentElement.clientWidth - tip.offsetWidth - 6;
  tip.style.left = `${Math.max(6, Math.min(left, room))}px`;
  tip.style.top = `${top + tip.offsetHeight > window.innerHeight ? top - tip.offsetHeight - 24 : top}px`;
}

// --- One plot on a canvas.
function scale(axis, isVertical) {
  const { ink, faint, grid } = theme();
  return {
    type: "linear", min: axis.min, max: axis.max, reverse: axis.reverse === true,
    afterBuildTicks: (built) => { built.ticks = axis.ticks.map((tick) => ({ value: tick.value })); },
    grid: { color: grid, drawTicks: false, drawOnChartArea: !axis.isRows, borderColor: faint },
    ticks: {
      color: ink, maxRotation: 0, autoSkip: !isVertical, autoSkipPadding: 8, padding: 5, font: { size: 11 },
      crossAlign: axis.isRows ? "far" : "near",
      callback: (_, index) => {
        const label = axis.ticks[index]?.label ?? "";
        const room = window.innerWidth < 600 ? 24 : 60;
        return axis.isRows && label.length > room ? label.slice(0, room / 2 - 1) + "…" + label.slice(-room / 2) : label;
      },
    },
    title: { display: Boolean(axis.title), text: axis.title, color: faint, font: { size: 11 } },
  };
}

function dataset(set) {
  const color = hue(set.color);
  const last = set.points.length - 1;
  return {
    data: set.points, parsing: false, normalized: false, showLine: set.line > 0, borderColor: color, borderWidth: set.line ?? 0,
    borderDash: set.line > 4 ? [] : dashes[Math.min(set.dash ?? 1, 6)], borderCapStyle: "butt", stepped: set.stepped === true,
    pointRadius: set.end ? (context) => (context.dataIndex === last ? set.end : 0) : set.dots,
    pointHoverRadius: Math.max(4, (set.dots ?? 0) + 2), pointHitRadius: 4, pointBackgroundColor: set.hollow ? theme().ground : color,
    pointBorderColor: color, pointBorderWidth: set.upright ? 1.4 : set.hollow ? 1.4 : 0, pointHoverBorderWidth: 1.5,
    ...(set.upright ? { pointStyle: "line", pointRotation: 90, pointHoverBorderWidth: 3 } : {}),
  };
}

function plot(canvas, spec) {
  drawn.get(canvas)?.chart.destroy();
  const chart = new Chart(canvas, {
    type: "scatter", data: { datasets: spec.sets.map(dataset) },
    options: {
      animation: false, responsive: true, maintainAspectRatio: false, layout: { padding: { right: 8, top: 6 } },
      interaction: { mode: "nearest", intersect: false, axis: "xy" },
      plugins: { legend: { display: false }, tooltip: { enabled: false, external: showTip } },
      scales: { x: scale(spec.x, false), y: scale(spec.y, true) },
    },
  });
  drawn.set(canvas, { chart, spec });
}

/** The arrow keys go from point to point, in the order of the horizontal axis. */
function walk(canvas, key) {
  const entry = drawn.get(canvas);
  const stops = entry.stops ??= entry.spec.sets.flatMap((set, datasetIndex) => set.points
    .map((point, index) => ({ datasetIndex, index, x: point.x, y: point.y, tip: point.tip })))
    .filter((stop) => stop.tip && Number.isFinite(stop.x) && Number.isFinite(stop.y)).sort((a, b) => a.x - b.x);
  const last = stops.length - 1;
  const next = { ArrowRight: (entry.at ?? -1) + 1, ArrowLeft: (entry.at ?? 1) - 1, Home: 0, End: last }[key];
  if (next === undefined || last < 0) return false;
  entry.at = Math.max(0, Math.min(last, next));
  const stop = stops[entry.at];
  const element = entry.chart.getDatasetMeta(stop.datasetIndex).data[stop.index];
  entry.chart.setActiveElements([stop]);
  entry.chart.tooltip.setActiveElements([stop], { x: element.x, y: element.y });
  entry.chart.update();
  return true;
}

function dismiss(canvas) {
  const chart = drawn.get(canvas)?.chart;
  if (!chart) return;
  chart.setActiveElements([]);
  chart.tooltip.setActiveElements([], { x: 0, y: 0 });
  chart.update();
  tip.hidden = true;
}

// --- The panels of a chart.
function legend(entries) {
  const items = entries.filter((entry) => entry.text).map((entry) => {
    const swatch = make("i", { "data-role": entry.role, "data-dash": entry.dash ?? "1" });
    return make("li", {}, swatch, entry.text, entry.note ? make("small", {}, " " + entry.note) : "");
  });
  return items.length > 0 ? [make("ul", { class: "legend" }, ...items)] : [];
}

function paintSwatches() {
  for (const swatch of document.querySelectorAll(".legend i")) {
    const color = hue(swatch.dataset.role);
    const dash = dashes[Math.min(Number(swatch.dataset.dash), 6)];
    const [on, off] = dash.length > 0 ? dash : [24, 0];
    swatch.style.background = `repeating-linear-gradient(90deg, ${color} 0 ${on}px, transparent ${on}px ${on + off}px)`;
  }
}

function drawFigure(figure) {
  const chart = data.charts.find((candidate) => candidate.id === figure.id);
  const title = figure.querySelector("figcaption > :first-child").textContent;
  const place = figure.querySelector(".panels");
  place.replaceChildren();
  for (const panel of readTable(chart.table)) {
    const plots = chartPanels[chart.chart](panel);
    const isWide = plots.some((spec) => spec.y.isRows && chart.chart !== "compare");
    const entries = plots[0].legend
      ? plots[0].legend.map((set) => ({ text: set.name, role: set.color }))
      : panel.series.map((series) => ({ text: full(series), role: series.color, dash: series.dash, note: series.note }));
    const box = make("div", { class: isWide ? "panel wide" : "panel" }, make("p", { class: "name" }, full(panel)));
    if (panel.note && chart.chart === "drift") box.append(make("p", { class: "note" }, panel.note));
    box.append(...legend(entries));
    for (const spec of plots) {
      const canvas = make("canvas", { role: "img", tabindex: "0", "aria-label": `${title}: ${full(panel)}. The arrow keys go through its points.` });
      const frame = make("div", { class: "plot", style: `height:${spec.height}px` }, canvas);
      box.append(frame);
      canvas.addEventListener("keydown", (event) => {
        if (event.key === "Escape") dismiss(canvas);
        else if (walk(canvas, event.key)) event.preventDefault();
      });
      canvas.addEventListener("blur", () => dismiss(canvas));
      spec.canvas = canvas;
    }
    place.append(box);
    for (const spec of plots) plot(spec.canvas, spec);
  }
  paintSwatches();
}

const waiting = new Set(document.querySelectorAll("figure.chart"));
function drawNow(figure) {
  if (waiting.delete(figure)) drawFigure(figure);
}
const sight = new IntersectionObserver((entries) => {
  for (const entry of entries) {
    if (!entry.isIntersecting) continue;
    sight.unobserve(entry.target);
    drawNow(entry.target);
  }
}, { rootMargin: "500px" });
for (const figure of waiting) sight.observe(figure);

function repaint() {
  for (const [canvas, { spec }] of drawn) plot(canvas, spec);
  paintSwatches();
}
darkness.addEventListener("change", repaint);
window.addEventListener("beforeprint", () => {
  isPrinting = true;
  for (const figure of [...waiting]) if (figure.checkVisibility()) drawNow(figure);
  repaint();
});
window.addEventListener("afterprint", () => { isPrinting = false; repaint(); });
window.addEventListener("scroll", () => { tip.hidden = true; }, { passive: true });

// --- Downloads, copies, and details that a link leads to.
function download(name, type, text) {
  const address = URL.createObjectURL(new Blob([text], { type }));
  const link = make("a", { href: address, download: name });
  link.click();
  setTimeout(() => URL.revokeObjectURL(address), 1000);
}
document.addEventListener("click", (event) => {
  const button = event.target.closest("button");
  if (!button) return;
  const { download: part, table } = button.dataset;
  if (part) download(`${part}.json`, "application/json", document.getElementById(`data-${part}`).textContent);
  if (table) download(`${table}.csv`, "text/csv", data.charts.find((chart) => chart.id === table).table);
  if ("copy" in button.dataset) {
    const code = button.parentElement.querySelector("code");
    window.getSelection().selectAllChildren(code);
    document.execCommand("copy");
    button.textContent = "Copied";
  }
});
function reveal() {
  const target = location.hash.length > 1 ? document.getElementById(decodeURIComponent(location.hash.slice(1))) : null;
  for (let place = target; place; place = place.parentElement) if (place.tagName === "DETAILS") place.open = true;
  target?.scrollIntoView();
}
window.addEventListener("hashchange", reveal);

document.querySelectorAll("table.cells").forEach((table, index) => {
  makeSortable(table);
  makeFilterable(table, index + 1);
});
reveal();
