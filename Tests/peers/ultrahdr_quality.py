#!/usr/bin/env python3
"""Adaptive JPEG files of real photos are nearer to their HDR source than libultrahdr's of the same size.

Each photo's centre (at most 1536 pixels a side) becomes a PQ PNG, the source of truth. libultrahdr (through imagecodecs)
writes it at its own defaults and at the settings Android uses; `headroom convert` then gets the quality that comes closest
to the same number of bytes from below. Both files, without EXIF or XMP of the photo, are decoded by libultrahdr, and ours by
`headroom pixels` too; PU21-PSNR in dB (peak 10000 cd/m2) is against the source.

usage: ultrahdr_quality.py [--markdown] [PHOTO...]
"""

import os
import pathlib
import sys
import tempfile

import peers

PHOTOS = ("ultrahdr/sky.jpg", "ultrahdr/lamps.jpg", "ultrahdr/desert_wanda.jpg", "ultrahdr/ultra-hdr.jpg", "ultrahdr/08.jpg",
          "ultrahdr/small_gainmap_image.jpg", "ultrahdr/small_uhdr.jpg", "ultrahdr/uhdr_125.jpg", "ultrahdr/uhdr_400.jpg",
          "ultrahdr/memorial.jpg", "ultrahdr/golden-512-out.jpg", "ultrahdr/seine_sdr_gainmap_srgb.jpg",
          "jpeg-apple-gainmap/apple_gainmap_new.jpg", "png-hdr/hdr_room.png")
SIDE = 1536
# Name, libultrahdr's quality and map scale, what our command is told.
SETTINGS = (
    ("quality 95, full-size colour map", 95, 1, ("--gain-map", "rgb", "--gain-map-scale", "1")),
    ("quality 85, quarter-size map", 85, 4, ()),
)
SPACE = "extendedLinearDisplayP3"


def main():
    peers.require_modules("numpy", "imagecodecs")
    peers.require_data()
    import imagecodecs
    arguments = [argument for argument in sys.argv[1:] if argument != "--markdown"]
    table, report = [], peers.Report()
    print(imagecodecs.ultrahdr_version())
    with tempfile.TemporaryDirectory() as folder:
        for name in arguments or PHOTOS:
            measure(pathlib.Path(name), pathlib.Path(folder), report, table)
    if "--markdown" in sys.argv:
        print("\n| photo | setting | bytes there / here | there | here | here, own decoder |\n|---|---|---|---|---|---|")
        for row in table:
            print("| {} | {} | {} / {} | {:.2f} | {:.2f} | {:.2f} |".format(*row))
    report.finish()


def measure(name, folder, report, table):
    photo = name if name.is_absolute() else peers.DATA / name
    source, written = folder / "source.png", folder / "written.jpg"
    peers.headroom("convert", photo, source, "--overwrite", "--color-space", "itur_2100_PQ", *centre(photo))
    light = peers.pixels(source, "--color-space", SPACE)
    for setting, quality, scale, options in SETTINGS:
        theirs = libultrahdr(light, quality, scale)
        best = largest_below(len(theirs), lambda q: write(source, written, q, options))
        if best is None:
            report.check(False, f"{photo.name}, {setting}: no quality gives {len(theirs)} bytes")
            continue
        ours = written.read_bytes()
        there, here = psnr(light, decoded(theirs)), psnr(light, decoded(ours))
        own = peers.pu21_psnr(light[..., :3], peers.pixels(written, "--color-space", SPACE)[..., :3])
        report.check(
            here > there, f"{photo.name}, {setting}: {here:.2f} dB in {len(ours)} bytes (quality {best}),"
            f" libultrahdr {there:.2f} dB in {len(theirs)}; by our own decoder {own:.2f} dB")
        table.append((photo.name, setting, len(theirs), len(ours), there, here, own))


def centre(photo):
    facts = peers.info(photo)
    size = (facts["width"], facts["height"])
    width, height = size if facts["orientation"] < 5 else size[::-1]
    columns, rows = min(width, SIDE), min(height, SIDE)
    return "--crop", f"{(width - columns) // 2},{(height - rows) // 2},{columns},{rows}"


def libultrahdr(light, quality, scale):
    import imagecodecs
    import numpy
    codec = imagecodecs.ULTRAHDR
    half = numpy.ascontiguousarray(light, dtype="f2")
    return imagecodecs.ultrahdr_encode(
        half, level=quality, scale=scale, gamut=codec.CG.DISPLAY_P3, transfer=codec.CT.LINEAR)


def write(source, target, quality, options):
    peers.headroom("convert", source, target, "--overwrite", "--rendition", "adaptive", "--color-space", "displayP3",
                   "--strip-metadata", "--quality", quality, *options)
    return os.path.getsize(target)


def largest_below(limit, size):
    """The highest quality whose file is no larger, written last; None when there is none."""
    low, high = 9, 100
    while low < high:
        middle = (low + high + 1) // 2
        if size(middle) <= limit:
            low = middle
        else:
            high = middle - 1
    return low if low > 9 and size(low) <= limit else None


def decoded(data):
    import imagecodecs
    return imagecodecs.ultrahdr_decode(data)[..., :3].astype("f4")


def psnr(light, other):
    return peers.pu21_psnr(light[..., :3], other)


if __name__ == "__main__":
    main()
