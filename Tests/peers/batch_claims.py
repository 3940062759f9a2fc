#!/usr/bin/env python3
"""Processes that share a list by claims and die: the chunk of one that is killed is taken over after a minute, that of one that
hangs as well, which wakes up later and finishes what it was at; nothing is lost and nothing differs.

    Tests/peers/batch_claims.py     takes a minute and some seconds, most of them waiting
"""

import pathlib
import signal
import tempfile
import time

import batches

INPUTS, CHUNK, PATIENCE = 350, 100, 60
OUTPUTS = [{"name": "{stem}.jpg", "resize": "300x300", "quality": "80"}, {"name": "{stem}-s.png", "resize": "64x64"}]


def main():
    with tempfile.TemporaryDirectory() as folder:
        folder = pathlib.Path(folder)
        batch = batches.Batch(folder / "batch", INPUTS, batches.drawn(folder / "drawn"), OUTPUTS)
        try:
            batch.run("undisturbed", "undisturbed.jsonl")
            taken_over(batch, batch.files("undisturbed"))
        finally:
            batch.kill()


def taken_over(batch, reference):
    claims = ["--claim", "claims", "--jobs", 1]
    killed, hung = stopped(batch, "killed", claims, signal.SIGKILL), stopped(batch, "hung", claims, signal.SIGSTOP)
    stop = time.monotonic()
    killed.communicate()
    held = {path.name for path in (batch.folder / "claims").glob("*.lease")}
    assert held == {"0.0.lease", "1.0.lease"}, held
    first, second = (batch.start("out", f"{name}.jsonl", *claims) for name in ("first", "second"))
    time.sleep(PATIENCE / 2)
    assert first.poll() is None and second.poll() is None, "a chunk was not waited for"
    others = records(batch, "first", "second")
    assert not others & set(chunk(batch, 0) + chunk(batch, 1)), "a chunk was taken before its lease had ended"
    assert others == set(chunk(batch, 2) + chunk(batch, 3)), "the others were not done meanwhile"
    until(lambda: (batch.folder / "claims" / "1.done").exists(), PATIENCE + 30)
    after = time.monotonic() - stop
    assert after >= PATIENCE, f"taken over after {after:.0f} s"
    hung.send_signal(signal.SIGCONT)
    for process in (first, second, hung):
        batches.end(process)
    counts = batch.check("out", ["killed.jsonl", "hung.jsonl", "first.jsonl", "second.jsonl"], reference)
    twice = {name for name, count in counts.items() if count > 1}
    assert twice <= set(chunk(batch, 0) + chunk(batch, 1)), "inputs of other chunks were done twice"
    marks = sorted(path.name for path in (batch.folder / "claims").iterdir())
    assert marks == ["0.done", "1.done", "2.done", "3.done", "listing"], marks
    print(f"two chunks of a killed and a hung process were taken over {after:.0f} s later; {INPUTS} inputs are done, "
          f"{len(twice)} of them twice, and the outputs are the same")


def stopped(batch, name, claims, stop):
    """A process that is stopped while it works on a chunk."""
    process = batch.start("out", f"{name}.jsonl", *claims)
    until(lambda: len(batch.records(f"{name}.jsonl")) >= 3, 30)
    process.send_signal(stop)
    assert len(batch.records(f"{name}.jsonl")) < CHUNK, "the chunk was done before"
    return process


def chunk(batch, number):
    return list(batch.sources)[number * CHUNK:(number + 1) * CHUNK]


def records(batch, *names):
    return {record["input"] for name in names for record in batch.records(f"{name}.jsonl")}


def until(condition, seconds):
    end = time.monotonic() + seconds
    while not condition():
        assert time.monotonic() < end, f"waited in vain for {seconds} s"
        time.sleep(0.01)


if __name__ == "__main__":
    main()
