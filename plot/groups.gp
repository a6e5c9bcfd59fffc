# Which cells were measured under the same conditions, whatever the timer.
# Gives  group[c], 1 ... groups, and gFirst[g], its first cell; tName[t], the timers, 1 ... timerNames, floors last.
# A timer that takes no leeway stands with those that were given none.

array group[cells]; array gFirst[cells]; groups = 0
alike(a, b) = condition(a) eq condition(b) && upper(cLeeway[a], 0) == upper(cLeeway[b], 0)
groupOf(c, g) = g > groups ? 0 : alike(c, gFirst[g]) ? g : groupOf(c, g + 1)
array tName[cells]; timerNames = 0
timerIndex(name, t) = t > timerNames ? 0 : tName[t] eq name ? t : timerIndex(name, t + 1)
do for [i = 1:shown] {
  c = order[i]
  group[c] = groupOf(c, 1)
  if (group[c] == 0) { groups = groups + 1; gFirst[groups] = c; group[c] = groups }
}
do for [floors = 0:1] { do for [i = 1:shown] {
  name = cTimer[order[i]]
  if (isFloor(name) == floors && timerIndex(name, 1) == 0) { timerNames = timerNames + 1; tName[timerNames] = name }
} }
