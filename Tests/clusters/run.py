"""Runs the tests of engines, two files at a time since most of their time is waiting, and counts; see `run`."""

import re
import subprocess
import sys
import time
import unittest
from concurrent.futures import ThreadPoolExecutor, as_completed

# What takes longest comes first.
ALL = ["gallery", "ray", "documents", "package", "slurm", "kubernetes", "kills", "container", "style"]
COUNTS = r"^clusters: (\d+) passed, (\d+) failed, (\d+) skipped$"


class Result(unittest.TextTestResult):
    """A class that is skipped as a whole counts as one, and says why on its line."""

    passed = 0

    def addSuccess(self, test):
        super().addSuccess(test)
        self.passed += 1

    def addSkip(self, test, reason):
        super().addSkip(test, reason)
        if not isinstance(test, unittest.TestCase):
            self.stream.writeln(f"{test.id()}: skipped: {reason}")


def run(name):
    """Runs one file here; its counts of what passed, failed and was skipped."""
    started = time.monotonic()
    print(f"== {name}", flush=True)
    suite = unittest.defaultTestLoader.loadTestsFromName(name)
    result = unittest.TextTestRunner(sys.stdout, verbosity=2, resultclass=Result).run(suite)
    print(f"   {time.monotonic() - started:.0f} s", flush=True)
    return result.passed, len(result.failures) + len(result.errors), len(result.skipped)


def run_apart(name):
    """The same in a process of its own, whose words are told when it has ended."""
    words = [sys.executable, "-u", sys.argv[0], name]
    done = subprocess.run(words, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, check=False)
    counts = re.search(COUNTS, done.stdout, re.MULTILINE)
    said = re.sub(COUNTS, "", done.stdout, flags=re.MULTILINE).strip()
    return said, tuple(map(int, counts.groups())) if counts else (0, 1, 0)


def main():
    if len(sys.argv) > 1:
        counts = [run(name) for name in sys.argv[1:]]
    else:
        counts = []
        with ThreadPoolExecutor(2) as pool:
            for future in as_completed([pool.submit(run_apart, f"test_{name}") for name in ALL]):
                said, count = future.result()
                print(said, flush=True)
                counts.append(count)
    passed, failed, skipped = map(sum, zip(*counts, strict=True))
    print(f"clusters: {passed} passed, {failed} failed, {skipped} skipped")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
