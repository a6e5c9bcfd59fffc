# Reads a ticks CSV once and gives the charts what they draw from.
#
# Takes  csv       the file; columns are found by name, in any order
# Gives  $rows     one line a measured callback, a block a cell ('index block[c]'), in the file's order:
#                  1 cell  2 run  3 source  4 deadline (s)  5 callback (s)  6 lateness (ns)  7 missed  8 merged
#                  9 behind (ns)  10 weight
#        for each cell c:  cTimer[c], cInterval[c] (ns), cLeeway[c] (ns, -1 none), cLoad[c],
#                  cTimers[c], cCallbacks[c], cMissed[c], cMerged[c], cClusters[c], cStart[c] (ns), cRun[c]
#        order[i]  the cells that have callbacks, 1 ... shown, as one reads them: by interval, load, number of timers, leeway, timer
#
# A file too large to draw in time comes reduced (Sources/Charts/Reduction.swift): with the columns 'timers', 'weight',
# 'behind_ns', 'missed_sum', 'merged_sum' and 'clusters', which stand for the rows left out.

set datafile separator comma
set datafile commentschars "#"
set datafile columnheaders

# --- Where each column is.
columnNames = "run timer interval_ns leeway_ns load source warmup deadline_ns callback_ns lateness_ns fired missed timers weight behind_ns missed_sum merged_sum clusters"
array col[words(columnNames)]
do for [k = 1:words(columnNames)] { col[k] = 0 }
find(name, k) = k > 60 ? 0 : columnhead(k) eq name ? k : find(name, k + 1)
sawHeader = 0
locate(k) = k > words(columnNames) ? 1 : (col[k] = find(word(columnNames, k), 1), locate(k + 1))
stats csv every ::0::0 using (sawHeader == 0 ? (sawHeader = 1, locate(1)) : 1) nooutput
do for [k = 1:12] { if (col[k] == 0) {
  exit error sprintf("%s has no column %s: it is not a ticks file of version 1", csv, word(columnNames, k))
} }
reduced = col[15] > 0

# --- A load's label may hold commas and doubled quotes, at which gnuplot splits it in too many fields. The
# --- columns after it are then found by what must hold: lateness = callback - deadline.
late(s) = column(col[10] + (col[10] > col[5]) * s)
fits(s) = reduced || late(s) == column(col[9] + (col[9] > col[5]) * s) - column(col[8] + (col[8] > col[5]) * s)
shiftFrom(s) = s > 12 ? (lost = lost + 1, -1) : fits(s) ? s : shiftFrom(s + 1)
at(k) = column(col[k] + (col[k] > col[5]) * shift)
flat(text) = strstrt(text, "\n") == 0 ? text : \
  text[1:strstrt(text, "\n") - 1]." ".flat(text[strstrt(text, "\n") + 1:*])
label(s) = s == 0 ? strcol(col[5]) : label(s - 1).", ".strcol(col[5] + s)

# --- First pass: the runs and what was measured in each.
lost = 0; shift = 0; runs = 0; previous = -1; maxSources = 1
array rName[65536]; array rId[65536]; array rSources[65536]; array rTimer[65536]; array rInterval[65536]
array rLeeway[65536]; array rLoad[65536]
enter(id) = (runs = runs + 1, previous = id, rId[runs] = id, rSources[runs] = 1, rTimer[runs] = flat(strcol(col[2])), \
  rInterval[runs] = column(col[3]), \
  rLeeway[runs] = strcol(col[4]) eq "" ? -1 : column(col[4]), rLoad[runs] = flat(label(shift)), 0)
note(timers) = (rSources[runs] = upper(rSources[runs], timers))
visit(id) = (shift = shiftFrom(0), shift < 0 ? (shift = 0) : \
  ((id != previous ? enter(id) : 0), note(col[13] ? at(13) : at(6) + 1)))
stats csv using (visit(column(col[1])), 1) nooutput
if (runs == 0) { exit error sprintf("%s has no callback to draw", csv) }

# --- Runs of one combination are one cell.
cells = 0
array rCell[runs]
array cTimer[runs]; array cInterval[runs]; array cLeeway[runs]; array cLoad[runs]; array cTimers[runs]; array cRun[runs]
same(r, c) = rTimer[r] eq cTimer[c] && rInterval[r] == cInterval[c] && rLeeway[r] == cLeeway[c] \
  && rLoad[r] eq cLoad[c] && rSources[r] == cTimers[c]
cellOf(r, c) = c > cells ? 0 : same(r, c) ? c : cellOf(r, c + 1)
do for [r = 1:runs] {
  maxSources = upper(maxSources, rSources[r])
  rCell[r] = cellOf(r, 1)
  if (rCell[r] == 0) {
    cells = cells + 1
    rCell[r] = cells
    cTimer[cells] = rTimer[r]; cInterval[cells] = rInterval[r]; cLeeway[cells] = rLeeway[r]
    cLoad[cells] = rLoad[r]; cTimers[cells] = int(rSources[r]); cRun[cells] = rId[r]
  }
}
array cCallbacks[cells]; array cMissed[cells]; array cMerged[cells]; array cClusters[cells]; array cStart[cells]
do for [c = 1:cells] { cCallbacks[c] = 0; cMissed[c] = 0; cMerged[c] = 0; cClusters[c] = 0; cStart[c] = NaN }

# --- Second pass: the measured rows, the sums, and two things that go from row to row: how far a program that
# --- counts callbacks is behind, and the wakeup clusters.
array lag[maxSources]; array rFirst[runs]; array rRows[runs]
do for [r = 1:runs] { rRows[r] = 0 }
row = 0
run = 0; previous = -1; clusterFirst = 0; cell = 0; source = 0
begin(id) = (run = run + 1, previous = id, cell = rCell[run], clusterFirst = -1e300, forget(1))
forget(k) = k > maxSources ? 0 : (lag[k] = -1, forget(k + 1))
missed(row) = at(12)
merged(row) = at(11) - 1
# A callback's deadline at or before its cluster's first callback joins it to the cluster.
clusters(row) = col[18] ? at(18) : at(8) <= clusterFirst ? 0 : (clusterFirst = at(9), 1)
behind(row) = col[15] ? at(15) : (lag[source] = lag[source] < 0 ? 0 : lag[source] + missed(0) * cInterval[cell], \
  owed = lag[source] + at(10), lag[source] = lag[source] + merged(0) * cInterval[cell], owed)
add(row) = (rFirst[run] = rRows[run] == 0 ? row : rFirst[run], rRows[run] = rRows[run] + 1, \
  cMissed[cell] = cMissed[cell] + (col[16] ? at(16) : missed(0)), \
  cMerged[cell] = cMerged[cell] + (col[17] ? at(17) : merged(0)), \
  cCallbacks[cell] = cCallbacks[cell] + (col[14] ? at(14) : 1), \
  cClusters[cell] = cClusters[cell] + clusters(0), \
  at(9) < (cStart[cell] == cStart[cell] ? cStart[cell] : 1e300) ? (cStart[cell] = at(9)) : 0)
measured(row) = (shift = shiftFrom(0), shift < 0 ? (shift = 0) : \
  (column(col[1]) != previous ? begin(column(col[1])) : 0, source = int(at(6)) + 1, at(7) == 0))
set table $inFileOrder
plot csv using \
  (measured(0) ? (add(row), row = row + 1, sprintf("%d %.0f %d %.9f %.9f %.0f %.0f %.0f %.0f %.0f", cell, column(col[1]), source - 1, \
    at(8) / 1e9, at(9) / 1e9, at(10), missed(0), merged(0), behind(0), col[14] ? at(14) : 1)) : "#") with table
unset table
unset datafile columnheaders
set datafile separator whitespace
if (lost > 0) { print sprintf("%.0f rows of %s could not be read; 'bench plot' reads them", lost / 2, csv) }

# --- The order in which cells are shown; a cell without a measured callback has nothing to show.
array order[cells]; array block[cells]
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
before(a, b, i) = i > strlen(a) ? 1 : i > strlen(b) ? 0 : \
  a[i:i] eq b[i:i] ? before(a, b, i + 1) : strstrt(alphabet, a[i:i]) < strstrt(alphabet, b[i:i])
do for [i = 2:shown] { do for [j = i:2:-1] {
  if (sooner(order[j], order[j - 1])) { swap = order[j]; order[j] = order[j - 1]; order[j - 1] = swap }
} }

# --- A block of rows a cell: '$rows index block[c]'.
do for [i = 1:shown] {
  block[order[i]] = i - 1
  if (i > 1) { set print $rows append; print ""; print ""; unset print }
  do for [r = 1:runs] { if (rCell[r] == order[i] && rRows[r] > 0) {
    set table $rows append
    plot $inFileOrder every ::rFirst[r]::(rFirst[r] + rRows[r] - 1) using \
      1:2:3:(strcol(4)):(strcol(5)):(strcol(6)):7:8:(strcol(9)):(strcol(10)) with table
    unset table
  } }
}
undefine $inFileOrder

leewayText(c) = cLeeway[c] < 0 ? "" : " leeway ".(cLeeway[c] == 0 ? "0" : duration(cLeeway[c]))
timersText(c) = cTimers[c] > 1 ? sprintf(" ×%d", cTimers[c]) : ""
condition(c) = duration(cInterval[c])." ".cLoad[c].timersText(c)
cellName(c) = cTimer[c]." ".duration(cInterval[c]).leewayText(c)." ".cLoad[c].timersText(c)
