"""The slim image: its Containerfile carried out on a root of Debian, which is then entered as the image would be."""

import os
import pathlib
import re
import shlex
import subprocess
import sys
import tempfile
import unittest

import support

FILE = support.ROOT / "Distributed" / "container" / "Containerfile"
LARGEST = 250e6
FILMS = {"libavformat59", "libswresample4", "libvpx7"}
# What the image that it begins with leaves out of Debian, and the package that spares it Perl.
SLIM = [
    *[f"--dpkgopt=path-exclude=/usr/share/{name}/*" for name in ("doc", "man", "locale", "info")],
    "--hook-dir=/usr/share/mmdebstrap/hooks/merged-usr",
    "--variant=minbase",
]


def instructions():
    """Instructions of the file with their arguments."""
    text = re.sub(r"(?m)^#.*\n", "", FILE.read_text()).replace("\\\n", " ")
    return [line.split(None, 1) for line in text.splitlines() if line.strip()]


def package():
    """The Debian package of the command as it is built now."""
    folder = support.ROOT / ".build" / "package"
    built = (support.ROOT / ".build" / "release" / "headroom").stat().st_mtime
    made = [path for path in folder.glob("headroom_*.deb") if path.stat().st_mtime > built]
    if not made:
        subprocess.run([support.ROOT / "Scripts" / "make-deb"], check=True, stdout=subprocess.DEVNULL)
        made = list(folder.glob("headroom_*.deb"))
    return max(made, key=lambda path: path.stat().st_mtime)


class ContainerTests(support.BatchTest):
    @classmethod
    def setUpClass(cls):
        support.require_root()
        support.require_tools("mmdebstrap", "unshare", "dpkg-deb")
        temporary = tempfile.TemporaryDirectory(prefix="headroom-root-", ignore_cleanup_errors=True)
        cls.addClassCleanup(temporary.cleanup)
        cls.root = pathlib.Path(temporary.name) / "root"
        hooks = []
        cls.settings = {"ENV": []}
        for name, value in instructions():
            if name == "COPY":
                pattern, target = value.split()
                assert pattern == "headroom_*.deb"
                hooks.append(f"--customize-hook=copy-in {package()} {target}")
            elif name == "RUN":
                hooks.append(f'--customize-hook=chroot "$1" sh -c {shlex.quote(value)}')
            elif name == "ENV":
                cls.settings["ENV"].append(value)
            else:
                cls.settings[name] = value
        words = ["mmdebstrap", "--quiet", *SLIM, *hooks, "bookworm", str(cls.root)]
        done = subprocess.run(words, capture_output=True, text=True, check=False)
        support.require(done.returncode == 0, f"no root of Debian to be had: {done.stderr[-500:]}")

    def enter(self, line, pictures):
        """A command line as the image runs it: its user, a read-only root, /tmp, and a folder at its working directory."""
        user, folder = self.settings["USER"], self.settings["WORKDIR"]
        root = self.root
        lines = [
            "set -e",
            f"mount --bind {root} {root}",
            f"mount -t proc proc {root}/proc",
            f"mount -t tmpfs tmpfs {root}/tmp",
        ]
        lines += [f"mount --bind {pictures} {root}{folder}", f"mount -o remount,bind,ro {root}"]
        environment = " ".join(self.settings["ENV"])
        inner = f"cd {folder} && ! touch /x 2>/dev/null && {line}"
        lines.append(
            f"exec chroot --userspec={user} {root} env -i PATH=/usr/bin:/bin {environment} bash -c {shlex.quote(inner)}"
        )
        done = subprocess.run(
            ["unshare", "--mount", "--fork", "--pid", "bash", "-c", "\n".join(lines)],
            capture_output=True,
            text=True,
            check=False,
        )
        self.assertEqual(done.returncode, 0, f"{line}: {done.stderr}")
        return done.stdout

    def folder(self):
        batch = self.batch(9, 512)
        for path in (batch.folder, batch.output):
            os.chown(path, 1000, 1000)
        return batch

    def test_its_size(self):
        size = sum(path.lstat().st_size for path in self.root.rglob("*") if not path.is_dir() and not path.is_symlink())
        print(f"the image has {size / 1e6:.0f} MB", file=sys.stderr)
        self.assertLessEqual(size, LARGEST)

    def test_it_has_every_library_but_those_of_films(self):
        words = ["dpkg-deb", "--field", package(), "Recommends"]
        recommended = subprocess.run(words, capture_output=True, text=True, check=True).stdout.replace(",", "").split()
        listed = set(re.findall(r"\blib[a-z0-9.-]+", dict(instructions())["RUN"]))
        self.assertEqual(set(recommended) - listed, FILMS)

    def test_there_is_no_compiler(self):
        for name in ("cc", "gcc", "clang", "swift", "python3"):
            self.assertFalse((self.root / "usr" / "bin" / name).exists(), name)

    def test_demo(self):
        batch = self.folder()
        self.enter("headroom demo --width 128 --quiet --output-directory made", batch.folder)
        self.assertTrue((batch.folder / "made" / "scene.jpg").exists())

    def test_batch(self):
        batch = self.folder()
        line = "headroom batch --plan plan.json --files-from list.txt --output-directory previews --manifest manifest.jsonl"
        self.assertEqual(self.settings["ENTRYPOINT"], '["headroom"]')
        self.enter(line, batch.folder)
        self.check_whole(batch)
        self.enter(f"{line} --resume", batch.folder)
        self.check_whole(batch)

    def test_every_still_format(self):
        batch = self.folder()
        for name in ("heic", "avif", "jxl", "webp", "tiff", "exr", "png"):
            line = f"headroom convert photos/0000.jpg to.{name} --quiet && headroom convert to.{name} from-{name}.png --quiet"
            self.enter(line, batch.folder)
        self.enter(
            "headroom convert photos/0000.jpg text.png --filter 'CITextImageGenerator text=Light fontSize=20'",
            batch.folder,
        )


if __name__ == "__main__":
    unittest.main(verbosity=2)
