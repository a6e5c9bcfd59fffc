# Why callbacks were late: the parts of the lateness as shares of it, a bar a cell, around the median and in the latest 1 %.
#
#   gnuplot -e "data='x.charts/why.csv'; out='why.svg'" plot/why.gp

chart = "why"
if (!exists("here")) { here = ARG0[1:strlen(ARG0) - strlen("why.gp")] }
load here."style.gp"

BAR = at("bar"); FROM = at("from_percent"); TO = at("to_percent"); BARS = at("bars"); LEFT = at("left_percent"); RIGHT = at("right_percent")
stats data every ::panelAt[1]::panelAt[1] using (bars = column(BARS), left = column(LEFT), right = column(RIGHT), 1) nooutput
plotHeight = bars * 24; panelHeight = plotHeight; panelWidth = 300
leftEdge = 330; columnGap = 104; rowGap = 0
keys = 5
array keyText[5] = ["■ armed early or late", "■ kernel's timer", "■ thread's wakeup", "■ framework", "■ loop was busy"]
array keyHue[5] = [hue("arming"), hue("kernel"), hue("wakeup"), hue("framework"), hue("blocked")]
load here."page.gp"

do for [p = 1:panels] {
  load here."panel.gp"
  from = panelFrom[p]; to = panelTo[p]
  set xrange [left:right]; set yrange [bars + 0.5:0.5]
  set border 1; unset ytics
  set grid xtics noytics
  set xtics 25 format "%g %%"
  set label 3 "share of the mean lateness, which stands right of each bar" at graph 0.5, graph 0 center offset 0, -2.3 \
      font ",9" textcolor rgb FAINT
  plot data every ::from::to using FROM:BAR:FROM:TO:(column(BAR) - 0.36):(column(BAR) + 0.36):(hue(strcol(COLOR))) \
      with boxxyerror linecolor rgb variable, \
    data every ::from::to using (strcol(KIND) eq "bar" ? left : NaN):BAR:(p == 1 ? strcol(LABEL) : ""):(hue(strcol(COLOR))) \
      with labels right offset -1, 0 font ",10" textcolor rgb variable, \
    data every ::from::to using (strcol(KIND) eq "bar" ? right : NaN):BAR:(strcol(NOTE)) \
      with labels left offset 1, 0 font ",9" textcolor rgb INK
}
unset multiplot
unset output
