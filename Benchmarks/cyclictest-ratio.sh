#!/bin/sh
# Compares the floor with cyclictest on this machine, alternately, in pairs. Needs root, rt-tests and python3.
# usage: Benchmarks/cyclictest-ratio.sh [PAIRS [BENCH]]
#
# Two differences explain what is left. Without -N cyclictest drops the fraction of every microsecond before it
# averages, so its average is about half a microsecond low; and an average feels each outlier, a median does not.
set -eu
pairs=${1:-5}
bench=${2:-.build/release/bench}
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT

command -v cyclictest >/dev/null || {
  echo "cyclictest is missing: install rt-tests" >&2
  exit 1
}

pair=1
while [ "$pair" -le "$pairs" ]; do
  cyclictest -q -m -p 80 -i 1000 -l 10000 >"$folder/cyclictest-$pair"
  "$bench" run --timer nanosleep --realtime --interval 1ms --count 10000 --no-plot --quiet \
    -o "$folder/bench-$pair.csv" >"$folder/table-$pair"
  pair=$((pair + 1))
done

python3 - "$folder" "$pairs" <<'PYTHON'
import csv, re, statistics, sys

folder, pairs = sys.argv[1], int(sys.argv[2])
print("pair  median/avg   ns   us    min/min   ns   us")
medians, minima = [], []
for pair in range(1, pairs + 1):
    with open(f"{folder}/cyclictest-{pair}") as text:
        least, average = map(int, re.search(r"Min:\s*(\d+).*Avg:\s*(\d+)", text.read()).groups())
    with open(f"{folder}/bench-{pair}.csv") as text:
        rows = csv.DictReader(line for line in text if not line.startswith("#"))
        late = [int(row["lateness_ns"]) for row in rows]
    median, minimum = statistics.median_low(late), min(late)
    medians.append(median / (1000 * average))
    minima.append(minimum / (1000 * least))
    print(f"{pair:4}  {medians[-1]:10.2f} {median} {average}  {minima[-1]:8.2f} {minimum} {least}")
inside = all(0.8 <= ratio <= 1.25 for ratio in medians + minima)
print(f"of all pairs: median/avg {statistics.median(medians):.2f}, min/min {statistics.median(minima):.2f};",
      "every ratio" if inside else "not every ratio", "within 0.8 to 1.25")
PYTHON
