"""RAW files: what is said of them, and each word of their development."""

from line import line

SETTINGS = ("--look camera", "--look neutral", "--edr 0", "--edr 2", "--exposure 0.7", "--white-balance auto",
            "--white-balance daylight", "--white-balance 5200K", "--temperature 4000 --tint 20", "--boost 0",
            "--boost 0.5", "--shadows 0.4", "--local-tone-map 0.7", "--highlights clip", "--noise-reduction 0.6",
            "--moire-reduction 0.8", "--despeckle 0.8", "--lens-correction on",
            "--lens-correction off", "--sharpness 0.8", "--rendition sdr", "--rendition hdr")
DEVELOPED = ("dng_with_preview.dng", "hero6_crop_rggb_lj92.dng")


def lines(context):
    for path in context.inputs("in/real/raw/*"):
        name = "raw/" + path.rsplit("/", 1)[-1]
        yield line(f"{name} info", f"info --json {path}")
        yield line(f"{name} text", f"info -v --validate {path}")
        yield line(f"{name} metadata", f"metadata --json {path}")
        yield line(f"{name} small", f"convert {path} out.jpg --resize 64x64 --allow-partial -v")
        yield line(f"{name} light", f"convert {path} out.exr --crop 64x48 --allow-partial")
        yield line(f"{name} thumbnail", f"thumbnail {path} out.jpg --size 48 --allow-partial")
        yield line(f"{name} graph", f"graph {path} --optimized --rendition sdr --allow-partial")
    for name in DEVELOPED:
        for settings in SETTINGS:
            yield line(f"raw/{name} {settings}",
                       f"convert in/real/raw/{name} out.png --resize 48x48 {settings}")
