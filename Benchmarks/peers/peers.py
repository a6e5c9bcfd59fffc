"""What the scripts beside this file share: programs timed in alternation, and the ratio of what they took."""

import os
import shutil
import statistics
import subprocess
import sys
import time

BENCH = os.environ.get("BENCH", ".build/release/bench")


def need(command=None, module=None, install=""):
    """Ends the script when a program or a Python module is not there."""
    missing = command if command and not shutil.which(command) else None
    if module:
        try:
            __import__(module)
        except ImportError:
            missing = f"the Python module {module}"
    if missing:
        sys.exit(f"{missing} is missing: {install}")


def made(rows, kind="ticks"):
    """The path of a ticks CSV of so many rows, made on first use; `kind` is `ticks` or `gapless`."""
    path = f".build/peers/{kind}-{rows}.csv"
    os.makedirs(".build/peers", exist_ok=True)
    if not os.path.exists(path):
        maker = os.path.join(os.path.dirname(os.path.abspath(__file__)), "ticks")
        subprocess.run([maker, str(rows), path + ".new", kind], check=True)
        os.rename(path + ".new", path)
    return path


class Spent:
    """What a program took: wall and CPU time in seconds, its most memory in MiB, and its standard output."""

    def __init__(self, *arguments, environment=None):
        started = time.perf_counter()
        process = subprocess.Popen(arguments, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL,
                                   env={**os.environ, **(environment or {})})
        self.text = process.stdout.read().decode()
        _, status, usage = os.wait4(process.pid, 0)
        self.wall = time.perf_counter() - started
        process.returncode = os.waitstatus_to_exitcode(status)
        if process.returncode != 0:
            sys.exit(f"{' '.join(arguments)} ended with {process.returncode}")
        self.cpu = usage.ru_utime + usage.ru_stime
        self.memory = usage.ru_maxrss / 1024


def verdict(name, ratios, target, at_least=False):
    """Prints the median of some ratios and whether it is what it should be."""
    middle = statistics.median(ratios)
    kept = middle >= target if at_least else middle <= target
    word = "at least" if at_least else "at most"
    print(f"{name}: median of {len(ratios)} ratios {middle:.3f}, from {min(ratios):.3f} to {max(ratios):.3f};"
          f" meant to be {word} {target}: {'yes' if kept else 'NO'}")
    return kept
