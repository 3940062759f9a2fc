"""`python -m headroom_ray`: see `arguments`."""

from __future__ import annotations

import os
import signal
import sys
import time
from argparse import Namespace
from pathlib import Path

from .arguments import memory_of_task, parser, passed_on
from .driver import TRANSIENT, USAGE, Driver, Unfinished, UsageError
from .journal import Journal
from .listing import Chunk, chunks, read_entries
from .records import ManifestError
from .summary import Summary
from .work import Orders


class Stopped(BaseException):
    """A signal asks for the end."""


class Signals:
    """The first signal is kept until `look`, since Ray makes an error of its own of what a handler raises inside of it. The second
    ends this process at once."""

    def __init__(self) -> None:
        self.first: int | None = None

    def install(self) -> None:
        for number in (signal.SIGTERM, signal.SIGINT):
            signal.signal(number, self._take)

    def _take(self, number: int, _: object) -> None:
        if self.first is not None:
            os._exit(128 + number)
        self.first = number

    def look(self) -> None:
        """Raises `Stopped` where there was a signal."""
        if self.first is not None:
            raise Stopped(self.first)


def main() -> int:
    options = parser().parse_args()
    sys.stdout = sys.stderr  # What Ray tells of its nodes is no data.
    try:
        check(options)
        entries = read_entries(options.files_from, options.null)
        journal = Journal(options.manifest.absolute(), options.manifest_in)
    except (OSError, ManifestError, UsageError) as error:
        return refused(error)
    try:
        return run(options, entries, journal)
    except UsageError as error:
        return refused(error)
    except Unfinished as unfinished:
        say(str(unfinished))
        return TRANSIENT
    except Stopped as stopped:
        return 128 + int(stopped.args[0])
    finally:
        journal.close()


def check(options: Namespace) -> None:
    # A chunk does not know its place in the list.
    if "{index}" in options.plan.read_text(errors="replace"):
        raise UsageError(f"{options.plan}: names with {{index}} need the whole list; give stems in the list instead")


def run(options: Namespace, entries: list[bytes], journal: Journal) -> int:
    from .cluster import Cluster  # Ray takes a second to load; mistakes are told before.

    orders = Orders(options.headroom, passed_on(options), str(journal.parts), str(Path.cwd()), options.null)
    signals = Signals()
    cluster = Cluster(options.address, orders, options.retries, memory_of_task(options), signals.look)
    signals.install()
    try:
        driver = Driver(cluster, journal, options.retries, options.in_flight, say)
        driver.check(Chunk(tuple(entries)))
        driver.run(chunks(entries, options.chunk), Progress(len(entries), options.quiet))
    finally:
        cluster.close()
    unfinished = (entry for chunk in driver.unfinished for entry in chunk.entries)
    summary = Summary.of(entries, journal, unfinished)
    say(str(summary))
    return summary.exit_status(options.tolerate)


class Progress:
    """A line on standard error, every ten seconds at most."""

    def __init__(self, total: int, quiet: bool) -> None:
        self.total, self.quiet, self.next = total, quiet, 0.0

    def __call__(self, done: int) -> None:
        if not self.quiet and time.monotonic() >= self.next:
            say(f"{done} of {self.total} inputs")
            self.next = time.monotonic() + 10


def say(text: str) -> None:
    print(f"headroom_ray: {text}", file=sys.stderr, flush=True)


def refused(error: Exception) -> int:
    said = f"{error.filename}: {error.strerror}" if isinstance(error, OSError) and error.filename else str(error)
    say(said.removeprefix("headroom: "))
    return USAGE


if __name__ == "__main__":
    sys.exit(main())
