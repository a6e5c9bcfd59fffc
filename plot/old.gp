# What all charts have in common: output, colours, text, scales. Loaded by each chart first.
#
# Takes  out        the image; its ending chooses svg, png or pdf
# Gives  functions and palette; a chart opens its output with 'load here."open.gp"' once it knows its size.

# gnuplot looks a variable that is set up by name, in the order in which they were made: the busiest come first.
shift = 0; source = 0; rows = 0; debt = 0; clusterFirst = 0; sorted = 0; quarter = 0; below = 0; place = 0
array xAt[1]; array xRun[1]; array xSource[1]; array xDeadline[1]; array xCallback[1]; array xLateness[1]; array xMissed[1]
array xMerged[1]; array xBehind[1]; array xWeight[1]; array rCallbacks[1]; array rMissed[1]; array rMerged[1]
array rClusters[1]; array rSources[1]; array lag[1]; array lagRun[1]; array sLateness[1]; array sShare[1]

set encoding utf8
set minussign
# Short enough for a legend to show a whole one.
set dashtype 2 (7,5); set dashtype 3 (1.5,3); set dashtype 4 (12,4,2,4); set dashtype 5 (16,5)
set dashtype 6 (9,3,2,3,2,3)
unset mouse
if (!exists("out")) { out = chart.".svg" }
set datafile separator whitespace

# --- Colours: Okabe and Ito, "Color universal design", 2008. One timer has one colour in every chart;
# --- run loops are warm, Dispatch is cool, floors are grey.
INK = 0x333333
FAINT = 0x8a8a8a
GRID = 0xe6e6e6
MISSED = 0x000000
MERGED = 0xa8a8a8
alphabet = "abcdefghijklmnopqrstuvwxyz0123456789-_"
letters(name, i) = i > strlen(name) ? 0 : i * strstrt(alphabet, name[i:i]) + letters(name, i + 1)
spare(name) = word("0xb8a800 0x7a5195 0x2f6d5e 0x7f3b08", 1 + int(letters(name[1:24], 1)) % 4)
color(name) = int( \
  name eq "runloop"         ? 0xd55e00 : name eq "runloop-common" ? 0xe69f00 : \
  name eq "runloop-main"    ? 0x8c510a : name eq "dispatch"       ? 0x0072b2 : \
  name eq "dispatch-strict" ? 0x56b4e9 : name eq "dispatch-wall"  ? 0x009e73 : \
  name eq "task-sleep"      ? 0xcc79a7 : name eq "dispatch-after" ? 0x5e4fa2 : \
  name eq "nanosleep"       ? 0x8a8a8a : name eq "timerfd"        ? 0xa6a6a6 : \
  name eq "kqueue"          ? 0xa6a6a6 : name eq "spin"           ? 0xc4c4c4 : int(spare(name)))
known = "runloop runloop-common runloop-main dispatch dispatch-strict dispatch-wall task-sleep dispatch-after"
rank(name, i) = i > words(known) || word(known, i) eq name ? i : rank(name, i + 1)
isFloor(name) = name eq "nanosleep" || name eq "timerfd" || name eq "kqueue" || name eq "spin"

# --- Text. Labels are other people's: they are shown, never evaluated.
clip(text, room) = strlen(text) <= room ? text : room < 2 ? "" : text[1:int(room) - 1]."…"
tail(path) = strstrt(path, "/") == 0 ? path : tail(path[strstrt(path, "/") + 1:*])
duration(ns) = ns == 0 ? "0" : abs(ns) >= 1e9 ? gprintf("%g s", ns / 1e9) : \
  abs(ns) >= 1e6 ? gprintf("%g ms", ns / 1e6) : abs(ns) >= 1e3 ? gprintf("%g µs", ns / 1e3) : \
  gprintf("%g ns", ns)
count(n) = n >= 1e6 ? sprintf("%.3gM", n / 1e6) : sprintf("%.0f", n)
percent(share) = share == 0 ? "0 %" : share < 0.001 ? gprintf("%.2g %%", share * 100) : gprintf("%.3g %%", share * 100)
if (!exists("subtitle")) { subtitle = tail(csv) }

# --- A scale that shows microseconds beside a stall, and keeps the sign: straight within ±knee, then logarithmic.
# --- knee 0 is a straight scale.
lower(a, b) = a < b ? a : b
upper(a, b) = a > b ? a : b
scaled(ns, knee) = knee == 0 ? ns : sgn(ns) * log10(1 + abs(ns) / knee)
decade(x) = 10.0 ** floor(log10(x) + 1e-9)
# A bulk (quartiles) far below the extremes asks for the logarithmic scale.
knee(bulk, extreme) = extreme > 12 * upper(bulk, 1000) ? decade(upper(bulk, 1000) / 2) : 0
# The distance between ticks when there shall be 'ticks' or a few more.
step(span, ticks) = niceStep(span / (1.0 * ticks))
niceStep(x) = x >= 5 * decade(x) ? 5 * decade(x) : x >= 2 * decade(x) ? 2 * decade(x) : decade(x)
