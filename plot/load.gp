# p50 and p99 of lateness against load, and the share of deadlines missed and merged.
#
#   gnuplot -e "csv='Results/x.csv'; out='load.svg'" plot/load.gp
#
# 'out' may end in .svg, .png or .pdf.
# A timer breaks at the lightest load from which on it leaves out more than 1 % of its deadlines, missed or merged.

chart = "load"
if (!exists("here")) { here = ARG0[1:strlen(ARG0) - strlen("load.gp")] }
load here."old.gp"
load here."cells.gp"
load here."quantiles.gp"

# --- A panel holds one interval, number of timers and kind of load; the idle machine is the 0 of every kind.
kind(c) = strstrt(cLoad[c], ":") ? cLoad[c][1:strstrt(cLoad[c], ":") - 1] : cLoad[c]
# Blocks of another length are another kind of 'loop:'.
block(c) = kind(c) eq "loop" && strstrt(cLoad[c], "/") ? cLoad[c][strstrt(cLoad[c], "/"):*] : ""
alike(a, b) = kind(a) eq kind(b) && block(a) eq block(b)
onlyIdle(c) = cLoad[c] eq "idle" && !busier(c, 1)
setting(c) = duration(cInterval[c]).timersText(c)
busier(c, i) = i > shown ? 0 : cLoad[order[i]] ne "idle" && setting(order[i]) eq setting(c) ? 1 : busier(c, i + 1)
array pFirst[cells]; panels = 0
inPanel(c, p) = setting(c) eq setting(pFirst[p]) && (alike(c, pFirst[p]) || cLoad[c] eq "idle")
panelOf(c, p) = p > panels ? 0 : setting(c) eq setting(pFirst[p]) && alike(c, pFirst[p]) ? p : panelOf(c, p + 1)
do for [i = 1:shown] {
  c = order[i]
  if ((cLoad[c] ne "idle" || onlyIdle(c)) && panelOf(c, 1) == 0) { panels = panels + 1; pFirst[panels] = c }
}

# --- Where a load stands on its kind's axis; a kind without a number has a place for each label.
afterColon(text) = text[strstrt(text, ":") + 1:*]
ends(text, end) = strlen(text) > strlen(end) && text[strlen(text) - strlen(end) + 1:*] eq end
unit(text) = ends(text, "ns") ? 1 : ends(text, "us") || ends(text, "µs") ? 1e3 : ends(text, "ms") ? 1e6 : \
  ends(text, "h") ? 3.6e12 : ends(text, "m") ? 6e10 : 1e9
numbered(name) = name eq "loop" || name eq "handler" || name eq "cpu" || name eq "timers"
axisName(name) = name eq "loop" ? "time asked of the timer's own loop (%)" : \
  name eq "handler" ? "length of the timer's own callback (% of the interval)" : \
  name eq "cpu" ? "spinning threads" : name eq "timers" ? "other timers on the loop" : "load"
loadRank(c, i) = i > shown ? 0 : order[i] == c ? 0 : \
  (setting(order[i]) eq setting(c) && (cLoad[order[i]] eq "idle" || kind(order[i]) eq kind(c)) \
    && cLoad[order[i]] ne cLoad[c] && !earlierTwin(order[i], 1) ? 1 : 0) + loadRank(c, i + 1)
earlierTwin(c, i) = order[i] == c ? 0 : cLoad[order[i]] eq cLoad[c] && setting(order[i]) eq setting(c) ? 1 : earlierTwin(c, i + 1)
place(c) = cLoad[c] eq "idle" ? 0 : !numbered(kind(c)) ? loadRank(c, 1) : \
  kind(c) eq "handler" && !ends(cLoad[c], "%") ? \
    100.0 * figure(cLoad[c]) * unit(afterColon(cLoad[c])) / cInterval[c] : figure(cLoad[c])

# Lines go from the lightest load to the heaviest.
array along[shown]
do for [i = 1:shown] {
  along[i] = order[i]
  do for [j = i:2:-1] {
    if (place(along[j]) < place(along[j - 1])) { swap = along[j]; along[j] = along[j - 1]; along[j - 1] = swap }
  }
}

# --- A line is a timer with a leeway.
seriesName(c) = cTimer[c].leewayText(c)
array sName[cells]; series = 0
seriesOf(c, s) = s > series ? 0 : seriesName(c) eq sName[s] ? s : seriesOf(c, s + 1)
array sTimer[cells]; array sDash[cells]; array sFirst[cells]
do for [floors = 0:1] { do for [i = 1:shown] {
  c = order[i]
  if (isFloor(cTimer[c]) == floors && seriesOf(c, 1) == 0) {
    dash = 1
    do for [s = 1:series] { dash = dash + (sTimer[s] eq cTimer[c]) }
    series = series + 1; sName[series] = seriesName(c); sTimer[series] = cTimer[c]; sDash[series] = dash
  }
} }

lost(c) = (cMissed[c] + cMerged[c]) / (1.0 * (cCallbacks[c] + cMissed[c] + cMerged[c]))
isOf(c, p, s) = inPanel(c, p) && seriesOf(c, 1) == s
held(p, s, i) = i > shown ? -1 : upper(isOf(order[i], p, s) && lost(order[i]) <= 0.01 ? place(order[i]) : -1, held(p, s, i + 1))
heaviest(p, s, i) = i > shown ? -1 : upper(isOf(order[i], p, s) ? place(order[i]) : -1, heaviest(p, s, i + 1))
broken(p, s, i) = i > shown ? 1e300 : lower(isOf(order[i], p, s) && place(order[i]) > heldTo ? place(order[i]) : 1e300, \
  broken(p, s, i + 1))
unitOf(name) = name eq "loop" || name eq "handler" ? " %" : ""

low = 0; high = 0; bulk = 1e300; worst = 0
do for [i = 1:shown] {
  c = order[i]; p99 = cP99[c] == cP99[c] ? cP99[c] : cMedian[c]
  low = lower(low, cMedian[c]); high = upper(high, p99); bulk = lower(bulk, abs(cMedian[c]))
  worst = upper(worst, upper(cMissed[c], cMerged[c]) / (cCallbacks[c] + cMissed[c] + cMerged[c]))
}
k0 = knee(bulk, upper(-low, high))
if (low == high) { high = 1000 }
low = scaled(low, k0); high = scaled(high, k0)

# --- Sizes in pixels; the legend stands right of each panel.
columns = panels == 1 ? 1 : 2
lines = int(ceil(panels / real(columns)))
legendPitch = 32
plotHeight = upper(panels == 1 ? 300 : 210, series * legendPitch); stripHeight = panels == 1 ? 90 : 64
panelWidth = panels == 1 ? 560 : 330; legendWidth = 204
leftEdge = 74; top = 84; bottom = 60; panelGap = 84; columnGap = 52
pitch = plotHeight + 10 + stripHeight + panelGap
width = leftEdge + columns * (panelWidth + legendWidth) + (columns - 1) * columnGap
height = top + lines * pitch - panelGap + bottom
load here."open.gp"

set multiplot
heading = "Lateness against load"
load here."heading.gp"
set label 3 "upper panel:  ● p50   ○ p99, from 100 callbacks on        lower panel, share of deadlines:  ● missed   ○ merged        breaks: more than 1 % left out from there on" \
  at 14, height - 42 left font ",10" textcolor rgb FAINT
plot NaN
load here."panels.gp"
undefine $points

do for [p = 1:panels] {
  first = pFirst[p]
  x0 = leftEdge + ((p - 1) % columns) * (panelWidth + legendWidth + columnGap); y0 = top + ((p - 1) / columns) * pitch
  set lmargin at screen fromLeft(x0); set rmargin at screen fromLeft(x0 + panelWidth)
  xEnd = 0
  do for [i = 1:shown] { if (inPanel(order[i], p)) { xEnd = upper(xEnd, place(order[i])) } }
  alone = xEnd == 0
  if (alone) { xEnd = 1 }
  dodge = alone ? 0.8 / (series + 1) : lower(0.012, 0.1 / series) * xEnd

  # One block a line: x, p50, p99, missed share, merged share.
  undefine $points
  set print $points append
  do for [s = 1:series] {
    print "NaN NaN NaN NaN NaN"
    do for [i = 1:shown] {
      c = along[i]
      if (inPanel(c, p) && seriesOf(c, 1) == s) {
        deadlines = cCallbacks[c] + cMissed[c] + cMerged[c]
        print sprintf("%.9g %.9g %.9g %.9g %.9g", place(c) + dodge * (s - (series + 1) / 2.0), scaled(cMedian[c], k0), \
          scaled(cP99[c], k0), 100 * cMissed[c] / deadlines, 100 * cMerged[c] / deadlines)
      }
    }
    print ""; print ""
  }
  unset print

  set tmargin at screen fromTop(y0); set bmargin at screen fromTop(y0 + plotHeight)
  set xrange [(alone ? -0.5 : -0.06 * xEnd):(alone ? 0.5 : 1.06 * xEnd)]
  set yrange [low - 0.04 * (high - low):high + 0.08 * (high - low)]
  room = plotHeight
  load here."durations.gp"
  set xtics auto format "" textcolor rgb INK
  if (!numbered(kind(first))) { set xtics 1 format "" }
  set label 1 clip(setting(first).(kind(first) eq "idle" ? "" : " ".kind(first).block(first)), panelWidth / 7) \
      at graph 0, 1 left offset 0, 0.7 font ",12" textcolor rgb INK
  set arrow 1 from graph 0, first 0 to graph 1, first 0 nohead lc rgb FAINT lw 1 back
  drawn = 0; breaks = numbered(kind(first))
  do for [s = 1:series] {
    there = 0; others = 0
    do for [i = 1:shown] { if (inPanel(order[i], p) && seriesOf(order[i], 1) == s) {
      there = order[i]
      others = others + (cLoad[there] ne "idle")
    } }
    if (there > 0) {
      drawn = drawn + 1
      y = 1 - (drawn * legendPitch - 24.0) / plotHeight
      set label 10 + s clip(sName[s], 30) at graph 1 + 36.0 / panelWidth, graph y left font ",10" \
          textcolor rgb color(sTimer[s])
      set arrow 10 + s from graph 1 + 6.0 / panelWidth, y to graph 1 + 30.0 / panelWidth, y nohead \
        lc rgb color(sTimer[s]) lw 2 dt sDash[s]
      if (breaks && others > 0) {
        heldTo = held(p, s, 1); breakAt = broken(p, s, 1)
        set label 300 + s breakAt < 1e300 ? sprintf("breaks at %s%g%s", heldTo < 0 ? "or below " : "", breakAt, unitOf(kind(first))) : \
            sprintf("holds to %g%s", heaviest(p, s, 1), unitOf(kind(first))) \
          at graph 1 + 36.0 / panelWidth, graph y - 14.0 / plotHeight left font ",9" textcolor rgb FAINT
        if (breakAt < 1e300) {
          x = breakAt + dodge * (s - (series + 1) / 2.0)
          set arrow 300 + s from first x, graph 0 to first x, graph 1 nohead lc rgb color(sTimer[s]) lw 1 dt 3 back
        }
      }
      # A floor that was measured on the idle machine only is a line to compare with.
      if (isFloor(sTimer[s]) && others == 0 && kind(first) ne "idle") {
        set arrow 100 + s from graph 0, first scaled(cMedian[there], k0) to graph 1, first scaled(cMedian[there], k0) nohead \
          lc rgb color(sTimer[s]) lw 1 dt 3 back
      }
    }
  }
  plot for [s = 1:series] $points index s - 1 using 1:2 with linespoints pt 7 ps 0.7 lw 2 dt sDash[s] lc rgb color(sTimer[s]), \
    for [s = 1:series] $points index s - 1 using 1:3 with linespoints pt 6 ps 0.7 lw 1 dt sDash[s] lc rgb color(sTimer[s])
  unset label; unset arrow

  set tmargin at screen fromTop(y0 + plotHeight + 10); set bmargin at screen fromTop(y0 + plotHeight + 10 + stripHeight)
  set yrange [0:(worst == 0 ? 1.2 : 110 * worst)]
  set ytics 0, (worst == 0 ? 1 : step(100 * worst, 1.5)) format "%g %%" textcolor rgb INK
  if (numbered(kind(first))) { set xtics auto format "%g" } else {
    do for [i = 1:shown] { c = order[i]; if (inPanel(c, p) && !earlierTwin(c, 1)) {
      set label 200 + i clip(kind(c) eq "exec" ? afterColon(cLoad[c]) : cLoad[c], 55 / (xEnd + 1)) \
          at first place(c), graph 0 \
        center offset 0, -1 font ",9" textcolor rgb INK
    } }
  }
  set label 1 axisName(kind(first)) at graph 0.5, graph 0 center offset 0, -2.3 font ",9" textcolor rgb FAINT
  plot for [s = 1:series] $points index s - 1 using 1:5 with linespoints pt 6 ps 0.7 lw 1 dt sDash[s] lc rgb color(sTimer[s]), \
    for [s = 1:series] $points index s - 1 using 1:4 with linespoints pt 7 ps 0.6 lw 2 dt sDash[s] lc rgb color(sTimer[s])
  unset label; unset arrow
}
unset multiplot
unset output
