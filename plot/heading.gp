# Begins a picture: a frame over all of it, in pixels from the lower left corner, for what is not a panel's.
# Takes  heading, subtitle

set lmargin at screen 0; set rmargin at screen 1; set tmargin at screen 1; set bmargin at screen 0
unset border; unset tics; unset grid
set xrange [0:width]; set yrange [0:height]
set label 1 heading at 14, height - 20 left font ",15" textcolor rgb INK
set label 2 clip(subtitle, (width - 14 - 9 * strlen(heading)) / 7) at width - 14, height - 20 right \
    font ",10" textcolor rgb FAINT
