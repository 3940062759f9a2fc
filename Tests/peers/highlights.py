#!/usr/bin/env python3
"""Highlights come back from the gain map files that `headroom convert` writes with its default options.

Each of twenty photos becomes an adaptive JPEG, at --quality or the command's default, and the HDR that a reader gets from it
is held against the source: the light kept by pixels above 8 times white (median of out / in), the 99.99 % level and the peak
(out / in, largest channel), the mean light of the worst block of 16 x 16 pixels and of the 99.9 % of blocks that are nearest,
and PU21-PSNR in dB. libultrahdr (through imagecodecs) decodes the same file, and writes one of its own at the quality that is
nearest to as many bytes. With HEADROOM_BEFORE naming another build of the command, its files are measured too, and bytes and
PU21-PSNR compared.

usage: highlights.py [--markdown] [--format jpeg|heic|avif|jxl] [--quality 0..100] [PHOTO...]
"""

import argparse
import os
import pathlib
import statistics
import subprocess
import tempfile

import peers

COSMOS = "avif-pq/hdr_cosmos{}_cicp9-16-9_yuv{}_qp{}.avif"
PHOTOS = (COSMOS.format("01000", "420_limited", 20), COSMOS.format("01000", "444_full", 10),
          COSMOS.format("07296", "420_limited", 20), COSMOS.format("07296", "444_full", 20), "avif-pq/castle-hdr.avif",
          "avif-pq/Elevate-hdr.avif", "avif-pq/house_on_lake.avif", "avif-pq/seine_hdr_rec2020.avif",
          "heic-pq/image_03.heic", "heic-pq/image_08.heic", "heic-pq/image_09.heic", "heic-pq/image_10.heic",
          "png-hdr/hdr_room.png", "exr/Rec709.exr", "exr/Garden.exr", "jxl/TestHDR.jxl", "heic-camera/TestHDR.heic",
          "ultrahdr/lamps.jpg", "ultrahdr/small_uhdr.jpg", "ultrahdr/08.jpg")
SPACE = "extendedLinearITUR_2020"
WEIGHTS = (.2627, .678, .0593)
# PQ's peak over reference white: brighter content is tone mapped before it gets a gain map.
MOST = 49.26108


def main():
    peers.require_modules("numpy", "imagecodecs")
    peers.require_data()
    parser = argparse.ArgumentParser()
    parser.add_argument("--markdown", action="store_true")
    parser.add_argument("--format", choices=("jpeg", "heic", "avif", "jxl"), default="jpeg")
    parser.add_argument("--quality")
    parser.add_argument("photos", nargs="*", default=PHOTOS)
    arguments = parser.parse_args()
    options = ["--quality", arguments.quality] if arguments.quality else []
    before = os.environ.get("HEADROOM_BEFORE")
    report, table = peers.Report(), []
    with tempfile.TemporaryDirectory() as folder:
        for name in arguments.photos:
            table.append(measure(pathlib.Path(name), pathlib.Path(folder), arguments.format, options, before))
            show(table[-1])
    if arguments.markdown:
        markdown(table)
    check(report, table, before)
    report.finish()


def measure(name, folder, form, options, before):
    import numpy
    photo = name if name.is_absolute() else peers.DATA / name
    if photo.parent.name == "ultrahdr":
        # As PQ: its own gain map would be carried along.
        as_pq = folder / "source.png"
        peers.headroom("convert", photo, as_pq, "--overwrite", "--color-space", "itur_2100_PQ")
        photo = as_pq
    light = peers.pixels(photo, "--color-space", SPACE, "--headroom", MOST)[..., :3]
    written = folder / f"written.{form}"
    rows = {}
    for who, command in (("before", before), ("now", peers.COMMAND)):
        if command:
            done = subprocess.run([command, "convert", photo, written, "--overwrite", "--rendition", "adaptive",
                                   "--strip-metadata", *options], capture_output=True, text=True, check=True)
            rows[who] = figures(light, peers.pixels(written, "--color-space", SPACE)[..., :3], written.stat().st_size)
            rows[who]["warning"] = done.stderr.strip()
    if form == "jpeg":
        import imagecodecs
        there = imagecodecs.ultrahdr_decode(written.read_bytes())[..., :3].astype("f4")
        own = peers.pixels(written, "--color-space", "extendedLinearDisplayP3" if wide(written) else "extendedLinearSRGB")
        # It has no colours outside the base's gamut, and tables of 1024 entries in the dark.
        rows["now, libultrahdr decodes"] = figures(numpy.maximum(own[..., :3], 0), there, 0)
        rows["libultrahdr"] = libultrahdr(light, rows["now"]["bytes"])
    return name.name, rows


def wide(path):
    return (peers.info(path).get("colorSpace") or "displayP3") == "displayP3"


def libultrahdr(light, size):
    """Its file of about as many bytes, read by itself."""
    import imagecodecs
    import numpy
    codec = imagecodecs.ULTRAHDR
    half = numpy.ones(light.shape[:2] + (4,), "f2")
    half[..., :3] = numpy.clip(light, 0, MOST)
    for quality in (95, 92, 90, 88, 85, 80, 75):
        data = imagecodecs.ultrahdr_encode(half, level=quality, scale=1, gamut=codec.CG.BT_2100, transfer=codec.CT.LINEAR)
        if len(data) <= size * 1.03:
            break
    # It decodes into the base's primaries, Display P3; so does our command.
    with tempfile.NamedTemporaryFile(suffix=".jpg") as file:
        file.write(data)
        file.flush()
        return figures(light, peers.pixels(file.name, "--color-space", SPACE)[..., :3], len(data))


def figures(light, found, size):
    import numpy
    here, there = light.max(2), found.max(2)
    bright = here > 8
    rows = dict(bytes=size, pu=peers.pu21_psnr(light, found), peak_in=float(here.max()), peak=float(there.max() / here.max()))
    rows["bright"] = float(numpy.median(there[bright] / here[bright])) if bright.sum() >= 10 else None
    level = int(here.size * .9999)
    rows["level"] = float(numpy.partition(there.ravel(), level)[level] / numpy.partition(here.ravel(), level)[level])
    weights = numpy.array(WEIGHTS, "f4")
    blocks, others = (peers.block_means(picture @ weights, 16)[..., 0] for picture in (light, found))
    error = abs(others - blocks) / numpy.maximum(blocks, .05)
    rows["worst"], rows["block"] = float(error.max()), float(numpy.quantile(error, .999))
    return rows


def show(row):
    for who, found in row[1].items():
        bright = "-    " if found["bright"] is None else f"{found['bright']:.3f}"
        print(f"{row[0][:24]:24} {who:24} {found['bytes']:8} bytes, above 8x {bright}, 99.99 % {found['level']:.3f}, "
              f"peak {found['peak_in']:5.1f} x {found['peak']:.3f}, blocks {found['worst']:.3f} / {found['block']:.3f}, "
              f"PU21 {found['pu']:.2f} {found.get('warning', '')[-120:]}", flush=True)


def markdown(table):
    print("\n| photo | | bytes | above 8x | 99.99 % level | peak in | peak out / in | worst block | 99.9 % of blocks | PU21 |\n"
          "|---|---|---|---|---|---|---|---|---|---|")
    for name, rows in table:
        for who, found in rows.items():
            if who.endswith("decodes"):
                continue
            bright = "" if found["bright"] is None else f"{100 * found['bright']:.1f} %"
            print(f"| {name} | {who} | {found['bytes']} | {bright} | {found['level']:.3f} | {found['peak_in']:.1f} | "
                  f"{found['peak']:.3f} | {100 * found['worst']:.1f} % | {100 * found['block']:.1f} % | {found['pu']:.2f} |")


def check(report, table, before):
    for name, rows in table:
        now = rows["now"]
        said = "changes HDR" in now["warning"]
        report.check(now["bright"] is None or now["bright"] >= .9 or said, f"{name}: pixels above 8x keep 90 %, or it says so")
        report.check(.95 <= now["level"] <= 1.05 or said, f"{name}: the 99.99 % level is within 5 %, {now['level']:.3f}")
        report.check(.85 <= now["peak"] <= 1.15 or said, f"{name}: the peak is within 15 %, {now['peak']:.3f}")
        report.check(now["block"] <= .03 or said, f"{name}: blocks are within 3 %, {now['block']:.3f}")
        if "now, libultrahdr decodes" in rows:
            error = rows["now, libultrahdr decodes"]["block"]
            report.check(error <= .02, f"{name}: libultrahdr reads the file as we do, within {error:.4f}")
        if before:
            old = rows["before"]
            report.check(now["pu"] >= old["pu"], f"{name}: PU21 {old['pu']:.2f} -> {now['pu']:.2f} dB")
    if before:
        growth = statistics.median(rows["now"]["bytes"] / rows["before"]["bytes"] for _, rows in table)
        report.check(growth <= 1.1, f"bytes grow by a factor of {growth:.3f} in the median")


if __name__ == "__main__":
    main()
