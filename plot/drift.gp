# Lateness over the run, a panel a cell; under each, how far a program that counts callbacks has fallen behind.
# Missed slots are black on the time axis, merged ones grey; lines across are what happened to clock or machine.
#
#   gnuplot -e "data='x.charts/drift.csv'; out='drift.svg'" plot/drift.gp

chart = "drift"
if (!exists("here")) { here = ARG0[1:strlen(ARG0) - strlen("drift.gp")] }
load here."style.gp"

plotHeight = rows == 1 ? 250 : rows <= 3 ? 170 : 110
stripHeight = rows == 1 ? 70 : rows <= 3 ? 50 : 36
panelWidth = columns == 1 ? 840 : columns == 2 ? 450 : columns == 3 ? 340 : 300
panelHeight = plotHeight + 9 + stripHeight
columnGap = 76; rowGap = 58
keys = 4
array keyText[4] = ["● lateness of each callback", "■ missed slots", "■ slots merged into one callback", \
  "below: how far a program that counts callbacks is behind"]
array keyHue[4] = [INK, hue("missed"), hue("merged"), FAINT]
load here."page.gp"

TIME = at("time_s"); LATENESS = at("lateness_ns"); BEHIND = at("behind_ns"); FROM = at("from_s"); TO = at("to_s"); AT = at("at_s"); NAME = at("name_s")
BEGIN = at("begin_s"); END = at("end_s")
LOW = at("low_ns"); HIGH = at("high_ns"); KNEE = at("knee_ns"); BEHINDLOW = at("behind_low_ns"); BEHINDHIGH = at("behind_high_ns")
do for [p = 1:panels] {
  stats data every ::panelAt[p]::panelAt[p] using (begin = column(BEGIN), end = column(END), knee = column(KNEE), \
    low = scaled(column(LOW), knee), high = scaled(column(HIGH), knee), \
    behindLow = column(BEHINDLOW), behindHigh = column(BEHINDHIGH), 1) nooutput
  if (high == low) { high = scaled(1000, knee) }
  unit = unitOf(end - begin); name = unitName(end - begin); begin = begin / unit; end = end / unit
  apart = step(end - begin, columns == 1 ? 8 : 4)
  if (ceil(end / apart) * apart - end < 0.05 * (end - begin)) { end = ceil(end / apart) * apart }
  dotWidth = (end - begin) / panelWidth / 20
  from = panelFrom[p]; to = panelTo[p]; dot = to - from > 1500 ? 1.7 : to - from > 400 ? 2.2 : to - from > 100 ? 2.6 : 3.5

  load here."panel.gp"
  axisHeight = plotHeight; foot = 0.12
  load here."ticks.gp"
  axis = low - air - foot * (high - low)
  set xrange [begin:end]
  set xtics apart format ""
  set arrow 1 from graph 0, first 0 to graph 1, first 0 nohead lc rgb FAINT lw 1 back
  plot data every ::from::to using (column(FROM) / unit):(axis):(column(FROM) / unit):(column(TO) / unit): \
      (axis):(axis + 0.08 * (high - low)):(hue(strcol(COLOR))) with boxxyerror lc rgb variable fs solid 1, \
    data every ::from::to using (column(AT) / unit):(axis):(0):(high - axis) with vectors nohead lc rgb hue("event") lw 1 dt 3, \
    data every ::from::to using (column(NAME) / unit):(high - 13.0 * (column(at("row")) - 1) / plotHeight * (high - axis)): \
      (strcol(LABEL)) with labels left offset 0, 0 \
      font ",9" textcolor rgb hue("event"), \
    data every ::from::to using (column(TIME) / unit):(scaled(column(LATENESS), knee)):(dotWidth):(0) \
      with vectors nohead lw dot lc rgb panelHue[p]

  unset label; unset arrow
  set tmargin at screen fromTop(topOf(p) + plotHeight + 9); set bmargin at screen fromTop(topOf(p) + panelHeight)
  low = behindLow; high = behindHigh; knee = 0; axisHeight = stripHeight; foot = 0
  load here."ticks.gp"
  marks = isLowest(p) ? "%g" : ""
  set xtics apart format marks
  set label 1 isLowest(p) ? "time since the first deadline of the run (".name.")" : "" at graph 0.5, graph 0 center \
      offset 0, -2.4 font ",9" textcolor rgb FAINT
  plot data every ::from::to using (column(TIME) / unit):BEHIND:(dotWidth):(0) with vectors nohead lw lower(dot, 2) lc rgb panelHue[p]
}
unset multiplot
unset output
