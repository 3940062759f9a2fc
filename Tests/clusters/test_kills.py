"""A few kills of a batch on a cluster; HEADROOM_KILLS=200 for many, or `kills.py`."""

import os
import unittest

import kills
import support

KILLS = int(os.environ.get("HEADROOM_KILLS", "6"))


class KillTests(kills.KillsTest):
    def test_a_batch_survives_kills_of_all_kinds(self):
        support.require_modules("ray")
        self.storm(inputs=max(30, KILLS * 5 // 2), kills=KILLS, seed=2)


if __name__ == "__main__":
    unittest.main(verbosity=2)
