"""What the peer tests share: the command, the photos, the peers, and how they are compared."""

import base64
import io
import json
import os
import pathlib
import shutil
import subprocess
import sys
import tempfile
import urllib.parse

ROOT = pathlib.Path(__file__).resolve().parents[2]
DATA = pathlib.Path(os.environ.get("HEADROOM_TEST_DATA", ROOT / ".." / "shared" / "data")) / "stills"
COMMAND = os.environ.get("HEADROOM_COMMAND", str(ROOT / ".build" / "release" / "headroom"))
CHROMIUM = os.environ.get("HEADROOM_CHROMIUM", "/usr/lib/chromium/chromium")


def skip(reason):
    """Says that nothing was tested, and why."""
    print(f"SKIPPED {pathlib.Path(sys.argv[0]).name}: {reason}")
    sys.exit(0)


def require_modules(*names):
    for name in names:
        try:
            __import__(name)
        except ImportError:
            skip(f"Python's {name} is not installed (make peers installs it)")


def require_data():
    if not DATA.is_dir():
        skip(f"no photos in {DATA}")


def require_chromium():
    if not os.access(CHROMIUM, os.X_OK):
        skip("Chromium is not installed (Debian's package chromium)")


def headroom(*arguments):
    done = subprocess.run([COMMAND, *map(str, arguments)], capture_output=True)
    if done.returncode != 0:
        raise RuntimeError(done.stderr.decode().strip())
    return done.stdout


def info(path):
    return json.loads(headroom("info", "--json", path))


def pixels(path, *options):
    import numpy
    return numpy.load(io.BytesIO(headroom("pixels", path, "--format", "npy", *options)))


def chromium_pixels(path, stops, rectangle):
    """The upright size, and a float32 RGBA array for each headroom, as Chromium shows them."""
    import numpy
    with tempfile.TemporaryDirectory() as folder:
        folder = pathlib.Path(folder)
        shutil.copy(pathlib.Path(__file__).with_name("readback.html"), folder / "page.html")
        name = "picture" + pathlib.Path(path).suffix.lower()
        shutil.copy(path, folder / name)
        query = urllib.parse.urlencode({
            "src": name, "stops": ",".join(map(str, stops)), "rect": ",".join(map(str, rectangle))})
        done = subprocess.run(
            [CHROMIUM, "--headless=new", "--no-sandbox", "--disable-gpu", "--allow-file-access-from-files",
             "--enable-experimental-web-platform-features", "--enable-blink-features=CanvasGlobalHDRHeadroom",
             f"--user-data-dir={folder / 'profile'}", "--dump-dom", f"file://{folder}/page.html?{query}"],
            capture_output=True, text=True, timeout=120)
    start = done.stdout.find("OK ")
    if start < 0:
        raise RuntimeError((done.stdout + done.stderr)[-300:])
    _, width, height, *renditions = done.stdout[start:].split("<")[0].split()
    shape = (rectangle[3], rectangle[2], 4)
    arrays = [numpy.frombuffer(base64.b64decode(text), "<f4").reshape(shape) for text in renditions]
    return (int(width), int(height)), arrays


def block_means(array, side=8):
    """Means over squares: what is left when the edges of single pixels do not count."""
    height, width = (size // side * side for size in array.shape[:2])
    return array[:height, :width].reshape(height // side, side, width // side, side, -1).mean((1, 3))


def pu21(nits):
    """The PU21 code of luminance in cd/m2 (banding and glare parameters)."""
    import numpy
    p = (.353487901, .3734658629, 8.277049286e-5, .9062562627, .09150303166, .9099517204, 596.3148142)
    y = numpy.clip(nits, .005, 10000).astype(float) ** p[3]
    return p[6] * (((p[0] + p[1] * y) / (1 + p[2] * y)) ** p[4] - p[5])


def pu21_psnr(a, b):
    import numpy
    error = ((pu21(a * 203) - pu21(b * 203)) ** 2).mean()
    return float("inf") if error == 0 else 10 * numpy.log10(595.3939200200949 ** 2 / error)


class Report:
    """Counts checks and prints one line for each."""

    def __init__(self):
        self.failed = 0
        self.passed = 0

    def check(self, holds, text):
        if holds:
            self.passed += 1
        else:
            self.failed += 1
        print(("ok      " if holds else "FAILED  ") + text, flush=True)

    def finish(self):
        print(f"{pathlib.Path(sys.argv[0]).name}: {self.passed} passed, {self.failed} failed")
        sys.exit(1 if self.failed else 0)
