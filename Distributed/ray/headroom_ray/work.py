"""What a task does: `headroom batch` over one chunk, with a manifest of its own."""

from __future__ import annotations

import io
import os
import subprocess
import sys
import uuid
from dataclasses import dataclass
from pathlib import Path

from .listing import Chunk
from .records import whole_lines


@dataclass(frozen=True)
class Orders:
    """What is the same for all chunks."""

    command: str
    options: tuple[str, ...]
    parts: str
    folder: str
    null: bool


@dataclass(frozen=True)
class Outcome:
    """How a chunk's process ended: its exit status, negative for a signal, and the last that it said."""

    status: int
    message: str


def attempts(parts: str | os.PathLike[str], key: str) -> list[Path]:
    """The manifests that attempts at a chunk have left, oldest first."""
    return sorted(Path(parts).glob(f"{key}.*.jsonl"))


def work(orders: Orders, chunk: Chunk, earlier: bytes) -> Outcome:
    """Runs the command. An attempt has a manifest of its own, since a node that is given up may still be writing to its last;
    records of earlier attempts, and of earlier runs (`earlier`), say what is finished."""
    before = attempts(orders.parts, chunk.key)
    known = earlier + b"".join(whole_lines(path.read_bytes()) for path in before)
    number = 1 + max((int(path.name.split(".")[1].split("-")[0]) for path in before), default=0)
    manifest = Path(orders.parts) / f"{chunk.key}.{number:04}-{uuid.uuid4().hex[:8]}.jsonl"
    return start(orders, chunk, manifest, ["--resume"], known)


def check(orders: Orders, whole: Chunk) -> Outcome:
    """Has the command look at plan, options and the names of all outputs, which chunks cannot compare: only failures are to run
    again, and there are none yet."""
    return start(orders, whole, Path(orders.parts) / "none.jsonl", ["--retry-failed-only", "--dry-run"])


def start(orders: Orders, chunk: Chunk, manifest: Path, options: list[str], known: bytes = b"") -> Outcome:
    """Runs `headroom batch` over a chunk. List and records are files in memory, so that a killed task leaves none."""
    end = b"\0" if orders.null else b"\n"
    with memory_file(b"".join(entry + end for entry in chunk.entries)) as listed, memory_file(known) as finished:
        arguments = ["batch", *orders.options, "--files-from", listed.path, "--manifest", str(manifest), "--jobs", "1"]
        arguments += [*options, "--manifest-in", finished.path] + (["--null"] if orders.null else [])
        outcome = run([orders.command, *arguments], orders.folder, (listed.fileno(), finished.fileno()))
        return Outcome(outcome.status, outcome.message.replace(listed.path, "the list"))


class MemoryFile(io.FileIO):
    """A file in memory; `path` is its name in a process that inherits it."""

    @property
    def path(self) -> str:
        return f"/proc/self/fd/{self.fileno()}"


def memory_file(data: bytes) -> MemoryFile:
    file = MemoryFile(os.memfd_create("headroom-ray"), "r+")
    view = memoryview(data)
    while view:
        view = view[file.write(view) :]
    return file


def run(command: list[str], folder: str, inherited: tuple[int, ...] = ()) -> Outcome:
    """Runs a command that ends when this process does, with descriptors that it inherits."""
    environment = dict(os.environ)
    package = str(Path(__file__).resolve().parents[1])
    environment["PYTHONPATH"] = os.pathsep.join(filter(None, [package, environment.get("PYTHONPATH")]))
    quiet = subprocess.DEVNULL
    bound = [sys.executable, "-m", "headroom_ray.bound", str(os.getpid()), *command]
    try:
        done = subprocess.run(
            bound,
            check=False,
            cwd=folder,
            env=environment,
            stdin=quiet,
            stdout=quiet,
            stderr=subprocess.PIPE,
            pass_fds=inherited,
        )
    except OSError as error:  # The folder of the driver is not there.
        return Outcome(127, str(error))
    lines = done.stderr.decode(errors="replace").strip().splitlines()
    return Outcome(done.returncode, lines[-1] if lines else "")
