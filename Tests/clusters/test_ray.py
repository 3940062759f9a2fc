"""`headroom_ray` on a real cluster of two nodes on this machine, with the real command: nodes and drivers die."""

import contextlib
import os
import signal
import subprocess
import sys
import time
import unittest

import support

os.environ["RAY_USAGE_STATS_ENABLED"] = "0"


class RayTests(support.BatchTest):
    @classmethod
    def setUpClass(cls):
        support.require_modules("ray")
        started = time.monotonic()
        cls.cluster, (cls.node,) = support.ray_cluster(1, nodes=2)
        cls.addClassCleanup(cls.cluster.shutdown)
        print(f"two nodes up in {time.monotonic() - started:.1f} s", file=sys.stderr)

    def driver(self, batch, *more, chunk=5):
        arguments = ["--address", self.cluster.address, *batch.arguments(), "--manifest", batch.manifest]
        arguments += ["--chunk", chunk, "--headroom", support.COMMAND, *more]
        return subprocess.Popen(
            [sys.executable, "-m", "headroom_ray", *map(str, arguments)],
            cwd=batch.folder,
            env=support.environment(),
            stderr=subprocess.PIPE,
            text=True,
        )

    def finish(self, driver, status=0):
        _, said = driver.communicate(timeout=300)
        self.assertEqual(driver.returncode, status, said)
        return said

    def outputs(self, batch, count):
        support.until(lambda: len(os.listdir(batch.output)) >= count, 120, f"{count} outputs")

    def test_a_node_dies(self):
        batch = self.batch(40)
        driver = self.driver(batch)
        self.outputs(batch, 20)
        type(self).cluster.remove_node(self.node, allow_graceful=False)
        killed = time.monotonic()
        self.finish(driver)
        print(f"all done {time.monotonic() - killed:.1f} s after a node died", file=sys.stderr)
        # What its one core worked on.
        self.check_whole(batch, again=1)
        self.assertEqual(os.listdir(f"{batch.manifest}.parts"), ["lock"])
        type(self).node = self.cluster.add_node(num_cpus=1)
        self.cluster.wait_for_nodes()

    def test_the_driver_dies_and_is_started_again(self):
        batch = self.batch(36)
        for part in (1, 2):
            driver = self.driver(batch)
            self.outputs(batch, part * 18)
            driver.send_signal(signal.SIGKILL)
            driver.communicate()
        self.finish(self.driver(batch, chunk=7))
        self.check_whole(batch, again=4)
        before = batch.manifest.read_bytes()
        self.finish(self.driver(batch))
        self.assertEqual(batch.manifest.read_bytes(), before, "a run with nothing to do records something")

    def test_a_terminated_driver_leaves_nothing_running(self):
        batch = self.batch(40)
        for count, number, status in ((10, signal.SIGINT, 130), (30, signal.SIGTERM, 143)):
            driver = self.driver(batch)
            self.outputs(batch, count)
            driver.send_signal(number)
            self.finish(driver, status)
            support.until(lambda: not support.processes(str(batch.folder)), 20, "end of the tasks")
        self.finish(self.driver(batch))
        self.check_whole(batch, again=4)

    def test_tasks_are_as_urgent_as_their_node(self):
        batch = self.batch(20)
        driver = self.driver(batch)
        running = support.until(lambda: support.processes(str(batch.folder)), 60, "command")
        # One may have ended by now.
        with contextlib.suppress(ProcessLookupError):
            self.assertEqual(os.getpriority(os.PRIO_PROCESS, running[0]), os.getpriority(os.PRIO_PROCESS, 0))
        self.finish(driver)

    def test_outputs_are_those_of_one_machine(self):
        batch, alone = self.batch(9, 512), self.batch(9, 512)
        self.finish(self.driver(batch, chunk=2))
        support.headroom("batch", *alone.arguments(), "--manifest", alone.manifest, cwd=alone.folder)
        for path in alone.output.iterdir():
            self.assertEqual(path.read_bytes(), (batch.output / path.name).read_bytes(), path.name)

    def test_failures_have_their_exit_status(self):
        batch = self.batch(6, 512)
        (batch.folder / batch.entries[0]).write_bytes(b"\xff\xd8\xff no picture")
        self.finish(self.driver(batch), 1)
        self.finish(self.driver(batch, "--tolerate", "20%"), 0)
        batch.write_list([*batch.entries, "photos/not-there.jpg"])
        said = self.finish(self.driver(batch, "--retries", "1"), 75)
        self.assertIn("7 inputs: 5 ok, 2 failed", said)
        report = batch.report(status=1)
        self.assertEqual([report[key] for key in ("inputs", "ok", "failed", "missing")], [7, 5, 2, 0])

    def test_what_no_chunk_can_do_is_refused_before(self):
        batch = self.batch(6, 512)
        batch.write_list([batch.entries[0] + "\tone", batch.entries[3] + "\tone"])
        self.assertIn("would both become", self.finish(self.driver(batch, chunk=1), 2))
        batch.plan.write_text('{"schema": 1, "outputs": [{"name": "{stem}.jpg", "qualty": 80}]}')
        self.assertIn("qualty", self.finish(self.driver(batch), 2))
        batch.plan.write_text('{"schema": 1, "outputs": [{"name": "{index}.jpg"}]}')
        self.assertIn("{index}", self.finish(self.driver(batch), 2))
        self.assertEqual(os.listdir(batch.output), [])


if __name__ == "__main__":
    unittest.main(verbosity=2)
