"use strict";
// Axes of the charts, as docs/charts.md describes them: straight within ±knee, logarithmic beyond, with the sign.

const scaled = (ns, knee) => (knee === 0 ? ns : Math.sign(ns) * Math.log10(1 + Math.abs(ns) / knee));

const trimmed = (value) => String(Number(value.toPrecision(6))).replace("-", "−");

/** A time in the unit that fits, to the nanosecond: `67.057 µs`. */
function duration(ns) {
  const size = Math.abs(ns);
  if (size === 0) return "0";
  for (const [unit, length] of [["d", 86400e9], ["h", 3600e9], ["s", 1e9], ["ms", 1e6], ["µs", 1e3]]) {
    if (size >= length) return `${trimmed(ns / length)} ${unit}`;
  }
  return `${trimmed(ns)} ns`;
}

/** The widest of 1, 2, 5, 10, … that fits at least so many times in a span. */
function step(span, ticks) {
  const x = span / ticks;
  const decade = 10 ** Math.floor(Math.log10(x) + 1e-9);
  return (x >= 4.9999 * decade ? 5 : x >= 1.9999 * decade ? 2 : 1) * decade;
}

/** Ticks at the multiples of a step in a range. */
function multiples(min, max, apart, label) {
  const ticks = [];
  for (let mark = Math.ceil(min / apart - 1e-9); mark * apart <= max + 1e-9 * apart; mark += 1) {
    ticks.push({ value: mark * apart, label: label(mark * apart) });
  }
  return ticks;
}

/** The axis of lateness of a panel; at least two of its ticks are named. */
function latenessAxis(row, height, foot = 0) {
  const knee = Number(row.knee_ns);
  const low = scaled(Number(row.low_ns), knee);
  let high = scaled(Number(row.high_ns), knee);
  if (high === low) high = scaled(1000, knee);
  const air = 0.06 * (high - low);
  const [min, max] = [low - air - foot * (high - low), high + air];
  let ticks = [];
  if (knee === 0) {
    ticks = multiples(low - air, max, step(high - low, Math.max(2, Math.floor(height / 45))), duration);
  } else {
    ticks.push({ value: 0, label: "0" });
    for (let mark = knee, power = 0; power < 15; power += 1, mark *= 10) {
      const named = power > 0 || (scaled(mark, knee) * height) / (high - low) > 14;
      for (const sign of [1, -1]) {
        const value = sign * scaled(mark, knee);
        if (value <= max && value >= low - air) ticks.push({ value, label: named ? duration(sign * mark) : "" });
      }
    }
    ticks.sort((a, b) => a.value - b.value);
  }
  return { min, max, ticks, place: (ns) => scaled(ns, knee) };
}

/** An axis of seconds, in the unit that suits its span. */
function timeAxis(begin, end) {
  const span = end - begin;
  const [unit, length] =
    span >= 4 * 86400 ? ["days", 86400] : span >= 4 * 3600 ? ["hours", 3600] : span >= 600 ? ["minutes", 60] : ["s", 1];
  const ticks = multiples(begin / length, end / length, step(span / length, 5), trimmed);
  return {
    min: begin, max: end, ticks: ticks.map((tick) => ({ ...tick, value: tick.value * length })),
    title: `time since the first deadline of the run (${unit})`,
  };
}

/** The axis of 1/(1−p), on which each decade is a nine more. */
function percentileAxis(most) {
  const names = ["min", "50 %", "90 %", "99 %", "99.9 %", "99.99 %", "99.999 %", "99.9999 %", "99.99999 %"];
  const max = 1.04 * Math.max(1, Math.log10(most));
  const places = [0, Math.log10(2), 1, 2, 3, 4, 5, 6, 7];
  return {
    min: 0, max, title: "percentile of callbacks",
    ticks: names.map((label, index) => ({ value: places[index], label })).filter((tick) => tick.value <= max),
  };
}

/** A logarithmic axis of times from one to another, in nanoseconds. */
function logarithmicAxis(from, to, title) {
  const min = Math.log10(from > 0 ? from : 1e3) - 0.15;
  const max = Math.log10(to > 0 ? to : 1e6) + 0.15;
  const span = max - min;
  const parts = span < 0.7 ? [1, 1.5, 2, 3, 4, 5, 6, 7, 8, 9] : span < 1.6 ? [1, 2, 5] : [1];
  const ticks = [];
  for (let power = Math.floor(min); power <= max; power += 1) {
    for (const part of parts) {
      const value = power + Math.log10(part);
      if (value >= min && value <= max) ticks.push({ value, label: duration(part * 10 ** power) });
    }
  }
  return { min, max, ticks, title };
}

/** The axis of ratios, between the logarithms of two. */
function ratioAxis(min, max) {
  const span = max - min;
  let marks = span < 0.5 ? [0.5, 0.6, 0.7, 0.8, 0.9, 1, 1.1, 1.2, 1.4, 1.6, 1.8] : span < 1.2
    ? [0.2, 0.3, 0.5, 0.7, 1, 1.4, 2, 3, 5] : [0.1, 0.2, 0.5, 1, 2, 5, 10, 20, 50];
  if (span >= 2.2) {
    marks = [];
    for (let power = Math.ceil(min); power <= max; power += Math.max(1, Math.floor(span / 4))) marks.push(10 ** power);
  }
  const ticks = marks.map((mark) => ({ value: Math.log10(mark), label: "×" + trimmed(mark) }));
  return { min, max, ticks: ticks.filter((tick) => tick.value >= min && tick.value <= max), title: "other ÷ base" };
}

/** The axis of shares of the deadlines, in percent, from 0. */
function percentAxis(most, title) {
  const max = 1.05 * Math.max(most, 0.1);
  return { min: 0, max, title, ticks: multiples(0, max, step(max, 3), (value) => trimmed(value) + " %") };
}

/** Rows by name, the first above. */
function rowsAxis(names) {
  return {
    min: 0.3, max: names.length + 0.7, reverse: true, isRows: true,
    ticks: names.map((label, index) => ({ value: index + 1, label })),
  };
}
