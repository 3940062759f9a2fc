"""The list of inputs as bytes: names need not be UTF-8."""

from __future__ import annotations

import hashlib
import sys
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path


@dataclass(frozen=True)
class Chunk:
    """Entries of the list that one task works on: `input` or `input<TAB>stem`, as they are listed."""

    entries: tuple[bytes, ...]

    @property
    def key(self) -> str:
        """The same entries have the same key in every run, so a new driver finds what an old one's tasks left."""
        return hashlib.sha256(b"\0".join(self.entries)).hexdigest()[:16]

    def halves(self) -> tuple[Chunk, Chunk]:
        middle = len(self.entries) // 2
        return Chunk(self.entries[:middle]), Chunk(self.entries[middle:])


def read_entries(path: str, null: bool) -> list[bytes]:
    """The entries of a list, or of standard input for `-`. Empty ones are none."""
    data = sys.stdin.buffer.read() if path == "-" else Path(path).read_bytes()
    if null:
        return [entry for entry in data.split(b"\0") if entry]
    # Lists from other systems end lines with CR LF.
    return [entry for entry in (line.removesuffix(b"\r") for line in data.split(b"\n")) if entry]


def chunks(entries: Sequence[bytes], size: int) -> Iterator[Chunk]:
    for start in range(0, len(entries), size):
        yield Chunk(tuple(entries[start : start + size]))


def input_of(entry: bytes) -> bytes:
    """The name of the file. The last tab counts, as for `headroom batch`."""
    name, tab, stem = entry.rpartition(b"\t")
    return name if tab else stem
