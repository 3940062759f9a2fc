#!/usr/bin/env python3
"""Adaptive JPEG files of real photos are nearer to their HDR source than libultrahdr's of the same size.

Each photo's centre (at most 1024 pixels a side) becomes a PQ PNG, the source of truth. libultrahdr (through imagecodecs)
writes it at its own defaults, at these with a lower quality, and at the settings Android uses; `headroom convert` then gets
the quality that comes closest to the same number of bytes from below. Both files, without EXIF or XMP of the photo, are
decoded by libultrahdr, which decides, and by `headroom pixels` too; PU21-PSNR in dB (peak 10000 cd/m2) is against the
source. At each setting ten photos have to be nearer to it than libultrahdr's; of photos given as arguments, all.

usage: ultrahdr_quality.py [--markdown] [PHOTO...]
"""

import math
import os
import pathlib
import sys
import tempfile

import peers

PHOTOS = ("ultrahdr/sky.jpg", "ultrahdr/lamps.jpg", "ultrahdr/desert_wanda.jpg", "ultrahdr/ultra-hdr.jpg", "ultrahdr/08.jpg",
          "ultrahdr/small_gainmap_image.jpg", "ultrahdr/small_uhdr.jpg", "ultrahdr/uhdr_125.jpg", "ultrahdr/uhdr_400.jpg",
          "ultrahdr/memorial.jpg", "ultrahdr/golden-512-out.jpg", "ultrahdr/seine_sdr_gainmap_srgb.jpg",
          "jpeg-apple-gainmap/apple_gainmap_new.jpg", "png-hdr/hdr_room.png")
SIDE = 1024
ENOUGH = 10
COLOUR = ("--gain-map", "rgb", "--gain-map-scale", "1")
# Name, libultrahdr's quality and map scale, what our command is told.
SETTINGS = (
    ("quality 95, full-size colour map", 95, 1, COLOUR),
    ("quality 85, full-size colour map", 85, 1, COLOUR),
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
            measure(pathlib.Path(name), pathlib.Path(folder), table)
    if "--markdown" in sys.argv:
        print("\n| photo | setting | bytes there / here | there | here | there, our decoder | here, our decoder |\n"
              "|---|---|---|---|---|---|---|")
        for row in table:
            print("| {} | {} | {} / {} | {:.2f} | {:.2f} | {:.2f} | {:.2f} |".format(*row))
    photos = arguments or PHOTOS
    for setting, *_ in SETTINGS:
        above = sum(row[1] == setting and row[5] > row[4] for row in table)
        report.check(above >= min(ENOUGH, len(photos)), f"{setting}: nearer on {above} of {len(photos)} photos")
    report.finish()


def measure(name, folder, table):
    photo = name if name.is_absolute() else peers.DATA / name
    source, written = folder / "source.png", folder / "written.jpg"
    peers.headroom("convert", photo, source, "--overwrite", "--color-space", "itur_2100_PQ", *centre(photo))
    light = peers.pixels(source, "--color-space", SPACE)
    for setting, quality, scale, options in SETTINGS:
        theirs = libultrahdr(light, quality, scale)
        best = largest_below(len(theirs), lambda q: write(source, written, q, options))
        if best is None:
            print(f"        {photo.name}, {setting}: no quality gives {len(theirs)} bytes")
            continue
        ours = written.read_bytes()
        there, here = psnr(light, decoded(theirs)), psnr(light, decoded(ours))
        own = read_here(light, written)
        written.write_bytes(theirs)
        own_there = read_here(light, written)
        print(f"{'above' if here > there else 'BELOW':7} {photo.name}, {setting}: {here:.2f} dB in {len(ours)} bytes"
              f" (quality {best}), libultrahdr {there:.2f} dB in {len(theirs)}; by our own decoder {own:.2f} and"
              f" {own_there:.2f} dB", flush=True)
        table.append((photo.name, setting, len(theirs), len(ours), there, here, own_there, own))


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
    low, high, quality, written = 9, 101, 85, None
    while high - low > 1:
        written, count = quality, size(quality)
        if count <= limit:
            low = quality
        else:
            high = quality
        # A step of quality is some 4 % of a file; with both ends known, the middle is as good a guess.
        step = round(math.log(limit / count) / 0.04)
        guess = quality + (max(step, 1) if count <= limit else min(step, -1))
        quality = guess if low < guess < high and (low == 9 or high == 101) else (low + high) // 2
    if low == 9:
        return None
    if written != low:
        size(low)
    return low


def decoded(data):
    import imagecodecs
    return imagecodecs.ultrahdr_decode(data)[..., :3].astype("f4")


def read_here(light, path):
    return psnr(light, peers.pixels(path, "--color-space", SPACE)[..., :3])


def psnr(light, other):
    return peers.pu21_psnr(light[..., :3], other)


if __name__ == "__main__":
    main()
