"""Which chunk runs when, and again when."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import Protocol, TypeVar

from .journal import Journal
from .listing import Chunk
from .work import Outcome

OK, FAILED, USAGE, TRANSIENT = 0, 1, 2, 75
# What a shell says of a process that a signal ended, and the command's word for a bug.
CRASHES = {70, 132, 134, 135, 136, 137, 139}
# A task that the engine has given up: the shell's status for a killed process would halve the chunk.
LOST = 71

Task = TypeVar("Task")


class Engine(Protocol[Task]):
    """What runs tasks: a cluster."""

    def cores(self) -> int: ...

    def check(self, whole: Chunk) -> Outcome:
        """What the command says of the whole list."""

    def submit(self, chunk: Chunk, earlier: bytes) -> Task: ...

    def first_done(self, tasks: list[Task]) -> Task | None:
        """A task that is done; None when there was none for a while."""

    def outcome(self, task: Task) -> Outcome: ...


class UsageError(Exception):
    """What the command says of plan, list or options: no chunk can do better."""


class Unfinished(Exception):
    """A process that died every time: another run may do better."""


def died(status: int) -> bool:
    """Whether a process was ended by a signal, or by itself in the middle of its work."""
    return status < 0 or status in CRASHES


@dataclass
class Attempt:
    chunk: Chunk
    tries: int = 0


class Driver:
    """Runs chunks on an engine, at most `per_core` for each core at a time, and gathers their records.

    A chunk whose process asks for it (75), dies or cannot be started runs again, up to `retries` times, behind all others;
    its finished inputs are left alone then. One whose process crashed is halved, so that an input that ends every process
    keeps only itself from being done.
    """

    def __init__(
        self, engine: Engine[Task], journal: Journal, retries: int, per_core: int, said: Callable[[str], None]
    ) -> None:
        self.engine, self.journal, self.said = engine, journal, said
        self.retries, self.per_core = retries, per_core
        self.unfinished: list[Chunk] = []
        self.most_in_flight = 0

    def check(self, whole: Chunk) -> None:
        """Has the command look at the whole list. That its process was killed says nothing of the list.

        - Raises `UsageError` when it is refused, `Unfinished` when there is no answer.
        """
        for _ in range(self.retries + 1):
            outcome = self.engine.check(whole)
            if outcome.status == OK:
                return
            if not died(outcome.status) and outcome.status not in (LOST, TRANSIENT):
                raise UsageError(outcome.message or f"the command ended with {outcome.status}")
        raise Unfinished(f"the list was not looked at: {outcome.message or outcome.status}")

    def run(self, chunks: Iterable[Chunk], progress: Callable[[int], None]) -> None:
        """Runs all chunks; `progress` gets the number of inputs whose chunks are done.

        - Raises `UsageError` with the first chunk that is refused.
        """
        waiting, again = iter(chunks), deque[Attempt]()
        running: dict[Task, Attempt] = {}
        done = 0
        while True:
            while len(running) < self.per_core * self.engine.cores():
                attempt = self._next(waiting, again)
                if attempt is None:
                    break
                task = self.engine.submit(attempt.chunk, self.journal.earlier(attempt.chunk.entries))
                running[task] = attempt
            self.most_in_flight = max(self.most_in_flight, len(running))
            if not running:
                return
            task = self.engine.first_done(list(running))
            if task is not None:
                attempt = running.pop(task)
                more = self._finish(attempt, self.engine.outcome(task))
                again.extend(more)
                done += 0 if more else len(attempt.chunk.entries)
            progress(done)

    @staticmethod
    def _next(waiting: Iterable[Chunk], again: deque[Attempt]) -> Attempt | None:
        for chunk in waiting:
            return Attempt(chunk)
        return again.popleft() if again else None

    def _finish(self, attempt: Attempt, outcome: Outcome) -> list[Attempt]:
        """Takes over a chunk's records; gives what has to run again."""
        chunk, status = attempt.chunk, outcome.status
        if status == USAGE:
            raise UsageError(outcome.message)
        self.journal.gather(chunk.key)
        if status in (OK, FAILED):
            return []
        if status != TRANSIENT:
            self.said(f"a chunk of {len(chunk.entries)} inputs ended with {status}: {outcome.message}")
        if died(status) and len(chunk.entries) > 1:
            return [Attempt(half) for half in chunk.halves()]
        if attempt.tries < self.retries:
            return [Attempt(chunk, attempt.tries + 1)]
        if status != TRANSIENT:
            self.unfinished.append(chunk)
        return []
