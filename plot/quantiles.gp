# Sorts the lateness of each cell.
# Gives  $sorted   a block a cell ('index block[c]'): 1 lateness (ns)  2 share of callbacks at or below it
# Reading it in order, 'reach($2)' is the place of a value on an axis of log10(1/(1-p)): one callback in 1/(1-p) was at
# least this late. The quantile of p is the first lateness whose share reaches p, an observed value.

set format x "%.0f"; set format y "%.15f"
set xrange [-1e19:1e19]; set yrange [-1:2]
do for [i = 1:shown] {
  set table $sorted append
  plot $rows index block[order[i]] using ($10 > 0 ? $6 : NaN):10 smooth cnorm
  unset table
}
set format x "%g"; set format y "%g"
set autoscale
below = 0
reach(share) = (below = below > 1 - 1e-12 ? 0 : below, place = -log10(1 - below), below = share, place)

# Gives  cMedian[c], cP99[c] (ns), NaN where there are fewer than 1/(1-p) callbacks; cBulk[c], the quartile further from 0.
array cMedian[cells]; array cP99[cells]; array cBulk[cells]
takes(share, p, known) = known != known && share >= p - 1e-12
pick(share, value) = (quarter = takes(share, 0.25, quarter) ? value : quarter, \
  cMedian[c] = takes(share, 0.5, cMedian[c]) ? value : cMedian[c], \
  cBulk[c] = takes(share, 0.75, cBulk[c]) ? upper(abs(quarter), abs(value)) : cBulk[c], \
  cP99[c] = takes(share, 0.99, cP99[c]) && cCallbacks[c] >= 100 ? value : cP99[c], 0)
do for [i = 1:shown] {
  c = order[i]
  quarter = NaN; cMedian[c] = NaN; cP99[c] = NaN; cBulk[c] = NaN
  stats $sorted index block[c] using (pick($2, $1)) nooutput
}
