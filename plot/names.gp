# What cells are called.
# Takes  cTimer[c], cInterval[c] (ns), cLeeway[c] (ns, -1 none), cLoad[c], cTimers[c]

leewayText(c) = cLeeway[c] < 0 ? "" : " leeway ".(cLeeway[c] == 0 ? "0" : duration(cLeeway[c]))
timersText(c) = cTimers[c] > 1 ? sprintf(" ×%d", cTimers[c]) : ""
condition(c) = duration(cInterval[c])." ".cLoad[c].timersText(c)
cellName(c) = cTimer[c]." ".duration(cInterval[c]).leewayText(c)." ".cLoad[c].timersText(c)
