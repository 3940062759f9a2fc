"""Keeps what OLD did, so that the next run against the same OLD costs half."""

import hashlib
import os
import pathlib
import pickle
import re
import shutil
import time
import zlib

# Names of folders that this tool makes; others are not touched.
OURS = re.compile("(inputs-)?[0-9a-f]{32}")
HERE = pathlib.Path(__file__).resolve().parent


def digest(*parts):
    made = hashlib.sha256()
    for part in parts:
        made.update(len(part).to_bytes(8, "big") + part)
    return made.hexdigest()[:32]


def sources(*names):
    return [(HERE / name).read_bytes() for name in names]


def sweep(folder):
    """Removes what no run has used for a month: binaries come and go."""
    for path in folder.iterdir():
        if OURS.fullmatch(path.name) and path.stat().st_mtime < time.time() - 30 * 86400:
            shutil.rmtree(path, ignore_errors=True)


class Cache:
    """Results by binary, line and the bytes of its inputs; how lines are run counts too."""

    def __init__(self, folder, binary, inputs):
        self.inputs = inputs
        self.digests = {}
        self.folder = folder / digest(pathlib.Path(binary).read_bytes(), *sources("running.py"))
        self.folder.mkdir(parents=True, exist_ok=True)
        os.utime(self.folder)

    def content(self, name):
        """The digest of an input, or of all that is in a folder of inputs."""
        if name not in self.digests:
            path = self.inputs / name
            files = sorted(path.rglob("*")) if path.is_dir() else [path]
            self.digests[name] = digest(*(
                part for file in files if file.is_file() for part in (bytes(file), file.read_bytes())))
        return self.digests[name]

    def place(self, line):
        inputs = " ".join(self.content(name) for name in line.inputs)
        return self.folder / digest(repr(line).encode(), inputs.encode())

    def read(self, line):
        try:
            return pickle.loads(zlib.decompress(self.place(line).read_bytes()))
        except (OSError, zlib.error, pickle.UnpicklingError, EOFError):
            return None

    def write(self, line, result):
        place = self.place(line)
        partial = place.with_suffix(".partial")
        partial.write_bytes(zlib.compress(pickle.dumps(result), 1))
        partial.rename(place)
