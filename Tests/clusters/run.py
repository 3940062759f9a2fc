"""Runs the tests of engines one after the other, and counts; see `run`."""

import sys
import time
import unittest

ALL = ["style", "package", "ray", "kills", "gallery", "kubernetes", "slurm", "container", "documents"]


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


def main():
    names = sys.argv[1:] or [f"test_{name}" for name in ALL]
    passed = failed = skipped = 0
    for name in names:
        started = time.monotonic()
        print(f"== {name}", flush=True)
        suite = unittest.defaultTestLoader.loadTestsFromName(name)
        result = unittest.TextTestRunner(sys.stdout, verbosity=2, resultclass=Result).run(suite)
        print(f"   {time.monotonic() - started:.0f} s", flush=True)
        passed += result.passed
        failed += len(result.failures) + len(result.errors)
        skipped += len(result.skipped)
    print(f"clusters: {passed} passed, {failed} failed, {skipped} skipped")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
