# Lateness by percentile on an axis of 1/(1-p), a panel a condition; the floor is grey.
#
#   gnuplot -e "csv='Results/x.csv'; out='percentiles.svg'" plot/percentiles.gp
#
# 'out' may end in .svg, .png or .pdf.

chart = "percentiles"
if (!exists("here")) { here = ARG0[1:strlen(ARG0) - strlen("percentiles.gp")] }
load here."old.gp"
load here."cells.gp"
load here."quantiles.gp"

# --- A panel holds all timers and leeways of one interval, load and number of timers.
array pFirst[cells]; panels = 0
panelOf(c, p) = p > panels ? 0 : condition(c) eq condition(pFirst[p]) ? p : panelOf(c, p + 1)
do for [i = 1:shown] {
  if (panelOf(order[i], 1) == 0) { panels = panels + 1; pFirst[panels] = order[i] }
}
# A panel without a floor of its own borrows that of the idle machine.
idleFloor(c, p) = isFloor(cTimer[c]) && cLoad[c] eq "idle" && cInterval[c] == cInterval[pFirst[p]] && cTimers[c] == 1
ownFloor(p, i) = i > shown ? 0 : isFloor(cTimer[order[i]]) && panelOf(order[i], 1) == p ? 1 : ownFloor(p, i + 1)
belongs(c, p) = panelOf(c, 1) == p || (idleFloor(c, p) && !ownFloor(p, 1))
# Leeways of a timer differ in their dashes.
leewayRank(c, i, n) = order[i] == c ? n : leewayRank(c, i + 1, \
  n + (cTimer[order[i]] eq cTimer[c] && condition(order[i]) eq condition(c) ? 1 : 0))

most = 0; mostCallbacks = 1; low = 0; high = 0; bulk = 1e300
do for [i = 1:shown] {
  c = order[i]
  low = lower(low, cLow[c]); high = upper(high, cHigh[c])
  bulk = lower(bulk, cBulk[c])
  mostCallbacks = upper(mostCallbacks, cCallbacks[c])
}
do for [p = 1:panels] {
  n = 0
  do for [i = 1:shown] { n = n + belongs(order[i], p) }
  most = upper(most, n)
}
k0 = knee(bulk, upper(-low, high))
if (low == high) { high = 1000 }
low = scaled(low, k0); high = scaled(high, k0)

# --- Sizes in pixels; the legend stands right of each panel.
columns = panels == 1 ? 1 : panels <= 6 ? 2 : 3
lines = int(ceil(panels / real(columns)))
plotHeight = upper(panels == 1 ? 380 : 230, most * 17)
panelWidth = panels == 1 ? 640 : 330
legendWidth = 204; leftEdge = 74; top = 84; bottom = 50; panelGap = 76; columnGap = 52
pitch = plotHeight + panelGap
width = leftEdge + columns * (panelWidth + legendWidth) + (columns - 1) * columnGap
height = top + lines * pitch - panelGap + bottom
load here."open.gp"

thick(name) = isFloor(name) ? 2.5 : 1.6

set multiplot
heading = "Lateness by percentile"
load here."heading.gp"
set label 3 "a line ends at the latest of its callbacks; the floor, which the kernel alone keeps, is grey" \
    at 14, height - 42 left font ",10" textcolor rgb FAINT
plot NaN
load here."panels.gp"
set xrange [0:upper(1, log10(mostCallbacks)) * 1.04]
set yrange [low - 0.04 * (high - low):high + 0.06 * (high - low)]
room = plotHeight
load here."durations.gp"
set xtics ("min" 0, "50 %%" log10(2), "90 %%" 1, "99 %%" 2, "99.9 %%" 3, "99.99 %%" 4, "99.999 %%" 5, "99.9999 %%" 6, "99.99999 %%" 7)
set grid xtics

do for [p = 1:panels] {
  first = pFirst[p]
  x0 = leftEdge + ((p - 1) % columns) * (panelWidth + legendWidth + columnGap); y0 = top + ((p - 1) / columns) * pitch
  set lmargin at screen fromLeft(x0); set rmargin at screen fromLeft(x0 + panelWidth)
  set tmargin at screen fromTop(y0); set bmargin at screen fromTop(y0 + plotHeight)
  set label 1 clip(condition(first), (panelWidth + legendWidth) / 7) at graph 0, 1 left offset 0, 0.7 \
      font ",12" textcolor rgb INK
  set arrow 1 from graph 0, first 0 to graph 1, first 0 nohead lc rgb FAINT lw 1 back
  set label 2 "percentile of callbacks" at graph 0.5, 0 center offset 0, -2.6 font ",9" textcolor rgb FAINT
  n = 0; draw = ""
  do for [floors = 0:1] { do for [i = 1:shown] { if (belongs(order[i], p) && isFloor(cTimer[order[i]]) == floors) {
    c = order[i]
    n = n + 1; draw = sprintf("%d ", c).draw
    y = 1 - (n * 17 - 9.0) / plotHeight
    text = cTimer[c].leewayText(c).(condition(c) eq condition(first) ? "" : " ".cLoad[c])
    set label 10 + n clip(text, 30) at graph 1 + 36.0 / panelWidth, graph y left font ",10" \
        textcolor rgb color(cTimer[c])
    set arrow 10 + n from graph 1 + 6.0 / panelWidth, y to graph 1 + 30.0 / panelWidth, y nohead \
      lc rgb color(cTimer[c]) lw 2 dt leewayRank(c, 1, 1)
  } } }
  # The last value holds to the place of the last callback, 1/(1-p) = n.
  end(c) = log10(cCallbacks[c])
  plot for [c in draw] sShare every ::sFrom[int(c)]::sTo[int(c)] using (reach($2)):(scaled(sLateness[$1], k0)) \
      with steps lc rgb color(cTimer[int(c)]) lw thick(cTimer[int(c)]) dt leewayRank(int(c), 1, 1), \
    for [c in draw] sShare every ::sFrom[int(c)]::sTo[int(c)] \
        using (x = reach($2)):(scaled(sLateness[$1], k0)):($2 > 1 - 1e-12 ? end(int(c)) - x : 0):(0) \
      with vectors nohead lc rgb color(cTimer[int(c)]) lw thick(cTimer[int(c)]) dt leewayRank(int(c), 1, 1), \
    for [c in draw] sShare every ::sFrom[int(c)]::sTo[int(c)] \
        using (end(int(c))):($2 > 1 - 1e-12 ? scaled(sLateness[$1], k0) : NaN) \
      with points pt 7 ps 0.45 lc rgb color(cTimer[int(c)])
  unset label; unset arrow
}
unset multiplot
unset output
