# What was folded together: missed and merged deadlines of each cell and, where several timers ran at once,
# callbacks per wakeup cluster and lateness against leeway, and a raster of callbacks that shows their alignment.
#
#   gnuplot -e "csv='Results/x.csv'; out='coalescing.svg'" plot/coalescing.gp
#
# 'out' may end in .svg, .png or .pdf.
# A callback belongs to the current cluster when its deadline lies at or before the cluster's first callback.

chart = "coalescing"
if (!exists("here")) { here = ARG0[1:strlen(ARG0) - strlen("coalescing.gp")] }
load here."old.gp"
load here."cells.gp"
load here."quantiles.gp"

deadlines(c) = cCallbacks[c] + cMissed[c] + cMerged[c]
share(c) = (cMissed[c] + cMerged[c]) / (1.0 * deadlines(c))
worst = 0; several = 0
array many[cells]
do for [i = 1:shown] {
  worst = upper(worst, share(order[i]))
  if (cTimers[order[i]] > 1) { several = several + 1; many[several] = order[i] }
}

# --- Leeway panels: one an interval and load, a line a timer and number of timers.
field(c) = duration(cInterval[c])." ".cLoad[c]
lineName(c) = cTimer[c].timersText(c)
rasterName(c) = fields > 1 ? cellName(c) : cTimer[c].leewayText(c).timersText(c)
ratio(c) = upper(cLeeway[c], 0) / (1.0 * cInterval[c])
array fFirst[several + 1]; fields = 0
array lName[several + 1]; array lTimer[several + 1]; array lDash[several + 1]; lines = 0
array ratios[several + 1]; leeways = 0
fieldOf(c, f) = f > fields ? 0 : field(c) eq field(fFirst[f]) ? f : fieldOf(c, f + 1)
lineOf(c, l) = l > lines ? 0 : lineName(c) eq lName[l] ? l : lineOf(c, l + 1)
leewayOf(c, k) = k > leeways ? 0 : abs(ratio(c) - ratios[k]) < 1e-9 ? k : leewayOf(c, k + 1)
mostPerCluster = 1; low = 0; high = 0; bulk = 1e300
do for [i = 1:several] {
  c = many[i]
  if (fieldOf(c, 1) == 0) { fields = fields + 1; fFirst[fields] = c }
  if (lineOf(c, 1) == 0) {
    dash = 1
    do for [l = 1:lines] { dash = dash + (lTimer[l] eq cTimer[c]) }
    lines = lines + 1; lName[lines] = lineName(c); lTimer[lines] = cTimer[c]; lDash[lines] = dash
  }
  if (leewayOf(c, 1) == 0) {
    leeways = leeways + 1; ratios[leeways] = ratio(c)
    do for [k = leeways:2:-1] {
      if (ratios[k] < ratios[k - 1]) { swap = ratios[k]; ratios[k] = ratios[k - 1]; ratios[k - 1] = swap }
    }
  }
  mostPerCluster = upper(mostPerCluster, cCallbacks[c] / (1.0 * cClusters[c]))
  low = lower(low, cMedian[c]); high = upper(high, cMedian[c]); bulk = lower(bulk, abs(cMedian[c]))
}
k0 = several == 0 ? 0 : knee(bulk, upper(-low, high))
if (low == high) { high = 1000 }
low = scaled(low, k0); high = scaled(high, k0)

# --- Sizes in pixels, from top to bottom: bars, leeway panels, rasters.
leftEdge = 74; top = 70; rightEdge = 22; width = 920
barsLeft = 310; barPitch = shown > 24 ? 14 : 20
barsHeight = shown * barPitch + 8
leewayTop = top + barsHeight + 116
leewayHeight = 170; leewayPitch = leewayHeight + 84
rasterColumns = several <= 4 ? upper(1, lower(several, 2)) : 3
rasterGap = 26; rasterWidth = (width - leftEdge - rightEdge - (rasterColumns - 1) * rasterGap) / rasterColumns
rasterHeight = several <= 4 ? 150 : 96; rasterPitch = rasterHeight + 36
rasterTop = leewayTop + fields * leewayPitch + 40
rasterLines = int(ceil(several / (1.0 * rasterColumns)))
height = several == 0 ? top + barsHeight + 66 : rasterTop + rasterLines * rasterPitch + 30
load here."open.gp"

set multiplot
heading = "Missed and merged deadlines, shared wakeups"
load here."heading.gp"
set object 1 rectangle from 14, height - 46 to 26, height - 38 fc rgb INK fs solid 1 noborder
set label 3 "missed: no callback at all" at 31, height - 42 left font ",10" textcolor rgb FAINT
set object 2 rectangle from 180, height - 46 to 192, height - 38 fc rgb INK fs solid 0.4 noborder
set label 4 "merged into a callback that stands for several" at 197, height - 42 left font ",10" textcolor rgb FAINT
do for [i = 1:shown] {
  c = order[i]
  y = height - top - 4 - (i - 0.5) * barPitch
  set label 10 + i clip(cellName(c), 46) at barsLeft - 8, y right font ",10" textcolor rgb color(cTimer[c])
}
if (several > 0) {
  set label 5 "Where several timers ran at once: what leeway buys, and what it costs" \
    at 14, height - (leewayTop - 46) left font ",12" textcolor rgb INK
  set label 6 "Callbacks in the first four intervals".(fields == 1 ? ", ".field(fFirst[1]) : "").", a row a timer; grey: deadlines" \
    at 14, height - (rasterTop - 40) left font ",12" textcolor rgb INK
  set label 7 "intervals since the first callback shown" at (leftEdge + width - rightEdge) / 2, 12 center \
      font ",9" textcolor rgb FAINT
}
plot NaN
load here."panels.gp"

# --- Bars: $bars is place, missed share, merged share, colour.
undefine $bars
set print $bars append
do for [i = 1:shown] {
  c = order[i]
  print sprintf("%d %.9g %.9g %d", i, 100.0 * cMissed[c] / deadlines(c), 100.0 * cMerged[c] / deadlines(c), color(cTimer[c]))
}
unset print
set lmargin at screen fromLeft(barsLeft); set rmargin at screen fromLeft(width - 150)
set tmargin at screen fromTop(top); set bmargin at screen fromTop(top + barsHeight)
xEnd = worst == 0 ? 1 : 105 * worst
set xrange [0:xEnd]; set yrange [shown + 0.7:0.3]
unset ytics
set grid noytics xtics
set xtics 0, step(xEnd, 3) nomirror format "%g %%" font ",9"
set label 1 "share of the deadlines" at graph 0.5, 0 center offset 0, -2.3 font ",9" textcolor rgb FAINT
do for [i = 1:shown] {
  c = order[i]
  none = cMissed[c] == 0 && cMerged[c] == 0
  set label 10 + i "".(none ? "none" : (cMissed[c] > 0 ? count(cMissed[c])." missed" : "").(cMissed[c] > 0 && cMerged[c] > 0 ? ", " : "") \
    .(cMerged[c] > 0 ? count(cMerged[c])." merged" : "")) \
    ." of ".count(deadlines(c)) at first 100 * share(c), i left offset 0.7, 0 font ",9" textcolor rgb FAINT
}
plot $bars using 2:1:(0):2:($1 - 0.34):($1 + 0.34):4 with boxxyerror fc rgb variable fs solid 1 noborder, \
  $bars using 2:1:2:($2 + $3):($1 - 0.34):($1 + 0.34):4 with boxxyerror fc rgb variable fs transparent solid 0.4 noborder
unset label
set ytics nomirror out scale 0.5, 0.25 textcolor rgb INK

# --- Callbacks per wakeup cluster, and the median of lateness, against leeway.
do for [f = 1:fields] {
  y0 = leewayTop + (f - 1) * leewayPitch
  undefine $leeway
  set print $leeway append
  do for [l = 1:lines] {
    print "NaN NaN NaN"
    do for [k = 1:leeways] { do for [i = 1:several] {
      c = many[i]
      if (fieldOf(c, 1) == f && lineOf(c, 1) == l && leewayOf(c, 1) == k) {
        print sprintf("%.9g %.9g %.9g", k + 0.03 * (l - (lines + 1) / 2.0), cCallbacks[c] / (1.0 * cClusters[c]), scaled(cMedian[c], k0))
      }
    } }
    print ""; print ""
  }
  unset print
  set grid ytics noxtics
  set xrange [0.6:leeways + 0.4]
  set xtics ("" 0)
  do for [k = 1:leeways] { set xtics add ((ratios[k] == 0 ? "0" : gprintf("%g", 100 * ratios[k])." %%") k) }
  set tmargin at screen fromTop(y0); set bmargin at screen fromTop(y0 + leewayHeight)

  set lmargin at screen fromLeft(leftEdge); set rmargin at screen fromLeft(leftEdge + 290)
  set yrange [0:upper(2, mostPerCluster) * 1.06]
  set ytics 0, upper(1, step(upper(2, mostPerCluster), 3)) nomirror format "%g" font ",9"
  set arrow 1 from graph 0, first 1 to graph 1, first 1 nohead lc rgb FAINT lw 1 back
  set label 1 "callbacks per wakeup cluster, ".clip(field(fFirst[f]), 40) at graph 0, 1 left offset 0, 0.7 \
      font ",10" textcolor rgb INK
  set label 2 "leeway (% of the interval)" at graph 0.5, 0 center offset 0, -2.3 font ",9" textcolor rgb FAINT
  plot for [l = 1:lines] $leeway index l - 1 using 1:2 with linespoints pt 7 ps 0.7 lw 1.6 dt lDash[l] lc rgb color(lTimer[l])
  unset label; unset arrow

  set lmargin at screen fromLeft(leftEdge + 376); set rmargin at screen fromLeft(leftEdge + 666)
  set yrange [low - 0.04 * (high - low):high + 0.08 * (high - low)]
  load here."durations.gp"
  set arrow 1 from graph 0, first 0 to graph 1, first 0 nohead lc rgb FAINT lw 1 back
  set label 1 "p50 of lateness" at graph 0, 1 left offset 0, 0.7 font ",10" textcolor rgb INK
  set label 2 "leeway (% of the interval)" at graph 0.5, 0 center offset 0, -2.3 font ",9" textcolor rgb FAINT
  do for [l = 1:lines] {
    y = 1 - (l * 17 - 9.0) / leewayHeight
    set label 10 + l clip(lName[l], 20) at graph 1 + 36.0 / 290, graph y left font ",10" textcolor rgb color(lTimer[l])
    set arrow 10 + l from graph 1 + 6.0 / 290, y to graph 1 + 30.0 / 290, y \
        nohead lc rgb color(lTimer[l]) lw 2 dt lDash[l]
  }
  plot for [l = 1:lines] $leeway index l - 1 using 1:3 with linespoints pt 7 ps 0.7 lw 1.6 dt lDash[l] lc rgb color(lTimer[l])
  unset label; unset arrow
}

# --- Rasters.
unset grid
set xrange [-0.05:4.05]
do for [i = 1:several] {
  c = many[i]
  across = (i - 1) % rasterColumns; down = (i - 1) / rasterColumns
  x0 = leftEdge + across * (rasterWidth + rasterGap); y0 = rasterTop + down * rasterPitch
  set lmargin at screen fromLeft(x0); set rmargin at screen fromLeft(x0 + rasterWidth)
  set tmargin at screen fromTop(y0); set bmargin at screen fromTop(y0 + rasterHeight)
  set yrange [cTimers[c] - 0.4:-0.6]
  set ytics 0, upper(1, step(cTimers[c], 2)) nomirror format "%g" font ",9"
  set xtics 0, 1 nomirror format (i > several - rasterColumns ? "%g" : "") font ",9"
  set label 1 clip(rasterName(c), rasterWidth / 6.6) at graph 0, 1 left offset 0, 0.6 font ",10" \
      textcolor rgb color(cTimer[c])
  when(ns) = (ns - cStart[c]) / cInterval[c]
  if (cTimers[c] <= rasterHeight / 2) {
    plot sample [j = cFrom[c]:cTo[c]:1] '+' using (xRun[xAt[j]] == cRun[c] ? when(xDeadline[xAt[j]] * 1e9) : NaN):(xSource[xAt[j]] - 0.45):(0):(0.9) \
        with vectors nohead lc rgb 0xd0d0d0 lw 1, \
      [j = cFrom[c]:cTo[c]:1] '+' using (xRun[xAt[j]] == cRun[c] ? when(xCallback[xAt[j]] * 1e9) : NaN):(xSource[xAt[j]] - 0.45):(0):(0.9) \
        with vectors nohead lc rgb color(cTimer[c]) lw 1.4
  } else {
    plot sample [j = cFrom[c]:cTo[c]:1] '+' using (xRun[xAt[j]] == cRun[c] ? when(xDeadline[xAt[j]] * 1e9) : NaN):(xSource[xAt[j]]) \
        with points pt 7 ps 0.15 lc rgb 0xd0d0d0, \
      [j = cFrom[c]:cTo[c]:1] '+' using (xRun[xAt[j]] == cRun[c] ? when(xCallback[xAt[j]] * 1e9) : NaN):(xSource[xAt[j]]) \
        with points pt 7 ps 0.15 lc rgb color(cTimer[c])
  }
  unset label
}
unset multiplot
unset output
