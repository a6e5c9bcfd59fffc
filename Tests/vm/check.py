"""Checks what the virtual machine recorded, from the rows alone: no figure of bench's own is taken on trust.

usage: check.py CONSOLE
"""
import base64
import csv
import gzip
import json
import re
import sys

MS = 1_000_000
INTERVAL = 100 * MS
DURATION = 3_500 * MS
# What was done to the clocks in the middle of each run, in nanoseconds; None for a sleep, whose length /proc/timer_list (the
# monotonic clock) and /proc/uptime (the boot-time clock, to 10 ms) tell.
EVENTS = {
    "ahead": [2_000 * MS], "back": [-2_000 * MS], "sleep": [None], "years": [126_230_400_000 * MS], "small": [1 * MS],
    "mixed": [-700 * MS, None, 3_600_000 * MS],
}
WALL = {"dispatch-wall"}
LOOPS = {"runloop", "runloop-main"}
# Each callback skips what has passed when the one before has returned.
SKIPPING = LOOPS | {"dispatch-after", "task-sleep", "nanosleep"}
problems = []


def check(condition, text):
    if not condition:
        problems.append(text)


def files(console):
    """What the machine sent, by name."""
    found, name, lines = {}, None, []
    for line in open(console, errors="replace").read().replace("\r", "").split("\n"):
        if line.startswith("=== end"):
            try:
                found[name] = gzip.decompress(base64.b64decode("".join(lines))).decode()
            except Exception as error:
                problems.append(f"{name} did not come whole: {error}")
            name = None
        elif line.startswith("=== "):
            name, lines = line[4:].strip(), []
            if name == "over":
                found["over"] = ""
        elif name and re.fullmatch("[A-Za-z0-9+/=]+", line):
            lines.append(line)
    return found


def recording(text):
    """Runs of a recording: what was planned, the rows, and the facts."""
    runs = {}
    for line in text.split("\n"):
        if found := re.match(r"# (run|done) (\d+): (.*)", line):
            runs.setdefault(int(found[2]), {"rows": []})[found[1]] = json.loads(found[3])
    rows = csv.DictReader(line for line in text.split("\n") if line and not line.startswith("#"))
    for row in rows:
        runs[int(row["run"])]["rows"].append(
            {key: value if key in ("timer", "load") else int(value) if value else None for key, value in row.items()})
    return list(runs.values())


def happened(done):
    """The events of a run in order: kind, size, window."""
    steps = [("set", event["by_ns"], event["after_ns"], event["before_ns"]) for event in done.get("clock_set", [])]
    sleeps = [("sleep", event["length_ns"], event["after_ns"], event["before_ns"]) for event in done.get("sleep", [])]
    return sorted(steps + sleeps, key=lambda event: event[2:])


def judge(name, run, slept):
    timer, rows, done = run["run"]["timer"], run["rows"], run.get("done", {})
    where = f"{name}, {timer}"
    check(done.get("status") == "complete" and rows, f"{where}: {done.get('problem', 'no rows')}")
    if not rows:
        return
    # As long as asked: from the first deadline to half an interval after the last, on the monotonic clock.
    asked = DURATION - INTERVAL // 2
    check(abs(done["end_ns"] - asked) <= INTERVAL, f"{where}: ran to {done['end_ns'] / 1e9:.2f} s instead of {asked / 1e9:.2f}")
    # The events, each with its size.
    events = happened(done)
    sizes = EVENTS[name]
    check(len(events) == len(sizes), f"{where}: {len(sizes)} events, of which it names {events}")
    for (kind, size, after, before), asked in zip(events, sizes):
        true = slept.pop(0) if asked is None and slept else asked
        check(kind == ("sleep" if asked is None else "set"), f"{where}: {kind} {size} instead of {true}")
        # Two readings of /proc, one after the other and to 10 ms each, tell a sleep no better than that.
        if true is None:
            check(False, f"{where}: {kind}, of which the machine tells nothing")
        else:
            near = (60 if asked is None else 10) * MS
            check(abs(size - true) <= near, f"{where}: {kind} by {size / 1e9:.4f} s instead of {true / 1e9:.4f}")
        check(0 <= before - after < 1_500 * MS, f"{where}: the event is told to {(before - after) / 1e6:.0f} ms")
    # Marks by the rule of docs/csv.md.
    for row in rows:
        touched = any(row["deadline_ns"] <= before and after <= row["callback_ns"] for _, _, after, before in events)
        moved = timer in WALL and any(after <= row["callback_ns"] for _, _, after, _ in events)
        check(row["warmup"] == (2 if touched or moved else 0), f"{where}: slot {row['slot']} has mark {row['warmup']}")
    # Slots from rows: each once, on the grid, nothing early, and the sum as told.
    expected, returned = 0, None
    for row in rows:
        slot, late = row["slot"], row["callback_ns"] - row["deadline_ns"]
        check(row["deadline_ns"] == slot * INTERVAL, f"{where}: slot {slot} off the grid")
        check(row["missed"] == slot - expected, f"{where}: slot {slot} misses {row['missed']} of {slot - expected}")
        if timer not in WALL:
            check(late >= -2 * MS, f"{where}: slot {slot} {late / 1e6:.1f} ms early")
            # What the callback stands for has passed, and nothing that had passed is left for another: a loop takes the
            # first deadline after its last callback, Dispatch and the kernel all that passed, but for what is on its way.
            passed = (row["callback_ns"] + 2 * MS) // INTERVAL
            if timer in SKIPPING and returned is not None:
                first = (returned + 2 * MS) // INTERVAL + 1
                alternative = (returned - 30 * MS) // INTERVAL + 1
                check(slot in (first, max(alternative, expected)), f"{where}: slot {slot} where {first} was next")
            if timer not in SKIPPING:
                served = slot + row["fired"] - 1
                check(passed - 1 <= served <= passed, f"{where}: slots to {served} where {passed} had passed")
        expected, returned = slot + row["fired"], row["callback_ns"]
    fired, missed = sum(row["fired"] for row in rows), sum(row["missed"] for row in rows)
    check((fired, missed) == (done["fired"], done["missed"]), f"{where}: sums of rows and facts differ")
    check(fired + missed + done["pending"] == done["slots"], f"{where}: {fired} + {missed} + {done['pending']} slots")
    if timer in WALL and events:
        check(done.get("deadline_clock") == "wall", f"{where}: whose clock is not told")
        steps = [size for kind, size, _, _ in events if kind == "set"] or [size for kind, size, _, _ in events]
        after = events[0][2]
        later = [row for row in rows if row["callback_ns"] >= after]
        if name in ("ahead", "sleep"):
            most = max((row["fired"] for row in later), default=0)
            check(most >= abs(steps[0]) / INTERVAL / 2, f"{where}: at most {most} deadlines in one callback")
        if name == "back":
            last = max((row["callback_ns"] for row in rows if row["callback_ns"] < events[0][3]), default=0)
            silent = min((row["callback_ns"] for row in rows if row["callback_ns"] > events[0][3]), default=done["end_ns"])
            check(silent - last > 1_000 * MS, f"{where}: silent for {(silent - last) / 1e9:.2f} s only")
    else:
        # The phase is kept: the best callback after the last event is as late as one before the first, to half an interval.
        before = [row["lateness_ns"] for row in rows if row["callback_ns"] < events[0][2]] if events else []
        after = [row["callback_ns"] - (row["slot"] + row["fired"] - 1) * INTERVAL
                 for row in rows if events and row["deadline_ns"] > events[-1][3]]
        check(before and after, f"{where}: no callbacks on both sides")
        if before and after:
            check(abs(min(after) - min(before)) < INTERVAL // 2, f"{where}: the phase moved by {(min(after) - min(before)) / 1e6:.0f} ms")


def main():
    found = files(sys.argv[1])
    check("over" in found, "the virtual machine did not come to its end")
    readings = [(int(monotonic), round(float(boot) * 1e9)) for monotonic, boot in
                re.findall(r"now at (\d+) nsecs ([\d.]+)", found.get("slept.txt", ""))]
    slept = [(b[1] - a[1]) - (b[0] - a[0]) for a, b in zip(readings[::2], readings[1::2])]
    print(f"sleeps by /proc: {[round(length / 1e9, 2) for length in slept]}")
    rows = 0
    for name in ("ahead", "back", "sleep", "years", "small", "mixed"):
        if f"{name}.csv" not in found:
            check(False, f"{name}: no recording")
            continue
        runs = recording(found[f"{name}.csv"])
        rows += sum(len(run["rows"]) for run in runs)
        for run in runs:
            judge(name, run, slept)
        text = " ".join(found.get(f"{name}.txt", "").split())
        wanted = "the system slept for" if name == "sleep" else "the wall clock was set by"
        check(wanted in text, f"{name}: the summary does not say that {wanted} …")
        check("armed the timer off its deadlines" not in text, f"{name}: a wrong guess in the summary")
    check(not slept, f"{len(slept)} sleeps are in no recording")
    watch = found.get("watch.txt", "")
    print(watch)
    sizes = [float(size) for size in re.findall(r"(?:set by|slept for) ([-+\d.]+) ?s", watch)]
    check(len(sizes) == 3, f"the watch names {sizes}")
    if len(sizes) == 3:
        check(abs(sizes[0] - 5) <= 0.01 and abs(sizes[1] + 1.5) <= 0.01 and 0.5 < sizes[2] < 4, f"the watch names {sizes}")
    behaviors = {row["id"]: row for row in csv.DictReader(
        line for line in found.get("behaviors.csv", "").split("\n") if line and not line.startswith("#"))}
    for name in ("clock.step-ahead", "clock.step-back", "clock.sleep"):
        row = behaviors.get(name, {"observed": "missing", "evidence": ""})
        print(f"{name}: {row['observed']}: {row['evidence']}")
        check(row["observed"] == "holds", f"{name}: {row['observed']}: {row['evidence']}")
    for problem in problems:
        print("FAILED:", problem)
    print(f"{rows} rows of {sum(map(len, EVENTS.values()))} kinds of event checked, {len(problems)} problems")
    sys.exit(1 if problems or not rows else 0)


main()
