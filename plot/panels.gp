# Ends the frame that heading.gp began: from here on plots are panels.

unset label; unset object; unset arrow
set border 3 lc rgb FAINT lw 0.8
set tics out scale 0.5, 0.25 textcolor rgb INK
set xtics nomirror font ",9"
set ytics nomirror font ",9"
set grid noxtics ytics lc rgb GRID lw 0.8 lt 1
