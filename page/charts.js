"use strict";
// What each chart shows, from its table: for every panel a list of plots, each with axes and sets of points.
// A point has a tip: the lines that are shown for it.

const number = (text) => (text === undefined ? NaN : Number(text));

/** The panels of a chart's table, each with its series and its rows. */
function readTable(text) {
  const lines = text.trimEnd().split("\n");
  const columns = lines[1].split(",");
  const plain = (field) => (field.startsWith('"') ? field.slice(1, -1) : field)
    .replace(/\\([0-7]{3})/g, (_, digits) => String.fromCharCode(parseInt(digits, 8)));
  const panels = [];
  for (const line of lines.slice(2)) {
    const row = {};
    line.split(",").forEach((field, index) => { if (field !== "") row[columns[index]] = plain(field); });
    const panel = panels[panels.length - 1];
    if (row.kind === "panel") panels.push({ ...row, series: [], rows: [] });
    else if (row.kind === "series") panel.series.push({ ...row, points: [] });
    else if (panel) {
      panel.rows.push(row);
      if (row.series) panel.series[panel.series.length - 1].points.push(row);
    }
  }
  return panels;
}

const ofKind = (panel, kind) => panel.rows.filter((row) => row.kind === kind);
const full = (row) => row.name ?? row.label ?? "";

/** A line of a chart as a set of points. */
function line(series, points, look = {}) {
  const isBase = series.dash === "0";
  return { color: series.color, points, line: isBase ? 2.5 : 1.6, dash: Number(series.dash ?? 1), dots: 0, ...look };
}

/** Stretches of an axis as one set, with gaps between them. */
function stretches(rows, from, to, y, tip, look) {
  const points = rows.flatMap((row) => [
    { x: number(row[from]), y: y(row), tip: tip(row) }, { x: number(row[to]), y: y(row), tip: tip(row) }, { x: NaN, y: NaN },
  ]);
  return { points, dots: 0, ...look };
}

function driftPanel(panel) {
  const x = timeAxis(number(panel.begin_s), number(panel.end_s));
  const y = latenessAxis(panel, 200, 0.1);
  const callbacks = ofKind(panel, "callback");
  const dots = callbacks.map((row) => {
    const late = number(row.lateness_ns);
    const timer = row.source ? `, timer ${row.source}` : "";
    return {
      x: number(row.time_s), y: y.place(late),
      tip: [
        `slot ${row.slot}${timer} of run ${row.run}`, `deadline ${(number(row.time_s) - late / 1e9).toFixed(6)} s`,
        `lateness ${duration(late)}`, `cause: ${row.cause ?? "its loop was free, so the system; --trace tells more"}`,
      ],
    };
  });
  const size = callbacks.length > 1500 ? 1 : callbacks.length > 400 ? 1.3 : 1.8;
  const foot = y.min + 0.03 * (y.max - y.min);
  const lost = ["merged", "missed"].map((kind) => stretches(
    ofKind(panel, kind), "from_s", "to_s", () => foot,
    (row) => [`${kind} from ${number(row.from_s).toFixed(6)} s to ${number(row.to_s).toFixed(6)} s`],
    { color: kind, line: 7 }));
  const events = ofKind(panel, "event").map((row) => ({
    color: "event", line: 1, dash: 3, dots: 0,
    points: [y.min, y.max].map((end) => ({ x: number(row.at_s), y: end, tip: [row.label] })),
  }));
  const plots = [{ height: 220, x, y: { ...y, title: "lateness" }, sets: [...lost, ...events, { color: panel.color, points: dots, dots: size }] }];
  // A count that never falls behind is a line along zero.
  if (ofKind(panel, "missed").length + ofKind(panel, "merged").length > 0) {
    const behind = latenessAxis({ knee_ns: 0, low_ns: panel.behind_low_ns, high_ns: panel.behind_high_ns }, 90);
    const points = callbacks.filter((row) => row.behind_ns !== undefined).map((row) => ({
      x: number(row.time_s), y: number(row.behind_ns), tip: [`slot ${row.slot}`, `a count of callbacks is ${duration(number(row.behind_ns))} behind`],
    }));
    plots.push({ height: 110, x, y: { ...behind, title: "count behind" }, sets: [{ color: panel.color, points, dots: 1 }] });
  }
  return plots;
}

function percentilesPanel(panel) {
  const y = { ...latenessAxis(panel, 230), title: "lateness" };
  const sets = panel.series.map((series) => line(series, series.points.filter((row) => row.kind === "step" || row.kind === "latest").map((row) => {
    const oneIn = number(row.one_in);
    const share = oneIn > 1 ? `one callback in ${trimmed(oneIn)} is at least this late` : "all callbacks are at least this late";
    return { x: Math.log10(oneIn), y: y.place(number(row.lateness_ns)), tip: [full(series), duration(number(row.lateness_ns)), share] };
  }), { stepped: true, end: 2.5 }));
  return [{ height: 260, x: percentileAxis(number(panel.callbacks)), y, sets: sets.reverse() }];
}

function loadPanel(panel) {
  const marks = ofKind(panel, "mark");
  const most = number(panel.amount_high);
  const ticks = marks.length > 0
    ? marks.map((row) => ({ value: number(row.mark), label: row.label }))
    : multiples(0, most, step(most, 4), trimmed);
  const x = { min: -0.06 * most, max: 1.06 * most, ticks, title: panel.note ?? "" };
  const y = { ...latenessAxis(panel, 210), title: "lateness" };
  const shares = percentAxis(number(panel.left_out_high_percent), "left out");
  const points = (series, column, place, name, text) => series.points.filter((row) => row[column] !== undefined).map((row) => ({
    x: number(row.amount), y: place(number(row[column])), tip: [full(series), `load ${row.amount}`, `${name} ${text(number(row[column]))}`],
  }));
  const percent = (value) => `${trimmed(value)} %`;
  const floors = ofKind(panel, "floor").map((row) => ({
    color: row.color, line: 1, dash: 3, dots: 0,
    points: [x.min, x.max].map((end) => ({ x: end, y: y.place(number(row.floor_ns)), tip: [`floor p50 ${duration(number(row.floor_ns))}`] })),
  }));
  const breaks = panel.series.filter((series) => series.breaks_at !== undefined).map((series) => ({
    color: series.color, line: 1, dash: 3, dots: 0,
    points: [y.min, y.max].map((end) => ({ x: number(series.breaks_at), y: end, tip: [full(series), series.note ?? ""] })),
  }));
  const lateness = {
    height: 240, x, y,
      sets: [...floors, ...breaks, ...panel.series.flatMap((series) => [
        line(series, points(series, "p50_ns", y.place, "p50", duration), { dots: 3 }),
        line(series, points(series, "p99_ns", y.place, "p99", duration), { dots: 3, hollow: true, line: 1 }),
      ])],
  };
  // Shares that are all zero are a line along zero.
  if (number(panel.left_out_high_percent) === 0) return [lateness];
  return [
    lateness,
    {
      height: 120, x, y: shares,
      sets: panel.series.flatMap((series) => [
        line(series, points(series, "missed_percent", (value) => value, "missed", percent), { dots: 2.5 }),
        line(series, points(series, "merged_percent", (value) => value, "merged", percent), { dots: 3, hollow: true, line: 1 }),
      ]),
    },
  ];
}

function stabilityPanel(panel) {
  const x = logarithmicAxis(number(panel.averaging_low_ns), number(panel.averaging_high_ns), "averaging time");
  return [["tdev", "TDEV"], ["mtie", "MTIE"]].map(([name, title]) => {
    const y = logarithmicAxis(number(panel[`${name}_low_ns`]), number(panel[`${name}_high_ns`]), title);
    const sets = panel.series.map((series) => line(series, series.points.map((row) => {
      const value = number(row[`${name}_ns`]);
      return {
        x: Math.log10(number(row.averaging_ns)), y: Number.isNaN(value) ? NaN : value > 0 ? Math.log10(value) : y.min,
        tip: [full(series), `${title} ${duration(value)} over ${duration(number(row.averaging_ns))}`],
      };
    }), { dots: 2 }));
    return { height: 220, x, y, sets };
  });
}

function whyPanel(panel) {
  const bars = ofKind(panel, "bar");
  const x = {
    min: number(panel.left_percent), max: number(panel.right_percent), title: "share of the mean lateness",
    ticks: multiples(number(panel.left_percent), number(panel.right_percent), 25, (value) => trimmed(value) + " %"),
  };
  const parts = ofKind(panel, "part");
  const sets = [...new Set(parts.map((row) => row.color))].map((role) => stretches(
    parts.filter((row) => row.color === role), "from_percent", "to_percent", (row) => number(row.bar),
    (row) => [full(bars[number(row.bar) - 1]), `${role}: ${trimmed(number(row.to_percent) - number(row.from_percent))} %`],
    { color: role, line: 14, name: role }));
  return [{ height: 70 + 26 * bars.length, x, y: rowsAxis(bars.map((row) => `${row.label ?? ""}  ${row.note ?? ""}`)), sets, legend: sets }];
}

function coalescingPanel(panel) {
  const bars = ofKind(panel, "bar");
  if (bars.length > 0) {
    const tip = (row) => [full(row), row.note ?? ""];
    const missed = bars.map((row) => ({ ...row, from: 0, to: number(row.missed_percent) }));
    const merged = bars.map((row) => ({ ...row, from: number(row.missed_percent), to: number(row.missed_percent) + number(row.merged_percent) }));
    const sets = [[missed, "missed"], [merged, "merged"]].map(([rows, role]) => stretches(
      rows.filter((row) => row.to > row.from), "from", "to", (row) => number(row.bar), tip, { color: role, line: 12, name: role }));
    const names = bars.map((row) => `${row.label ?? ""}  ${row.note ?? ""}`);
    return [{ height: 70 + 22 * bars.length, x: percentAxis(number(panel.end) / 1.05, "share of the deadlines"), y: rowsAxis(names), sets, legend: sets }];
  }
  if (panel.timers !== undefined) return [rasterPlot(panel)];
  return [leewayPlot(panel)];
}

function rasterPlot(panel) {
  const timers = number(panel.timers);
  const end = number(panel.end);
  const marks = ofKind(panel, "callback");
  const set = (column, role, tip) => ({
    color: role, dots: Math.max(2, Math.min(9, 70 / timers)), upright: true,
    points: marks.map((row) => ({ x: number(row[column]), y: number(row.source), tip: tip(row) })),
  });
  const tip = (row) => [`timer ${row.source}`, `due at ${number(row.due).toFixed(3)}, called at ${number(row.came).toFixed(3)} intervals`];
  return {
    height: 180, sets: [set("due", "deadline", tip), set("came", panel.color, tip)],
    x: { min: -0.05, max: end + 0.05, ticks: multiples(0, end, 1, trimmed), title: "intervals since the first callback" },
    y: { min: -0.7, max: timers - 0.3, reverse: true, ticks: multiples(0, timers - 1, Math.max(1, step(timers, 5)), trimmed), title: "timer" },
  };
}

function leewayPlot(panel) {
  const marks = ofKind(panel, "mark");
  const isCount = panel.series.some((series) => series.points.some((row) => row.per_wakeup !== undefined));
  const most = 1.06 * number(panel.end);
  const y = isCount
    ? { min: 0, max: most, ticks: multiples(0, most, Math.max(1, step(most, 4)), trimmed), place: (value) => value, title: "callbacks per wakeup" }
    : { ...latenessAxis(panel, 180), title: "p50 of lateness" };
  const sets = panel.series.map((series) => line(series, series.points.map((row) => {
    const value = number(isCount ? row.per_wakeup : row.p50_ns);
    return { x: number(row.mark), y: y.place(value), tip: [full(series), `leeway ${row.leeway_percent} % of the interval`, isCount ? `${trimmed(value)} callbacks per wakeup` : duration(value)] };
  }), { dots: 3 }));
  const ticks = marks.map((row) => ({ value: number(row.mark), label: row.label }));
  return { height: 210, x: { min: 0.6, max: marks.length + 0.4, ticks, title: "leeway (% of the interval)" }, y, sets };
}

function comparePanel(panel) {
  const y = { ...latenessAxis(panel, 230), title: "lateness" };
  const sets = panel.series.map((series) => line(series, series.points.filter((row) => row.kind === "step").map((row) => ({
    x: Math.log10(number(row.one_in)), y: y.place(number(row.lateness_ns)),
    tip: [full(series), duration(number(row.lateness_ns)), `one callback in ${trimmed(number(row.one_in))} is at least this late`],
  })), { end: 2.5 }));
  const ratios = ofKind(panel, "ratio");
  const others = number(panel.others);
  const figures = ofKind(panel, "figure").map((row) => row.label);
  const series = (row) => panel.series.find((candidate) => candidate.series === row.series);
  const names = Array.from({ length: number(panel.bars) }, (_, index) => {
    const row = ratios.find((ratio) => number(ratio.bar) === index + 1);
    return `${figures[Math.floor(index / others)]} ${others > 1 && row ? series(row).label : ""}`;
  });
  const forest = ratios.flatMap((row) => {
    const tip = [full(series(row)), `${figures[Math.floor((number(row.bar) - 1) / others)]} ${row.label}`];
    return [
      stretches([row], "from_log10", "to_log10", () => number(row.bar), () => tip, { color: row.color, line: 2 }),
      { color: row.color, dots: 4, hollow: row.decided !== "1", points: [{ x: number(row.log10), y: number(row.bar), tip }] },
    ];
  });
  const one = { color: "ink", line: 1, dots: 0, points: [0.3, names.length + 0.7].map((end) => ({ x: 0, y: end })) };
  return [
    { height: 260, x: percentileAxis(number(panel.callbacks)), y, sets },
    {
      height: 60 + 20 * names.length, x: ratioAxis(number(panel.low_log10), number(panel.high_log10)), y: rowsAxis(names),
      sets: [one, ...forest],
    },
  ];
}

const chartPanels = {
  drift: driftPanel, percentiles: percentilesPanel, load: loadPanel, stability: stabilityPanel, why: whyPanel,
  coalescing: coalescingPanel, compare: comparePanel,
};
