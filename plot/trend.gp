# p50 and p99 of lateness and the share of missed deadlines over recordings, a panel a cell, with 95 % intervals over runs; a
# dotted line stands where a figure stepped.
#
#   gnuplot -e "data='DIR/trend.csv'; out='trend.svg'" plot/trend.gp

chart = "trend"
if (!exists("here")) { here = ARG0[1:strlen(ARG0) - strlen("trend.gp")] }
load here."style.gp"

plotHeight = panels == 1 ? 300 : 190; stripHeight = panels == 1 ? 80 : 52
panelHeight = plotHeight + 10 + stripHeight; panelWidth = panels == 1 ? 700 : 430
columnGap = 96; rowGap = 84
keys = 3
array keyText[3] = ["above:  ● p50   ○ p99, lateness of a run on average, with 95 % intervals over runs", \
  "below:  missed deadlines", "dotted: a figure stepped"]
array keyHue[3] = [INK, INK, hue("event")]
load here."page.gp"

NUMBER = at("number"); VALUE = at("value_ns"); FROM = at("from_ns"); TO = at("to_ns"); MISSED = at("missed_percent")
LEAST = at("from_percent"); MOST = at("to_percent"); LOW = at("low_ns"); HIGH = at("high_ns"); KNEE = at("knee_ns")
WORST = at("missed_high_percent"); NUMBERS = at("numbers")
do for [p = 1:panels] {
  stats data every ::panelAt[p]::panelAt[p] using (knee = column(KNEE), low = scaled(column(LOW), knee), \
    high = scaled(column(HIGH), knee), numbers = column(NUMBERS), worst = column(WORST), 1) nooutput
  if (high == low) { high = scaled(1000, knee) }
  from = panelFrom[p]; to = panelTo[p]
  load here."panel.gp"
  axisHeight = plotHeight; foot = 0
  load here."ticks.gp"
  set xrange [0.4:numbers + 0.6]
  set xtics 1, upper(1, step(numbers, 10)) format ""
  set arrow 1 from graph 0, first 0 to graph 1, first 0 nohead lc rgb FAINT lw 1 back
  plot data every ::from::to using (strcol(KIND) eq "step" ? column(NUMBER) - 0.5 : NaN):(low - air):(0):(high - low + 2 * air): \
      (hue(strcol(COLOR))) with vectors nohead lw 1.2 dt 3 lc rgb variable, \
    for [l = firstLine[p]:lastLine[p]] data every ::lineFrom[l]::lineTo[l] \
      using NUMBER:(scaled(column(FROM), knee)):(0):(scaled(column(TO), knee) - scaled(column(FROM), knee)) \
      with vectors nohead lw 1 lc rgb lineHue[l], \
    for [l = firstLine[p]:lastLine[p]] data every ::lineFrom[l]::lineTo[l] \
      using NUMBER:(scaled(column(VALUE), knee)) with linespoints pt (lineDash[l] == 1 ? 7 : 6) ps 0.55 \
      lw (lineDash[l] == 1 ? 1.8 : 0.9) lc rgb lineHue[l]

  unset label; unset arrow
  set tmargin at screen fromTop(y0 + plotHeight + 10); set bmargin at screen fromTop(y0 + panelHeight)
  set yrange [0:1.1 * upper(worst, 0.1)]
  set ytics 0, step(upper(worst, 0.1), 2) format "%g %%"
  set xtics 1, upper(1, step(numbers, 10)) format "%g"
  set label 1 (isLowest(p) ? "recording, in their order" : "") at graph 0.5, graph 0 center offset 0, -2.3 font ",9" textcolor rgb FAINT
  plot data every ::from::to using (strcol(KIND) eq "missed" ? column(NUMBER) : NaN):LEAST:(0):(column(MOST) - column(LEAST)): \
      (hue(strcol(COLOR))) with vectors nohead lw 1 lc rgb variable, \
    data every ::from::to using (strcol(KIND) eq "missed" ? column(NUMBER) : NaN):MISSED:(hue(strcol(COLOR))) \
      with points pt 7 ps 0.5 lc rgb variable
}
unset multiplot
unset output
