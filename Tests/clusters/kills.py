#!/usr/bin/env python3
"""A batch on a cluster of two nodes whose processes are killed at random moments: commands, workers of Ray, drivers, nodes, and
all of them at once. A driver that has died is started again with the same command, a node that has died is replaced. In
the end every output is whole and recorded, the same as in a run that nobody disturbs, and what was done twice was in flight.

A batch that is done before the last kill is followed by another.

usage: kills.py [--kills 200] [--inputs 500] [--width 384] [--seed 1]     needs Ray; make clusters runs a few
"""

import argparse
import collections
import contextlib
import os
import pathlib
import random
import signal
import subprocess
import sys
import time
import unittest

import support
import watch

# How often each is chosen, and how many inputs it works on.
KINDS = {"command": (7, 1), "worker": (6, 1), "driver": (3, 2), "node": (3, 1), "everything": (1, 2)}


class Ended(Exception):
    """The batch is done."""


class Storm:
    """Kills as its batch goes on, at most so often, evenly over the first nine tenths of its outputs."""

    def __init__(self, batch, kills, chance):
        self.batch, self.kills, self.random = batch, kills, chance
        self.killed = collections.Counter()
        self.drivers = 0
        self.outputs = len(batch.entries) * len(support.PLAN["outputs"])

    def run(self):
        self.cluster, self.node = None, None
        try:
            self.start_cluster()
            self.start_driver()
            with contextlib.suppress(Ended):
                for number, kind in enumerate(self.kinds()):
                    self.wait_for(self.outputs * (number + self.random.random()) / self.kills * 0.9)
                    getattr(self, f"kill_{kind}")()
                    self.killed[kind] += 1
            while status := self.driver.wait():
                self.start_again(status)
        finally:
            self.driver.kill()
            self.driver.wait()
            self.cluster.shutdown()

    def kinds(self):
        """Each at least once where there are as many kills, in any order."""
        shares = [share for share, _ in KINDS.values()]
        chosen = [*KINDS, *self.random.choices(list(KINDS), shares, k=self.kills)][: self.kills]
        self.random.shuffle(chosen)
        return chosen

    def start_cluster(self):
        self.cluster, (self.node,) = support.ray_cluster(1, nodes=2)

    def start_driver(self):
        words = ["--address", self.cluster.address, *self.batch.arguments(), "--manifest", self.batch.manifest]
        words += ["--chunk", "20", "--headroom", support.COMMAND, "--quiet"]
        self.drivers += 1
        with open(self.batch.folder / "said.txt", "wb") as said:
            self.driver = subprocess.Popen(
                [sys.executable, "-m", "headroom_ray", *map(str, words)],
                cwd=self.batch.folder,
                env=support.environment(),
                stderr=said,
            )

    def look(self):
        """Starts a driver again that has died; raises `Ended` when all is done."""
        status = self.driver.poll()
        if status == 0:
            raise Ended
        if status:
            self.start_again(status)

    def start_again(self, status):
        """Whoever is told 75, or nothing, starts the same command again."""
        if status not in (75, -signal.SIGKILL):
            said = (self.batch.folder / "said.txt").read_text()
            raise AssertionError(f"the driver ended with {status}: {said}")
        self.start_driver()

    def wait_for(self, outputs):
        """Until so many outputs are there, and a moment longer where there were not."""
        end = time.monotonic() + 180
        moment = 0.05
        while len(os.listdir(self.batch.output)) < outputs:
            self.look()
            if time.monotonic() > end:
                raise AssertionError(f"after {self.killed}, nothing goes on")
            time.sleep(0.02)
            moment = 0.4
        time.sleep(self.random.random() * moment)

    def kill_command(self):
        self.kill_process(lambda pid: pid)

    def kill_worker(self):
        self.kill_process(worker_of)

    def kill_process(self, of):
        end = time.monotonic() + 60
        while time.monotonic() < end:
            self.look()
            running = support.processes(str(self.batch.folder))
            try:
                return os.kill(of(self.random.choice(running)), signal.SIGKILL)
            except (IndexError, OSError):  # None runs, or it has ended by now.
                time.sleep(0.02)
        raise AssertionError("no command runs")

    def kill_driver(self):
        self.driver.kill()
        self.start_again(self.driver.wait())

    def kill_node(self):
        """What runs on the other waits for the new one: it would be done before it could be killed."""
        waiting = support.processes(str(self.batch.folder))
        support.signal_all(waiting, signal.SIGSTOP)
        self.cluster.remove_node(self.node, allow_graceful=False)
        self.node = self.cluster.add_node(num_cpus=1)
        self.cluster.wait_for_nodes()
        support.signal_all(waiting, signal.SIGCONT)

    def kill_everything(self):
        self.driver.kill()
        self.driver.wait()
        for node in (self.node, self.cluster.head_node):
            self.cluster.remove_node(node, allow_graceful=False)
        self.start_cluster()
        self.start_driver()

    def in_flight(self):
        """Inputs that the killed processes may have been working on."""
        return sum(count * KINDS[kind][1] for kind, count in self.killed.items())


def worker_of(command):
    """The process of Ray that has started a command. One that is dead has left it to another."""
    parent = support.status_of(command)["PPid"]
    if not pathlib.Path(f"/proc/{parent}/cmdline").read_bytes().startswith(b"ray::"):
        raise ProcessLookupError(parent)
    return int(parent)


class KillsTest(support.BatchTest):
    def storm(self, inputs, kills, seed, width=384):
        """As many batches as it takes to kill so often, beside one that nobody disturbs."""
        alone = self.batch(inputs, width, parent="/dev/shm")
        support.headroom("batch", *alone.arguments(), "--manifest", alone.manifest, cwd=alone.folder)
        chance, done = random.Random(seed), 0
        while done < kills:
            batch = self.batch(inputs, width, parent="/dev/shm")
            storm = Storm(batch, kills - done, chance)
            self.one(alone, batch, storm)
            done += storm.killed.total()

    def one(self, alone, batch, storm):
        watched = watch.Watch(batch.output)
        started = time.monotonic()
        storm.run()
        seconds = time.monotonic() - started
        times = watched.close()
        self.check_whole(batch, again=storm.in_flight())
        self.assertEqual(os.listdir(f"{batch.manifest}.parts"), ["lock"])
        for path in alone.output.iterdir():
            self.assertEqual(path.read_bytes(), (batch.output / path.name).read_bytes(), path.name)
        twice = self.count_repeated(batch, times, storm)
        kinds = ", ".join(f"{count} {kind}" for kind, count in storm.killed.items())
        print(
            f"{storm.killed.total()} kills ({kinds}) of {len(batch.entries)} inputs in {seconds:.0f} s: "
            f"{storm.drivers} drivers, {len(batch.records())} records, {twice} inputs done again of "
            f"{storm.in_flight()} that were in flight",
            file=sys.stderr,
        )

    def count_repeated(self, batch, times, storm):
        """Inputs, as often as each was done again."""
        names = {path.name for path in batch.output.iterdir()}
        self.assertEqual(set(times), names)
        again = collections.Counter()
        for name, count in times.items():
            stem = name.split("-")[0]
            again[stem] = max(again[stem], count - 1)
        self.assertLessEqual(again.total(), storm.in_flight(), "inputs were done again")
        return again.total()


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--kills", type=int, default=200)
    parser.add_argument("--inputs", type=int, default=500)
    parser.add_argument("--width", type=int, default=384)
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()

    class Asked(KillsTest):
        def runTest(self):
            self.storm(options.inputs, options.kills, options.seed, options.width)

    suite = unittest.TestSuite([Asked()])
    return 0 if unittest.TextTestRunner(verbosity=2).run(suite).wasSuccessful() else 1


if __name__ == "__main__":
    sys.exit(main())
