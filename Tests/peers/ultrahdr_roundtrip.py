#!/usr/bin/env python3
"""Writes gain map JPEGs with `headroom` and reads them with libultrahdr (PyPI's imagecodecs): is it the HDR we meant?

usage: ultrahdr_roundtrip.py HEADROOM_BINARY FILE...

Each FILE (any HDR picture) becomes a PQ PNG, the source of truth, and from it adaptive JPEGs at quality 95 with maps of
full, half and quarter size. Prints PU21-PSNR of libultrahdr's decode against the source. Exit 1 when the full-size RGB
map stays below 45 dB.
"""
import io, os, subprocess, sys, tempfile
import imagecodecs
import numpy as np

PU21 = (0.353487901, 0.3734658629, 8.277049286e-5, 0.9062562627, 0.09150303166, 0.9099517204, 596.3148142)


def pu21(nits):
    p, y = PU21, np.clip(nits, 0.005, 10000)
    return p[6] * (((p[0] + p[1] * y ** p[3]) / (1 + p[2] * y ** p[3])) ** p[4] - p[5])


def psnr(a, b):
    error = (pu21(a * 203) - pu21(b * 203)) ** 2
    return 10 * np.log10(595.394**2 / max(error.mean(), 1e-12))


def run(*command):
    return subprocess.run(command, capture_output=True, check=True).stdout


def light(binary, path, space):
    data = run(binary, "pixels", path, "--format", "npy", "--color-space", space)
    return np.load(io.BytesIO(data))[..., :3]


def main():
    binary, files = sys.argv[1], sys.argv[2:]
    failed = 0
    print("libultrahdr through imagecodecs", imagecodecs.__version__)
    for path in files:
        with tempfile.TemporaryDirectory() as folder:
            source = os.path.join(folder, "source.png")
            run(binary, "convert", path, source, "--quiet")
            row = []
            for channels, scale in (("rgb", 1), ("luma", 1), ("luma", 2), ("luma", 4)):
                out = os.path.join(folder, "out.jpg")
                run(binary, "convert", source, out, "--gain-map", channels, "--gain-map-scale", str(scale),
                    "--color-space", "displayP3", "--quality", "95", "--overwrite", "--quiet")
                data = open(out, "rb").read()
                # libultrahdr decodes to the primaries of the base picture.
                theirs = imagecodecs.ultrahdr_decode(data)[..., :3].astype(np.float32)
                truth = light(binary, source, "extendedLinearDisplayP3")
                row.append(psnr(truth, theirs))
            failed += row[0] < 45
            print(f"{os.path.basename(path)}: rgb 1:1 {row[0]:.1f} dB, luma 1:1 {row[1]:.1f}, 1:2 {row[2]:.1f}, 1:4 {row[3]:.1f}", flush=True)
    sys.exit(1 if failed else 0)


main()
