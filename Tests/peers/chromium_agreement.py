#!/usr/bin/env python3
"""`headroom pixels` shows what Chromium shows: every gain map JPEG and every PQ or HLG PNG of the test data, for an SDR
display, one of one stop, and all there is.

Tolerances, measured on flat patches by the authors of the recipe: 1.5 % for PQ and HLG (Chromium holds the signal as
half floats), 0.3 % for gain maps of the base's size, 2 % for smaller maps, whose enlargement differs at edges; plus 0.002
absolute. They are applied to means of 8 x 8 pixels.
"""

import peers

STOPS = (0, 1, "inf")
SIDE = 256
# The map works in other primaries than the base; Chromium ignores that, up to 10 % off the author's own SDR picture.
EXCEPTIONS = {"test_uhdr_hlg.jpg"}


def main():
    peers.require_modules("numpy")
    peers.require_data()
    peers.require_chromium()
    report = peers.Report()
    files = sorted(path for folder in ("ultrahdr", "jpeg-apple-gainmap", "png-hdr", "parity")
                   for path in (peers.DATA / folder).iterdir() if path.suffix in (".jpg", ".png"))
    for path in files:
        facts = peers.info(path)
        if facts["hdr"]["kind"] not in ("gainMap", "isoHDR") or path.name in EXCEPTIONS:
            continue
        compare(path, facts, report)
    report.finish()


def compare(path, facts, report):
    width, height = facts["width"], facts["height"]
    if facts["orientation"] >= 5:
        width, height = height, width
    rectangle = (max(0, width - SIDE) // 2, max(0, height - SIDE) // 2, min(width, SIDE), min(height, SIDE))
    size, theirs = peers.chromium_pixels(path, STOPS, rectangle)
    report.check(size == (width, height), f"{path.name}: {width}x{height} upright")
    tolerance = allowance(facts, (width, height))
    for stops, shown in zip(STOPS, theirs):
        ours = peers.pixels(path, "--rect", ",".join(map(str, rectangle)),
                            "--headroom", stops if stops == "inf" else f"{stops}stops")
        side = 8 if min(rectangle[2:]) >= 8 else 1
        a, b = (peers.block_means(array[..., :3], side) for array in (ours, shown))
        error = (abs(a - b) - 0.002) / abs(b).max(-1, keepdims=True).clip(0.002)
        report.check(error.max() <= tolerance, f"{path.name} at {stops}: {max(error.max(), 0):.3%} of {tolerance:.1%}")


def allowance(facts, size):
    if facts["hdr"]["kind"] == "isoHDR":
        return 0.015
    same_size = {facts["gainMap"]["width"], facts["gainMap"]["height"]} == set(size)
    return 0.003 if same_size else 0.02


if __name__ == "__main__":
    main()
