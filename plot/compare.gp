# Others against a base: lateness by percentile on an axis of 1/(1-p), a panel for each cell that they share, the base
# grey; beside it the ratios other ÷ base of the times that were judged, with their 95 % intervals.
#
#   gnuplot -e "data='DIR/compare.csv'; out='compare.svg'" plot/compare.gp

chart = "compare"
if (!exists("here")) { here = ARG0[1:strlen(ARG0) - strlen("compare.gp")] }
load here."style.gp"

ONEIN = at("one_in"); LATENESS = at("lateness_ns"); LATEST = at("latest_ns"); BAR = at("bar"); LOG = at("log10"); FROM = at("from_log10")
TO = at("to_log10"); DECIDED = at("decided"); LOW = at("low_ns"); HIGH = at("high_ns"); KNEE = at("knee_ns"); CALLBACKS = at("callbacks")
BARS = at("bars"); LOWLOG = at("low_log10"); HIGHLOG = at("high_log10")
stats data every ::panelAt[1]::panelAt[1] using (bars = column(BARS), others = column(at("others")), most = column(CALLBACKS), \
  left = column(LOWLOG), right = column(HIGHLOG), 1) nooutput
figures = int(bars / others)
curve = columns == 1 ? 420 : 340; names = 236; forest = columns == 1 ? 240 : 190; words_ = 210
plotHeight = upper(220, bars * 16 + 36); panelHeight = plotHeight
panelWidth = curve + names + forest + words_
columnGap = 70; rowGap = 84
keys = 2
array keyText[2] = ["▬ grey: the base", "● ratio other ÷ base with its 95 % interval; filled: better or worse, open: same or undecided; ◂ ▸ it goes on"]
array keyHue[2] = [hue("base"), FAINT]
load here."page.gp"

# --- The marks of the axis of ratios: as fine as there is room for.
inSight(x) = log10(x) >= left && log10(x) <= right
span = right - left
fine = span < 0.5 ? "0.5 0.6 0.7 0.8 0.9 1 1.1 1.2 1.4 1.6 1.8" : span < 1.2 ? "0.2 0.3 0.5 0.7 1 1.4 2 3 5" : \
  span < 2.2 ? "0.1 0.2 0.5 1 2 5 10 20 50" : ""
do for [p = 1:panels] {
  stats data every ::panelAt[p]::panelAt[p] using (knee = column(KNEE), low = scaled(column(LOW), knee), \
    high = scaled(column(HIGH), knee), 1) nooutput
  if (high == low) { high = scaled(1000, knee) }
  from = panelFrom[p]; to = panelTo[p]
  legend = 0
  load here."panel.gp"
  set border 3; set grid xtics ytics
  set rmargin at screen fromLeft(x0 + curve)
  axisHeight = plotHeight; foot = 0
  load here."ticks.gp"
  set xrange [0:1.04 * log10(upper(10, most))]
  set xtics ("min" 0, "50 %%" log10(2), "90 %%" 1, "99 %%" 2, "99.9 %%" 3, "99.99 %%" 4, "99.999 %%" 5, "99.9999 %%" 6, \
    "99.99999 %%" 7)
  set label 3 "percentile of callbacks" at graph 0.5, graph 0 center offset 0, -2.4 font ",9" textcolor rgb FAINT
  set arrow 1 from graph 0, first 0 to graph 1, first 0 nohead lc rgb FAINT lw 1 back
  plot for [l = firstLine[p]:lastLine[p]] data every ::lineFrom[l]::lineTo[l] \
      using (log10(column(ONEIN))):(scaled(column(LATENESS), knee)) with lines lc rgb lineHue[l] \
      lw (lineDash[l] == 0 ? 4 : 1.6) dt dashOf(l), \
    for [l = firstLine[p]:lastLine[p]] data every ::lineFrom[l]::lineTo[l] \
      using (log10(column(ONEIN))):(scaled(column(LATEST), knee)) with points pt 7 ps 0.5 lc rgb lineHue[l]

  # --- Ratios: the others by name, a row for each figure.
  unset label; unset arrow
  set lmargin at screen fromLeft(x0 + curve + names); set rmargin at screen fromLeft(x0 + curve + names + forest)
  set xrange [left:right]; set yrange [bars + 0.7:0.3]
  set border 1; unset ytics; set grid noytics xtics
  set xtics ("" -99)
  do for [mark in fine] { if (inSight(real(mark))) { set xtics add (mark log10(real(mark))) } }
  if (fine eq "") { do for [power = int(ceil(left)):int(floor(right)):int(upper(1, floor(span / 4)))] {
    set xtics add (gprintf("%g", 10.0 ** power) power)
  } }
  set arrow 1 from 0, graph 0 to 0, graph 1 nohead lc rgb INK lw 1 back
  set label 3 "other ÷ base" at graph 0.5, graph 0 center offset 0, -2.4 font ",9" textcolor rgb FAINT
  do for [l = firstLine[p]:lastLine[p]] { if (lineDash[l] > 0) { do for [figure = 0:figures - 1] {
    set label 100 * l + 100 + figure lineLabel[l] at screen fromLeft(x0 + curve + names - 10), \
      first figure * others + l - firstLine[p] right font ",9" textcolor rgb lineHue[l]
  } } }
  do for [figure = 1:figures - 1] { set arrow 1 + figure from graph -0.9, first figure * others + 0.5 to graph 2, first figure * others + 0.5 \
    nohead lc rgb GRID lw 1 back }
  plot data every ::from::to using FROM:BAR:(column(TO) - column(FROM)):(0):(hue(strcol(COLOR))) with vectors nohead lw 1.6 lc rgb variable, \
    data every ::from::to using (column(DECIDED) == 0 ? column(LOG) : NaN):BAR with points pt 7 ps 0.75 lc rgb "white", \
    data every ::from::to using (column(DECIDED) == 0 ? column(LOG) : NaN):BAR:(hue(strcol(COLOR))) \
      with points pt 6 ps 0.75 lw 1.4 lc rgb variable, \
    data every ::from::to using (column(DECIDED) == 1 ? column(LOG) : NaN):BAR:(hue(strcol(COLOR))) with points pt 7 ps 0.75 lc rgb variable, \
    data every ::from::to using (column(FROM) <= left ? left : NaN):BAR:("◂"):(hue(strcol(COLOR))) with labels font ",9" tc rgb variable, \
    data every ::from::to using (column(TO) >= right ? right : NaN):BAR:("▸"):(hue(strcol(COLOR))) with labels font ",9" tc rgb variable, \
    data every ::from::to using (strcol(KIND) eq "ratio" ? right : NaN):BAR:(strcol(LABEL)):(hue(strcol(COLOR))) \
      with labels left offset 1.5, 0 font ",9" tc rgb variable, \
    data every ::from::to using (strcol(KIND) eq "figure" ? left : NaN):BAR:(strcol(LABEL)) \
      with labels right offset -25, 0 font ",10" tc rgb INK
}
unset multiplot
unset output
