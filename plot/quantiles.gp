# Sorts the lateness of each cell.
# Gives  sLateness (ns) and sShare (of callbacks at or below it); those of cell c are
#          plot sShare every ::sFrom[c]::sTo[c] using (reach($2)):(sLateness[$1])
#        Read in order, reach is the place of a value on an axis of log10(1/(1-p)): one callback in 1/(1-p) was at
#        least this late. The quantile of p is the first lateness whose share reaches p, an observed value.

array sLateness[rows]; array sShare[rows]; array sFrom[cells]; array sTo[cells]
sorted = 0
# A row of another cell, or one that stands for no callback, has no weight and raises no share. It is not left out of
# the plot: gnuplot would sort what lies before and after the hole as two curves.
keep(lateness, share) = share <= reached ? 1 : \
  (sorted = sorted + 1, sLateness[sorted] = lateness, sShare[sorted] = share, reached = share, 1)
set format x "%.0f"; set format y "%.15f"
set xrange [-1e19:1e19]; set yrange [-1:2]
do for [i = 1:shown] {
  c = order[i]
  set table $sorted
  plot sample [j = cFrom[c]:cTo[c]:1] '+' using (xLateness[xAt[j]]):(xWeight[xAt[j]]) smooth cnorm
  unset table
  sFrom[c] = sorted; reached = 0
  stats $sorted using (keep($1, $2)) nooutput
  sTo[c] = sorted - 1
}
undefine $sorted
set format x "%g"; set format y "%g"
set autoscale

below = 0
reach(share) = (below = below > 1 - 1e-12 ? 0 : below, place = -log10(1 - below), below = share, place)

# Gives  cMedian[c], cP99[c] (ns), NaN where there are fewer than 1/(1-p) callbacks; cBulk[c], the quartile further
#        from 0.
array cMedian[cells]; array cP99[cells]; array cBulk[cells]
takes(share, p, known) = known != known && share >= p - 1e-12
pick(share, value) = (quarter = takes(share, 0.25, quarter) ? value : quarter, \
  cMedian[c] = takes(share, 0.5, cMedian[c]) ? value : cMedian[c], \
  cBulk[c] = takes(share, 0.75, cBulk[c]) ? upper(abs(quarter), abs(value)) : cBulk[c], \
  cP99[c] = takes(share, 0.99, cP99[c]) && cCallbacks[c] >= 100 ? value : cP99[c], 0)
do for [i = 1:shown] {
  c = order[i]
  quarter = NaN; cMedian[c] = NaN; cP99[c] = NaN; cBulk[c] = NaN
  stats sShare every ::sFrom[c]::sTo[c] using (pick($2, sLateness[$1])) nooutput
}
