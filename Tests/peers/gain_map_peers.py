#!/usr/bin/env python3
"""Writes gain map JPEGs with `headroom convert` and reads them with other people's code.

usage: gain_map_peers.py HEADROOM_BINARY PHOTO...

Each photo is written with a colour map of full size and a luminance map of half size, at quality 95. libultrahdr (PyPI
package imagecodecs) decodes the files; PU21-PSNR in dB (peak 10000 cd/m2) says how near that is to our own decode of
the same file, and to the source. exiftool, where it is installed, must find two pictures and no serious defect.
Exit 1 when libultrahdr reads less than 45 dB of the source from a colour map, or 40 dB of our decode from any.
"""
import io, json, os, shutil, subprocess, sys, tempfile
import imagecodecs
import numpy as np

LINEAR = {"sRGB": "extendedLinearSRGB", "displayP3": "extendedLinearDisplayP3"}
PARAMETERS = [0.353487901, 0.3734658629, 8.277049286e-5, 0.9062562627, 0.09150303166, 0.9099517204, 596.3148142]
PEAK = 595.394
# libultrahdr clips its output here.
LARGEST = 10000 / 203


def pu21(light):
    p = PARAMETERS
    y = np.clip(light * 203, 0.005, 10000) ** p[3]
    return p[6] * (((p[0] + p[1] * y) / (1 + p[2] * y)) ** p[4] - p[5])


def psnr(one, other):
    error = np.mean((pu21(one) - pu21(other)) ** 2)
    return float(10 * np.log10(PEAK**2 / error)) if error > 0 else float("inf")


def run(*command):
    return subprocess.run(command, capture_output=True, check=True).stdout


def pixels(binary, path, space):
    values = np.load(io.BytesIO(run(binary, "pixels", path, "--format", "npy", "--color-space", space)))
    return values[..., :3].astype(np.float64)


def defects(path):
    """What exiftool holds against the file. It does not know the segment of ISO 21496-1."""
    if not shutil.which("exiftool"):
        return []
    lines = run("exiftool", "-validate", "-warning", "-a", path).decode().splitlines()
    found = [line.split(":", 1)[1].strip() for line in lines if line.startswith("Warning")]
    return [line for line in found if not line.startswith("[minor]")]


def main():
    if len(sys.argv) < 3:
        sys.exit(__doc__)
    binary, failed = sys.argv[1], False
    print(f"imagecodecs {imagecodecs.__version__}, {imagecodecs.ultrahdr_version()}")
    with tempfile.TemporaryDirectory() as folder:
        for photo in sys.argv[2:]:
            info = json.loads(run(binary, "info", "--json", photo))
            info = info[0] if isinstance(info, list) else info.get("files", [info])[0]
            space = LINEAR.get(info["colorSpace"], "extendedLinearDisplayP3")
            source = np.minimum(pixels(binary, photo, space), LARGEST)
            own_defects = set(defects(photo))
            for kind, scale in [("rgb", 1), ("luma", 2)]:
                written = os.path.join(folder, "out.jpg")
                run(binary, "convert", photo, written, "--gain-map", kind, "--gain-map-scale", str(scale), "--quality", "95",
                    "--rendition", "adaptive", "--overwrite")
                ours = np.minimum(pixels(binary, written, space), LARGEST)
                with open(written, "rb") as file:
                    theirs = imagecodecs.ultrahdr_decode(file.read())[..., :3].astype(np.float64)
                if theirs.shape != ours.shape:
                    # libultrahdr does not turn pictures.
                    theirs = np.rot90(theirs, -1)
                agreement, quality = psnr(theirs, ours), psnr(theirs, source)
                bad = agreement < 40 or (kind == "rgb" and quality < 45)
                new = set(defects(written)) - own_defects
                failed |= bad or bool(new)
                print(f"{'BAD' if bad or new else 'ok '} {os.path.basename(photo):44} {kind:4} 1/{scale}"
                      f"  like ours {agreement:5.1f} dB  like the source {quality:5.1f} dB  {' '.join(sorted(new))}")
    sys.exit(1 if failed else 0)


main()
