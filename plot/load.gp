# p50 and p99 of lateness against load, and the share of deadlines missed and merged; a panel an interval, number of timers
# and kind of load, a line a timer and leeway. A dotted line across stands where a timer breaks.
#
#   gnuplot -e "data='x.charts/load.csv'; out='load.svg'" plot/load.gp

chart = "load"
if (!exists("here")) { here = ARG0[1:strlen(ARG0) - strlen("load.gp")] }
load here."style.gp"

plotHeight = upper(panels == 1 ? 300 : 210, mostLines * 32); stripHeight = panels == 1 ? 90 : 64
panelHeight = plotHeight + 10 + stripHeight; panelWidth = panels == 1 ? 560 : 330
columnGap = 256; rowGap = 90; legend = 32
keys = 3
array keyText[3] = ["above:  ● p50   ○ p99, from 100 callbacks on", "below, share of deadlines:  ● missed   ○ merged", \
  "breaks: more than 1 % left out from there on"]
array keyHue[3] = [INK, INK, FAINT]
load here."page.gp"

SERIES = at("series"); AMOUNT = at("amount"); P50 = at("p50_ns"); P99 = at("p99_ns"); MISSED = at("missed_percent")
MERGED = at("merged_percent"); LOW = at("low_ns"); HIGH = at("high_ns"); KNEE = at("knee_ns"); MOST = at("amount_high")
WORST = at("left_out_high_percent"); BREAKS = at("breaks_at"); FLOOR = at("floor_ns"); MARK = at("mark")
do for [p = 1:panels] {
  stats data every ::panelAt[p]::panelAt[p] using (knee = column(KNEE), low = scaled(column(LOW), knee), \
    high = scaled(column(HIGH), knee), end = column(MOST), worst = column(WORST), 1) nooutput
  marked = 0
  stats data every ::panelFrom[p]::panelTo[p] using (marked = marked + (strcol(KIND) eq "mark"), 1) nooutput
  if (high == low) { high = scaled(1000, knee) }
  from = panelFrom[p]; to = panelTo[p]; middle = (lastLine[p] - firstLine[p]) / 2.0 + 1
  dodge = lower(0.012, 0.1 / mostLines) * end
  load here."panel.gp"
  set label 2 ""
  axisHeight = plotHeight; foot = 0
  load here."ticks.gp"
  set xrange [-0.06 * end:1.06 * end]
  set xtics step(end, 4) format ""
  set arrow 1 from graph 0, first 0 to graph 1, first 0 nohead lc rgb FAINT lw 1 back
  plot data every ::from::to using (column(BREAKS) + dodge * (column(SERIES) - middle)):(low - air):(0):(high - low + 2 * air): \
      (hue(strcol(COLOR))) with vectors nohead lw 1 dt 3 lc rgb variable, \
    data every ::from::to using (-0.06 * end):(scaled(column(FLOOR), knee)):(1.12 * end):(0):(hue(strcol(COLOR))) \
      with vectors nohead lw 1 dt 3 lc rgb variable, \
    for [l = firstLine[p]:lastLine[p]] data every ::lineFrom[l]::lineTo[l] \
      using (column(AMOUNT) + dodge * (column(SERIES) - middle)):(scaled(column(P50), knee)) \
      with linespoints pt 7 ps 0.7 lw 2 dt dashOf(l) lc rgb lineHue[l], \
    for [l = firstLine[p]:lastLine[p]] data every ::lineFrom[l]::lineTo[l] \
      using (column(AMOUNT) + dodge * (column(SERIES) - middle)):(scaled(column(P99), knee)) \
      with linespoints pt 6 ps 0.7 lw 1 dt dashOf(l) lc rgb lineHue[l]

  unset label; unset arrow
  set tmargin at screen fromTop(y0 + plotHeight + 10); set bmargin at screen fromTop(y0 + panelHeight)
  set yrange [0:1.1 * upper(worst, 1)]
  set ytics 0, step(upper(worst, 1), 2) format "%g %%"
  marks = marked > 0 ? "" : "%g"
  set xtics step(end, 4) format marks
  set label 1 panelNote[p] at graph 0.5, graph 0 center offset 0, -2.3 font ",9" textcolor rgb FAINT
  plot for [l = firstLine[p]:lastLine[p]] data every ::lineFrom[l]::lineTo[l] \
      using (column(AMOUNT) + dodge * (column(SERIES) - middle)):MERGED with linespoints pt 6 ps 0.7 lw 1 dt dashOf(l) lc rgb lineHue[l], \
    for [l = firstLine[p]:lastLine[p]] data every ::lineFrom[l]::lineTo[l] \
      using (column(AMOUNT) + dodge * (column(SERIES) - middle)):MISSED with linespoints pt 7 ps 0.6 lw 2 dt dashOf(l) lc rgb lineHue[l], \
    data every ::from::to using MARK:(0):(strcol(LABEL)) with labels center offset 0, -1 font ",9" textcolor rgb INK
}
unset multiplot
unset output
