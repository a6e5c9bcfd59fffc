# Sorts the lateness of each cell.
# Gives  $sorted   a block a cell (`index block[c]`): 1 lateness (ns)  2 share of callbacks at or below it
# Reading it in order, `reach($2)` is the place of a value on an axis of log10(1/(1-p)): one callback in 1/(1-p) was at
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

# Gives  cMedian[c], cP99[c] (ns); NaN where there are fewer than 1/(1-p) callbacks.
array cMedian[cells]; array cP99[cells]
do for [i = 1:shown] {
  c = order[i]
  cMedian[c] = NaN; cP99[c] = NaN
  pick(share, value) = (cMedian[c] == cMedian[c] || share < 0.5 - 1e-12 ? 0 : (cMedian[c] = value), \
    cP99[c] == cP99[c] || share < 0.99 - 1e-12 || cCallbacks[c] < 100 ? 0 : (cP99[c] = value), 0)
  stats $sorted index block[c] using (pick($2, $1)) nooutput
}
