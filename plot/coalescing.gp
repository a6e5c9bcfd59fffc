# What was folded together: missed and merged deadlines of each cell; where several timers ran at once, callbacks per
# wakeup and lateness against leeway, and a raster of callbacks that shows their alignment.
#
#   gnuplot -e "data='x.charts/coalescing.csv'; out='coalescing.svg'" plot/coalescing.gp

chart = "coalescing"
if (!exists("here")) { here = ARG0[1:strlen(ARG0) - strlen("coalescing.gp")] }
load here."style.gp"

BAR = at("bar"); MISSED = at("missed_percent"); MERGED = at("merged_percent"); MARK = at("mark"); WAKEUP = at("per_wakeup")
P50 = at("p50_ns"); SOURCE = at("source"); DUE = at("due"); CAME = at("came"); BARS = at("bars"); LEEWAYS = at("leeways")
TIMERS = at("timers"); END = at("end"); LOW = at("low_ns"); HIGH = at("high_ns"); KNEE = at("knee_ns")
array bars[panels]; array leeways[panels]; array timers[panels]
fieldRows = 0; rasterRows = 0; across = 1; air = 0
count(value) = value > 0 ? value : 0
do for [p = 1:panels] {
  stats data every ::panelAt[p]::panelAt[p] using (bars[p] = count(column(BARS)), leeways[p] = count(column(LEEWAYS)), \
    timers[p] = count(column(TIMERS)), 1) nooutput
  if (leeways[p] > 0) { fieldRows = upper(fieldRows, panelRow[p]) }
  if (timers[p] > 0) { rasterRows = upper(rasterRows, panelRow[p]); across = upper(across, panelColumn[p]) }
}

# --- Sizes in pixels, from top to bottom: bars, leeway panels, rasters.
width = 960; top = 102; pitch = bars[1] > 24 ? 14 : 20
barsHeight = bars[1] * pitch + 8; fieldTop = top + barsHeight + 92; fieldHeight = 170
rasterTop = (fieldRows > 0 ? fieldTop + fieldRows * (fieldHeight + 84) : fieldTop) + 6
rasterHeight = rasterRows <= 2 ? 150 : 96
height = (rasterRows > 0 ? rasterTop + rasterRows * (rasterHeight + 46) + 46 : fieldRows > 0 ? rasterTop : fieldTop - 14) + 16
rasterWidth = (width - 100 - 30 * (across - 1)) / across
panelWidth = 0; panelHeight = 0; columnGap = 0; rowGap = 0; ownLayout = 1
keys = 3
array keyText[3] = ["■ missed: no callback at all", "■ merged into a callback that stands for several", \
  rasterRows > 0 ? "rasters: a mark a callback, a row a timer, grey the deadline" : ""]
array keyHue[3] = [INK, 0x9a9a9a, FAINT]
load here."page.gp"
leftOf(p) = bars[p] > 0 ? 310 : leeways[p] > 0 ? 74 + (panelColumn[p] - 1) * 376 : 74 + (panelColumn[p] - 1) * (rasterWidth + 30)
topOf(p) = bars[p] > 0 ? top : leeways[p] > 0 ? fieldTop + (panelRow[p] - 1) * (fieldHeight + 84) : \
  rasterTop + (panelRow[p] - 1) * (rasterHeight + 46)

do for [p = 1:panels] {
  stats data every ::panelAt[p]::panelAt[p] using (end = column(END), knee = column(KNEE), low = scaled(column(LOW), knee), \
    high = scaled(column(HIGH), knee), 1) nooutput
  from = panelFrom[p]; to = panelTo[p]
  plotHeight = bars[p] > 0 ? barsHeight : leeways[p] > 0 ? fieldHeight : rasterHeight
  panelWidth = bars[p] > 0 ? width - 460 : leeways[p] > 0 ? 290 : rasterWidth
  legend = leeways[p] > 0 && panelColumn[p] == 2 ? 17 : 0
  load here."panel.gp"
  set border 3; set grid noytics noxtics
  if (bars[p] > 0) {
    set xrange [0:end]; set yrange [bars[p] + 0.7:0.3]
    unset ytics; set grid xtics; set xtics 0, step(end, 3) nomirror format "%g %%" font ",9"
    set label 3 "share of the deadlines" at graph 0.5, 0 center offset 0, -2.3 font ",9" textcolor rgb FAINT
    plot data every ::from::to using MISSED:BAR:(0):MISSED:(column(BAR) - 0.34):(column(BAR) + 0.34):(hue(strcol(COLOR))) \
        with boxxyerror fc rgb variable fs solid 1 noborder, \
      data every ::from::to using MISSED:BAR:MISSED:(column(MISSED) + column(MERGED)):(column(BAR) - 0.34): \
        (column(BAR) + 0.34):(hue(strcol(COLOR))) with boxxyerror fc rgb variable fs transparent solid 0.4 noborder, \
      data every ::from::to using (0):BAR:(strcol(LABEL)):(hue(strcol(COLOR))) with labels right offset -1, 0 \
        font ",10" textcolor rgb variable, \
      data every ::from::to using (column(MISSED) + column(MERGED)):BAR:(strcol(NOTE)) with labels left offset 0.7, 0 \
        font ",9" textcolor rgb FAINT
  }
  if (leeways[p] > 0) {
    set grid ytics
    FIGURE = panelColumn[p] == 1 ? WAKEUP : P50
    if (panelColumn[p] == 1) { set yrange [0:1.06 * end]; set ytics 0, upper(1, step(end, 3)) nomirror format "%g" font ",9" textcolor rgb INK } else {
      if (low == high) { high = scaled(1000, knee) }
      axisHeight = plotHeight; foot = 0
      load here."ticks.gp"
    }
    base = low - air
    if (panelColumn[p] == 1) { knee = 0; base = 0 }
    set xrange [0.6:leeways[p] + 0.4]; set xtics ("" -9)
    set label 3 "leeway (% of the interval)" at graph 0.5, 0 center offset 0, -2.6 font ",9" textcolor rgb FAINT
    plot data every ::from::to using (strcol(KIND) eq "mark" ? column(MARK) : NaN):(base):(strcol(LABEL)) \
        with labels center offset 0, -0.9 font ",9" textcolor rgb INK, \
      for [l = firstLine[p]:lastLine[p]] data every ::lineFrom[l]::lineTo[l] using MARK:(scaled(column(FIGURE), knee)) \
        with linespoints pt 7 ps 0.7 lw 1.6 dt dashOf(l) lc rgb lineHue[l]
  }
  if (timers[p] > 0) {
    set xrange [-0.05:end + 0.05]; set yrange [timers[p] - 0.4:-0.6]
    set ytics 0, step(upper(timers[p] - 1, 1), 1) nomirror format "%g" font ",9"; set xtics 0, 1 nomirror format "%g" font ",9"
    mark = timers[p] <= plotHeight / 2 ? 0.45 : 0.01
    set label 3 panelRow[p] == rasterRows ? "intervals since the first callback" : "" at graph 0.5, 0 center offset 0, -2.4 \
      font ",9" textcolor rgb FAINT
    plot data every ::from::to using DUE:(column(SOURCE) - mark):(0):(2 * mark) with vectors nohead lc rgb hue("deadline") lw 1, \
      data every ::from::to using CAME:(column(SOURCE) - mark):(0):(2 * mark) with vectors nohead lc rgb panelHue[p] lw 1.4
  }
}
unset multiplot
unset output
