# Reads a ticks CSV once and gives the charts what they draw from.
#
# Takes  csv       the file; columns are found by name, in any order
# Gives  for each measured callback, in the file's order, arrays: xRun (from 1), xSource, xDeadline and xCallback (s),
#        xLateness (ns), xMissed, xMerged, xBehind (ns), xWeight. Those of cell c are drawn by
#          plot sample [j = cFrom[c]:cTo[c]:1] '+' using (xCallback[xAt[j]]):...
#        (arrays, for a datablock takes time by the square of its lines to fill)
#        for each cell c:  cTimer[c], cInterval[c] (ns), cLeeway[c] (ns, -1 none), cLoad[c],
#                  cTimers[c], cCallbacks[c], cMissed[c], cMerged[c], cClusters[c], cRun[c], the first of its runs,
#        and of lateness and the like cLow[c], cHigh[c], cBehindLow[c], cBehindHigh[c] (ns), of callbacks cStart[c],
#        cEnd[c] (ns)
#        order[i]  the cells that have callbacks, 1 ... shown, as one reads them: by interval, load, number of timers,
#        leeway, timer
#
# A file too large to draw in time comes reduced (Sources/Charts/Reduction.swift): with the columns 'timers', 'weight',
# 'behind_ns', 'missed_sum', 'merged_sum' and 'clusters', which stand for the rows left out.

# --- Where each column is.
columnNames = "run timer interval_ns leeway_ns load source warmup deadline_ns callback_ns lateness_ns fired missed timers weight behind_ns missed_sum merged_sum clusters"
needed = 12; kind = "a ticks file of version 1"
load here."columns.gp"
reduced = col[15] > 0

# --- A load's label may hold doubled quotes, at which gnuplot splits it in too many fields. The columns after it are
# --- then found by what must hold: lateness = callback - deadline. The label itself ends at its first comma; 'bench'
# --- draws such a file from its reduction.
late(s) = column(col[10] + (col[10] > col[5]) * s)
fits(s) = late(s) == column(col[9] + (col[9] > col[5]) * s) - column(col[8] + (col[8] > col[5]) * s)
shiftFrom(s) = s > 12 ? (lost = lost + 1, -1) : fits(s) ? s : shiftFrom(s + 1)
at(k) = column(col[k] + (col[k] > col[5]) * shift)
label(s) = s == 0 ? strcol(col[5]) : label(s - 1).", ".strcol(col[5] + s)

# --- One pass over the rows: the runs, their sums, and two things that go from row to row: how far a program that
# --- counts callbacks is behind, and the wakeup clusters.
stats csv using (1) nooutput
size = STATS_records
if (size == 0) { exit error sprintf("%s has no callback to draw", csv) }
array xRun[size]; array xSource[size]; array xDeadline[size]; array xCallback[size]; array xLateness[size]
array xMissed[size]; array xMerged[size]; array xBehind[size]; array xWeight[size]
most = lower(size, 16384)
array rTimer[most]; array rInterval[most]; array rLeeway[most]; array rLoad[most]; array rSources[most]
array rLow[most]; array rHigh[most]; array rBehindLow[most]; array rBehindHigh[most]; array rEnd[most]
array rFirst[most]; array rCallbacks[most]; array rMissed[most]; array rMerged[most]; array rClusters[most]
array rStart[most]
array lag[16384]; array lagRun[16384]
do for [k = 1:16384] { lagRun[k] = 0 }
rows = 0; runs = 0; previous = -1; clusterFirst = 0; source = 0; interval = 0; lost = 0; shift = 0
enter(id) = (runs = runs + 1, previous = id, clusterFirst = -1e300, interval = column(col[3]), \
  rTimer[runs] = flat(strcol(col[2])), rInterval[runs] = interval, rLoad[runs] = flat(label(shift)), \
  rLeeway[runs] = strcol(col[4]) eq "" ? -1 : column(col[4]), rSources[runs] = 1, rFirst[runs] = rows + 1, \
  rCallbacks[runs] = 0, rMissed[runs] = 0, rMerged[runs] = 0, rClusters[runs] = 0, rStart[runs] = 1e300, \
  rLow[runs] = 1e300, rHigh[runs] = -1e300, rBehindLow[runs] = 1e300, rBehindHigh[runs] = -1e300, rEnd[runs] = -1e300)
# A callback whose deadline lies at or before its cluster's first callback belongs to that cluster.
leads(deadline, callback) = deadline <= clusterFirst ? 0 : (clusterFirst = callback, 1)
owed(missed, merged, late) = (debt = lagRun[source] == runs ? lag[source] + missed * interval : 0, \
  lagRun[source] = runs, lag[source] = debt + merged * interval, debt + late)
add(missed, merged, clusters, weight, callback) = ( \
  rCallbacks[runs] = rCallbacks[runs] + weight, rMissed[runs] = rMissed[runs] + missed, \
  rMerged[runs] = rMerged[runs] + merged, rClusters[runs] = rClusters[runs] + clusters, \
  callback < rStart[runs] ? (rStart[runs] = callback) : 0)
row(deadline, callback, late, missed, merged) = \
  (reduced ? add(at(16), at(17), at(18), at(14), callback) \
    : add(missed, merged, leads(deadline, callback), 1, callback), \
  rows = rows + 1, xRun[rows] = runs, xSource[rows] = source - 1, xDeadline[rows] = deadline / 1e9, \
  xCallback[rows] = callback / 1e9, xLateness[rows] = late, xMissed[rows] = missed, xMerged[rows] = merged, \
  xBehind[rows] = reduced ? at(15) : owed(missed, merged, late), xWeight[rows] = reduced ? at(14) : 1, \
  late < rLow[runs] ? (rLow[runs] = late) : 0, late > rHigh[runs] ? (rHigh[runs] = late) : 0, \
  xBehind[rows] < rBehindLow[runs] ? (rBehindLow[runs] = xBehind[rows]) : 0, \
  xBehind[rows] > rBehindHigh[runs] ? (rBehindHigh[runs] = xBehind[rows]) : 0, \
  callback > rEnd[runs] ? (rEnd[runs] = callback) : 0)
# The warm-up tells only how many timers there are.
visit(id) = (shift = reduced ? 0 : shiftFrom(0), shift < 0 ? 0 : \
  ((id != previous ? enter(id) : 0), source = int(at(6)) + 1, \
  rSources[runs] = upper(rSources[runs], col[13] ? at(13) : source), \
  at(7) == 0 ? row(at(8), at(9), at(10), at(12), at(11) - 1) : 0))
stats csv using (visit(column(col[1])), 1) nooutput
unset datafile columnheaders
set datafile separator whitespace
if (lost > 0) { print sprintf("%.0f rows of %s could not be read; 'bench plot' reads them", lost, csv) }
if (runs == 0) { exit error sprintf("%s has no callback to draw", csv) }

# --- Runs of one combination are one cell.
cells = 0
array rCell[runs]
array cTimer[runs]; array cInterval[runs]; array cLeeway[runs]; array cLoad[runs]; array cTimers[runs]; array cRun[runs]
array cLow[runs]; array cHigh[runs]; array cBehindLow[runs]; array cBehindHigh[runs]; array cEnd[runs]
array cCallbacks[runs]; array cMissed[runs]; array cMerged[runs]; array cClusters[runs]; array cStart[runs]
same(r, c) = rInterval[r] == cInterval[c] && rLeeway[r] == cLeeway[c] && rSources[r] == cTimers[c] \
  && rTimer[r] eq cTimer[c] && rLoad[r] eq cLoad[c]
do for [r = 1:runs] {
  rCell[r] = 0
  do for [c = 1:cells] { if (same(r, c)) { rCell[r] = c } }
  if (rCell[r] == 0) {
    cells = cells + 1; c = cells
    rCell[r] = c
    cTimer[c] = rTimer[r]; cInterval[c] = rInterval[r]; cLeeway[c] = rLeeway[r]
    cLoad[c] = rLoad[r]; cTimers[c] = int(rSources[r]); cRun[c] = r
    cCallbacks[c] = 0; cMissed[c] = 0; cMerged[c] = 0; cClusters[c] = 0; cStart[c] = rStart[r]
    cLow[c] = rLow[r]; cHigh[c] = rHigh[r]; cBehindLow[c] = rBehindLow[r]; cBehindHigh[c] = rBehindHigh[r]; cEnd[c] = rEnd[r]
  }
  c = rCell[r]
  cCallbacks[c] = cCallbacks[c] + rCallbacks[r]; cMissed[c] = cMissed[c] + rMissed[r]
  cMerged[c] = cMerged[c] + rMerged[r]; cClusters[c] = cClusters[c] + rClusters[r]
  cLow[c] = lower(cLow[c], rLow[r]); cHigh[c] = upper(cHigh[c], rHigh[r]); cEnd[c] = upper(cEnd[c], rEnd[r])
  cBehindLow[c] = lower(cBehindLow[c], rBehindLow[r]); cBehindHigh[c] = upper(cBehindHigh[c], rBehindHigh[r])
}

# --- The order in which cells are shown; a cell without a measured callback has nothing to show.
array order[cells]
shown = 0
do for [c = 1:cells] { if (cCallbacks[c] > 0) { shown = shown + 1; order[shown] = c } }
if (shown == 0) { exit error sprintf("%s has no measured callback to draw", csv) }
idleFirst(load) = load eq "idle" ? 0 : 1
# The number a text begins with; gnuplot's own conversion takes a leading 0 for octal and stops at a '%'.
digit(text, i) = i > strlen(text) ? -1 : strstrt("0123456789", text[i:i]) - 1
number(text, i, value, place) = digit(text, i) >= 0 ? \
  (place == 0 ? number(text, i + 1, value * 10 + digit(text, i), 0) \
    : number(text, i + 1, value + digit(text, i) * place, place / 10)) \
  : place == 0 && text[i:i] eq "." ? number(text, i + 1, value, 0.1) : value
figure(load) = strstrt(load, ":") ? number(load[strstrt(load, ":") + 1:*], 1, 0, 0) : 0
sooner(a, b) = cInterval[a] != cInterval[b] ? cInterval[a] < cInterval[b] : \
  idleFirst(cLoad[a]) != idleFirst(cLoad[b]) ? idleFirst(cLoad[a]) < idleFirst(cLoad[b]) : \
  figure(cLoad[a]) != figure(cLoad[b]) ? figure(cLoad[a]) < figure(cLoad[b]) : \
  cLoad[a] ne cLoad[b] ? before(cLoad[a], cLoad[b], 1) : \
  cTimers[a] != cTimers[b] ? cTimers[a] < cTimers[b] : \
  cLeeway[a] != cLeeway[b] ? cLeeway[a] < cLeeway[b] : \
  rank(cTimer[a], 1) != rank(cTimer[b], 1) ? rank(cTimer[a], 1) < rank(cTimer[b], 1) : before(cTimer[a], cTimer[b], 1)
before(a, b, i) = i > strlen(a) || i > 200 ? 1 : i > strlen(b) ? 0 : \
  a[i:i] eq b[i:i] ? before(a, b, i + 1) : strstrt(alphabet, a[i:i]) < strstrt(alphabet, b[i:i])
do for [i = 2:shown] { do for [j = i:2:-1] {
  if (sooner(order[j], order[j - 1])) { swap = order[j]; order[j] = order[j - 1]; order[j - 1] = swap }
} }

# More panels than this nobody reads, and no image holds.
hidden = upper(shown - 64, 0)
shown = shown - hidden
if (hidden > 0) { subtitle = sprintf("%s: the first %d of %d cells", subtitle, shown, shown + hidden) }

# --- Where a cell's rows are: its runs may be far apart in the file.
array cFrom[cells]; array cTo[cells]; array xAt[rows]
do for [c = 1:cells] { cTo[c] = 0 }
runLength(r) = (r < runs ? rFirst[r + 1] : rows + 1) - rFirst[r]
do for [r = 1:runs] { cTo[rCell[r]] = cTo[rCell[r]] + runLength(r) }
filled = 0
do for [c = 1:cells] { cFrom[c] = filled + 1; filled = filled + cTo[c]; cTo[c] = cFrom[c] - 1 }
do for [r = 1:runs] {
  c = rCell[r]; filled = cTo[c] + 1 - rFirst[r]; cTo[c] = cTo[c] + runLength(r)
  do for [k = rFirst[r]:rFirst[r] + runLength(r) - 1] { xAt[filled + k] = k }
}

load here."names.gp"
