"""The script for SLURM's job arrays on a cluster of one node."""

import unittest

import slurm
import support

SCRIPT = support.ROOT / "Distributed" / "slurm" / "headroom-batch.sh"


class SlurmTests(support.BatchTest):
    @classmethod
    def setUpClass(cls):
        support.require_root()
        support.require_tools("slurmctld", "slurmd", "munged", "sbatch")
        cls.slurm = slurm.Slurm()
        cls.addClassCleanup(cls.slurm.close)

    def submit(self, batch, array):
        options = [f"--array={array}", f"--chdir={batch.folder}", f"--output={batch.folder}/log-%a.txt"]
        words = ["sbatch", "--parsable", "--mem-per-cpu=1G", *options, SCRIPT, "manifests", *batch.arguments()]
        return self.slurm.run(*words).strip()

    def ended(self, seconds=180):
        support.until(lambda: not self.slurm.jobs(), seconds, "end of the array")

    def logs(self, batch):
        return "".join(path.read_text() for path in sorted(batch.folder.glob("log-*.txt")))

    def test_an_array_does_all_shards_and_what_may_pass_is_tried_again(self):
        batch = self.batch(24, 512)
        late = batch.folder / batch.entries[7]
        data = late.read_bytes()
        late.unlink()
        # Its numbers need not begin with 0.
        self.submit(batch, "5-8")
        support.until(lambda: "75; back into the queue" in self.logs(batch), 60, "task that goes back into the queue")
        late.write_bytes(data)
        self.ended()
        manifests = sorted((batch.folder / "manifests").glob("*.jsonl"))
        self.assertEqual([path.stem for path in manifests], ["5", "6", "7", "8"])
        self.check_whole(batch, *manifests)
        self.assertEqual(self.logs(batch).count("back into the queue"), 1)

    def test_a_task_whose_time_is_over_goes_on_later(self):
        batch = self.batch(60, 768)
        job = self.submit(batch, "0-1")
        support.until(lambda: len(list(batch.output.iterdir())) >= 12, 60, "twelve outputs")
        self.slurm.run("scancel", "--batch", "--signal=USR1", job)
        support.until(lambda: self.logs(batch).count("back into the queue") == 2, 30, "tasks that go back")
        self.ended()
        # A running input is finished within the ten seconds, or dropped.
        self.check_whole(batch, *sorted((batch.folder / "manifests").glob("*.jsonl")))


if __name__ == "__main__":
    unittest.main(verbosity=2)
