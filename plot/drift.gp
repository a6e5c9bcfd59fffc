# Lateness over the run, a panel a cell; under each, how far a program that counts callbacks has fallen behind.
# Missed slots are black on the time axis, merged ones grey.
#
#   gnuplot -e "csv='Results/x.csv'; out='drift.svg'" plot/drift.gp
#
# 'out' may end in .svg, .png or .pdf.

chart = "drift"
here = ARG0[1:strlen(ARG0) - strlen("drift.gp")]
load here."style.gp"
load here."cells.gp"
load here."groups.gp"
load here."quantiles.gp"

# --- Where several timers were measured under the same conditions, a column is a timer; otherwise the panels
# --- follow one another.
byTimer = timerNames >= 2 && timerNames <= 4 && shown >= 0.55 * timerNames * groups
columns = byTimer ? timerNames : shown <= 2 ? 1 : shown <= 8 ? 2 : 3
lines = byTimer ? groups : int(ceil(shown / real(columns)))
array across[cells]; array down[cells]; array lowest[columns]; array leftmost[lines]
do for [k = 1:columns] { lowest[k] = 0 }
do for [k = 1:lines] { leftmost[k] = columns }
do for [i = 1:shown] {
  c = order[i]
  across[c] = byTimer ? timerIndex(cTimer[c], 1) : 1 + (i - 1) % columns
  down[c] = byTimer ? group[c] : 1 + (i - 1) / columns
  lowest[across[c]] = upper(lowest[across[c]], down[c])
  leftmost[down[c]] = lower(leftmost[down[c]], across[c])
}

# --- Sizes in pixels.
leftEdge = 74; rightEdge = 22; top = 84; bottom = 50
plotHeight = lines == 1 ? 250 : lines <= 3 ? 170 : 110
stripHeight = lines == 1 ? 70 : lines <= 3 ? 50 : 36
panelGap = 40; columnGap = byTimer ? 20 : 70
panelWidth = columns == 1 ? 840 : columns == 2 ? 450 : columns == 3 ? 340 : 300
pitch = plotHeight + 8 + stripHeight + panelGap
width = leftEdge + columns * panelWidth + (columns - 1) * columnGap + rightEdge
height = top + lines * pitch - panelGap + bottom
load here."open.gp"

# --- Scales: one time axis for all; panels under the same conditions share the others.
array gKnee[groups]; array gBulk[groups]; array gLow[groups]; array gHigh[groups]
array gBehind[groups]; array gBehindLow[groups]
do for [g = 1:groups] { gBulk[g] = 0; gLow[g] = 0; gHigh[g] = 0; gBehindLow[g] = 0; gBehind[g] = 2 * cInterval[gFirst[g]] }
tEnd = 0; tStart = 0
do for [i = 1:shown] {
  c = order[i]; g = group[c]
  tStart = lower(tStart, cStart[c] / 1e9); tEnd = upper(tEnd, cEnd[c] / 1e9)
  gLow[g] = lower(gLow[g], cLow[c]); gHigh[g] = upper(gHigh[g], cHigh[c]); gBulk[g] = upper(gBulk[g], cBulk[c])
  gBehindLow[g] = lower(gBehindLow[g], cBehindLow[c]); gBehind[g] = upper(gBehind[g], cBehindHigh[c])
}
do for [g = 1:groups] {
  gKnee[g] = knee(gBulk[g], upper(-gLow[g], gHigh[g]))
  if (gHigh[g] == gLow[g]) { gHigh[g] = 1000 }
  gLow[g] = scaled(gLow[g], gKnee[g]); gHigh[g] = scaled(gHigh[g], gKnee[g])
}
tEnd = upper(tEnd, tStart + cInterval[order[shown]] / 1e9)
tStep = step(tEnd - tStart, columns == 1 ? 8 : 4)
if (ceil(tEnd / tStep) * tStep - tEnd < 0.03 * tEnd) { tEnd = ceil(tEnd / tStep) * tStep }

set multiplot
heading = "Lateness over the run"
load here."heading.gp"
set label 3 "dots: lateness of each callback" at 14, height - 42 left font ",10" textcolor rgb FAINT
set object 1 rectangle from 205, height - 46 to 213, height - 38 fc rgb MISSED fs solid 1 noborder
set label 4 "missed slots" at 218, height - 42 left font ",10" textcolor rgb FAINT
set object 2 rectangle from 300, height - 46 to 308, height - 38 fc rgb MERGED fs solid 1 noborder
set label 5 "slots merged into one callback" at 313, height - 42 left font ",10" textcolor rgb FAINT
set label 6 "strip below: how far a program that counts callbacks is behind" at 498, height - 42 left \
    font ",10" textcolor rgb FAINT
set label 7 "time since the first deadline of the run (s)" at leftEdge + panelWidth / 2, 12 center \
    font ",10" textcolor rgb INK
plot NaN
load here."panels.gp"
set xrange [tStart:tEnd]

do for [i = 1:shown] {
  c = order[i]; g = group[c]; hue = color(cTimer[c]); n = cCallbacks[c]
  x0 = leftEdge + (across[c] - 1) * (panelWidth + columnGap); y0 = top + (down[c] - 1) * pitch
  outer = !byTimer || leftmost[down[c]] == across[c]
  set lmargin at screen fromLeft(x0); set rmargin at screen fromLeft(x0 + panelWidth)

  set tmargin at screen fromTop(y0); set bmargin at screen fromTop(y0 + plotHeight)
  low = gLow[g]; high = gHigh[g]; k0 = gKnee[g]
  axis = low - 0.13 * (high - low); rug = 0.06 * (high - low)
  set yrange [axis:high + 0.06 * (high - low)]
  note = count(n).(n == 1 ? " callback" : " callbacks").(cMissed[c] > 0 ? ", ".count(cMissed[c])." missed" : "") \
    .(cMerged[c] > 0 ? ", ".count(cMerged[c])." merged" : "")
  set label 1 clip(cellName(c), (panelWidth - 4.8 * strlen(note)) / 6.0) at graph 0, 1 left offset 0, 0.7 \
      font ",11" textcolor rgb hue
  set label 2 note at graph 1, 1 right offset 0, 0.7 font ",9" textcolor rgb FAINT
  load here."durations.gp"
  set xtics tStep format "" textcolor rgb INK
  set arrow 1 from graph 0, first 0 to graph 1, first 0 nohead lc rgb FAINT lw 1 back
  slot = cInterval[c] / 1e9
  dot = n > 4000 ? 0.18 : n > 1000 ? 0.25 : n > 200 ? 0.35 : 0.6
  plot sample [j = cFrom[c]:cTo[c]:1] '+' using (xMerged[xAt[j]] > 0 ? xDeadline[xAt[j]] : NaN):(axis): \
      (xDeadline[xAt[j]] + 0.5 * slot):(xDeadline[xAt[j]] + (xMerged[xAt[j]] + 0.5) * slot):(axis):(axis + rug) \
      with boxxyerror fc rgb MERGED fs solid 1 border lc rgb MERGED lw 0.5, \
    [j = cFrom[c]:cTo[c]:1] '+' using (xMissed[xAt[j]] > 0 ? xDeadline[xAt[j]] : NaN):(axis): \
      (xDeadline[xAt[j]] - (xMissed[xAt[j]] + 0.5) * slot):(xDeadline[xAt[j]] - 0.5 * slot):(axis):(axis + rug) \
      with boxxyerror fc rgb MISSED fs solid 1 border lc rgb MISSED lw 0.5, \
    [j = cFrom[c]:cTo[c]:1] '+' using (xCallback[xAt[j]]):(scaled(xLateness[xAt[j]], k0)) \
        with points pt 7 ps dot lc rgb hue
  unset label; unset arrow

  set tmargin at screen fromTop(y0 + plotHeight + 8); set bmargin at screen fromTop(y0 + plotHeight + 8 + stripHeight)
  low = gBehindLow[g]; high = gBehind[g]; k0 = 0; ticks = 1.5
  set yrange [low - 0.08 * (high - low):high + 0.08 * (high - low)]
  load here."durations.gp"
  if (down[c] == lowest[across[c]]) { set xtics tStep format "%g" }
  plot sample [j = cFrom[c]:cTo[c]:1] '+' using (xCallback[xAt[j]]):(xBehind[xAt[j]]) \
      with points pt 7 ps lower(dot, 0.35) lc rgb hue
}
unset multiplot
unset output
