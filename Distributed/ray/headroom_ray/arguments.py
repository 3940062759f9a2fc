"""The command line."""

from __future__ import annotations

import argparse
import re
from pathlib import Path

# Options of `headroom batch` that every chunk gets as they are.
WITH_VALUE = ("--retry", "--timeout", "--max-memory", "--max-pixels")
ALONE = ("--retry-failed-only", "--overwrite", "--skip-existing", "--hash-inputs")


def parser() -> argparse.ArgumentParser:
    result = argparse.ArgumentParser(
        prog="headroom_ray",
        description="Runs `headroom batch` over a Ray cluster. What is finished stands in the manifest: start the same "
        "command again after any failure, of nodes or of this driver, and it goes on where it ended.",
        epilog="Exit status: 0 all done, 1 inputs failed for good, 75 run me again, 2 usage, 143 terminated.",
    )
    add = result.add_argument
    add("--address", default="auto", help="a cluster's address, 'auto' for the one that runs, 'local' for this machine")
    add("--plan", required=True, type=Path, help="outputs of each input, as JSON")
    add(
        "--files-from",
        required=True,
        metavar="LIST",
        help="inputs: a line is INPUT or INPUT<TAB>STEM; - reads standard input",
    )
    add("--null", action="store_true", help="a zero byte ends each entry of the list")
    add("--output-directory", required=True, type=Path, metavar="DIR", help="where results go, the same on all nodes")
    add(
        "--manifest", required=True, type=Path, metavar="M.jsonl", help="records of what is done; nodes write beside it"
    )
    add("--manifest-in", action="append", default=[], type=Path, metavar="M.jsonl", help="a manifest of an earlier run")
    add("--chunk", type=_positive, default=200, metavar="N", help="inputs of a task (200)")
    add("--in-flight", type=_positive, default=4, metavar="N", help="tasks for each core that run or wait on nodes (4)")
    add("--retries", type=int, default=5, metavar="N", help="how often a task runs again (5)")
    add("--tolerate", type=_tolerance, default="0", metavar="N|P%", help="failures that leave the exit status at 0")
    add("--headroom", default="headroom", metavar="COMMAND", help="the command on the nodes")
    add("--resume", action="store_true", help="what is finished is left alone; always so here")
    for name in WITH_VALUE:
        add(name, metavar="VALUE", help="as for headroom batch")
    for name in ALONE:
        add(name, action="store_true", help="as for headroom batch")
    add("--quiet", action="store_true", help="no progress")
    return result


def passed_on(options: argparse.Namespace) -> tuple[str, ...]:
    """Arguments of every chunk's command. Paths are absolute: a node's working folder is the driver's, links may differ."""
    arguments = ["--plan", str(options.plan.absolute()), "--output-directory", str(options.output_directory.absolute())]
    for name in WITH_VALUE:
        value = getattr(options, _attribute(name))
        if value is not None:
            arguments += [name, value]
    return tuple(arguments + [name for name in ALONE if getattr(options, _attribute(name))])


def memory_of_task(options: argparse.Namespace) -> int | None:
    """Bytes that a node has to have free for a task: what the command may use at most."""
    text = options.max_memory
    found = text and re.fullmatch(r"(\d+(?:\.\d+)?)([kMGT]?)(i?)B?", text)
    if not found:
        return None
    power = " kMGT".index(found[2] or " ")
    return int(float(found[1]) * (1024 if found[3] else 1000) ** power)


def _attribute(name: str) -> str:
    return name[2:].replace("-", "_")


def _positive(text: str) -> int:
    value = int(text)
    if value < 1:
        raise ValueError(text)
    return value


def _tolerance(text: str) -> str:
    if not re.fullmatch(r"\d+(\.\d+)?%|\d+", text):
        raise ValueError(text)
    return text
