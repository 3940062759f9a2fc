"""The tests of `headroom_ray` itself, which need neither Ray nor the command: a stand-in takes its place there. Then the package as
it is installed: in an environment of its own, beside nothing but what it asks for."""

import os
import pathlib
import shutil
import subprocess
import sys
import tempfile
import unittest

import support
import test_documents

sys.path.insert(0, str(support.PACKAGE))


class InstallTests(support.BatchTest):
    @classmethod
    def setUpClass(cls):
        temporary = tempfile.TemporaryDirectory(prefix="headroom-installed-", ignore_cleanup_errors=True)
        cls.addClassCleanup(temporary.cleanup)
        folder = pathlib.Path(temporary.name)
        subprocess.run([sys.executable, "-m", "venv", folder / "installed"], check=True)
        cls.programs = folder / "installed" / "bin"
        words = [cls.programs / "pip", "-q", "install", "ray==2.60.0", "setuptools"]
        done = subprocess.run(words, capture_output=True, text=True, check=False)
        support.require(done.returncode == 0, f"Ray cannot be had: {done.stderr[-300:]}")
        # Building leaves files beside the sources.
        shutil.copytree(support.PACKAGE, folder / "Distributed" / "ray")
        for line in test_documents.lines("pip"):
            cls.run_line(line, folder)

    @classmethod
    def run_line(cls, line, folder, **more):
        """As in a shell where the environment is active."""
        environment = {**os.environ, **more}
        environment["PATH"] = f"{cls.programs}:{pathlib.Path(support.COMMAND).parent}:{os.environ['PATH']}"
        environment.pop("PYTHONPATH", None)
        done = subprocess.run(
            ["bash", "-c", line], cwd=folder, env=environment, capture_output=True, text=True, check=False
        )
        if done.returncode:
            raise AssertionError(f"{line}: {done.returncode}\n{done.stdout}{done.stderr}")
        return done

    def test_help(self):
        for line in ("python -m headroom_ray --help", "headroom-ray --help"):
            self.assertIn("--address", self.run_line(line, self.programs.parent).stdout)

    def test_a_batch_on_this_machine(self):
        batch = self.batch(9, 512)
        (local,) = [line for line in test_documents.lines("python") if "--address local" in line]
        # The command says how urgent it is, too.
        (batch.folder / "headroom").write_text(f'#!/bin/bash\nnice >>niceness\nexec {support.COMMAND} "$@"\n')
        (batch.folder / "headroom").chmod(0o755)
        self.run_line(f"{local} --chunk 2 --headroom {batch.folder}/headroom", batch.folder)
        batch.output, batch.manifest = batch.folder / "web", batch.folder / "ray.jsonl"
        self.check_whole(batch)
        said = set((batch.folder / "niceness").read_text().split())
        self.assertEqual(said, {str(os.getpriority(os.PRIO_PROCESS, 0))})


def load_tests(loader, tests, pattern):
    tests.addTests(loader.discover(str(support.PACKAGE / "tests"), top_level_dir=str(support.PACKAGE)))
    return tests


if __name__ == "__main__":
    unittest.main(verbosity=2)
