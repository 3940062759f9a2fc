"""The driver's logic, with a stand-in for `headroom batch`: see `stand_in`."""

import os
import signal
import subprocess
import sys
import time
import unittest

from headroom_ray.driver import Unfinished, UsageError
from headroom_ray.listing import Chunk, input_of
from headroom_ray.work import Outcome
from headroom_ray.work import run as run_command

from .support import PACKAGE, STAND_IN, scratch


class DriverTests(unittest.TestCase):
    def test_every_input_is_done_once(self):
        with scratch() as run:
            entries = [b"%d" % number for number in range(25)]
            summary = run.run(entries)
            self.assertEqual((summary.ok, summary.exit_status("0")), (25, 0))
            self.assertEqual({run.tries(entry) for entry in entries}, {1})
            self.assertEqual(run.driver.most_in_flight, 8)
            self.assertEqual(run.run(entries).ok, 25)
            self.assertEqual({run.tries(entry) for entry in entries}, {1})

    def test_what_may_work_another_time_is_tried_again_alone(self):
        with scratch() as run:
            summary = run.run([b"a", b"flaky", b"c"], size=3)
            self.assertEqual((summary.ok, summary.exit_status("0")), (3, 0))
            self.assertEqual([run.tries(name) for name in (b"a", b"flaky", b"c")], [1, 3, 1])

    def test_retries_end(self):
        with scratch() as run:
            summary = run.run([b"a", b"flaky"], retries=1)
            self.assertEqual((summary.ok, summary.transient, summary.exit_status("0")), (1, 1, 75))

    def test_what_fails_for_good_is_not_tried_again(self):
        with scratch() as run:
            summary = run.run([b"a", b"broken"])
            self.assertEqual((summary.permanent, summary.exit_status("0"), run.tries(b"broken")), (1, 1, 1))
            self.assertEqual([summary.exit_status(text) for text in ("1", "50%", "49%")], [0, 0, 1])

    def test_an_input_that_ends_its_process_costs_only_itself(self):
        with scratch() as run:
            entries = [b"%d" % number for number in range(8)] + [b"crash"] + [b"x%d" % number for number in range(8)]
            summary = run.run(entries, size=17, retries=1)
            self.assertEqual((summary.ok, summary.missing, summary.exit_status("0")), (16, 1, 75))
            self.assertEqual({run.tries(entry) for entry in entries if entry != b"crash"}, {1})

    def test_lost_tasks_run_again(self):
        with scratch() as run:
            entries = [b"%d" % number for number in range(12)]
            summary = run.run(entries, losses=3)
            self.assertEqual((summary.ok, len(run.engine.submitted)), (12, 9))

    def test_a_command_that_is_missing_is_said(self):
        with scratch() as run:
            run.command = "/no/headroom"
            summary = run.run([b"a"], retries=1)
            self.assertEqual((summary.missing, summary.exit_status("0")), (1, 75))
            self.assertIn("/no/headroom cannot be run: No such file", run.said[0])

    def test_what_is_refused_ends_the_run(self):
        with scratch() as run, self.assertRaisesRegex(UsageError, "usage: refused"):
            run.run([b"a", b"usage"])

    def test_a_look_at_the_list_that_is_killed_is_taken_again(self):
        with scratch() as run:
            run.run([b"a"], retries=2)
            killed, fine = Outcome(-9, ""), Outcome(0, "")
            for answers in ([fine], [killed, Outcome(71, "the node is gone"), fine]):
                run.engine.answers = answers
                run.driver.check(Chunk((b"a",)))
                self.assertEqual(run.engine.answers, [])
            run.engine.answers = [killed] * 3
            with self.assertRaisesRegex(Unfinished, "-9"):
                run.driver.check(Chunk((b"a",)))
            for refusal in (Outcome(2, "no plan"), Outcome(127, "no headroom")):
                run.engine.answers = [killed, refusal]
                with self.assertRaisesRegex(UsageError, refusal.message):
                    run.driver.check(Chunk((b"a",)))

    def test_another_cut_of_the_list_repeats_nothing(self):
        with scratch() as run:
            entries = [b"%d" % number for number in range(9)]
            run.run(entries, size=2)
            summary = run.run([*reversed(entries), b"new"], size=5)
            self.assertEqual(summary.ok, 10)
            self.assertEqual({run.tries(entry) for entry in entries}, {1})

    def test_names_of_any_bytes(self):
        with scratch() as run:
            entries = [b"line\nfeed", b"\xff\xfe", b"\xff\xfd", b"a\tstem"]
            self.assertEqual(run.run(entries, null=True).ok, 4)
            self.assertEqual(run.run(entries, null=True, size=3).ok, 4)
            self.assertEqual([run.tries(input_of(entry)) for entry in entries], [1, 1, 1, 1])


class BoundTests(unittest.TestCase):
    def test_a_command_ends_with_the_process_that_started_it(self):
        with scratch() as run:
            code = f"from headroom_ray.work import run; run(['sh', '-c', 'echo $$ >pid; exec sleep 60'], {str(run.folder)!r})"
            worker = subprocess.Popen([sys.executable, "-c", code], cwd=PACKAGE)
            file = run.folder / "pid"
            until(lambda: file.exists() and file.read_text().strip())
            pid = int(file.read_text())
            os.kill(pid, 0)
            worker.send_signal(signal.SIGKILL)
            worker.wait()
            until(lambda: not runs(pid))

    def test_status_and_last_words(self):
        with scratch() as run:
            done = run_command(["sh", "-c", "echo one >&2; echo two >&2; exit 5"], str(run.folder))
            self.assertEqual((done.status, done.message), (5, "two"))
            self.assertEqual(run_command(["sh", "-c", "kill -9 $$"], str(run.folder)).status, -9)
            self.assertEqual(run_command([STAND_IN], "/no/folder").status, 127)


def runs(pid):
    try:
        with open(f"/proc/{pid}/stat") as file:
            return file.read().rsplit(")", 1)[1].split()[0] != "Z"
    except FileNotFoundError:
        return False


def until(condition, seconds=10):
    end = time.monotonic() + seconds
    while not condition():
        if time.monotonic() > end:
            raise TimeoutError
        time.sleep(0.02)
