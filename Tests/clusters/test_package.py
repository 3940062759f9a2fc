"""The tests of `headroom_ray` itself, which need neither Ray nor the command: a stand-in takes its place there."""

import sys
import unittest

import support

sys.path.insert(0, str(support.PACKAGE))


def load_tests(loader, tests, pattern):
    return loader.discover(str(support.PACKAGE / "tests"), top_level_dir=str(support.PACKAGE))


if __name__ == "__main__":
    unittest.main(verbosity=2)
