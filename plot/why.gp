# Why callbacks were late: the parts of the lateness as shares of it, a bar a cell, around the median and in the latest 1 %.
#
#   gnuplot -e "csv='Results/x.csv'; out='why.svg'" plot/why.gp
#
# The file has to be of 'bench run --trace'. 'out' may end in .svg, .png or .pdf.

chart = "why"
if (!exists("here")) { here = ARG0[1:strlen(ARG0) - strlen("why.gp")] }
load here."old.gp"
load here."cells.gp"

parts = "arming kernel wakeup framework blocked"
partColor(k) = int(word("0xe69f00 0x0072b2 0x56b4e9 0x009e73 0xa6a6a6", k))
partText(k) = word("armed&early&or&late kernel's&timer thread's&wakeup framework loop&was&busy", k)
spaced(text) = strstrt(text, "&") == 0 ? text : spaced(text[1:strstrt(text, "&") - 1]." ".text[strstrt(text, "&") + 1:*])

# --- Where the columns of the trace are.
set datafile separator comma
set datafile columnheaders
array traceCol[5]
traceNames = "armed_ns expired_ns running_ns blocked_ns deadline_ns"
sawHeader = 0
locateTrace(k) = k > 5 ? 1 : (traceCol[k] = find(word(traceNames, k), 1), locateTrace(k + 1))
stats csv every ::0::0 using (sawHeader == 0 ? (sawHeader = 1, locateTrace(1)) : 1) nooutput
if (traceCol[1] == 0 || traceCol[2] == 0 || traceCol[3] == 0) {
  exit error sprintf("%s holds no trace: measure with 'bench run --trace'", csv)
}

# --- One line an attributed callback: cell, lateness and its parts. The loop's busy time is taken out of the framework's
# --- part, then of the wakeup's.
spot(k) = traceCol[k] + (traceCol[k] > col[5]) * shift
moment(k) = column(spot(k))
fromFramework = 0; fromWakeup = 0
busy(row) = (fromFramework = lower(upper(at(9) - moment(3), 0), moment(4)), \
  fromWakeup = lower(upper(moment(3) - moment(2), 0), moment(4) - fromFramework), \
  sprintf("%d %.0f %.0f %.0f %.0f %.0f %.0f", cell, at(10), moment(1) - moment(5), moment(2) - moment(1), \
    moment(3) - moment(2) - fromWakeup, at(9) - moment(3) - fromFramework, fromFramework + fromWakeup))
seen = 0; previous = -1; cell = 0
follow(id) = (id != previous ? (seen = seen + 1, previous = id, cell = rCell[seen]) : 0, 1)
attributed(id) = (shift = shiftFrom(0), shift < 0 ? 0 : follow(id) && at(7) == 0 && valid(spot(1)))
set table $traced
plot csv using (attributed(column(col[1])) ? busy(0) : "#") with table
unset table
unset datafile columnheaders
set datafile separator whitespace

# --- The callbacks of each cell by lateness: the tenth around the median, and the latest hundredth. Their mean parts sum to
# --- their mean lateness.
array nTraced[cells]; array middleFrom[cells]; array middleTo[cells]; array worstFrom[cells]
array mLate[cells]; array wLate[cells]
array mPart[5 * cells]; array wPart[5 * cells]
set format x "%.0f"; set format y "%.15f"
set xrange [-1e19:1e19]; set yrange [-1:2]
do for [i = 1:shown] {
  c = order[i]
  nTraced[c] = 0
  stats $traced using (int($1) == c ? (nTraced[c] = nTraced[c] + 1, 1) : NaN) nooutput
  if (nTraced[c] > 0) {
    set table $byLateness
    plot $traced using (int($1) == c ? $2 : NaN):(1) smooth cnorm
    unset table
    a = NaN; b = NaN; w = NaN
    take(share, x) = (a = a != a && share >= 0.45 - 1e-12 ? x : a, b = b != b && share > 0.55 + 1e-12 ? x : b, \
      w = w != w && share > 0.99 + 1e-12 ? x : w, last = x, 0)
    stats $byLateness using (take($2, $1)) nooutput
    middleFrom[c] = a == a ? a : last; middleTo[c] = b == b ? b : last; worstFrom[c] = w == w ? w : last
    undefine $byLateness
  }
}
set format x "%g"; set format y "%g"
set autoscale
do for [i = 1:shown] {
  c = order[i]
  mLate[c] = NaN; wLate[c] = NaN
  if (nTraced[c] > 0) {
    inMiddle(x) = x >= middleFrom[c] && x <= middleTo[c]
    stats $traced using (int($1) == c && inMiddle($2) ? $2 : NaN) nooutput
    mLate[c] = STATS_mean
    do for [k = 1:5] {
      stats $traced using (int($1) == c && inMiddle($2) ? column(2 + k) : NaN) nooutput
      mPart[5 * (c - 1) + k] = STATS_mean
    }
    if (nTraced[c] >= 100) {
      stats $traced using (int($1) == c && $2 >= worstFrom[c] ? $2 : NaN) nooutput
      wLate[c] = STATS_mean
      do for [k = 1:5] {
        stats $traced using (int($1) == c && $2 >= worstFrom[c] ? column(2 + k) : NaN) nooutput
        wPart[5 * (c - 1) + k] = STATS_mean
      }
    }
  }
}

# --- Sizes in pixels: names left, two panels, the mean lateness right of each bar.
barPitch = 24; nameWidth = 300; panelWidth = 300; textWidth = 84; panelGap = 18
top = 112; bottom = 52
plotHeight = shown * barPitch
width = nameWidth + 2 * (panelWidth + textWidth) + panelGap + 14
height = top + plotHeight + bottom
load here."open.gp"

set multiplot
heading = "Why callbacks were late"
load here."heading.gp"
set label 3 "the parts as shares of the lateness; the number is the mean lateness of the callbacks that the bar stands for" \
  at 14, height - 42 left font ",10" textcolor rgb FAINT
x = nameWidth
do for [k = 1:5] {
  set object 10 + k rectangle from x, height - 68 to x + 12, height - 58 fillcolor rgb partColor(k) fillstyle solid 1 noborder
  set label 10 + k spaced(partText(k)) at x + 17, height - 63 left font ",10" textcolor rgb INK
  x = x + 34 + 6.3 * strlen(partText(k))
}
plot NaN
load here."panels.gp"

# A panel's bars: from, to, row, colour.
share(panel, c, k) = panel == 1 ? mPart[5 * (c - 1) + k] / mLate[c] : wPart[5 * (c - 1) + k] / wLate[c]
meanOf(panel, c) = panel == 1 ? mLate[c] : wLate[c]
hasBar(panel, c) = meanOf(panel, c) > 0
left = 0
do for [panel = 1:2] { do for [i = 1:shown] { if (hasBar(panel, order[i])) {
  below = 0
  do for [k = 1:5] { below = below + lower(share(panel, order[i], k), 0) }
  left = lower(left, below)
} } }
left = upper(left, -1)
do for [panel = 1:2] {
  undefine $bars
  set print $bars append
  print "NaN NaN NaN 0"
  do for [i = 1:shown] {
    c = order[i]
    if (hasBar(panel, c)) {
      up = 0; down = 0
      do for [k = 1:5] {
        part = share(panel, c, k)
        if (part >= 0) { print sprintf("%.6f %.6f %d %d", 100 * up, 100 * (up + part), i, partColor(k)); up = up + part } else {
          print sprintf("%.6f %.6f %d %d", 100 * (down + part), 100 * down, i, partColor(k)); down = down + part
        }
      }
    }
  }
  unset print
  x0 = nameWidth + (panel - 1) * (panelWidth + textWidth + panelGap)
  set lmargin at screen fromLeft(x0); set rmargin at screen fromLeft(x0 + panelWidth)
  set tmargin at screen fromTop(top); set bmargin at screen fromTop(top + plotHeight)
  right = 100 * (1 - left)
  set xrange [100 * left:right]; set yrange [shown + 0.5:0.5]
  set border 1 lc rgb FAINT lw 0.8
  set grid xtics noytics lc rgb GRID lw 0.8 lt 1
  set xtics 25 format "%g %%" textcolor rgb INK
  unset ytics
  set label 1 (panel == 1 ? "around the median" : "the latest 1 %") at graph 0, 1 left offset 0, 0.7 font ",12" textcolor rgb INK
  do for [i = 1:shown] {
    c = order[i]
    if (panel == 1) {
      set label 100 + i clip(cellName(c), 45) at graph 0, first i right offset -1, 0 font ",10" textcolor rgb color(cTimer[c])
    }
    inkColor = hasBar(panel, c) ? INK : FAINT
    note = hasBar(panel, c) ? duration(real(sprintf("%.3g", meanOf(panel, c)))) : nTraced[c] == 0 ? "not traced" : \
      panel == 2 && nTraced[c] < 100 ? "needs 100" : "not late"
    set label 1000 + i note at graph 1, first i left offset 1, 0 font ",9" textcolor rgb inkColor
  }
  set label 2 "share of the lateness" at graph 0.5, graph 0 center offset 0, -2.3 font ",9" textcolor rgb FAINT
  plot $bars using 1:3:1:2:($3 - 0.36):($3 + 0.36):4 with boxxyerror linecolor rgb variable
  unset label
}
unset multiplot
unset output
