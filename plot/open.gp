# Opens 'out', whose ending or 'format' says svg, png or pdf, for a picture of 'width' by 'height' pixels and sets the
#        look of every panel.

if (!exists("format")) { format = out[strlen(out) - 2:*] }
if (format eq "png") {
  set terminal pngcairo noenhanced size 2 * width, 2 * height font "Helvetica,11" fontscale 1.75 \
    linewidth 1.8 pointscale 1.8 background rgb "white"
} else { if (format eq "pdf") {
  set terminal pdfcairo noenhanced size width / 96.0, height / 96.0 font "Helvetica,11" fontscale 0.62 \
    linewidth 1 pointscale 0.45 background rgb "white"
} else {
  set terminal svg noenhanced size width, height font "Helvetica,Arial,sans-serif,11" background rgb "white"
} }
set output out

set style fill solid 1 noborder
set key off
set samples 2

# Pixels, from the top left corner as one reads, to the fractions that gnuplot wants.
fromLeft(px) = px / (1.0 * width)
fromTop(px) = 1 - px / (1.0 * height)
