"""Scripts and Python of the engines, as their checkers like them."""

import pathlib
import subprocess
import sys
import unittest

import support

SCRIPTS = ["Distributed/slurm/headroom-batch.sh", "Scripts/install-clusters", "Tests/clusters/run"]


def python_files():
    folders = [support.PACKAGE, pathlib.Path(__file__).parent]
    return [str(path) for folder in folders for path in sorted(folder.rglob("*.py")) if "build" not in path.parts]


class StyleTests(unittest.TestCase):
    def judged(self, *words):
        done = subprocess.run(list(map(str, words)), capture_output=True, text=True, check=False)
        self.assertEqual(done.returncode, 0, done.stdout + done.stderr)

    def test_shellcheck(self):
        support.require_tools("shellcheck")
        self.judged("shellcheck", *[support.ROOT / name for name in SCRIPTS])

    def test_pyflakes(self):
        support.require_modules("pyflakes")
        self.judged(sys.executable, "-m", "pyflakes", *python_files())

    def test_ruff(self):
        support.require_modules("ruff")
        ruff = [sys.executable, "-m", "ruff"]
        configuration = ["--config", support.PACKAGE / "pyproject.toml"]
        self.judged(*ruff, "check", "--no-cache", *configuration, *python_files())
        self.judged(*ruff, "format", "--no-cache", "--check", *configuration, *python_files())


if __name__ == "__main__":
    unittest.main(verbosity=2)
