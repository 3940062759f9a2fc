"""Real files of cameras and encoders."""

import re

from line import line

FOLDERS = ("jpeg-apple-gainmap", "ultrahdr", "avif-gainmap", "avif-pq", "heic-camera", "exr", "hdr", "jxl",
           "jxl-conformance",
           "parity", "png-hdr", "tiff")


def lines(context):
    for folder in FOLDERS:
        for path in context.inputs(f"in/real/stills/{folder}/**/*"):
            name = "files/" + path.removeprefix("in/real/stills/")
            yield line(f"{name} info", f"info --json --measure {path}")
            yield line(f"{name} small", f"convert {path} out.jpg --resize 64x64 -v")
            if folder not in ("tiff", "hdr", "exr"):
                yield line(f"{name} validate", f"info -v --validate {path}")
                yield line(f"{name} corner", f"pixels {path} --rect 0,0,3,2")
            if re.search("gainmap|ultrahdr|parity", folder):
                yield line(f"{name} map", f"gainmap info --json {path}")
    for path in context.inputs("in/real/photos/*"):
        name = "files/" + path.removeprefix("in/real/")
        yield line(f"{name} info", f"info --json {path}")
        yield line(f"{name} text", f"info -v --validate {path}")
        yield line(f"{name} metadata", f"metadata --json {path}")
        for target in ("jpg", "heic", "png", "exr"):
            yield line(f"{name} to {target}", f"convert {path} out.{target} --resize 64x64")
        yield line(f"{name} kept", f"convert {path} {path.replace('in/real/photos/', 'out-')} --strip personal,gps -v")
        yield line(f"{name} crop", f"convert {path} out.jpg --crop 700,500,64,48")
        yield line(f"{name} thumbnail", f"thumbnail {path} --size 96 --output-directory out")
        yield line(f"{name} map", f"gainmap extract {path} map.png --metadata map.json")
    for path in context.inputs("in/real/cubes/*"):
        yield line(f"files/{path.removeprefix('in/real/')}",
                   f"convert in/odd16.png out.exr --filter 'CIColorCube cubeData={path}'")
