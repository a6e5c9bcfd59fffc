# What all charts have in common: the user's settings put aside, colours, text, scales, and the table read.
#
# Takes  data     the chart's table, a CSV (docs/charts.md)
#        out      the image; its ending says svg, png or pdf, unless 'format' does
# Gives  at(name), the number of a column; panels 1 … panels: panelLabel[p], panelNote[p], panelHue[p], panelRow[p] and
#        panelColumn[p] on the page, panelAt[p], its own row in the table, panelFrom[p] … panelTo[p], the rows in it;
#        lines 1 … lines: lineLabel[l], lineNote[l], lineHue[l], lineDash[l], lineFrom[l] … lineTo[l]; those of panel p
#        are firstLine[p] … lastLine[p], mostLines at most; widthOf(l), dashOf(l), their look

# --- Nothing of the user's settings reaches a chart.
reset
set encoding utf8
set minussign
set decimalsign "."
unset mouse
set key off
set samples 2
set style fill solid 1 noborder
set datafile separator comma
set datafile commentschars "#"
set datafile missing
set datafile columnheaders
# Short enough for a legend to show a whole one.
set dashtype 2 (7,5); set dashtype 3 (1.5,3); set dashtype 4 (12,4,2,4); set dashtype 5 (16,5)
set dashtype 6 (9,3,2,3,2,3)
if (!exists("out")) { out = chart.".svg" }
if (!exists("format")) { format = out[strlen(out) - 2:*] }

# --- Colours by role: Okabe and Ito, "Color universal design", 2008. Run loops are warm, Dispatch is cool, floors grey.
INK = 0x333333; FAINT = 0x757575; GRID = 0xe6e6e6
palette = "runloop 0xd55e00 runloop-common 0xe69f00 runloop-main 0x8c510a dispatch 0x0072b2 dispatch-strict 0x56b4e9 " \
  ."dispatch-wall 0x009e73 task-sleep 0xcc79a7 dispatch-after 0x5e4fa2 nanosleep 0x8a8a8a timerfd 0xa6a6a6 " \
  ."spin 0xc4c4c4 spare-1 0xb8a800 spare-2 0x7a5195 spare-3 0x2f6d5e spare-4 0x7f3b08 " \
  ."missed 0x000000 merged 0xa8a8a8 deadline 0xd0d0d0 event 0xaa3377 arming 0xe69f00 kernel 0x0072b2 " \
  ."wakeup 0x56b4e9 framework 0x009e73 blocked 0xa6a6a6 base 0x8a8a8a other-1 0x0072b2 other-2 0xd55e00 " \
  ."other-3 0x009e73 other-4 0xcc79a7 other-5 0xe69f00 other-6 0x56b4e9 other-7 0x5e4fa2 other-8 0x8c510a"
do for [k = 1:8] { set linetype k lc rgb INK lw 1 dt solid pt k }
paint(role, k) = k > words(palette) ? INK : word(palette, k) eq role ? int(word(palette, k + 1)) : paint(role, k + 2)
hue(role) = paint(role, 1)

# --- Text and scales.
clip(text, room) = strlen(text) <= room ? text : room < 2 ? "" : text[1:int(room) - 1]."…"
duration(ns) = ns == 0 ? "0" : abs(ns) >= 86400e9 ? gprintf("%g d", ns / 86400e9) : \
  abs(ns) >= 3600e9 ? gprintf("%g h", ns / 3600e9) : abs(ns) >= 1e9 ? gprintf("%g s", ns / 1e9) : \
  abs(ns) >= 1e6 ? gprintf("%g ms", ns / 1e6) : abs(ns) >= 1e3 ? gprintf("%g µs", ns / 1e3) : gprintf("%g ns", ns)
lower(a, b) = a < b ? a : b
upper(a, b) = a > b ? a : b
# Straight within ±knee, then logarithmic, with the sign; a knee of 0 is straight throughout.
scaled(ns, knee) = knee == 0 ? ns : sgn(ns) * log10(1 + abs(ns) / knee)
decade(x) = 10.0 ** floor(log10(x) + 1e-9)
# The widest of 1, 2, 5, 10, … that fits at least so many times in a span.
step(span, ticks) = widest(1.0 * span / ticks)
widest(x) = x >= 4.9999 * decade(x) ? 5 * decade(x) : x >= 1.9999 * decade(x) ? 2 * decade(x) : decade(x)
# Of a time axis, in seconds: the same in whole minutes, hours and days.
unitOf(span) = span >= 4 * 86400 ? 86400.0 : span >= 4 * 3600 ? 3600.0 : span >= 600 ? 60.0 : 1.0
unitName(span) = span >= 4 * 86400 ? "days" : span >= 4 * 3600 ? "hours" : span >= 600 ? "minutes" : "s"

# --- The table.
header = ""; number = -1
spell(k) = k > 60 || columnhead(k) eq "" ? "" : columnhead(k)." ".spell(k + 1)
stats data every ::0::0 using (header = spell(1), 1) nooutput
search(name, k) = k > words(header) ? 0 : word(header, k) eq name ? k : search(name, k + 1)
at(name) = search(name, 1)
KIND = at("kind"); COLOR = at("color"); DASH = at("dash"); LABEL = at("label"); NOTE = at("note"); ROW = at("row")
COLUMN = at("column")
if (KIND * COLOR * DASH * LABEL * NOTE * ROW * COLUMN == 0) { exit error data." is no table of a chart" }
stats data using (1) nooutput
size = STATS_records
array panelLabel[size]; array panelNote[size]; array panelHue[size]; array panelRow[size]; array panelColumn[size]
array panelAt[size]; array panelFrom[size]; array panelTo[size]; array firstLine[size]; array lastLine[size]
array lineLabel[size]; array lineNote[size]; array lineHue[size]; array lineDash[size]; array lineFrom[size]
array lineTo[size]
panels = 0; lines = 0; rows = 1; columns = 1; heading = ""; source = ""; machine = ""; omission = ""
panel(none) = (panels = panels + 1, panelLabel[panels] = strcol(LABEL), panelNote[panels] = strcol(NOTE), \
  panelHue[panels] = hue(strcol(COLOR)), panelRow[panels] = column(ROW), panelColumn[panels] = column(COLUMN), \
  rows = upper(rows, panelRow[panels]), columns = upper(columns, panelColumn[panels]), panelAt[panels] = number, \
  panelFrom[panels] = number, firstLine[panels] = lines + 1, lastLine[panels] = lines, inside(0))
line(none) = (lines = lines + 1, lineLabel[lines] = strcol(LABEL), lineNote[lines] = strcol(NOTE), \
  lineHue[lines] = hue(strcol(COLOR)), lineDash[lines] = column(DASH), lineFrom[lines] = number, inside(0), \
  panels > 0 ? (lastLine[panels] = lines) : 0)
inside(none) = (panels > 0 ? (panelTo[panels] = number) : 0, lines > 0 ? (lineTo[lines] = number) : 0)
visit(kind) = (number = number + 1, kind eq "panel" ? panel(0) : kind eq "series" ? line(0) : \
  kind eq "title" ? (heading = strcol(LABEL), 0) : kind eq "source" ? (source = strcol(LABEL), 0) : \
  kind eq "machine" ? (machine = strcol(LABEL), 0) : \
  kind eq "omission" ? (omission = omission.(omission eq "" ? "" : " · ").strcol(LABEL), 0) : inside(0), 1)
stats data using (visit(strcol(KIND))) nooutput
mostLines = 1
do for [p = 1:panels] { mostLines = upper(mostLines, lastLine[p] - firstLine[p] + 1) }
# The line to hold others against, dash 0, is solid and thick.
dashOf(l) = upper(1, lineDash[l])
widthOf(l) = lineDash[l] == 0 ? 2.5 : 1.6
