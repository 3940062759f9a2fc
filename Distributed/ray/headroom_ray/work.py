"""What a task does: `headroom batch` over one chunk, with a manifest of its own."""

from __future__ import annotations

import os
import subprocess
import sys
import tempfile
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
    with tempfile.TemporaryDirectory(prefix="headroom-ray-") as folder:
        finished = Path(folder) / "earlier.jsonl"
        finished.write_bytes(known)
        return start(orders, chunk, Path(folder), manifest, ["--resume", "--manifest-in", str(finished)])


def check(orders: Orders, whole: Chunk) -> Outcome:
    """Has the command look at plan, options and the names of all outputs, which chunks cannot compare: only failures are to run
    again, and there are none yet."""
    with tempfile.TemporaryDirectory(prefix="headroom-ray-") as folder:
        return start(orders, whole, Path(folder), Path(folder) / "none.jsonl", ["--retry-failed-only", "--dry-run"])


def start(orders: Orders, chunk: Chunk, folder: Path, manifest: Path, options: list[str]) -> Outcome:
    """Runs `headroom batch` over a chunk, whose list goes into a folder."""
    listed = folder / "list"
    end = b"\0" if orders.null else b"\n"
    listed.write_bytes(b"".join(entry + end for entry in chunk.entries))
    arguments = ["batch", *orders.options, "--files-from", str(listed), "--manifest", str(manifest), "--jobs", "1"]
    if orders.null:
        arguments.append("--null")
    return run([orders.command, *arguments, *options], orders.folder)


def run(command: list[str], folder: str) -> Outcome:
    """Runs a command that ends when this process does."""
    environment = dict(os.environ)
    package = str(Path(__file__).resolve().parents[1])
    environment["PYTHONPATH"] = os.pathsep.join(filter(None, [package, environment.get("PYTHONPATH")]))
    quiet = subprocess.DEVNULL
    bound = [sys.executable, "-m", "headroom_ray.bound", str(os.getpid()), *command]
    try:
        done = subprocess.run(
            bound, check=False, cwd=folder, env=environment, stdin=quiet, stdout=quiet, stderr=subprocess.PIPE
        )
    except OSError as error:  # The folder of the driver is not there.
        return Outcome(127, str(error))
    lines = done.stderr.decode(errors="replace").strip().splitlines()
    return Outcome(done.returncode, lines[-1] if lines else "")
