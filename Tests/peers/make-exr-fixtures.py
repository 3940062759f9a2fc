#!/usr/bin/env python3
"""Small OpenEXR files of all compressions, and the hashes of what OpenEXR decodes of them and of the files that
make-exr-fixtures.cpp wrote (the table of OpenEXRDecodingTests). Needs PyPI's OpenEXR and numpy."""
import numpy as np, OpenEXR

def bit_hash(samples):
    value = 0xcbf29ce484222325
    for word in np.ascontiguousarray(samples, "<f4").view("<u4").ravel().tolist():
        value = ((value ^ word) * 0x100000001b3) & 0xffffffffffffffff
    return value

y, x = np.mgrid[0:18, 0:26]
R, G, B = ((x * 3 + y) / 40).astype("f2"), ((y * 2 + 1) / 30).astype("f2"), (((x * y) % 17) / 9).astype("f2")
A = np.where((x + y) % 5 == 0, 0.5, 1).astype("f2")
P3 = (0.68, 0.32, 0.265, 0.69, 0.15, 0.06, 0.3127, 0.329)
SCANLINES = OpenEXR.scanlineimage

names = ["none", "rle", "zips", "zip", "piz", "pxr24", "b44", "b44a", "dwaa", "dwab"]
for name in names:
    code = getattr(OpenEXR, ("NO" if name == "none" else name.upper()) + "_COMPRESSION")
    header = {"compression": code, "type": SCANLINES, "whiteLuminance": 100.0, "chromaticities": P3}
    OpenEXR.File(header, {"R": R, "G": G, "B": B, "A": A}).write(name + ".exr")
OpenEXR.File({"compression": OpenEXR.ZIP_COMPRESSION, "type": SCANLINES, "xmp": "<x/>", "cameraMake": "Maker", "aperture": 8.0},
             {"R": R, "G": G.astype("f4"), "B": (x * 70000).astype("u4"), "Z": R.astype("f4"),
              "left.R": G, "left.G": G, "left.B": G}).write("mixed.exr")
OpenEXR.File({"compression": OpenEXR.PXR24_COMPRESSION, "type": SCANLINES},
             {"left.R": R, "left.G": G.astype("f4"), "left.B": (x * 70000).astype("u4")}).write("layer.exr")
OpenEXR.File([OpenEXR.Part({"compression": OpenEXR.PIZ_COMPRESSION, "type": SCANLINES}, {"R": R, "G": G, "B": B}, "first"),
              OpenEXR.Part({"compression": OpenEXR.ZIP_COMPRESSION, "type": SCANLINES}, {"Y": G.astype("f4")}, "second")
              ]).write("parts.exr")
# A renderer's file: beauty, a light of its own, normals, depth and an object's number, and a second part.
OpenEXR.File([OpenEXR.Part({"compression": OpenEXR.ZIP_COMPRESSION, "type": SCANLINES},
                           {"R": R, "G": G, "B": B, "A": A, "key.R": G, "key.G": B, "key.B": R, "N.X": B, "N.Y": R, "N.Z": G,
                            "Z": (R * 100).astype("f4"), "id": (x + 26 * y).astype("u4")}, "beauty"),
              OpenEXR.Part({"compression": OpenEXR.PIZ_COMPRESSION, "type": SCANLINES},
                           {"Y": B, "fill.R": R, "fill.G": R, "fill.B": G}, "lights")]).write("layers.exr")

def planes(path, part=0, prefix="", names=("R", "G", "B", "A", "Y")):
    with OpenEXR.File(path, separate_channels=True) as file:
        channels = file.parts[part].channels
        order = [prefix + c for c in names if prefix + c in channels]
        return np.stack([channels[c].pixels.astype("f4") for c in order], -1)

def rgba(name):
    data = open(name + ".rgba", "rb").read()
    width, height = np.frombuffer(data[:8], "<i4")
    return np.frombuffer(data[8:], "<f2").reshape(height, width, 4).astype("f4")

table = {name: planes(name + ".exr") for name in names + ["mixed"]}
table["layer"], table["parts"], table["parts 1"] = planes("layer.exr", 0, "left."), planes("parts.exr"), planes("parts.exr", 1)
for name, part, prefix, names in (("RGBA", 0, "", "RGBA"), ("key", 0, "key.", "RGB"), ("N", 0, "N.", "XYZ"), ("Z", 0, "", "Z"),
                                  ("id", 0, "", ["id"]), ("1 Y", 1, "", "Y"), ("1 fill", 1, "fill.", "RGB")):
    table["layers " + name] = planes("layers.exr", part, prefix, names)
for name in ("mipmap", "ripmap", "tiled-dwaa", "luminance-chroma-alpha"):
    table[name] = rgba(name)
for name in ("bottom-up", "luminance-chroma-b44a", "b44-linear"):
    table[name] = rgba(name)[..., :3]
shown = np.zeros((10, 30, 3), "f4")
shown[:, :22] = rgba("luminance-chroma")[6:16, 4:26, :3]
table["luminance-chroma"] = shown
for name, samples in table.items():
    digits = f"{bit_hash(samples):016x}"
    print(f'    "{name}": 0x' + "_".join(digits[i:i + 4] for i in range(0, 16, 4)) + ",")
