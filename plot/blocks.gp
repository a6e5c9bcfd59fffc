# Reads a report of cells, in which the rows of a cell follow one another, and gives the charts what they draw from.
#
# Takes  csv; columnNames, whose first are "label timer interval_ns leeway_ns load timers"; needed, kind: as columns.gp
#        takes(), whether a row is to be kept; row(b), what to do with a row of block b
# Gives  blocks: bLabel[b], and of its cell cTimer[b], cInterval[b] (ns), cLeeway[b] (ns, -1 none), cLoad[b],
#        cTimers[b]; alike(a, b), whether two blocks are of one cell
#
# 'bench' writes labels so that gnuplot reads them whole (Sources/Charts/PlainTable.swift). In a file that is drawn
# by hand a label ends at its first comma, and a row with a quote in a label may be left out.

load here."columns.gp"
stats csv using (1) nooutput
size = upper(STATS_records, 1)
array bLabel[size]; array cTimer[size]; array cInterval[size]; array cLeeway[size]; array cLoad[size]; array cTimers[size]
blocks = 0; lost = 0
number(k) = col[k] == 0 || strcol(col[k]) eq "" ? NaN : column(col[k])
begins(b) = b == 0 ? 1 : number(3) != cInterval[b] || flat(strcol(col[2])) ne cTimer[b] \
  || flat(strcol(col[1])) ne bLabel[b] || flat(strcol(col[5])) ne cLoad[b] || leeway(0) != cLeeway[b] \
  || number(6) != cTimers[b]
leeway(none) = strcol(col[4]) eq "" ? -1 : column(col[4])
begin(b) = (bLabel[b] = flat(strcol(col[1])), cTimer[b] = flat(strcol(col[2])), cInterval[b] = number(3), \
  cLeeway[b] = leeway(0), cLoad[b] = flat(strcol(col[5])), cTimers[b] = int(number(6)), 1)
fits(none) = number(3) == number(3) && number(6) == number(6) && leeway(0) == leeway(0)
visit(none) = !fits(0) ? (lost = lost + 1, 1) : !takes(0) ? 1 : \
  ((begins(blocks) ? (blocks = blocks + 1, begin(blocks)) : 0), row(blocks), 1)
stats csv using (visit(0)) nooutput
unset datafile columnheaders
set datafile separator whitespace
unread = sprintf("%.0f rows of %s could not be read: a label holds a quote; 'bench' draws them", lost, csv)
if (lost > 0 && blocks == 0) { exit error unread }
if (lost > 0) { print unread; subtitle = sprintf("%s: %.0f rows left out", subtitle, lost) }
alike(a, b) = cInterval[a] == cInterval[b] && cLeeway[a] == cLeeway[b] && cTimers[a] == cTimers[b] \
  && cTimer[a] eq cTimer[b] && cLoad[a] eq cLoad[b]
load here."names.gp"
