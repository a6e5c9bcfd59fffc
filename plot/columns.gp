# Finds the columns of a CSV by name, in any order.
# Takes  csv; columnNames, of which the first 'needed' have to be there; kind, what a file with all of them is
# Gives  col[k], the place of the k-th name; 0 where there is no such column. The header is left out of what is read.
#        flat(text), a label on one line

set datafile separator comma
# A byte order mark, whose first byte is 357, stands before the first comment.
set datafile commentschars "#\357"
set datafile columnheaders

array col[words(columnNames)]
do for [k = 1:words(columnNames)] { col[k] = 0 }
find(name, k) = k > 120 ? 0 : columnhead(k) eq name ? k : find(name, k + 1)
sawHeader = 0
locate(k) = k > words(columnNames) ? 1 : (col[k] = find(word(columnNames, k), 1), locate(k + 1))
stats csv every ::0::0 using (sawHeader == 0 ? (sawHeader = 1, locate(1)) : 1) nooutput
do for [k = 1:needed] { if (col[k] == 0) {
  exit error sprintf("%s has no column %s: it is not %s", csv, word(columnNames, k), kind)
} }
flat(text) = strstrt(text, "\n") == 0 ? text : \
  text[1:strstrt(text, "\n") - 1]." ".flat(text[strstrt(text, "\n") + 1:*])
