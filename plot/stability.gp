# How steady the period is: TDEV and MTIE against averaging time, both logarithmic, a panel of both a condition, a line a
# timer and leeway; floors are grey. A time without a figure leaves a gap; what is 0 is marked on the axis.
#
#   gnuplot -e "data='x.charts/stability.csv'; out='stability.svg'" plot/stability.gp

chart = "stability"
if (!exists("here")) { here = ARG0[1:strlen(ARG0) - strlen("stability.gp")] }
load here."style.gp"

plotHeight = upper(panels == 1 ? 300 : 200, mostLines * 17)
half = panels == 1 ? 380 : 280; between = 70
panelHeight = plotHeight; panelWidth = 2 * half + between
columnGap = 264; rowGap = 86; legend = 17
keys = 1
array keyText[1] = ["left TDEV, time deviation; right MTIE, maximum time interval error (ITU-T G.810); ▾ on the axis: 0"]
array keyHue[1] = [FAINT]
load here."page.gp"

AVERAGING = at("averaging_ns"); AVERAGINGLOW = at("averaging_low_ns"); AVERAGINGHIGH = at("averaging_high_ns")
array figure[2] = [at("tdev_ns"), at("mtie_ns")]
array figureLow[2] = [at("tdev_low_ns"), at("mtie_low_ns")]
array figureHigh[2] = [at("tdev_high_ns"), at("mtie_high_ns")]
or(value, other) = value > 0 ? value : other
do for [p = 1:panels] {
  load here."panel.gp"
  do for [k = 1:2] {
    FIGURE = figure[k]
    stats data every ::panelAt[p]::panelAt[p] using (begin = log10(or(column(AVERAGINGLOW), 1e6)) - 0.15, \
      end = log10(or(column(AVERAGINGHIGH), 1e9)) + 0.15, low = log10(or(column(figureLow[k]), 1e3)) - 0.15, \
      high = log10(or(column(figureHigh[k]), 1e6)) + 0.15, 1) nooutput
    set lmargin at screen fromLeft(x0 + (k - 1) * (half + between)); set rmargin at screen fromLeft(x0 + (k - 1) * (half + between) + half)
    set xrange [begin:end]; set yrange [low:high]
    set xtics ("" -99); set ytics ("" -99)
    # Where not even two powers of ten are in sight, steps between them are named too.
    parts = high - low < 0.7 ? "1 1.5 2 3 4 5 6 7 8 9" : high - low < 1.6 ? "1 2 5" : "1"
    do for [power = floor(low):ceil(high)] { do for [part in parts] {
      set ytics add (duration(real(part) * 10.0 ** power) power + log10(real(part)))
    } }
    parts = end - begin < 1.6 ? "1 2 5" : "1"
    do for [power = floor(begin):ceil(end)] { do for [part in parts] {
      set xtics add (duration(real(part) * 10.0 ** power) power + log10(real(part)))
    } }
    set grid xtics
    set label 3 (k == 1 ? "TDEV" : "MTIE")." against averaging time" at graph 0.5, graph 0 center offset 0, -2.4 font ",9" \
      textcolor rgb FAINT
    plot for [l = lastLine[p]:firstLine[p]:-1] data every ::lineFrom[l]::lineTo[l] \
        using (log10(column(AVERAGING))):(column(FIGURE) > 0 ? log10(column(FIGURE)) : NaN) \
        with linespoints pt 7 ps 0.4 lw widthOf(l) dt dashOf(l) lc rgb lineHue[l], \
      for [l = lastLine[p]:firstLine[p]:-1] data every ::lineFrom[l]::lineTo[l] \
        using (log10(column(AVERAGING))):(column(FIGURE) == 0 ? low : NaN) with points pt 11 ps 0.6 lc rgb lineHue[l]
    unset label; unset arrow
  }
}
unset multiplot
unset output
