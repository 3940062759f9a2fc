"""The command lines and programs of Documentation/Batch.md that need an engine, run as they stand there. Lines of the command alone
are run by the tests in Swift."""

import contextlib
import os
import pathlib
import re
import subprocess
import sys
import unittest

import slurm
import support

PAGE = support.ROOT / "Documentation" / "Batch.md"
OTHERS = ("headroom", "find", "seq")


def lines(beginning):
    return [line for line in every_line() if line.split()[0] == beginning]


def every_line():
    text = re.sub(r"(?ms)^```.*?^```", "", PAGE.read_text())
    return [line.split(" #")[0].strip() for line in text.splitlines() if line.startswith("    ")]


def blocks(language):
    return re.findall(rf"(?ms)^```{language}\n(.*?)^```", PAGE.read_text())


class DocumentTests(support.BatchTest):
    """Each line is run beside a plan, a list and photos, and has to do all of them; `test_package` installs."""

    engines = ("parallel", "sbatch", "pip", "python", "spark-submit")

    def test_every_line_is_run_by_a_test(self):
        words = {line.split()[0] for line in every_line()}
        self.assertEqual(words - set(OTHERS), set(self.engines))

    def folder(self):
        batch = self.batch(9, 512)
        batch.plan.write_text(blocks("json")[0])
        for block in blocks("python"):
            (batch.folder / block.splitlines()[0].removeprefix("# ")).write_text(block)
        (batch.folder / "parts").mkdir()
        (batch.folder / "Distributed").symlink_to(support.ROOT / "Distributed")
        return batch

    def run_line(self, line, batch, **more):
        environment = support.environment(**more)
        environment["PATH"] = f"{pathlib.Path(sys.executable).parent}:{environment['PATH']}"
        done = subprocess.run(
            ["bash", "-c", line], cwd=batch.folder, env=environment, capture_output=True, text=True, check=False
        )
        self.assertEqual(done.returncode, 0, f"{line}\n{done.stdout}{done.stderr}")

    def check_done(self, batch, manifests):
        report = batch.report(*manifests)
        self.assertEqual([report[key] for key in ("inputs", "ok", "missing")], [9, 9, 0])
        self.assertEqual(len(list((batch.folder / "web").iterdir())), 18)

    def test_parallel(self):
        support.require_tools("parallel")
        for line in lines("parallel"):
            batch = self.folder()
            self.run_line(line, batch)
            self.check_done(batch, sorted(batch.folder.glob("web-*.jsonl")))

    def test_ray(self):
        support.require_modules("ray")
        cluster, _ = support.ray_cluster(2)
        with contextlib.closing(contextlib.ExitStack()) as ends:
            ends.callback(cluster.shutdown)
            for line in [line for line in lines("python") if "headroom_ray" in line]:
                batch = self.folder()
                more = {"RAY_ADDRESS": cluster.address} if "--address auto" in line else {}
                self.run_line(line, batch, **more)
                self.check_done(batch, [batch.folder / "ray.jsonl"])

    def test_dask(self):
        support.require_modules("distributed")
        batch = self.folder()
        self.run_line(*[line for line in lines("python") if "dask" in line], batch)
        self.check_done(batch, sorted(batch.folder.glob("parts/*.jsonl")))

    def test_spark(self):
        support.require_modules("pyspark")
        support.require_tools("java")
        batch = self.folder()
        self.run_line(*lines("spark-submit"), batch, SPARK_LOCAL_IP="127.0.0.1")
        self.check_done(batch, sorted(batch.folder.glob("parts/*.jsonl")))

    def test_slurm(self):
        support.require_root()
        support.require_tools("slurmctld", "slurmd", "munged", "sbatch")
        with contextlib.closing(slurm.Slurm()) as cluster:
            for line in lines("sbatch"):
                batch = self.folder()
                # A line for any cluster; this one has two cores and little memory.
                self.run_line(line, batch, SLURM_CONF=cluster.environment["SLURM_CONF"], SBATCH_MEM_PER_CPU="1G")
                support.until(lambda: not cluster.jobs(), 120, "end of the array")
                self.check_done(batch, sorted(batch.folder.glob("manifests/*.jsonl")))


if __name__ == "__main__":
    os.environ["RAY_USAGE_STATS_ENABLED"] = "0"
    unittest.main(verbosity=2)
