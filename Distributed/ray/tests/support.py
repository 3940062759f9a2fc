"""A run of the driver without Ray: tasks are threads of this process, and the command is a stand-in."""

import contextlib
import pathlib
import tempfile
from concurrent.futures import FIRST_COMPLETED, ThreadPoolExecutor, wait
from urllib.parse import quote

from headroom_ray.driver import Driver
from headroom_ray.journal import Journal
from headroom_ray.listing import chunks
from headroom_ray.summary import Summary
from headroom_ray.work import Orders, Outcome, work

PACKAGE = pathlib.Path(__file__).parents[1]
STAND_IN = str(pathlib.Path(__file__).with_name("stand_in.py"))


class Threads:
    """An engine of two cores. `losses` tasks are lost before they begin, as with nodes that die."""

    def __init__(self, orders, losses=0):
        self.orders, self.losses, self.submitted = orders, losses, []
        self.answers = []
        self.pool = ThreadPoolExecutor(2)

    def cores(self):
        return 2

    def check(self, whole):
        return self.answers.pop(0)

    def submit(self, chunk, earlier):
        self.submitted.append(chunk)
        if self.losses:
            self.losses -= 1
            return self.pool.submit(Outcome, 71, "the node is gone")
        return self.pool.submit(work, self.orders, chunk, earlier)

    def first_done(self, tasks):
        return next(iter(wait(tasks, 5, FIRST_COMPLETED).done), None)

    def outcome(self, task):
        return task.result()


class Run:
    """A folder with a list, a manifest and outputs."""

    def __init__(self, folder, command=STAND_IN):
        self.command = command
        self.folder = pathlib.Path(folder)
        self.manifest = self.folder / "m.jsonl"
        self.output = self.folder / "out"
        self.output.mkdir()
        self.said = []

    def orders(self, null=False):
        options = ("--plan", "plan.json", "--output-directory", str(self.output))
        return Orders(self.command, options, str(self.manifest) + ".parts", str(self.folder), null)

    def run(self, entries, size=2, retries=3, losses=0, null=False, earlier=()):
        journal = Journal(self.manifest, earlier)
        with contextlib.closing(journal):
            self.engine = Threads(self.orders(null), losses)
            self.driver = Driver(self.engine, journal, retries, 4, self.said.append)
            self.driver.run(chunks(entries, size), lambda done: None)
            unfinished = [entry for chunk in self.driver.unfinished for entry in chunk.entries]
            return Summary.of(entries, journal, unfinished)

    def tries(self, name):
        file = self.output / "tries"
        return file.read_text().splitlines().count(quote(name)) if file.exists() else 0


@contextlib.contextmanager
def scratch():
    with tempfile.TemporaryDirectory() as folder:
        yield Run(folder)
