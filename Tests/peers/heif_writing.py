#!/usr/bin/env python3
"""HEIC and AVIF files written here, in other readers: libheif (pillow-heif), libavif (imagecodecs), Debian's heif-info and
avifdec, exiftool, and Chromium for AVIF with a gain map. Each must show what our own reader shows."""

import pathlib
import shutil
import subprocess
import tempfile

import peers

PHOTOS = ("ultrahdr/lamps.jpg", "ultrahdr/seine_sdr_gainmap_srgb.jpg")
# Readers enlarge chroma in ways of their own, which costs some 10 dB at colour edges.
WANTED_SDR, WANTED_HDR = 36.0, 40.0


def main():
    peers.require_modules("numpy")
    peers.require_data()
    report = peers.Report()
    with tempfile.TemporaryDirectory() as folder:
        for name in PHOTOS:
            for extension in ("heic", "avif"):
                for rendition in ("sdr", "hdr", "adaptive"):
                    written = pathlib.Path(folder) / f"{rendition}.{extension}"
                    peers.headroom("convert", peers.DATA / name, written, "--rendition", rendition, "--overwrite",
                                   "--resize", "640x640", "--speed", 8)
                    label = f"{pathlib.Path(name).name} as {written.name}"
                    compare(label, written, rendition, report)
                    list_parts(label, written, report)
    report.finish()


def compare(label, path, rendition, report):
    reader, codes = (libheif if path.suffix == ".heic" else libavif)(path)
    if isinstance(codes, str):
        print(f"SKIPPED {label} in {reader}: {codes}")
    elif rendition == "hdr":
        values, own = pq(codes) / 203, peers.pixels(path)[..., :3]
        quality = peers.pu21_psnr(values, own)
        report.check(quality >= WANTED_HDR, f"{label} in {reader}: PU21-PSNR {quality:.1f} dB to our reading")
    else:
        quality = psnr(codes, srgb_codes(path))
        report.check(quality >= WANTED_SDR, f"{label} in {reader}: base {quality:.1f} dB to our reading")
    if path.suffix == ".avif" and rendition == "adaptive":
        compare_in_chromium(label, path, report)


def libheif(path):
    try:
        import numpy
        import pillow_heif
    except ImportError:
        return "libheif", "Python's pillow-heif is not installed (make peers installs it)"
    picture = pillow_heif.open_heif(path, convert_hdr_to_8bit=False)[0]
    array = numpy.asarray(picture)
    return f"libheif {pillow_heif.libheif_version()}", array[..., :3] / float(numpy.iinfo(array.dtype).max)


def libavif(path):
    try:
        import imagecodecs
    except ImportError:
        return "libavif", "Python's imagecodecs is not installed (make peers installs it)"
    array = imagecodecs.avif_decode(path.read_bytes())
    return imagecodecs.avif_version(), array[..., :3] / (255.0 if array.dtype.itemsize == 1 else 1023.0)


def pq(codes):
    """Light in cd/m2 of PQ codes 0...1."""
    import numpy
    power = numpy.clip(codes, 0, 1) ** (32 / 2523)
    return 10000 * (numpy.clip(power - 3424 / 4096, 0, 1) / (2413 / 128 - 2392 / 128 * power)) ** (8192 / 1305)


def srgb_codes(path):
    """What our reader makes of the base, 0...1, with the sRGB curve."""
    import numpy
    space = {"sRGB": "linearSRGB", "displayP3": "linearDisplayP3"}[peers.info(path)["colorSpace"]]
    light = numpy.clip(peers.pixels(path, "--color-space", space, "--headroom", 1)[..., :3], 0, 1)
    return numpy.where(light <= 0.0031308, 12.92 * light, 1.055 * light ** (1 / 2.4) - 0.055)


def psnr(one, other):
    import numpy
    return -10 * numpy.log10(((one - other) ** 2).mean() + 1e-12)


def compare_in_chromium(label, path, report):
    if not pathlib.Path(peers.CHROMIUM).exists():
        print(f"SKIPPED {label} in Chromium: not installed (Debian's package chromium)")
        return
    facts = peers.info(path)
    side = min(256, facts["width"], facts["height"])
    rectangle = ((facts["width"] - side) // 2, (facts["height"] - side) // 2, side, side)
    _, renditions = peers.chromium_pixels(path, (0, 1, "inf"), rectangle)
    for stops, shown in zip((0, 1, "inf"), renditions):
        own = peers.pixels(path, "--rect", ",".join(map(str, rectangle)), "--headroom",
                           "inf" if stops == "inf" else f"{2 ** stops}")[..., :3]
        quality = peers.pu21_psnr(own, shown[..., :3])
        report.check(quality >= WANTED_HDR, f"{label} in {version(peers.CHROMIUM)} at {stops} stops: {quality:.1f} dB")


def list_parts(label, path, report):
    """Tools that only look at boxes and metadata."""
    commands = {"heif-info": ["heif-info", path], "avifdec": ["avifdec", "--info", path],
                "exiftool": ["exiftool", "-validate", "-warning", "-a", path]}
    wanted = ("exiftool", "heif-info") if path.suffix == ".heic" else ("exiftool", "avifdec")
    for tool in wanted:
        if not shutil.which(tool):
            print(f"SKIPPED {label} in {tool}: not installed")
            continue
        done = subprocess.run(commands[tool], capture_output=True, text=True)
        # Minor warnings are about the photo's own EXIF.
        complaints = [line for line in done.stdout.splitlines() if line.startswith("Warning") and "[minor]" not in line]
        report.check(done.returncode == 0 and not complaints,
                     f"{label} in {tool} {version(tool)}: {' '.join(complaints) or 'nothing to complain of'}")


def version(tool):
    option = {"exiftool": "-ver", "heif-info": "--version"}.get(tool, "--version")
    text = subprocess.run([tool, option], capture_output=True, text=True).stdout.strip()
    return text.splitlines()[0] if text else ""


if __name__ == "__main__":
    main()
