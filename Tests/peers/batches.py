"""What the tests of killed batches share: inputs, plans, and what a finished batch has to look like."""

import collections
import hashlib
import json
import pathlib
import shutil
import struct
import subprocess
import zlib

import peers

# Kinds of files, of each those that are quick to decode.
FOLDERS = ("ultrahdr", "avif-gainmap", "png-hdr", "exr", "jxl", "tiff")
SMALLEST, LARGEST = 20_000, 140_000


class Batch:
    """A folder with inputs, a list of them, a plan, and what came of it."""

    def __init__(self, folder, count, sources, outputs):
        self.folder = pathlib.Path(folder)
        every = [sources[number % len(sources)] for number in range(count)]
        self.sources = {f"in/{number:04}{source.suffix}": source for number, source in enumerate(every)}
        self.outputs = outputs
        self.processes = []
        (self.folder / "in").mkdir(parents=True)
        for name, source in self.sources.items():
            shutil.copy(source, self.folder / name)
        (self.folder / "list.txt").write_text("".join(f"{name}\n" for name in self.sources))
        (self.folder / "plan.json").write_text(json.dumps({"schema": 1, "outputs": outputs}))

    def start(self, directory, manifest, *options):
        line = [peers.COMMAND, "batch", "--plan", "plan.json", "--files-from", "list.txt", "--quiet",
                "--output-directory", directory, "--manifest", manifest, *map(str, options)]
        self.processes.append(subprocess.Popen(line, cwd=self.folder, stderr=subprocess.PIPE))
        return self.processes[-1]

    def kill(self):
        """Ends what still runs, as after a test that failed."""
        for process in self.processes:
            if process.poll() is None:
                process.kill()
                process.communicate()

    def run(self, directory, manifest, *options):
        """Runs to the end, which has to be a success."""
        end(self.start(directory, manifest, *options))

    def records(self, manifest):
        """Records of a manifest; a torn last line is none."""
        path = self.folder / manifest
        lines = path.read_bytes().split(b"\n")[:-1] if path.exists() else []
        return [json.loads(line) for line in lines]

    def files(self, directory):
        """The digests of all files of a folder, hidden ones too, by their names."""
        root = self.folder / directory
        return {str(path.relative_to(root)): hashlib.sha256(path.read_bytes()).hexdigest()
                for path in root.rglob("*") if path.is_file()}

    def check(self, directory, manifests, reference):
        """Everything is there, recorded, and the same as in an undisturbed run; the records of each input are counted."""
        records = [record for manifest in manifests for record in self.records(manifest)]
        failed = [record["error"] for record in records if record["status"] != "ok"]
        assert not failed, failed[:3]
        counts = collections.Counter(record["input"] for record in records)
        assert set(counts) == set(self.sources), f"{len(counts)} of {len(self.sources)} inputs have records"
        files = self.files(directory)
        assert files == reference, f"other files: {sorted(set(files.items()) ^ set(reference.items()))[:3]}"
        for record in records:
            for output in record["outputs"]:
                name = output["path"].removeprefix(f"{directory}/")
                size = (self.folder / output["path"]).stat().st_size
                assert (output["sha256"], output["bytes"]) == (files[name], size), record
        report = json.loads(subprocess.check_output(
            [peers.COMMAND, "merge-reports", *manifests, "--files-from", "list.txt", "--json"], cwd=self.folder))
        assert (report["ok"], report["failed"], report["missing"]) == (len(self.sources), 0, 0), report
        assert report["duplicates"] == len(records) - len(self.sources), report
        return counts

    def check_against_convert(self, reference):
        """Outputs are those of `convert`, for each source once."""
        for source, name in {source: name for name, source in self.sources.items()}.items():
            for output in self.outputs:
                stem = pathlib.Path(name).stem
                made = output["name"].replace("{stem}", stem)
                target = self.folder / ("convert-" + made)
                options = [text for key, value in output.items() if key != "name" for text in (f"--{key}", value)]
                peers.headroom("convert", source, target, "--quiet", *options)
                assert hashlib.sha256(target.read_bytes()).hexdigest() == reference[made], f"{source}: {output}"


def end(process, status=0):
    """Waits for a batch, which has to end with a status."""
    errors = process.communicate()[1].decode().strip()
    assert process.returncode == status, f"ended with {process.returncode}: {errors}"


def photos():
    """Some of each kind of the test data that can be converted; none without the data."""
    found = []
    for folder in FOLDERS:
        paths = [path for path in sorted((peers.DATA / folder).glob("*")) if SMALLEST <= path.stat().st_size <= LARGEST]
        found += [path for path in paths if is_picture(path)][:3]
    return found


def is_picture(path):
    return subprocess.run([peers.COMMAND, "info", path], capture_output=True).returncode == 0


def drawn(folder, count=4, width=320, height=240):
    """PNG pictures of 16 bits in PQ, each another."""
    folder = pathlib.Path(folder)
    folder.mkdir()
    paths = []
    for number in range(count):
        rows = b"".join(
            b"\0" + b"".join(struct.pack(">HHH", 200 * x % 40_000, 160 * y % 40_000, (x * y * (number + 3)) % 30_000)
                             for x in range(width)) for y in range(height))
        chunks = [(b"IHDR", struct.pack(">IIBBBBB", width, height, 16, 2, 0, 0, 0)), (b"cICP", bytes([9, 16, 0, 1])),
                  (b"IDAT", zlib.compress(rows, 1)), (b"IEND", b"")]
        data = b"\x89PNG\r\n\x1a\n" + b"".join(
            struct.pack(">I", len(body)) + kind + body + struct.pack(">I", zlib.crc32(kind + body)) for kind, body in chunks)
        paths.append(folder / f"drawn-{number}.png")
        paths[-1].write_bytes(data)
    return paths
