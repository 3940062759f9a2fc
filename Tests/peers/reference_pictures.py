#!/usr/bin/env python3
"""Files of the test data beside the pictures that come with them, and every AVIF photo beside libavif, code by code.

The conformance set of JPEG XL, Radiance and OpenEXR files have a reference picture in PNG. All are read by `headroom
pixels` and compared as sRGB codes 0...1; what is allowed is the conformance test's own peak error and the rounding of the
PNG. libavif (imagecodecs) gives R'G'B' of its own arithmetic: half a code apart is rounding.
"""

import json
import pathlib
import tempfile

import peers

# File, reference, largest difference.
PAIRS = (
    ("hdr/rgb-landscape.hdr", "hdr/rgb-landscape.png", 1 / 256),  # RGBE has mantissas of 8 bits
    ("exr/rgb-gimp.exr", "exr/rgb-gimp.png", 0.0003),
    ("jxl/testcard_rgb_fp32.jxl", "jxl/testcard_rgb_fp32.png", 0.5 / 255),
)
# Conformance files whose ref.png is no picture of the same codes.
DIFFERENT = {
    "cmyk_layers": "the PNG has the ink of one layer order only",
    "grayscale": "the PNG is in the profile's own curve, converted with 8 bits",
    "lossless_pfm": "the PNG is clipped; a unit test has the floats bit by bit",
}
SPACE = ("--color-space", "extendedLinearSRGB")


def main():
    peers.require_modules("numpy")
    peers.require_data()
    report = peers.Report()
    for folder in sorted((peers.DATA / "jxl-conformance").iterdir()):
        if folder.name in DIFFERENT:
            print(f"        {folder.name}: {DIFFERENT[folder.name]}")
            continue
        frame = json.loads((folder / "test.json").read_text())["frames"][0]
        # A code of 8 bits: half of it is rounded there, half here.
        compare(folder / "input.jxl", folder / "ref.png", frame["peak_error"] + 1.01 / 255, report)
    for file, reference, tolerance in PAIRS:
        compare(peers.DATA / file, peers.DATA / reference, tolerance, report)
    libavif(report)
    report.finish()


def compare(file, reference, tolerance, report):
    ours, theirs = (encoded(peers.pixels(path, *SPACE)[..., :3]) for path in (file, reference))
    same = ours.shape == theirs.shape
    error = abs(ours - theirs).max() if same else float("inf")
    report.check(error <= tolerance, f"{file.relative_to(peers.DATA)}: {error:.5f} of {tolerance:.5f}")


def encoded(light):
    import numpy
    size = abs(light).astype("f8")
    curve = numpy.where(size <= 0.0031308, size * 12.92, 1.055 * size.clip(1e-9) ** (1 / 2.4) - 0.055)
    return numpy.sign(light) * curve


def libavif(report):
    try:
        import imagecodecs
    except ImportError:
        print("SKIPPED AVIF: Python's imagecodecs is not installed (make peers installs it)")
        return
    print(imagecodecs.avif_version())
    with tempfile.TemporaryDirectory() as folder:
        written = pathlib.Path(folder) / "codes.png"
        for file in sorted([*(peers.DATA / "avif-pq").glob("*.avif"), *(peers.DATA / "parity").glob("*.avif")]):
            if file.name.startswith("Chimera"):
                print(f"        {file.name}: libavif does not know constant luminance")
                continue
            peers.headroom("convert", file, written, "--overwrite")
            ours, theirs = imagecodecs.png_decode(written.read_bytes()), imagecodecs.avif_decode(file.read_bytes())
            bits = peers.info(file)["bitDepth"]
            largest = 255 if ours.dtype.itemsize == 1 else 65535
            error = abs(ours[..., :3] / largest * (2 ** bits - 1) - theirs[..., :3]).max()
            # Of 8 bits libavif's conversion is in integers.
            report.check(error <= (1.01 if bits == 8 else 0.52), f"{file.name}: {bits} bits, {error:.3f} codes")


if __name__ == "__main__":
    main()
