# Begins panel p: its place, its title, and its legend where there is room for one on the right.
#
# Takes  p; plotHeight, what of panelHeight is the first plot's; legend, the distance of the names of its lines in
#        pixels, 0 for none

if (!exists("legend")) { legend = 0 }
unset label; unset arrow; unset object
x0 = leftOf(p); y0 = topOf(p)
set lmargin at screen fromLeft(x0); set rmargin at screen fromLeft(x0 + panelWidth)
set tmargin at screen fromTop(y0); set bmargin at screen fromTop(y0 + plotHeight)
over = panelNote[p] eq "" ? 0 : 13
set label 1 panelLabel[p] at graph 0, graph 1 + (over + 9.0) / plotHeight left font ",11" textcolor rgb panelHue[p]
set label 2 panelNote[p] at graph 0, graph 1 + 8.0 / plotHeight left font ",9" textcolor rgb FAINT
if (legend) { do for [l = firstLine[p]:lastLine[p]] {
  y = 1 - ((l - firstLine[p]) * legend + 8.0) / plotHeight
  set label 10 * l + 1001 lineLabel[l] at graph 1 + 36.0 / panelWidth, graph y left font ",10" textcolor rgb lineHue[l]
  set label 10 * l + 1002 lineNote[l] at graph 1 + 36.0 / panelWidth, graph y - 14.0 / plotHeight left \
      font ",9" textcolor rgb FAINT
  set arrow 10 * l + 1001 from graph 1 + 6.0 / panelWidth, graph y to graph 1 + 30.0 / panelWidth, graph y nohead \
    lc rgb lineHue[l] lw 2 dt lineDash[l]
} }
