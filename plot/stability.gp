# How steady the period is: TDEV and MTIE against averaging time, both logarithmic; a row of panels a condition, a
# line a timer and leeway; floors are grey. A time without a figure leaves a gap.
#
#   bench summary Results/x.csv --format csv -o summary.csv
#   gnuplot -e "csv='summary.csv'; out='stability.svg'" plot/stability.gp
#
# 'out' may end in .svg, .png or .pdf.

chart = "stability"
if (!exists("here")) { here = ARG0[1:strlen(ARG0) - strlen("stability.gp")] }
load here."old.gp"

columnNames = "label timer interval_ns leeway_ns load timers view averaging_ns tdev_ns mtie_ns"
needed = 10; kind = "a summary of version 1"
takes(none) = strcol(col[7]) eq "stability"
array pBlock[65536]; array pTime[65536]; array pTdev[65536]; array pMtie[65536]
points = 0
row(b) = (points = points + 1, pBlock[points] = b, pTime[points] = number(8), pTdev[points] = number(9), \
  pMtie[points] = number(10))
load here."blocks.gp"
array bFrom[blocks + 1]; array bTo[blocks + 1]
do for [i = 1:points] {
  if (i == 1 || pBlock[i] != pBlock[upper(i - 1, 1)]) { bFrom[pBlock[i]] = i - 1 }
  bTo[pBlock[i]] = i - 1
}

# --- A row of panels holds all timers and leeways of one machine, interval, load and number of timers.
several = 0
do for [b = 2:blocks] { if (bLabel[b] ne bLabel[1]) { several = 1 } }
place(b) = (several ? bLabel[b].": " : "").condition(b)
array pFirst[blocks + 1]; array bPanel[blocks + 1]; panels = 0
panelOf(b, p) = p < 1 ? 0 : place(b) eq place(pFirst[p]) ? p : panelOf(b, p - 1)
most = 1; hidden = 0
array pLines[65]
do for [b = 1:blocks] {
  bPanel[b] = panelOf(b, panels)
  if (bPanel[b] == 0 && panels < 64) { panels = panels + 1; pFirst[panels] = b; bPanel[b] = panels; pLines[panels] = 0 }
  if (bPanel[b] == 0) { hidden = hidden + 1 } else {
    pLines[bPanel[b]] = pLines[bPanel[b]] + 1; most = upper(most, pLines[bPanel[b]])
  }
}
if (hidden > 0) { subtitle = sprintf("%s: the first %d of %d cells", subtitle, blocks - hidden, blocks) }

# --- Scales, one for all panels. What is 0 has no place on them: it is marked on the axis.
tLow = 1e300; tHigh = 0
array low[2]; array high[2]
do for [k = 1:2] { low[k] = 1e300; high[k] = 0 }
amount(k, i) = k == 1 ? pTdev[i] : pMtie[i]
do for [i = 1:points] { if (bPanel[pBlock[i]] > 0) {
  tLow = lower(tLow, pTime[i]); tHigh = upper(tHigh, pTime[i])
  do for [k = 1:2] { if (amount(k, i) > 0) {
    low[k] = lower(low[k], amount(k, i)); high[k] = upper(high[k], amount(k, i))
  } }
} }
if (tHigh == 0) { tLow = 1e6; tHigh = 1e9 }
do for [k = 1:2] { if (high[k] == 0) { low[k] = 1e3; high[k] = 1e6 } }
tLow = log10(tLow); tHigh = log10(tHigh)
xLow = tLow - 0.15; xHigh = tHigh + 0.15

# --- Sizes in pixels; the legend stands right of each row.
columns = panels <= 3 ? 1 : 2
lines = panels == 0 ? 1 : int(ceil(panels / real(columns)))
plotHeight = panels == 0 ? 10 : upper(panels == 1 ? 300 : 200, most * 17)
panelWidth = panels <= 1 ? 380 : 280; panelGap = 70; legendWidth = 200
leftEdge = 74; top = 84; bottom = 50; lineGap = 84; columnGap = 64
pitch = plotHeight + lineGap
blockWidth = 2 * panelWidth + panelGap + legendWidth
width = leftEdge + columns * blockWidth + (columns - 1) * columnGap
height = top + lines * pitch - lineGap + bottom
load here."open.gp"

set multiplot
heading = "Stability of the period"
load here."heading.gp"
set label 3 points == 0 ? "no timer called back twice: there is no averaging time to draw" : \
    "TDEV: time deviation; MTIE: maximum time interval error (ITU-T G.810); ▾ on the axis: 0" \
    at 14, height - 42 left font ",10" textcolor rgb FAINT
plot NaN
load here."panels.gp"
set grid xtics
set xrange [xLow:xHigh]
set xtics () font ",9" textcolor rgb INK
do for [power = floor(xLow):ceil(xHigh)] { set xtics add (duration(10.0 ** power) power) }

# Leeways of a timer differ in their dashes.
dash(b, i, n) = i == b ? n : dash(b, i + 1, n + (bPanel[i] == bPanel[b] && cTimer[i] eq cTimer[b]))
spot(k, i) = amount(k, i) > 0 ? log10(amount(k, i)) : NaN

do for [p = 1:panels] {
  first = pFirst[p]; x0 = leftEdge + ((p - 1) % columns) * (blockWidth + columnGap + leftEdge - 20)
  y0 = top + ((p - 1) / columns) * pitch
  set tmargin at screen fromTop(y0); set bmargin at screen fromTop(y0 + plotHeight)
  do for [k = 1:2] {
    left = x0 + (k - 1) * (panelWidth + panelGap)
    set lmargin at screen fromLeft(left); set rmargin at screen fromLeft(left + panelWidth)
    yLow = log10(low[k]) - 0.15; yHigh = log10(high[k]) + 0.15
    set yrange [yLow:yHigh]
    set ytics () font ",9" textcolor rgb INK
    # Where not even two powers of ten are in sight, steps between them are named too.
    parts = yHigh - yLow < 0.7 ? "1 1.5 2 3 4 5 6 7 8 9" : yHigh - yLow < 1.5 ? "1 2 5" : "1"
    do for [power = floor(yLow):ceil(yHigh)] { do for [part in parts] {
      set ytics add (duration(real(part) * 10.0 ** power) power + log10(real(part)))
    } }
    if (k == 1) { set label 1 clip(place(first), (2 * panelWidth + panelGap) / 7) at graph 0, 1 left offset 0, 0.7 \
        font ",12" textcolor rgb INK }
    set label 2 k == 1 ? "TDEV" : "MTIE" at graph 1, 1 right offset 0, 0.7 font ",10" textcolor rgb FAINT
    set label 3 "averaging time" at graph 0.5, 0 center offset 0, -2.6 font ",9" textcolor rgb FAINT
    n = 0
    if (k == 2) { do for [floors = 0:1] { do for [b = 1:blocks] { if (bPanel[b] == p && isFloor(cTimer[b]) == floors) {
      n = n + 1
      y = 1 - (n * 17 - 9.0) / plotHeight
      set label 10 + n clip(cTimer[b].leewayText(b), 28) at graph 1 + 36.0 / panelWidth, graph y left \
          font ",10" textcolor rgb color(cTimer[b])
      set arrow 10 + n from graph 1 + 6.0 / panelWidth, y to graph 1 + 30.0 / panelWidth, y nohead \
        lc rgb color(cTimer[b]) lw 2 dt dash(b, 1, 1)
    } } } }
    draw = ""
    do for [floors = 0:1] { do for [b = blocks:1:-1] { if (bPanel[b] == p && isFloor(cTimer[b]) == 1 - floors) {
      draw = draw.sprintf("%d ", b)
    } } }
    plot for [b in draw] pTime every ::bFrom[int(b)]::bTo[int(b)] using (log10($2)):(spot(k, $1)) \
        with linespoints pt 7 ps 0.4 lw (isFloor(cTimer[int(b)]) ? 2.5 : 1.6) dt dash(int(b), 1, 1) \
        lc rgb color(cTimer[int(b)]), \
      for [b in draw] pTime every ::bFrom[int(b)]::bTo[int(b)] \
        using (amount(k, $1) == 0 ? log10($2) : NaN):(yLow) with points pt 11 ps 0.6 lc rgb color(cTimer[int(b)])
    unset label; unset arrow
  }
}
unset multiplot
unset output
