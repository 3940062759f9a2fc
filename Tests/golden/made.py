"""The inputs that are written here: pictures of every plain format, texts, recipes, odd names, wrong files."""

import json

import scene
import writers

TAGS = (
    "--set exif:Artist='Jane Doe' --set exif:Make=Maker --set exif:Model=Camera --set exif:FNumber=2.8 "
    "--set exif:DateTimeOriginal='2024:05:06 07:08:09' --set exif:ExposureTime=1/125 --set exif:ISO=200 "
    "--set exif:SerialNumber=123 --set gps:GPSLatitude=48.8584 --set gps:GPSLongitude=2.2945 "
    "--set dc:creator='Jane Doe' --set dc:rights='CC BY 4.0' --set dc:subject=lamp --set dc:subject=wall "
    "--set xmp:Rating=5 --set photoshop:City=Paris")

CUBE = "TITLE \"warm\"\nLUT_3D_SIZE 3\n" + "".join(
    f"{r / 2:.3f} {g / 2 * 0.9:.3f} {b / 2 * 0.7 + 0.05:.3f}\n" for b in range(3) for g in range(3) for r in range(3))

METAL = "#include <CoreImage/CoreImage.h>\n"

KERNELS = {
    "all.cikernel": """kernel vec4 copy(__sample s) { return s; }
kernel vec4 zebra(__sample s, float limit) { return s.r > limit ? vec4(1.0, 0.0, 0.0, s.a) : s; }
kernel vec4 soft(sampler s) {
  vec2 d = destCoord();
  vec2 left = samplerTransform(s, d - vec2(6.0, 0.0)), right = samplerTransform(s, d + vec2(6.0, 0.0));
  return (sample(s, left) + sample(s, right)) / 2.0;
}
kernel vec2 mirror(float width) { vec2 d = destCoord(); return vec2(width - d.x, d.y); }
""",
    "bad.cikernel": "kernel vec4 f(__sample s) { return s.rgbx; }\n",
    "worse.metal": METAL + "#include \"missing.h\"\nextern \"C\" float4 f(coreimage::sample_t s) {\n"
                   "  float3 c = s.rgb\n  return float4(c * undefined, 1;\n}\n",
    "loop.cikernel": "kernel vec4 long(__sample s) {\n  float sum = 0.0;\n"
                     "  for (int i = 0; i < 100000; i++) { sum += s.r; }\n  return vec4(sum);\n}\n",
    "defined.metal": METAL + "#include \"gain.h\"\nextern \"C\" float4 gain(coreimage::sample_t s) {\n"
                     "  return float4(s.rgb * GAIN, s.a);\n}\n",
    "empty.cikernel": "",
}


def recipe(output, *nodes, inputs=("photo",), **members):
    return {"schema": 1, "inputs": list(inputs), "nodes": list(nodes), "output": output, **members}


def node(name, what, image=None, **members):
    kind = "filter" if what.startswith(("CI", "kernel:")) else "operation"
    return {"id": name, kind: what, **({"image": image} if image else {}), **members}


OPERATIONS = {
    "clampedToExtent": {}, "insertingIntermediate": {}, "premultiplyingAlpha": {}, "unpremultiplyingAlpha": {},
    "convertingWorkingSpaceToLab": {}, "convertingLabToWorkingSpace": {},
    "samplingNearest": {}, "samplingLinear": {}, "samplingCubic": {},
    "transformed": {"transform": [0.9, 0.2, -0.1, 1.1, 3, 2], "sampling": "linear"},
    "resized": {"size": [20, 40]}, "settingAlphaOne": {"rectangle": [4, 4, 20, 12]},
    "settingContentHeadroom": {"headroom": 1}, "matchedToWorkingSpace": {"colorSpace": "displayP3"},
    "matchedFromWorkingSpace": {"colorSpace": "itur_2100_PQ"},
    "toneMapped": {"from": "measured", "to": 1, "operator": "bt2390"},
    "blended": {"background": "other", "mode": "multiply"}, "applyingMedian": {"radius": 2},
}


def recipes():
    """Recipes by name; `{"file": ...}` is relative to the folder of recipes."""
    other = {"id": "other", "file": "../other.png"}
    bright = node("bright", "CIExposureAdjust", "photo", inputEV=1)
    soft = node("soft", "CIGaussianBlur", "edge", inputRadius=3)
    edge = node("edge", "clampedToExtent", "bright")
    cut = node("cut", "CICrop", "soft", inputRectangle=[0, 0, 48, 32])
    made = {
        "plain": recipe("bright", bright), "soft": recipe("cut", bright, edge, soft, cut),
        "self": recipe("soft", {"id": "edge", "file": "../map.jpg"}, soft, inputs=()),
        "two": recipe("sdr", bright, node("sdr", "toneMapped", "bright", to=1, operator="bt2390"), hdrImage="bright"),
        "map": recipe("base", {"id": "base", "file": "../map.jpg", "rendition": "base"},
                      {"id": "map", "file": "../map.jpg", "rendition": "gainMap"}, inputs=(), hdrGainMapImage="map"),
        "mask": recipe("mixed", bright, other, node("mixed", "CIBlendWithMask", "bright", backgroundImage="other",
                                                    maskImage="other")),
        "cube": recipe("warm", node("warm", "CIColorCube", "photo", inputCubeDimension=3,
                                    inputCubeData="../warm.cube")),
        "kernel": recipe("k", node("k", "kernel:../kernels/all.cikernel#zebra", "photo", limit=0.5)),
        "generated": recipe("cut", node("board", "CICheckerboardGenerator", inputWidth=5), node(
            "cut", "CICrop", "board", inputRectangle=[0, 0, 30, 20]), inputs=()),
        "schema": {"schema": 7, "inputs": [], "nodes": [], "output": "x"},
        "no-output": {"schema": 1, "inputs": ["photo"], "nodes": []},
        "unknown-key": recipe("bright", {**bright, "inputEVV": 1}),
        "unknown-filter": recipe("bright", {**bright, "filter": "CIExposureAdjst"}),
        "unknown-operation": recipe("x", node("x", "clampToExtent", "photo")),
        "range": recipe("soft", node("soft", "CIGaussianBlur", "photo", inputRadius=-3)),
        "type": recipe("bright", {**bright, "inputEV": "much"}),
        "ring": recipe("a", node("a", "CIColorInvert", "b"), node("b", "CIColorInvert", "a")),
        "twice": recipe("bright", bright, bright), "no-file": recipe("x", {"id": "x", "file": "none.png"}, inputs=()),
        "no-node": recipe("bright", {**bright, "image": "foto"}),
    }
    for name, members in OPERATIONS.items():
        nodes = [other] if name == "blended" else []
        made["op-" + name] = recipe("cut", *nodes, node("x", name, "photo", **members), node(
            "cut", "CICrop", "x", inputRectangle=[0, 0, 48, 40]))
    return made


def pictures():
    """Plain pictures by name."""
    codes, lights = scene.codes, scene.lights
    palette = [(i * 2, 255 - i, i * 5 % 256) for i in range(128)]
    indices = codes(33, 17, 127, 1)
    text = (b"tEXt", b"Title\0A lamp"), (b"tEXt", b"Author\0Jane Doe"), (b"pHYs", b"\0\0\x0b\x13\0\0\x0b\x13\1")
    return {
        "rgb8.png": writers.png(codes(48, 32, 255), 3, 8), "rgb16.png": writers.png(codes(48, 32, 65535), 3, 16),
        "photo.png": writers.png(codes(96, 72, 65535, 3, scene.pq), 3, 16, [(b"cICP", bytes([9, 16, 0, 1]))]),
        "other.png": writers.png([row[::-1] for row in codes(96, 72, 255)], 3, 8),
        "logo.png": writers.png(codes(12, 10, 255, 4), 4, 8),
        "odd16.png": writers.png(codes(33, 17, 65535), 3, 16), "dot.png": writers.png(codes(1, 1, 255), 3, 8),
        "column.png": writers.png(codes(1, 40, 255), 3, 8), "row.png": writers.png(codes(40, 1, 255), 3, 8),
        "rgba8.png": writers.png(codes(48, 32, 255, 4), 4, 8),
        "rgba16.png": writers.png(codes(48, 32, 65535, 4), 4, 16),
        "gray8.png": writers.png(codes(48, 32, 255, 1), 1, 8),
        "graya16.png": writers.png(codes(33, 17, 65535, 2), 2, 16),
        "indexed.png": writers.png(indices, 1, 8, palette=[v for colour in palette for v in colour]),
        "pq.png": writers.png(codes(48, 32, 65535, 3, scene.pq), 3, 16, [(b"cICP", bytes([9, 16, 0, 1]))]),
        "p3.png": writers.png(codes(48, 32, 255), 3, 8, [(b"cICP", bytes([12, 13, 0, 1]))]),
        "text.png": writers.png(codes(48, 32, 255), 3, 8, text),
        **{f"turned{n}.png": writers.png(codes(33, 17, 255), 3, 8, [(b"eXIf", writers.exif(n))]) for n in range(2, 9)},
        "rgb8.ppm": writers.netpbm(codes(48, 32, 255), 3, 255),
        "odd16.ppm": writers.netpbm(codes(33, 17, 65535), 3, 65535),
        "gray8.pgm": writers.netpbm(codes(48, 32, 255, 1), 1, 255),
        "rgba16.pam": writers.netpbm(codes(48, 32, 65535, 4), 4, 65535),
        "light.pfm": writers.pfm(lights(48, 32), 3), "odd.pfm": writers.pfm(lights(33, 17), 3),
        "gray.pfm": writers.pfm(lights(48, 32, 1), 1), "light.hdr": writers.radiance(lights(48, 32)),
        "exposed.hdr": writers.radiance(lights(33, 17), b"EXPOSURE=2.5\n"),
        "rgb8.tif": writers.tiff(codes(48, 32, 255), 3, 8), "rgba16.tif": writers.tiff(codes(33, 17, 65535, 4), 4, 16),
        "float.tif": writers.tiff(lights(48, 32), 3, 32, floating=True),
        "turned.tif": writers.tiff(codes(33, 17, 255), 3, 8, orientation=6),
        "rgb8.bmp": writers.bmp(codes(33, 17, 255), 3), "rgba8.bmp": writers.bmp(codes(33, 17, 255, 4), 4),
        "indexed.bmp": writers.bmp(indices, 1, palette), "one.gif": writers.gif([indices], palette),
        "two.gif": writers.gif([indices, [row[::-1] for row in indices]], palette, b"two frames"),
    }


def film(transfer, *clips, **members):
    """A project of 25 frames a second."""
    return {"schema": 1, "size": [64, 36], "frameRate": 25, "color": {"transfer": transfer},
            "tracks": [{"type": "video", "clips": list(clips)}], **members}


def films():
    photo = {"source": "../rgb8.png", "duration": 0.6, "fit": "fill", "transform": [
        {"time": 0, "value": [1, 0, 0, 1, 0, 0]}, {"time": 0.6, "value": [1.2, 0, 0, 1.2, -6, -3]}]}
    bright = {**photo, "filters": [{"filter": "CIExposureAdjust", "inputEV": 1}]}
    later = {"source": "b.mkv", "transition": {"type": "dissolve", "duration": 0.2},
             "filters": [{"filter": "CIHueAdjust", "inputAngle": [{"time": 0, "value": 0}, {"time": 0.4, "value": 1}]}]}
    return {"a": film("hlg", photo), "b": film("pq", bright), "cut": film("hlg", {"source": "a.mkv"}, later),
            "late": film("hlg", {"source": "a.mkv", "in": 9}), "missing": film("hlg", {"source": "none.mov"}),
            "unknown": film("hlg", {"source": "a.mkv", "lenght": 1})}


def write(folder):
    """Writes all of them into the folder."""
    made = pictures()
    for name, data in made.items():
        (folder / name).write_bytes(data)
    for part, texts in (("kernels", KERNELS), *((part, {f"{k}.json": json.dumps(v) for k, v in made_here.items()})
                                                for part, made_here in (("recipes", recipes()), ("films", films())))):
        (folder / part).mkdir()
        for name, text in texts.items():
            (folder / part / name).write_text(text)
    (folder / "kernels" / "shared").mkdir()
    (folder / "kernels" / "shared" / "gain.h").write_text("#ifndef GAIN\n#define GAIN 2.0\n#endif\n")
    (folder / "recipes" / "cut.json").write_text('{"schema": 1, "nodes": [')
    (folder / "recipes" / "text.json").write_text("no recipe\n")
    tree = folder / "tree"
    (tree / "below" / "deeper").mkdir(parents=True)
    for name, picture in (("a.png", "rgb8.png"), ("b.ppm", "rgb8.ppm"), ("below/c.png", "odd16.png"),
                          (".hidden.png", "dot.png"),
                          ("below/deeper/d.pfm", "odd.pfm")):
        (tree / name).write_bytes(made[picture])
    (tree / "notes.txt").write_text("no picture\n")
    (tree / "below" / "broken.png").write_bytes(made["rgb8.png"][:60])
    (folder / "warm.cube").write_text(CUBE)
    (folder / "bad.cube").write_text("LUT_3D_SIZE 3\n0 0 0\n")
    (folder / "names.txt").write_text("in/rgb8.png\nin/odd16.png\nin/rgb8.ppm\n")
    (folder / "names0.txt").write_text("in/rgb8.png\0in/odd16.png\0")
    (folder / "empty.jpg").write_bytes(b"")
    (folder / "words.png").write_text("These are words, not a picture.\n")
    (folder / "really-png.jpg").write_bytes(made["rgb8.png"])
    (folder / "zeros.heic").write_bytes(bytes(4096))
    odd = folder / "odd-names"
    odd.mkdir()
    for name in (b"-dash.png", "gr\u00fc\u00df dich.png".encode(), b"bell\x07.png", b"not-\xff-utf8.png", b"100%.png",
                 b"a'b.png"):
        with open(bytes(odd) + b"/" + name, "wb") as file:
            file.write(made["dot.png"])
