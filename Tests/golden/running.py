"""Runs a line in a fresh folder and takes down all that it leaves."""

import dataclasses
import os
import pathlib
import queue
import shutil
import signal
import subprocess
import time

SECONDS = 60


@dataclasses.dataclass
class Result:
    """What a line did: for each step its end, standard output and standard error; and the files that it wrote."""

    steps: list
    files: dict
    seconds: float

    def places(self):
        """Everything that is compared, by a name for the reader."""
        found = {}
        for number, (end, output, errors) in enumerate(self.steps, 1):
            prefix = f"step {number}: " if len(self.steps) > 1 else ""
            found |= {prefix + "exit": end.encode(), prefix + "stdout": output, prefix + "stderr": errors}
        return found | {f"file {name}": data for name, data in self.files.items()}


def environment(folder):
    """Nothing of the user's: no locale, no clock in files, no caches in the home folder."""
    kept = {key: os.environ[key] for key in ("PATH", "LD_LIBRARY_PATH", "TMPDIR") if key in os.environ}
    (folder / "home").mkdir(parents=True, exist_ok=True)
    return kept | {"HOME": str(folder / "home"), "LC_ALL": "C.UTF-8", "TZ": "UTC", "SOURCE_DATE_EPOCH": "1700000000"}


class Runner:
    """Folders to work in, one for each worker. Their names are equally long, so that texts wrap alike."""

    def __init__(self, folder, inputs, workers):
        self.inputs = inputs
        self.environment = environment(folder)
        self.free = queue.Queue()
        for number in range(workers):
            self.free.put(folder / f"work{number:03}")

    def run(self, binary, line):
        folder = self.free.get()
        try:
            return self.work(pathlib.Path(binary), line, folder)
        finally:
            shutil.rmtree(folder, ignore_errors=True)
            self.free.put(folder)

    def work(self, binary, line, folder):
        shutil.rmtree(folder, ignore_errors=True)
        folder.mkdir(parents=True)
        for name in line.inputs:
            copy(self.inputs / name, folder / name)
        before = contents(folder)
        plain = Plain(binary, folder)
        steps, started = [], time.monotonic()
        for step in line.steps:
            end, output, errors = self.step(binary, step, folder, dict(line.environment))
            if step.to:
                (folder / step.to).write_bytes(output)
                output = b""
            steps.append((end, plain(output), plain(errors)))
        seconds, after = time.monotonic() - started, contents(folder)
        files = {name: plain(data) for name, data in after.items() if before.get(name) != data}
        files |= {name: b"(removed)" for name in before if name not in after}
        return Result(steps, files, seconds)

    def step(self, binary, step, folder, setting):
        # An empty pipe where a line gives nothing: what stands at /dev/null is the machine's affair.
        stdin = open(folder / step.stdin, "rb") if step.stdin else subprocess.PIPE
        process = subprocess.Popen(
            [os.fspath(binary), *step.arguments], cwd=folder, env=self.environment | setting, stdin=stdin,
            stdout=subprocess.PIPE, stderr=subprocess.PIPE, start_new_session=True)
        if step.stdin:
            stdin.close()
        try:
            output, errors = process.communicate(None if step.stdin else b"", timeout=SECONDS)
        except subprocess.TimeoutExpired:
            # The whole group: a wrapper's child would hold the pipes open.
            os.killpg(process.pid, signal.SIGKILL)
            output, errors = process.communicate()
            return f"no end after {SECONDS} s", output, errors
        code = process.returncode
        return f"signal {signal.Signals(-code).name}" if code < 0 else f"code {code}", output, errors


class Plain:
    """Takes out the paths that belong to the run: that of the folder, and the two of the binary."""

    def __init__(self, binary, folder):
        resolved = {os.fspath(path) for path in (folder, folder.resolve())}
        programs = {os.fspath(path) for path in (binary, binary.resolve())}
        self.pairs = [(path.encode(), b"FOLDER") for path in resolved] + [(path.encode(),
                                                                           b"headroom") for path in programs]

    def __call__(self, data):
        for path, name in self.pairs:
            data = data.replace(path, name)
        return data


def copy(source, target):
    target.parent.mkdir(parents=True, exist_ok=True)
    if source.is_dir():
        shutil.copytree(source, target, dirs_exist_ok=True)
    else:
        shutil.copyfile(source, target)


def contents(folder):
    """All files below the folder, and folders without files, by relative name."""
    found = {}
    for path, folders, names in os.walk(folder):
        inside = os.path.relpath(path, folder)
        if not folders and not names and inside != ".":
            found[inside + "/"] = b"(folder)"
        for name in names:
            file = os.path.join(path, name)
            key = os.path.normpath(os.path.join(inside, name))
            if os.path.islink(file):
                found[key] = b"link to " + os.readlink(file).encode()
            else:
                with open(file, "rb") as opened:
                    found[key] = opened.read()
    return found
