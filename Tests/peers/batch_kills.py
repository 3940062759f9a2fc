#!/usr/bin/env python3
"""Kills a batch of 500 inputs with kill -9 at random moments, and goes on with --resume each time: at the end every output is
whole, listed, and byte for byte that of an undisturbed run and of `convert`; nothing is done twice but what was being worked on.

    Tests/peers/batch_kills.py [KILLS] [INPUTS] [SEED]     10 kills of 500 inputs without them, under a minute; 200 take some minutes
"""

import os
import pathlib
import random
import signal
import sys
import tempfile
import time

import batches

OUTPUTS = [
    {"name": "{stem}-preview.jpg", "resize": "480x480", "quality": "80"},
    {"name": "{stem}-thumb.png", "resize": "120x120"},
]
# Seconds in which a process starts.
START = 0.06


def main():
    kills, inputs = (int(text) for text in (sys.argv[1:3] + ["10", "500"][len(sys.argv[1:3]):]))
    seed = int(sys.argv[3]) if len(sys.argv) > 3 else random.randrange(1 << 32)
    with tempfile.TemporaryDirectory() as folder:
        folder = pathlib.Path(folder)
        sources = batches.photos() or batches.drawn(folder / "drawn")
        batch = batches.Batch(folder / "batch", inputs, sources, OUTPUTS)
        started = time.monotonic()
        batch.run("undisturbed", "undisturbed.jsonl")
        seconds = time.monotonic() - started
        reference = batch.files("undisturbed")
        batch.check_against_convert(reference)
        print(f"{inputs} inputs of {len(sources)} photos took {seconds:.1f} s undisturbed and are those of convert; seed {seed}")
        killed = Killed(batch, kills, seconds / inputs, random.Random(seed))
        killed.run()
        counts = batch.check("out", ["m.jsonl"], reference)
        assert set(counts.values()) == {1}, "inputs with a record were done again"
        killed.check_kept()
        assert killed.count >= kills * 0.9, f"the batch was done after {killed.count} kills"
        print(f"{killed.count} kills in {killed.seconds:.1f} s, {killed.torn} torn lines, {killed.idle} before a first record: "
              f"{inputs} inputs listed once each, {len(reference)} outputs the same as undisturbed")


class Killed:
    """A batch that is killed again and again."""

    def __init__(self, batch, kills, cost, source):
        self.batch, self.kills, self.cost, self.random = batch, kills, cost, source
        self.count = self.torn = self.idle = 0
        self.seconds = 0
        self.kept = {}

    def run(self):
        started = time.monotonic()
        while self.count < self.kills and not self.killed_once():
            pass
        if self.count == self.kills:
            self.batch.run("out", "m.jsonl", "--resume")
        self.seconds = time.monotonic() - started

    def killed_once(self):
        """Starts the batch and kills it some time later. Whether it was done before."""
        before = len(self.batch.records("m.jsonl"))
        left = (len(self.batch.sources) - before) * self.cost / (self.kills - self.count + 1)
        process = self.batch.start("out", "m.jsonl", "--resume")
        life = self.random.uniform(0, 1.4 * left + 2 * START)
        time.sleep(life)
        process.send_signal(signal.SIGKILL)
        process.communicate()
        if process.returncode != -signal.SIGKILL:
            assert process.returncode == 0, f"ended with {process.returncode}"
            return True
        self.count += 1
        self.note(before, life)
        return False

    def note(self, before, life):
        """What is recorded now exists, and is left alone from now on."""
        path = self.batch.folder / "m.jsonl"
        self.torn += path.exists() and path.read_bytes()[-1:] not in (b"", b"\n")
        records = self.batch.records("m.jsonl")
        self.idle += len(records) == before
        if len(records) >= before + 5:
            # Other work on the machine may have ended.
            self.cost = min(self.cost, life / (len(records) - before))
        for record in records[before:]:
            for output in record["outputs"]:
                self.kept[output["path"]] = self.state(output["path"])
                assert self.kept[output["path"]][0] == output["bytes"], f"recorded, but not whole: {output}"

    def state(self, name):
        status = os.stat(self.batch.folder / name)
        return status.st_size, status.st_ino, status.st_mtime_ns

    def check_kept(self):
        changed = [name for name, state in self.kept.items() if self.state(name) != state]
        assert not changed, f"written again after they were recorded: {changed[:3]}"


if __name__ == "__main__":
    main()
