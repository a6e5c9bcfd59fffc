# Begins panel p: its place, its title, and the names of its lines right of it.
#
# Takes  p; plotHeight, what of panelHeight is the first plot's; legend, the distance of the names in pixels, 0 for none
# Gives  x0, y0, its left upper corner in pixels

if (!exists("legend")) { legend = 0 }
unset label; unset arrow; unset object
x0 = leftOf(p); y0 = topOf(p)
set lmargin at screen fromLeft(x0); set rmargin at screen fromLeft(x0 + panelWidth)
set tmargin at screen fromTop(y0); set bmargin at screen fromTop(y0 + plotHeight)
over = panelNote[p] eq "" ? 0 : 13
set label 1 panelLabel[p] at screen fromLeft(x0), screen fromTop(y0 - over - 9) left font ",11" textcolor rgb panelHue[p]
set label 2 panelNote[p] at screen fromLeft(x0), screen fromTop(y0 - 8) left font ",9" textcolor rgb FAINT
if (legend) { do for [l = firstLine[p]:lastLine[p]] {
  y = fromTop(y0 + 8 + (l - firstLine[p]) * legend)
  set label 10 * l + 1001 lineLabel[l] at screen fromLeft(x0 + panelWidth + 36), screen y left font ",10" textcolor rgb lineHue[l]
  set label 10 * l + 1002 lineNote[l] at screen fromLeft(x0 + panelWidth + 36), screen y - 14.0 / height left \
      font ",9" textcolor rgb FAINT
  set arrow 10 * l + 1001 from screen fromLeft(x0 + panelWidth + 6), screen y to screen fromLeft(x0 + panelWidth + 30), screen y \
    nohead lc rgb lineHue[l] lw 2 dt dashOf(l)
} }
