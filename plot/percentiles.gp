# Lateness by percentile on an axis of 1/(1-p), a panel a condition, a line a timer and leeway; the floor is grey.
#
#   gnuplot -e "data='x.charts/percentiles.csv'; out='percentiles.svg'" plot/percentiles.gp

chart = "percentiles"
if (!exists("here")) { here = ARG0[1:strlen(ARG0) - strlen("percentiles.gp")] }
load here."style.gp"

plotHeight = upper(panels == 1 ? 380 : 230, mostLines * 17)
panelHeight = plotHeight; panelWidth = panels == 1 ? 640 : 330
columnGap = 256; rowGap = 82; legend = 17
keys = 1
array keyText[1] = ["a line ends at the latest of its callbacks; the floor, which the kernel alone keeps, is grey"]
array keyHue[1] = [FAINT]
load here."page.gp"

ONEIN = at("one_in"); LATENESS = at("lateness_ns"); LATEST = at("latest_ns"); CALLBACKS = at("callbacks")
LOW = at("low_ns"); HIGH = at("high_ns"); KNEE = at("knee_ns")
do for [p = 1:panels] {
  stats data every ::panelAt[p]::panelAt[p] using (knee = column(KNEE), low = scaled(column(LOW), knee), \
    high = scaled(column(HIGH), knee), most = column(CALLBACKS), 1) nooutput
  if (high == low) { high = scaled(1000, knee) }
  load here."panel.gp"
  axisHeight = plotHeight; foot = 0
  load here."ticks.gp"
  set xrange [0:1.04 * upper(1, log10(most))]
  set xtics ("min" 0, "50 %%" log10(2), "90 %%" 1, "99 %%" 2, "99.9 %%" 3, "99.99 %%" 4, "99.999 %%" 5, "99.9999 %%" 6, \
    "99.99999 %%" 7)
  set grid xtics
  set label 3 "percentile of callbacks" at graph 0.5, graph 0 center offset 0, -2.4 font ",9" textcolor rgb FAINT
  set arrow 1 from graph 0, first 0 to graph 1, first 0 nohead lc rgb FAINT lw 1 back
  plot for [l = lastLine[p]:firstLine[p]:-1] data every ::lineFrom[l]::lineTo[l] \
      using (log10(column(ONEIN))):(scaled(column(LATENESS), knee)) with steps lc rgb lineHue[l] lw widthOf(l) dt dashOf(l), \
    for [l = lastLine[p]:firstLine[p]:-1] data every ::lineFrom[l]::lineTo[l] \
      using (log10(column(ONEIN))):(scaled(column(LATEST), knee)) with points pt 7 ps 0.45 lc rgb lineHue[l]
}
unset multiplot
unset output
