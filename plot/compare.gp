# Others against a base: lateness by percentile on an axis of 1/(1-p), a panel for each cell that they share, the base
# grey; beside it the ratios other/base of p50, p99 and max with their 95 % intervals.
#
#   bench compare base.csv other.csv --format csv -o compared.csv
#   gnuplot -e "csv='compared.csv'; out='compare.svg'" plot/compare.gp
#
# 'out' may end in .svg, .png or .pdf.

chart = "compare"
if (!exists("here")) { here = ARG0[1:strlen(ARG0) - strlen("compare.gp")] }
load here."old.gp"

columnNames = "label timer interval_ns leeway_ns load timers base figure base_n other_n base_value other_value ratio ratio_low ratio_high difference difference_low difference_high verdict share"
needed = 20; kind = "a comparison of version 1"
most = 262144
array pBase[most]; array pOther[most]; array pShare[most]
bounds = 16384
array bFrom[bounds]; array bTo[bounds]; array bBaseCount[bounds]; array bOtherCount[bounds]
array fBase[3 * bounds]; array fOther[3 * bounds]; array fLow[3 * bounds]; array fHigh[3 * bounds]
array fRatio[3 * bounds]; array fRatioLow[3 * bounds]; array fRatioHigh[3 * bounds]; array fVerdict[3 * bounds]
points = 0; baseName = ""
figures = "p50 p99 max"
which(name, f) = f > 3 ? 0 : word(figures, f) eq name ? f : which(name, f + 1)
takes(none) = points < most && (strcol(col[8]) eq "curve" || which(strcol(col[8]), 1) > 0)
point(b) = (points = points + 1, pBase[points] = number(11), pOther[points] = number(12), pShare[points] = number(20), \
  bTo[b] = points)
figure(i) = (fBase[i] = number(11), fOther[i] = number(12), fRatio[i] = number(13), fRatioLow[i] = number(14), \
  fRatioHigh[i] = number(15), fLow[i] = number(17), fHigh[i] = number(18), fVerdict[i] = strcol(col[19]))
row(b) = (baseName = flat(strcol(col[7])), bBaseCount[b] = number(9), bOtherCount[b] = number(10), \
  strcol(col[8]) eq "curve" ? point(b) : (bFrom[b] = points + 1, bTo[b] = points, \
    figure(3 * b - 3 + which(strcol(col[8]), 1))))
load here."blocks.gp"
if (blocks == 0) { exit error sprintf("%s has no cell that both sides share", csv) }

# --- The others, and the cells that at least one of them shares with the base.
array oName[blocks]; array bOther[blocks]; others = 0
array gFirst[blocks]; array bGroup[blocks]; groups = 0
do for [b = 1:blocks] {
  bOther[b] = 0; bGroup[b] = 0
  do for [o = 1:others] { if (oName[o] eq bLabel[b]) { bOther[b] = o } }
  if (bOther[b] == 0) { others = others + 1; oName[others] = bLabel[b]; bOther[b] = others }
  do for [g = 1:groups] { if (alike(b, gFirst[g])) { bGroup[b] = g } }
  if (bGroup[b] == 0) { groups = groups + 1; gFirst[groups] = b; bGroup[b] = groups }
}
if (groups > 64) { subtitle = sprintf("%s: the first 64 of %d cells", subtitle, groups); groups = 64 }
if (others > 8) { subtitle = sprintf("%s: the first 8 of %d others", subtitle, others); others = 8 }
drawn(b) = bGroup[b] <= groups && bOther[b] <= others
array place[groups * others]
do for [i = 1:groups * others] { place[i] = 0 }
do for [b = 1:blocks] { if (drawn(b)) { place[(bGroup[b] - 1) * others + bOther[b]] = b } }
blockOf(g, o) = place[(g - 1) * others + o]

# Okabe and Ito's colours, then two more; the base is grey.
BASE = 0x8a8a8a
hue(o) = int(word("0x0072b2 0xd55e00 0x009e73 0xcc79a7 0xe69f00 0x56b4e9 0x5e4fa2 0x8c510a", o))

# --- The axis of ratios, logarithmic: a half is as far from 1 as a double. Intervals may run off it, dots may not.
ratioLow = 0.8; ratioHigh = 1.25
spread(x, farthest) = x != x ? 1 : x > farthest ? farthest : x < 1.0 / farthest ? 1.0 / farthest : x
do for [b = 1:blocks] { if (drawn(b)) { do for [i = 3 * b - 2:3 * b] { if (fRatio[i] > 0) {
  ratioLow = lower(ratioLow, lower(fRatio[i], spread(fRatioLow[i], 3)))
  ratioHigh = upper(ratioHigh, upper(fRatio[i], spread(fRatioHigh[i], 3)))
} } } }
margin = 0.05 * log10(ratioHigh / ratioLow)
ratioLow = log10(ratioLow) - margin; ratioHigh = log10(ratioHigh) + margin
marks = "0.5,0.6,0.7,0.8,0.9,1,1.1,1.2,1.3,1.4,1.6,1.8,2 0.5,0.6,0.8,1,1.2,1.4,1.7,2 0.2,0.3,0.5,0.7,1,1.4,2,3,5 0.1,0.2,0.5,1,2,5,10,20 0.001,0.01,0.1,1,10,100,1000 1e-12,1e-9,1e-6,0.001,1,1000,1e6,1e9,1e12"
comma(text) = strstrt(text, ",")
head(text) = comma(text) ? text[1:comma(text) - 1] : text
rest(text) = comma(text) ? text[comma(text) + 1:*] : ""
inSight(mark) = log10(mark) >= ratioLow && log10(mark) <= ratioHigh
marksInSight(text) = text eq "" ? 0 : inSight(real(head(text))) + marksInSight(rest(text))
last(text) = comma(text) ? last(rest(text)) : text
reaches(text) = ratioHigh <= log10(1.3 * real(last(text))) && ratioLow >= log10(real(head(text)) / 1.3)
scale(i) = i == words(marks) || (reaches(word(marks, i)) && marksInSight(word(marks, i)) <= 6) ? word(marks, i) : scale(i + 1)
times(x) = x >= 1000 || x <= -1000 ? gprintf("%.2g", x) : abs(x) >= 100 ? gprintf("%.0f", x) : \
  abs(x) >= 10 ? gprintf("%.1f", x) : abs(x) < 0.1 ? gprintf("%.2g", x) : gprintf("%.2f", x)
brief(ns) = abs(ns) >= 1e9 ? gprintf("%.3g s", ns / 1e9) : abs(ns) >= 1e6 ? gprintf("%.3g ms", ns / 1e6) : \
  abs(ns) >= 1e3 ? gprintf("%.3g µs", ns / 1e3) : gprintf("%.3g ns", ns)
signed(ns) = (ns > 0 ? "+" : "").brief(ns)
told(i) = fRatio[i] == fRatio[i] ? times(fRatio[i]).(fRatioLow[i] == fRatioLow[i] ? \
    "  (".times(fRatioLow[i])." … ".times(fRatioHigh[i]).")" : "")."  ".fVerdict[i] : \
  fBase[i] == fBase[i] && fOther[i] == fOther[i] ? "no ratio: ".signed(fOther[i] - fBase[i]).(fLow[i] == fLow[i] ? \
    " (".signed(fLow[i])." … ".signed(fHigh[i]).")" : "")." ".fVerdict[i] : "too few callbacks"

# --- Sizes in pixels: percentiles, ratios, ratios as text.
figureGap = 12
columns = groups <= 3 ? 1 : 2
lines = int(ceil(groups / real(columns)))
plotHeight = upper(groups == 1 ? 300 : 200, 3 * others * 16 + 2 * figureGap + 12)
rowPitch = (plotHeight - 2 * figureGap - 12) / (3.0 * others)
panelWidth = groups == 1 ? 460 : 340; nameWidth = 56; forestWidth = groups == 1 ? 260 : 190; textWidth = 206
perLine = columns == 1 ? 3 : 5
legendLines = int(ceil((others + 1) / real(perLine)))
leftEdge = 74; top = 84 + legendLines * 18; bottom = 50; panelGap = 84; columnGap = 64
pitch = plotHeight + panelGap
blockWidth = panelWidth + nameWidth + forestWidth + textWidth
width = leftEdge + columns * blockWidth + (columns - 1) * columnGap
height = top + lines * pitch - panelGap + bottom
load here."open.gp"

set multiplot
heading = "Lateness against the base"
load here."heading.gp"
set label 3 "dots: other ÷ base with its 95 % interval; filled: better or worse, open: same or undecided; ◂ ▸: the interval goes on" \
    at 14, height - 42 left font ",10" textcolor rgb FAINT
legendWidth = (width - 28) / perLine
do for [o = 0:others] {
  x = 14 + (o % perLine) * legendWidth; y = height - 62 - (o / perLine) * 18
  set arrow 100 + o from x, y to x + 24, y nohead lc rgb (o == 0 ? BASE : hue(upper(o, 1))) lw (o == 0 ? 4 : 2)
  set label 100 + o clip(o == 0 ? baseName." (base)" : oName[upper(o, 1)], (legendWidth - 34) / 6.2) \
      at x + 30, y left font ",10" textcolor rgb (o == 0 ? BASE : hue(upper(o, 1)))
}
plot NaN
load here."panels.gp"

# The axis of percentiles reaches as far as the callbacks of the largest.
callbacks = 10
do for [b = 1:blocks] { if (drawn(b)) { callbacks = upper(callbacks, upper(bBaseCount[b], bOtherCount[b])) } }
# The last of a curve's points, share 1, is its latest callback.
spot(share, n) = share >= 1 ? log10(n) : -log10(1 - share)
ending(share, late) = share >= 1 ? late : NaN

do for [g = 1:groups] {
  first = gFirst[g]
  x0 = leftEdge + ((g - 1) % columns) * (blockWidth + columnGap); y0 = top + ((g - 1) / columns) * pitch
  set tmargin at screen fromTop(y0); set bmargin at screen fromTop(y0 + plotHeight)

  # --- Percentiles.
  low = 0; high = 0; bulk = 1e300; draw = ""
  do for [o = others:1:-1] { b = blockOf(g, o); if (b > 0 && bTo[upper(b, 1)] >= bFrom[upper(b, 1)]) {
    draw = draw.sprintf("%d ", b)
    do for [i = bFrom[b]:bTo[b]] {
      if (pBase[i] == pBase[i]) { low = lower(low, pBase[i]); high = upper(high, pBase[i]) }
      if (pOther[i] == pOther[i]) { low = lower(low, pOther[i]); high = upper(high, pOther[i]) }
      if (abs(pShare[i] - 0.75) < 1e-9) {
        if (pBase[i] == pBase[i]) { bulk = lower(bulk, abs(pBase[i])) }
        if (pOther[i] == pOther[i]) { bulk = lower(bulk, abs(pOther[i])) }
      }
    }
  } }
  k0 = bulk < 1e300 ? knee(bulk, upper(-low, high)) : 0
  if (low == high) { high = 1000 }
  low = scaled(low, k0); high = scaled(high, k0)
  set lmargin at screen fromLeft(x0); set rmargin at screen fromLeft(x0 + panelWidth)
  set xrange [0:log10(callbacks) * 1.04]
  set yrange [low - 0.04 * (high - low):high + 0.06 * (high - low)]
  set ytics nomirror
  load here."durations.gp"
  set xtics ("min" 0, "50 %%" log10(2), "90 %%" 1, "99 %%" 2, "99.9 %%" 3, "99.99 %%" 4, "99.999 %%" 5, "99.9999 %%" 6, "99.99999 %%" 7) \
      textcolor rgb INK font ",9"
  set grid xtics ytics
  set label 1 clip(cellName(first), (blockWidth - 40) / 7) at graph 0, 1 left offset 0, 0.7 font ",12" textcolor rgb INK
  set label 2 "percentile of callbacks" at graph 0.5, 0 center offset 0, -2.6 font ",9" textcolor rgb FAINT
  set arrow 1 from graph 0, first 0 to graph 1, first 0 nohead lc rgb FAINT lw 1 back
  # A side with fewer callbacks has no place for some of the other's percentiles; its line goes on to its latest.
  set datafile missing NaN
  base = words(draw) == 0 ? 0 : int(word(draw, words(draw)))
  if (base == 0) { plot NaN } else {
    plot pBase every ::bFrom[base] - 1::bTo[base] - 1 using (spot(pShare[$1], bBaseCount[base])):(scaled($2, k0)) \
        with lines lc rgb BASE lw 4, \
      pBase every ::bFrom[base] - 1::bTo[base] - 1 \
        using (spot(pShare[$1], bBaseCount[base])):(ending(pShare[$1], scaled($2, k0))) \
        with points pt 7 ps 0.5 lc rgb BASE, \
      for [b in draw] pOther every ::bFrom[int(b)] - 1::bTo[int(b)] - 1 \
        using (spot(pShare[$1], bOtherCount[int(b)])):(scaled($2, k0)) with lines lc rgb hue(bOther[int(b)]) lw 1.6, \
      for [b in draw] pOther every ::bFrom[int(b)] - 1::bTo[int(b)] - 1 \
        using (spot(pShare[$1], bOtherCount[int(b)])):(ending(pShare[$1], scaled($2, k0))) \
        with points pt 7 ps 0.45 lc rgb hue(bOther[int(b)])
  }
  unset label; unset arrow

  # --- Ratios.
  set datafile missing
  left = x0 + panelWidth + nameWidth
  set lmargin at screen fromLeft(left); set rmargin at screen fromLeft(left + forestWidth)
  set xrange [ratioLow:ratioHigh]; set yrange [plotHeight:0]
  set border 1; unset ytics; set grid noytics xtics
  set xtics () textcolor rgb INK font ",9"
  scaleLeft = scale(1)
  do for [m = 1:20] { if (scaleLeft ne "") {
    if (inSight(real(head(scaleLeft)))) { set xtics add (head(scaleLeft) log10(real(head(scaleLeft)))) }
    scaleLeft = rest(scaleLeft)
  } }
  set arrow 1 from 0, 0 to 0, plotHeight nohead lc rgb INK lw 1 back
  set label 1 "other ÷ base" at graph 0.5, 0 center offset 0, -2.6 font ",9" textcolor rgb FAINT
  set print $dots
  print "NaN NaN NaN NaN 0 0"
  do for [f = 1:3] {
    yFigure = 6 + (f - 1) * (others * rowPitch + figureGap)
    set label 10 + f word(figures, f) at graph -8.0 / forestWidth, first yFigure + others * rowPitch / 2.0 right \
        font ",10" textcolor rgb INK
    do for [o = 1:others] { b = blockOf(g, o); if (b > 0) {
      i = 3 * b - 3 + f; y = yFigure + (o - 0.5) * rowPitch
      set label 20 + f * 10 + o told(i) at graph 1 + 10.0 / forestWidth, first y left font ",9" textcolor rgb hue(o)
      # A ratio of 0 or less lies off the axis.
      if (fRatio[i] == fRatio[i]) {
        from = fRatioLow[i] == fRatioLow[i] ? fRatioLow[i] : fRatio[i]
        to = fRatioHigh[i] == fRatioHigh[i] ? fRatioHigh[i] : fRatio[i]
        off = from <= 0 || log10(upper(from, 1e-300)) < ratioLow
        if (off) { set label 60 + f * 10 + o "◂" at graph 0, first y center font ",9" textcolor rgb hue(o) }
        from = off ? ratioLow : log10(from)
        off = to > 0 && log10(upper(to, 1e-300)) > ratioHigh
        if (off) { set label 100 + f * 10 + o "▸" at graph 1, first y center font ",9" textcolor rgb hue(o) }
        to = off ? ratioHigh : to <= 0 ? ratioLow : upper(ratioLow, log10(to))
        print sprintf("%.12g %.12g %.12g %.12g %d %d", fRatio[i] > 0 ? log10(fRatio[i]) : NaN, y, from, to, hue(o), \
          fVerdict[i] eq "better" || fVerdict[i] eq "worse")
      }
    } }
  }
  unset print
  plot $dots using 3:2:($4 - $3):(0):5 with vectors nohead lw 1.6 lc rgb variable, \
    $dots using 1:($6 == 0 ? $2 : NaN) with points pt 7 ps 0.75 lc rgb "white", \
    $dots using 1:($6 == 0 ? $2 : NaN):5 with points pt 6 ps 0.75 lw 1.4 lc rgb variable, \
    $dots using 1:($6 == 1 ? $2 : NaN):5 with points pt 7 ps 0.75 lc rgb variable
  unset label; unset arrow
  set border 3 lc rgb FAINT lw 0.8
}
unset multiplot
unset output
