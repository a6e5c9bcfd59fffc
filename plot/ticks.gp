# The vertical axis of durations, with units; at least two of its ticks are named.
#
# Takes  low, high, the ends of the data, scaled; knee (ns), 0 for a straight scale; axisHeight, in pixels; foot, the share
#        of the axis below the data that something else needs
# Gives  the range, with some air

air = 0.06 * (high - low)
set yrange [low - air - foot * (high - low):high + air]
set ytics ("0" 0) textcolor rgb INK font ",9"
if (knee == 0) {
  spacing = step(high - low, upper(1, floor(axisHeight / 40.0)))
  do for [mark = int(ceil(low / spacing)):int(floor(high / spacing))] { if (mark != 0) {
    set ytics add (duration(mark * spacing) mark * spacing)
  } }
} else {
  do for [power = 0:14] {
    mark = knee * 10.0 ** power; room = (scaled(mark, knee) - scaled(mark / 10, knee)) * axisHeight / (high - low)
    named = power > 0 || scaled(mark, knee) * axisHeight / (high - low) > 14
    if (scaled(mark, knee) <= high + air) { set ytics add ((named ? duration(mark) : "") scaled(mark, knee)) }
    if (-scaled(mark, knee) >= low - air) { set ytics add ((named ? duration(-mark) : "") -scaled(mark, knee)) }
  }
}
