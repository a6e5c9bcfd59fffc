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
