"""What became of all inputs, and the exit status that follows."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from .driver import FAILED, OK, TRANSIENT
from .journal import Journal


@dataclass
class Summary:
    inputs: int = 0
    ok: int = 0
    skipped: int = 0
    permanent: int = 0
    transient: int = 0
    missing: int = 0

    @staticmethod
    def of(entries: Iterable[bytes], journal: Journal, unfinished: Iterable[bytes] = ()) -> Summary:
        """Counts by the newest records.

        `unfinished` are entries whose process never came to its end: what an earlier run has recorded of them counts only if
        it says ok.
        """
        summary, open_ends = Summary(), set(unfinished)
        for entry in entries:
            summary.inputs += 1
            newest = journal.newest(entry)
            if newest is not None and newest.status == "ok":
                summary.ok += 1
            elif newest is None or entry in open_ends:
                summary.missing += 1
            elif newest.status == "skipped":
                summary.skipped += 1
            elif newest.transient:
                summary.transient += 1
            else:
                summary.permanent += 1
        return summary

    def exit_status(self, tolerate: str) -> int:
        """0, or 75 where another run may do better, or 1; failures up to `tolerate`, a number or a share, are none."""
        failures = self.permanent + self.transient + self.missing
        share = tolerate.endswith("%")
        allowed = self.inputs * float(tolerate[:-1]) / 100 if share else float(tolerate)
        if failures <= allowed:
            return OK
        return TRANSIENT if self.transient + self.missing > 0 else FAILED

    def __str__(self) -> str:
        counts = [(self.ok, "ok"), (self.skipped, "skipped"), (self.permanent + self.transient, "failed")]
        counts += [(self.missing, "missing")]
        return f"{self.inputs} inputs: " + ", ".join(f"{count} {word}" for count, word in counts if count)
