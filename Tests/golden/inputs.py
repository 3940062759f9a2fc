"""The inputs: written here, made of those by OLD, and real files of the test data. Both binaries read the same."""

import os
import pathlib
import shlex
import shutil
import subprocess

import known
import made
import real

ROOT = pathlib.Path(__file__).resolve().parents[2]
DATA = pathlib.Path(os.environ.get("HEADROOM_TEST_DATA", ROOT / ".." / "shared" / "data"))

# Each is OLD's work on inputs above it: name, and arguments with OUT for the name.
CONVERTED = (
    *((f"sdr.{kind}", "convert in/rgb8.png OUT") for kind in ("jpg", "heic", "avif", "jxl", "webp")),
    *((f"odd.{kind}", "convert in/odd16.png OUT") for kind in ("jpg", "heic", "avif", "jxl", "webp", "exr")),
    *((f"dot.{kind}", "convert in/dot.png OUT") for kind in ("jpg", "heic", "avif", "jxl", "webp")),
    *((f"alpha.{kind}", "convert in/rgba16.png OUT") for kind in ("heic", "avif", "jxl", "webp", "exr", "tiff")),
    *((f"gray.{kind}", "convert in/gray8.png OUT") for kind in ("jpg", "heic", "avif", "jxl", "webp", "exr")),
    *((f"map.{kind}", "convert in/light.pfm OUT --rendition adaptive") for kind in ("jpg", "heic", "avif", "jxl")),
    ("map-rgb.jpg", "convert in/light.pfm OUT --gain-map rgb --gain-map-scale 1 --color-space displayP3"),
    ("map-hdr.avif", "convert in/light.pfm OUT --rendition adaptive --color-space itur_2100_PQ"),
    *((f"pq.{kind}", "convert in/light.pfm OUT --rendition hdr --color-space itur_2100_PQ")
      for kind in ("heic", "avif", "jxl", "tiff")),
    *((f"hlg.{kind}", "convert in/light.pfm OUT --rendition hdr --color-space itur_2100_HLG")
      for kind in ("png", "heic", "avif", "jxl")),
    *((f"light.{kind}", "convert in/light.pfm OUT") for kind in ("exr", "jxl", "tiff")),
    ("lossless.jxl", "convert in/rgb8.png OUT --lossless"),
    ("lossless.webp", "convert in/rgb8.png OUT --lossless"),
    ("p3.jpg", "convert in/rgb8.png OUT --color-space displayP3 --chroma 444"),
    ("adobe.tiff", "convert in/rgb16.png OUT --color-space adobeRGB1998"),
    *((f"turned.{kind}", f"convert in/sdr.{kind} OUT --rotate 90") for kind in ("jpg", "heic", "avif", "jxl", "webp")),
    *((f"turned-map.{kind}", f"convert in/map.{kind} OUT --rotate 270 --flip h") for kind in ("jpg", "heic", "avif")),
    *((f"tagged.{name.split('.')[1]}", f"metadata in/{name} -o OUT {made.TAGS}")
      for name in ("map.jpg", "map.heic", "sdr.avif", "rgb8.png", "sdr.jxl", "sdr.webp", "rgb8.tif")),
    ("scene.json", "graph in/rgb8.png --filter 'CIGaussianBlur radius=2' --format json"),
    *((f"films/{name}.mkv", f"video edit in/films/{name}.json OUT --codec ffv1") for name in "ab"))

BROKEN = ("sdr.jpg", "map.jpg", "sdr.heic", "pq.avif", "rgb8.png", "light.jxl", "sdr.webp", "light.exr", "light.tiff",
          "light.hdr", "light.pfm", "rgb8.ppm")


def documented():
    """The kernel texts of the documentation."""
    folder = ROOT / "Documentation" / "Kernels"
    return sorted(path for path in folder.iterdir() if path.suffix in (".metal", ".cikernel"))


def make(folder, old, environment):
    """Fills the folder; returns what could not be made, each with the reason."""
    shutil.rmtree(folder, ignore_errors=True)
    (folder / "in").mkdir(parents=True)
    made.write(folder / "in")
    for text in documented():
        shutil.copy(text, folder / "in" / "kernels" / text.name)
    missing = [each for name, command in CONVERTED for each in convert(folder, name, command, old, environment)]
    for name in BROKEN:
        if (folder / "in" / name).exists():
            damage(folder / "in" / name)
    missing += real.copy(DATA, folder / "in" / "real")
    known.learn(folder, old, environment)
    return missing


def convert(folder, name, command, old, environment):
    """Has OLD make an input; yields its name and what OLD said where it cannot."""
    target = folder / "in" / name
    words = [word.replace("OUT", f"in/{name}") for word in shlex.split(command)]
    done = subprocess.run([old, *words], cwd=folder, env=environment, capture_output=True, timeout=120)
    if done.returncode != 0:
        yield f"in/{name}", done.stderr.decode(errors="replace").strip().splitlines()[-1:]
    elif not target.exists():
        # What is printed becomes the input: a recipe, whose paths may not be those of this folder.
        target.write_bytes(done.stdout.replace(bytes(folder) + b"/in/", b""))


def damage(path):
    """Three damaged copies beside a file: half of it, its head, and one bit turned where the pixels are."""
    data = path.read_bytes()
    at = len(data) * 3 // 5
    bent = data[:at] + bytes([data[at] ^ 16]) + data[at + 1:]
    for kind, bytes_left in (("half", data[:len(data) // 2]), ("head", data[:40]), ("bent", bent)):
        path.with_name(f"{kind}-{path.name}").write_bytes(bytes_left)
