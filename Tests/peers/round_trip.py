#!/usr/bin/env python3
"""Gain map JPEGs written here give the HDR that was meant, in other readers: libultrahdr (through imagecodecs) and
Chromium, at quality 95 with a full-size RGB map, on the real photos of the test data."""

import pathlib
import tempfile

import peers

PHOTOS = ("ultrahdr/sky.jpg", "ultrahdr/lamps.jpg", "ultrahdr/ultra-hdr.jpg", "ultrahdr/seine_sdr_gainmap_srgb.jpg",
          "ultrahdr/paris_exif_xmp_icc_gainmap_bigendian.jpg", "jpeg-apple-gainmap/apple_gainmap_new.jpg",
          "jpeg-apple-gainmap/HDR.jpg")
WANTED = 45.0


def main():
    peers.require_modules("numpy")
    peers.require_data()
    report = peers.Report()
    with tempfile.TemporaryDirectory() as folder:
        for name in PHOTOS:
            photo = peers.DATA / name
            master, written = pathlib.Path(folder) / "master.png", pathlib.Path(folder) / "written.jpg"
            peers.headroom("convert", photo, master, "--overwrite")
            peers.headroom("convert", master, written, "--overwrite", "--quality", 95, "--gain-map", "rgb",
                           "--gain-map-scale", 1)
            compare(photo.name, master, written, report)
    report.finish()


def compare(name, master, written, report):
    facts = peers.info(written)
    meant = peers.pixels(master, "--color-space", f"extendedLinear{linear_name(facts['colorSpace'])}")[..., :3]
    for reader, decoded in readers(written, meant.shape):
        if isinstance(decoded, str):
            print(f"SKIPPED {name} in {reader}: {decoded}")
            continue
        rectangle, values, space = decoded
        x, y, width, height = rectangle
        wanted = meant[y:y + height, x:x + width] if space == "base" else peers.pixels(
            master, "--rect", ",".join(map(str, rectangle)))[..., :3]
        quality = peers.pu21_psnr(wanted, values)
        report.check(quality >= WANTED, f"{name} in {reader}: PU21-PSNR {quality:.2f} dB")


def linear_name(space):
    return {"sRGB": "SRGB", "displayP3": "DisplayP3"}[space]


def readers(path, shape):
    yield "headroom", ((0, 0, shape[1], shape[0]), peers.pixels(path)[..., :3], "own")
    try:
        import imagecodecs
        values = imagecodecs.ultrahdr_decode(path.read_bytes()).astype("f4")[..., :3]
        yield imagecodecs.ultrahdr_version(), ((0, 0, shape[1], shape[0]), values, "base")
    except ImportError:
        yield "libultrahdr", "Python's imagecodecs is not installed (make peers installs it)"
    side = min(256, shape[0], shape[1])
    rectangle = ((shape[1] - side) // 2, (shape[0] - side) // 2, side, side)
    if not pathlib.Path(peers.CHROMIUM).exists():
        yield "Chromium", "not installed (Debian's package chromium)"
        return
    _, (values,) = peers.chromium_pixels(path, ("inf",), rectangle)
    yield "Chromium", (rectangle, values[..., :3], "own")


if __name__ == "__main__":
    main()
