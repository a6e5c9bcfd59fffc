#!/usr/bin/env bash
# Interrupts 'bench run' at random moments, half of them within the first 300 ms, every second time with the same signal
# again within milliseconds, as timeout(1) does, and looks at what is left behind: every file is readable, marked as
# interrupted or complete, with the last line's number of rows, and its table was printed; nothing crashes or hangs.
# usage: Benchmarks/interrupts.sh PATH-OF-BENCH [TIMES]
set -u
bench=${1:?give the path of the built program}
times=${2:-200}
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
names=(INT TERM HUP) codes=(130 143 129)
files=0 bad=0
for ((i = 0; i < times; i++)); do
  which=$((RANDOM % 3))
  csv=$folder/$i.csv
  timeout -s KILL 30 "$bench" run --timer runloop,dispatch,nanosleep --interval 2ms --duration 400ms --repetitions 4 \
    --quiet --output "$csv" >"$folder/out" 2>"$folder/err" &
  waiter=$!
  if ((i % 2)); then limit=300; else limit=5000; fi
  sleep "$(printf '0.%03d' $((RANDOM % 300)))"
  ((limit > 300)) && sleep "$((RANDOM % 5)).$((RANDOM % 10))"
  # The program is the child of timeout, which would pass on the signal but kill on a second one.
  pid=$(pgrep -P "$waiter" -x bench)
  [ -n "$pid" ] && kill -"${names[which]}" "$pid" 2>/dev/null
  if ((i % 4 < 2)) && [ -n "$pid" ]; then
    sleep "0.00$((RANDOM % 10))"
    kill -"${names[which]}" "$pid" 2>/dev/null
  fi
  wait "$waiter"
  code=$?
  if [ "$code" != "${codes[which]}" ] && [ "$code" != 0 ]; then
    echo "interrupt $i (${names[which]}): exit $code instead of ${codes[which]}: $(head -c 300 "$folder/err")"
    bad=$((bad + 1))
  fi
  for left in "$csv" "$csv.partial"; do
    [ -e "$left" ] || continue
    files=$((files + 1))
    if [ "$left" != "$csv" ]; then
      echo "interrupt $i: $left is left behind"
      bad=$((bad + 1))
    fi
    if ! "$bench" summary "$left" >/dev/null 2>"$folder/err"; then
      echo "interrupt $i: $left is not readable: $(cat "$folder/err")"
      bad=$((bad + 1))
    fi
    if grep -q '^[0-9]' "$left" && ! grep -qE 'runloop|dispatch|nanosleep' "$folder/out"; then
      echo "interrupt $i: $left has rows, and no table was printed"
      bad=$((bad + 1))
    fi
    if ! tail -n 1 "$left" | grep -qE '^# end rows=[0-9]+ status=(interrupted|complete)$'; then
      echo "interrupt $i: $left is not marked: $(tail -n 1 "$left" | head -c 100)"
      bad=$((bad + 1))
    fi
    rm -f "$left"
  done
  [ -e "${csv%.csv}.charts" ] && find "${csv%.csv}.charts" -name '*.partial' | grep . && bad=$((bad + 1))
  rm -rf "${csv%.csv}.charts"
done
if pgrep -x gnuplot >/dev/null; then
  sleep 1
  pgrep -x gnuplot -a && echo "a gnuplot goes on"
fi
echo "$times interrupts: $files files, all looked at; $bad faults"
[ "$bad" -eq 0 ]
