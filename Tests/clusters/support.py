"""What the tests of engines share: the command, pictures, plans, and what a finished batch has to look like."""

import contextlib
import hashlib
import json
import os
import pathlib
import shutil
import subprocess
import sys
import tempfile
import time
import unittest

import reports

ROOT = pathlib.Path(__file__).resolve().parents[2]
COMMAND = os.environ.get("HEADROOM_COMMAND", str(ROOT / ".build" / "release" / "headroom"))
STILLS = pathlib.Path(os.environ.get("HEADROOM_TEST_DATA", ROOT / ".." / "shared" / "data")) / "stills"
PACKAGE = ROOT / "Distributed" / "ray"
PLAN = {
    "schema": 1,
    "outputs": [
        {"name": "{stem}-preview.jpg", "resize": "1440x1440", "quality": 80, "strip": ["gps", "personal"]},
        {"name": "{stem}-thumb.jpg", "resize": "250x250^", "crop": "250x250"},
    ],
}


def require(condition, reason):
    if not condition:
        raise unittest.SkipTest(reason)


def require_tools(*names):
    missing = [name for name in names if not shutil.which(name)]
    require(not missing, f"{', '.join(missing)}: not installed (make clusters)")


def require_modules(*names):
    for name in names:
        try:
            __import__(name)
        except ImportError:
            raise unittest.SkipTest(f"Python's {name} is not installed (make clusters)") from None


def require_root():
    require(os.getuid() == 0, "needs root")


def headroom(*arguments, status=0, **options):
    done = subprocess.run([COMMAND, *map(str, arguments)], capture_output=True, check=False, **options)
    if done.returncode != status:
        raise AssertionError(f"headroom {' '.join(map(str, arguments))}: {done.returncode}: {done.stderr.decode()}")
    return done.stdout


def until(condition, seconds, what):
    """Waits for a condition, and gives its value."""
    end = time.monotonic() + seconds
    while not (value := condition()):
        if time.monotonic() > end:
            raise AssertionError(f"after {seconds} s: no {what}")
        time.sleep(0.05)
    return value


def environment(**more):
    """For a process of the driver: the package as it stands here."""
    path = os.pathsep.join([str(pathlib.Path(COMMAND).parent), os.environ["PATH"]])
    return {**os.environ, "PATH": path, "PYTHONPATH": str(PACKAGE), "RAY_USAGE_STATS_ENABLED": "0", **more}


def ray_cluster(cores, nodes=1):
    """A cluster of nodes with so many cores each, all on this machine."""
    from ray.cluster_utils import Cluster

    # What nodes start with. Workers are as urgent as what else runs here.
    os.environ.update(PATH=environment()["PATH"], RAY_worker_niceness="0")
    cluster = Cluster(initialize_head=True, head_node_args={"num_cpus": cores})
    others = [cluster.add_node(num_cpus=cores) for _ in range(nodes - 1)]
    cluster.wait_for_nodes()
    return cluster, others


def processes(text):
    """Processes of the command that were started with a text among their arguments."""
    found = []
    for pid in filter(str.isdigit, os.listdir("/proc")):
        with contextlib.suppress(OSError), open(f"/proc/{pid}/cmdline", "rb") as file:
            words = file.read().split(b"\0")
            if words[0] == COMMAND.encode() and any(text.encode() in word for word in words):
                found.append(int(pid))
    return found


def signal_all(pids, number):
    """To all that have not ended by now."""
    for pid in pids:
        with contextlib.suppress(ProcessLookupError):
            os.kill(pid, number)


def status_of(pid):
    """What the kernel tells of a process, by its names for it."""
    lines = pathlib.Path(f"/proc/{pid}/status").read_text().splitlines()
    return dict(line.split(":\t", 1) for line in lines if ":\t" in line)


class Batch:
    """A folder with pictures, a list, a plan and room for outputs."""

    def __init__(self, count=0, width=768, plan=PLAN, parent=None):
        self.temporary = tempfile.TemporaryDirectory(
            prefix="headroom-clusters-", dir=parent, ignore_cleanup_errors=True
        )
        self.folder = pathlib.Path(self.temporary.name)
        self.plan = self.folder / "plan.json"
        self.plan.write_text(json.dumps(plan))
        self.output = self.folder / "previews"
        self.output.mkdir()
        self.manifest = self.folder / "manifest.jsonl"
        self.list = self.folder / "list.txt"
        self.photos = self.folder / "photos"
        self.photos.mkdir()
        if count:
            self.fill(count, width)

    def fill(self, count, width):
        """Copies of small pictures of several formats."""
        made = self.folder / "made"
        headroom("demo", "--width", width, "--quiet", "--output-directory", made)
        headroom("convert", made / "scene.jpg", made / "scene.heic")
        kinds = [made / "scene.jpg", made / "scene-pq.png", made / "scene.heic"]
        names = []
        for number in range(count):
            source = kinds[number % len(kinds)]
            names.append(f"photos/{number:04}{source.suffix}")
            shutil.copy(source, self.folder / names[-1])
        self.write_list(names)
        shutil.rmtree(made)

    def write_list(self, entries):
        self.entries = entries
        self.list.write_text("".join(entry + "\n" for entry in entries))

    def arguments(self):
        return ["--plan", self.plan, "--files-from", self.list, "--output-directory", self.output]

    def report(self, *manifests, status=0):
        """The merged report, which has to be what the records say."""
        manifests = manifests or (self.manifest,)
        text = headroom(
            "merge-reports", *manifests, "--files-from", self.list, "--json", status=status, cwd=self.folder
        )
        report = json.loads(text)
        if wrong := reports.difference(report, reports.expected(self.records(*manifests), self.entries)):
            raise AssertionError(f"merge-reports: {wrong}")
        return report

    def records(self, *manifests):
        """All records, in the order in which they were written."""
        lines = [line for path in manifests or (self.manifest,) for line in path.read_text().splitlines()]
        return [json.loads(line) for line in lines]

    def close(self):
        self.temporary.cleanup()


class BatchTest(unittest.TestCase):
    maxDiff = None

    def batch(self, *arguments, **options):
        made = Batch(*arguments, **options)
        self.addCleanup(made.close)
        return made

    def check_whole(self, batch, *manifests, again=0):
        """Every input is done, every output is as recorded, nothing else is there, and at most `again` were done twice."""
        report = batch.report(*manifests)
        count = len(batch.entries)
        self.assertEqual([report[key] for key in ("inputs", "ok", "failed", "missing")], [count, count, 0, 0])
        records = [record for record in batch.records(*manifests) if record["status"] == "ok"]
        self.assertLessEqual(len(records) - count, again, "inputs were done again")
        outputs = {output["path"]: output for record in records for output in record["outputs"]}
        for path, output in outputs.items():
            data = (batch.folder / path).read_bytes()
            self.assertEqual((len(data), hashlib.sha256(data).hexdigest()), (output["bytes"], output["sha256"]), path)
        found = {str(path) for path in batch.output.rglob("*") if path.is_file() and path.suffix != ".jsonl"}
        self.assertEqual(found, {str(batch.folder / path) for path in outputs})
        return report


def main():
    unittest.main(verbosity=2, argv=sys.argv)
