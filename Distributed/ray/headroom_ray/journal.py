"""The manifest of a run, gathered from those of its tasks."""

from __future__ import annotations

import fcntl
import os
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path
from typing import BinaryIO

from .listing import input_of
from .records import ManifestError, Record, lines, whole_lines
from .work import attempts

# How every record begins.
BEGINNING = b'{"schema":1'


@dataclass(frozen=True, slots=True)
class Newest:
    """The newest record of an input: where its line is, and what it says."""

    file: int
    offset: int
    status: str
    transient: bool


class Journal:
    """The manifest, and a folder beside it where each attempt at a chunk has its own until the driver has gathered it.

    One driver at a time: the folder is locked as long as the journal is open.
    """

    def __init__(self, manifest: Path, earlier: Iterable[Path] = ()) -> None:
        self.manifest = manifest
        self.parts = manifest.with_name(manifest.name + ".parts")
        self.parts.mkdir(parents=True, exist_ok=True)
        self._lock = os.open(self.parts / "lock", os.O_RDWR | os.O_CREAT | os.O_CLOEXEC, 0o666)
        try:
            fcntl.flock(self._lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError as error:
            os.close(self._lock)
            raise ManifestError(f"{manifest}: another driver works on it") from error
        self._newest: dict[bytes, Newest] = {}
        self._files: list[BinaryIO] = []
        for path in earlier:
            self._read(path)
        self._own = len(self._files)
        self._writer = os.open(manifest, os.O_RDWR | os.O_CREAT | os.O_APPEND | os.O_CLOEXEC, 0o666)
        self._cut_tail()
        self._read(manifest)
        self._gather(sorted(self.parts.glob("*.jsonl")))

    def close(self) -> None:
        for file in self._files:
            file.close()
        os.close(self._writer)
        os.close(self._lock)

    def newest(self, entry: bytes) -> Newest | None:
        return self._newest.get(input_of(entry))

    def earlier(self, entries: Iterable[bytes]) -> bytes:
        """The newest records of these entries, as lines of a manifest."""
        return b"".join(self._line(newest) for entry in entries if (newest := self.newest(entry)))

    def gather(self, key: str) -> None:
        """Takes over what attempts at a chunk have recorded."""
        self._gather(attempts(self.parts, key))

    def _cut_tail(self) -> None:
        """Cuts off a last line that a dead driver has left unfinished."""
        size = os.fstat(self._writer).st_size
        end = size
        while end > 0:
            start = max(end - 65536, 0)
            feed = os.pread(self._writer, end - start, start).rfind(b"\n")
            if feed >= 0:
                os.ftruncate(self._writer, start + feed + 1)
                return
            end = start
        if not BEGINNING.startswith(os.pread(self._writer, len(BEGINNING), 0)):
            raise ManifestError(f"{self.manifest}: no manifest; the file stays as it is")
        os.ftruncate(self._writer, 0)

    def _read(self, path: Path) -> None:
        file = path.open("rb")
        self._files.append(file)
        offset = 0
        for number, line in enumerate(file, 1):
            if line.endswith(b"\n"):
                self._note(line, len(self._files) - 1, offset, f"{path}: line {number}")
            offset += len(line)

    def _note(self, line: bytes, file: int, offset: int, where: str) -> None:
        record = Record.parse(line, where)
        self._newest[record.input] = Newest(file, offset, record.status, record.transient)

    def _line(self, newest: Newest) -> bytes:
        file = self._files[newest.file]
        file.seek(newest.offset)
        return file.readline()

    def _gather(self, paths: list[Path]) -> None:
        """Appends the records of attempts, syncs, and removes their files. A driver that died in between has appended them:
        what is the newest record of its input already is left out."""
        taken: list[bytes] = []
        for path in paths:
            for line in lines(whole_lines(path.read_bytes())):
                known = self._newest.get(Record.parse(line, str(path)).input)
                if known is None or self._line(known) != line:
                    taken.append(line)
        offset = os.fstat(self._writer).st_size
        _write(self._writer, b"".join(taken))
        os.fsync(self._writer)
        for line in taken:
            self._note(line, self._own, offset, str(self.manifest))
            offset += len(line)
        for path in paths:
            path.unlink(missing_ok=True)


def _write(descriptor: int, data: bytes) -> None:
    view = memoryview(data)
    while view:
        view = view[os.write(descriptor, view) :]
