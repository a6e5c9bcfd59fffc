# Ticks of a vertical axis of durations, with units.
# Takes  low, high    the ends of the data, scaled
#        k0           the scale's knee, 0 for a straight one
#        ticks        about how many, on a straight scale; 4 unless set
#        outer        whether the ticks are labelled; so unless set
#        room         the axis in pixels, where the first decade may be far enough from 0 for a label; undefined after

if (!exists("ticks")) { ticks = 3 }
if (!exists("outer")) { outer = 1 }
set ytics ((outer ? "0" : "") 0) textcolor rgb INK font ",9"
if (k0 == 0) {
  spacing = step(high - low, ticks)
  do for [mark = ceil(low / spacing):floor(high / spacing)] {
    if (mark != 0) { set ytics add ((outer ? duration(mark * spacing) : "") mark * spacing) }
  }
} else {
  fromZero = exists("room") ? scaled(k0, k0) * room / (high - low) : 0
  do for [power = 0:12] {
    value = k0 * 10.0 ** power
    if (scaled(value, k0) <= high * 1.02) { set ytics add ((outer && (power > 0 || fromZero > 15) ? duration(value) : "") scaled(value, k0)) }
    if (-scaled(value, k0) >= low * 1.02) { set ytics add ((outer ? duration(-value) : "") -scaled(value, k0)) }
  }
}
undefine ticks; undefine room
