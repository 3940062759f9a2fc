"""Ray as an engine."""

from __future__ import annotations

import os
from collections.abc import Callable
from pathlib import Path

os.environ.setdefault("RAY_USAGE_STATS_ENABLED", "0")
# Nodes that start here (`local`) begin their workers at nice 15 otherwise, and tasks wait for whatever else runs.
os.environ.setdefault("RAY_worker_niceness", "0")

import ray
from ray.exceptions import RayError

from .driver import LOST
from .listing import Chunk
from .work import Orders, Outcome, check, work


class Cluster:
    """A cluster: a running one, or one of this machine's cores (`local`). `waiting` is called while tasks are waited for; what
    it raises ends that."""

    def __init__(
        self, address: str, orders: Orders, retries: int, memory: int | None, waiting: Callable[[], None]
    ) -> None:
        self._waiting = waiting
        # The package goes with the tasks, so that nodes need Ray and the command only.
        package = {"py_modules": [str(Path(__file__).resolve().parent)]}
        ray.init(address=address, runtime_env=package, log_to_driver=False, logging_level="warning")
        self._task = ray.remote(work).options(
            num_cpus=1, max_retries=retries, memory=memory, scheduling_strategy="SPREAD"
        )
        self._orders = ray.put(orders)

    def cores(self) -> int:
        """The cores of all nodes that live now; one when there is none, so that a task waits for the first node."""
        return max(1, int(ray.cluster_resources().get("CPU", 0)))

    def check(self, whole: Chunk) -> Outcome:
        """What the command says of the whole list."""
        task = ray.remote(check).options(num_cpus=1, max_retries=-1).remote(self._orders, whole)
        while self.first_done([task]) is None:
            pass
        return self.outcome(task)

    def submit(self, chunk: Chunk, earlier: bytes) -> ray.ObjectRef:
        return self._task.remote(self._orders, chunk, earlier)

    def first_done(self, tasks: list[ray.ObjectRef]) -> ray.ObjectRef | None:
        done, _ = ray.wait(tasks, num_returns=1, timeout=0.5)
        self._waiting()
        return done[0] if done else None

    def outcome(self, task: ray.ObjectRef) -> Outcome:
        try:
            return ray.get(task)
        except RayError as error:
            return Outcome(LOST, str(error).splitlines()[0])

    def close(self) -> None:
        """Ends the tasks of this driver, and a local cluster."""
        ray.shutdown()
