# Opens 'out' for a page of panels with its heading, key and foot.
#
# Takes  panelWidth, panelHeight, in pixels, what is drawn of a panel; columnGap, rowGap, what lies between panels, legends
#        and titles included (or width and height, with ownLayout); keys, keyText[k], keyHue[k], the key below the heading
# Gives  width, height; fromLeft(px), fromTop(px), which gnuplot wants as fractions; leftOf(p), topOf(p), where a panel
#        begins; isLowest(p), whether no other stands below it

if (!exists("leftEdge")) { leftEdge = 74 }
if (!exists("top")) { top = 96 }
if (!exists("bottom")) { bottom = 66 }
if (!exists("ownLayout")) {
  width = leftEdge + columns * (panelWidth + columnGap)
  height = top + rows * (panelHeight + rowGap) - rowGap + bottom
}
fromLeft(px) = px / (1.0 * width)
fromTop(px) = 1 - px / (1.0 * height)
leftOf(p) = leftEdge + (panelColumn[p] - 1) * (panelWidth + columnGap)
topOf(p) = top + (panelRow[p] - 1) * (panelHeight + rowGap)
isLowest(p) = (sum [q = 1:panels] (panelColumn[q] == panelColumn[p] && panelRow[q] > panelRow[p])) == 0

if (format eq "png") {
  set terminal pngcairo noenhanced rounded size 2 * width, 2 * height font "Helvetica,11" fontscale 1.75 \
    linewidth 1.8 pointscale 1.8 background rgb "white"
} else { if (format eq "pdf") {
  set terminal pdfcairo noenhanced rounded size width / 96.0, height / 96.0 font "Helvetica,11" fontscale 0.62 \
    linewidth 1 pointscale 0.45 background rgb "white"
} else {
  set terminal svg noenhanced rounded size width, height font "Helvetica,Arial,sans-serif,11" background rgb "white" \
    name chart
} }
set output out
set multiplot

# --- A frame over all of it, in pixels from the lower left corner.
set lmargin at screen 0; set rmargin at screen 1; set tmargin at screen 1; set bmargin at screen 0
unset border; unset tics; unset grid
set xrange [0:width]; set yrange [0:height]
set label 1 heading at 14, height - 20 left font ",15" textcolor rgb INK
set label 2 clip(source, (width - 28 - 9 * strlen(heading)) / 6.5) at width - 14, height - 20 right \
    font ",10" textcolor rgb FAINT
place = 14
do for [k = 1:keys] {
  set label 10 + k keyText[k] at place, height - 44 left font ",10" textcolor rgb keyHue[k]
  place = place + 6.2 * strlen(keyText[k]) + 20
}
set label 3 clip(machine, (width - 28) / 5.4) at 14, 12 left font ",9" textcolor rgb FAINT
set label 4 clip(omission, (width - 28) / 5.4) at 14, 27 left font ",9" textcolor rgb INK
plot NaN linecolor rgb INK
unset label; unset object; unset arrow

# --- The look of every panel.
set border 3 lc rgb FAINT lw 0.8
set tics out scale 0.5, 0.25 textcolor rgb INK
set xtics nomirror font ",9" textcolor rgb INK
set ytics nomirror font ",9" textcolor rgb INK
set grid noxtics ytics lc rgb GRID lw 0.8 lt 1
