"""Responses and wakeup clusters by their definitions alone, slot by slot; prints the figures that ResponseTests expects.

A deadline is answered by the first callback of its timer that serves it or comes at its time or later. The response counts
where that callback is a measured one. A callback belongs to the current wakeup when its deadline had passed at the wakeup's
first callback."""
import numpy as np

INTERVAL = 1000
x = 12345


def draw(n):
    global x
    x = (x * 6364136223846793005 + 1442695040888963407) % 2**64
    return (x >> 33) % n


def stream(source, count, phase, behind):
    slot, before, rows = 0, 0, []
    for index in range(count):
        kind = draw(10)
        missed = draw(4) if kind == 0 else 0
        fired = 1 + draw(4) if kind == 1 else 1
        slot += missed
        deadline = phase + slot * INTERVAL
        late = draw(900) - 100 if draw(10) < behind else draw(6000)
        callback = max(before + draw(50), deadline + late)
        rows.append((callback, source, index < 20, slot, deadline, fired, missed))
        before, slot = callback, slot + fired
    return rows


def figures(streams):
    rows = sorted((row for rows in streams for row in rows), key=lambda row: (row[0], row[1]))
    responses = []
    for source, phase in enumerate([0, 300][: len(streams)]):
        own = [row for row in rows if row[1] == source]
        last = own[-1]
        end = max(last[3] + last[5], (last[0] - phase) // INTERVAL + 1)
        for slot in range(end):
            due = phase + slot * INTERVAL
            answer = next(r for r in own if r[3] <= slot < r[3] + r[5] or r[0] >= due)
            if not answer[2]:
                responses.append(answer[0] - due)
    clusters, start = 0, None
    for callback, _, warmup, _, deadline, _, _ in rows:
        if warmup:
            continue
        if start is None or deadline > start:
            clusters, start = clusters + 1, callback
    values = np.array(responses)
    quantiles = [int(np.quantile(values, p, method="inverted_cdf")) for p in (0.01, 0.5, 0.9, 0.99)]
    return len(values), int(values.sum()), int(values.min()), int(values.max()), quantiles, clusters


for name, sources, behind in [("one timer", 1, 8), ("two timers", 2, 8), ("always behind", 1, 2)]:
    x = 12345
    print(name, *figures([stream(source, 400, 300 * source, behind) for source in range(sources)]))
