#!/usr/bin/env python3
"""Files written here, in every format and rendition, opened by everybody else's readers: does the file open, and does it
have the light that `headroom pixels` says it has?

Readers: Chromium, imagecodecs (libavif, libjxl, libultrahdr), avifdec, heif-convert, pillow-heif, djxl, OpenEXR, tifffile,
exiftool. Each is named with its version; what is not installed is skipped and says so.

Tolerance: means of 8 x 8 pixels within 1.5 % of the brightest component plus 0.002, as for `chromium_agreement.py`; 3 %
where the reader itself only gives 8 bits of a gain map rendition.
"""

import functools
import json
import pathlib
import shutil
import subprocess
import tempfile

import peers

SOURCE = "ultrahdr/sky.jpg"
CROP = "1200,800,512,384"
EXACT = 0.015
COARSE = 0.03

# name, extension, options of convert
CASES = (
    ("jpeg-sdr", "jpg", ["--rendition", "sdr"]),
    ("jpeg-adaptive", "jpg", ["--rendition", "adaptive", "--gain-map", "rgb", "--gain-map-scale", "1"]),
    ("heic-sdr", "heic", ["--rendition", "sdr"]),
    ("heic-pq", "heic", ["--rendition", "hdr"]),
    ("heic-hlg", "heic", ["--color-space", "itur_2100_HLG"]),
    ("heic-adaptive", "heic", ["--rendition", "adaptive"]),
    ("avif-sdr", "avif", ["--rendition", "sdr"]),
    ("avif-pq", "avif", ["--rendition", "hdr"]),
    ("avif-pq-444-12", "avif", ["--rendition", "hdr", "--depth", "12", "--chroma", "444"]),
    ("avif-hlg", "avif", ["--color-space", "itur_2100_HLG"]),
    ("avif-adaptive", "avif", ["--rendition", "adaptive", "--gain-map", "rgb", "--gain-map-scale", "1"]),
    ("png-sdr", "png", ["--rendition", "sdr", "--depth", "8"]),
    ("png-pq", "png", ["--rendition", "hdr"]),
    ("png-hlg", "png", ["--color-space", "itur_2100_HLG"]),
    ("jxl-sdr", "jxl", ["--rendition", "sdr"]),
    ("jxl-pq", "jxl", ["--rendition", "hdr"]),
    ("jxl-lossless", "jxl", ["--rendition", "hdr", "--lossless", "--depth", "16"]),
    ("jxl-adaptive", "jxl", ["--rendition", "adaptive"]),
    ("tiff-16", "tif", ["--rendition", "sdr", "--depth", "16"]),
    ("tiff-pq", "tif", ["--rendition", "hdr"]),
    ("tiff-float", "tif", ["--depth", "float"]),
    ("exr-half", "exr", []),
    ("hdr", "hdr", []),
    ("pfm", "pfm", []),
    ("ppm-16", "ppm", ["--rendition", "sdr", "--depth", "16"]),
)


class Absent(Exception):
    """The reader is not installed."""


# --- Arithmetic ------------------------------------------------------------------------------------------------------

def srgb(code):
    import numpy
    return numpy.where(code <= 0.04045, code / 12.92, ((code.clip(0.04045) + 0.055) / 1.055) ** 2.4)


def pq(code):
    m1, m2, c1, c2, c3 = 2610 / 16384, 2523 / 4096 * 128, 3424 / 4096, 2413 / 4096 * 32, 2392 / 4096 * 32
    power = code.clip(0) ** (1 / m2)
    return ((power - c1).clip(0) / (c2 - c3 * power)) ** (1 / m1) * 10000 / 203


def hlg(code):
    """BT.2100 on a display of 1000 cd/m2."""
    import numpy
    a, b, c = 0.17883277, 0.28466892, 0.55991073
    scene = numpy.where(code <= 0.5, code ** 2 / 3, (numpy.exp((code - c) / a) + b) / 12)
    luminance = scene @ numpy.array([0.2627, 0.6780, 0.0593])
    return scene * luminance[..., None].clip(1e-9) ** 0.2 * 1000 / 203


def light(codes, facts):
    """Codes 0...1 as linear light, by what the file is tagged as."""
    transfer = (facts["cicp"] or {}).get("transfer", 13)
    return {16: pq, 18: hlg}.get(transfer, srgb)(codes.astype("f8"))


def unit(array):
    """Integers as 0...1."""
    import numpy
    return array[..., :3].astype("f8") / numpy.iinfo(array.dtype).max


def linear_space(facts):
    name = facts["colorSpace"] or ""
    if "2100" in name or "2020" in name:
        return "extendedLinearITUR_2020"
    return "extendedLinearDisplayP3" if "isplayP3" in name else "extendedLinearSRGB"


# --- Readers: (formats, label with version, values of the file as linear light in its own primaries) ----------------------

def need(program):
    if not shutil.which(program):
        raise Absent(f"{program} is not installed")
    return program


def module(name):
    try:
        return __import__(name)
    except ImportError:
        raise Absent(f"Python's {name} is not installed (make peers installs it)")


@functools.cache
def chromium_version():
    done = subprocess.run([peers.CHROMIUM, "--version"], capture_output=True, text=True)
    return done.stdout.split("built")[0].strip() or "Chromium"


def chromium(path, facts):
    if not pathlib.Path(peers.CHROMIUM).exists():
        raise Absent("Chromium is not installed (Debian's package chromium)")
    _, (values,) = peers.chromium_pixels(path, ("inf",), (128, 64, 256, 256))
    # Its JPEG XL decoder does not know gain map boxes.
    shown = base(facts) if path.suffix == ".jxl" else ()
    return chromium_version(), values[..., :3], ("--rect", "128,64,256,256", *shown), EXACT


def libavif(path, facts):
    imagecodecs = module("imagecodecs")
    codes = imagecodecs.avif_decode(path.read_bytes())
    import numpy
    depth = max(8, facts["bitDepth"])
    values = codes[..., :3].astype("f8") / (2 ** depth - 1 if codes.dtype != numpy.uint8 else 255)
    return imagecodecs.avif_version(), light(values, facts), base(facts), EXACT


def base(facts):
    """Readers without gain maps show the base."""
    return ("--headroom", "1") if facts["hdr"]["kind"] == "gainMap" else ()


def libjxl(path, facts):
    imagecodecs = module("imagecodecs")
    codes = imagecodecs.jpegxl_decode(path.read_bytes())
    values = codes[..., :3] if codes.dtype.kind == "f" else unit(codes)
    if codes.dtype.kind == "f" and facts["hdr"]["kind"] == "float":
        return imagecodecs.jpegxl_version(), values, (), EXACT
    import numpy
    if codes.dtype == numpy.uint16 and facts["bitDepth"] < 16 and codes.max() < 2 ** facts["bitDepth"]:
        values = codes[..., :3].astype("f8") / (2 ** facts["bitDepth"] - 1)
    return imagecodecs.jpegxl_version(), light(values, facts), base(facts), EXACT


def libultrahdr(path, facts):
    if facts["hdr"]["kind"] != "gainMap":
        return None
    imagecodecs = module("imagecodecs")
    values = imagecodecs.ultrahdr_decode(path.read_bytes()).astype("f4")[..., :3]
    return imagecodecs.ultrahdr_version(), values, (), COARSE


def through_png(program, arguments, version):
    def reader(path, facts):
        need(program)
        imagecodecs = module("imagecodecs")
        with tempfile.TemporaryDirectory() as folder:
            out = pathlib.Path(folder) / "out.png"
            done = subprocess.run([program, *arguments, str(path), str(out)], capture_output=True, text=True)
            if done.returncode != 0 or not out.exists():
                raise RuntimeError((done.stdout + done.stderr).strip()[-200:])
            codes = imagecodecs.png_decode(out.read_bytes())
        exactness = EXACT if codes.dtype.itemsize > 1 or facts["bitDepth"] == 8 else COARSE * 2
        return version(), light(unit(codes), facts), base(facts), exactness
    return reader


def debian_version(package):
    def version():
        done = subprocess.run(["dpkg-query", "-W", "-f", "${Version}", package], capture_output=True, text=True)
        return f"{package} {done.stdout}"
    return version


def djxl(path, facts):
    """Through PPM: version 0.7 scales samples of 10 bits twice when it writes PNG, and they wrap round."""
    need("djxl")
    import numpy
    with tempfile.TemporaryDirectory() as folder:
        out = pathlib.Path(folder) / "out.ppm"
        done = subprocess.run(["djxl", str(path), str(out)], capture_output=True, text=True)
        if done.returncode != 0 or not out.exists():
            raise RuntimeError((done.stdout + done.stderr).strip()[-200:])
        data = out.read_bytes()
    _, width, height, most = (int(field) if field.isdigit() else field for field in data.split(maxsplit=4)[:4])
    kind = numpy.dtype("u1" if most < 256 else ">u2")
    codes = numpy.frombuffer(data[-width * height * 3 * kind.itemsize:], kind).reshape(height, width, 3)
    # In PPM they are those of 16 bits, whatever the header says.
    top = most if codes.max() <= most else 65535
    return debian_version("libjxl0.7")(), light(codes / top, facts), base(facts), EXACT


def pillow_heif(path, facts):
    library = module("pillow_heif")
    import numpy
    picture = library.open_heif(str(path), convert_hdr_to_8bit=False)
    codes = numpy.asarray(picture)
    label = f"libheif {library.libheif_version()} (pillow-heif {library.__version__})"
    # Deeper pictures come scaled to 16 bits.
    return label, light(unit(codes), facts), base(facts), EXACT


def openexr(path, facts):
    library = module("OpenEXR")
    with library.File(str(path)) as file:
        channels = file.channels()
        import numpy
        if "RGB" in channels:
            values = channels["RGB"].pixels
        elif "RGBA" in channels:
            values = channels["RGBA"].pixels[..., :3]
        else:
            values = numpy.stack([channels[name].pixels for name in "RGB"], -1)
    return f"OpenEXR {library.__version__}", values.astype("f4"), (), EXACT


def tifffile(path, facts):
    library = module("tifffile")
    array = library.imread(path)
    values = array[..., :3].astype("f4") if array.dtype.kind == "f" else light(unit(array), facts)
    return f"tifffile {library.__version__}", values, (), EXACT


def radiance(path, facts):
    imagecodecs = module("imagecodecs")
    return f"imagecodecs {imagecodecs.__version__} rgbe", imagecodecs.rgbe_decode(path.read_bytes())[..., :3], (), EXACT


def netpbm(path, facts):
    """Pillow and OpenCV read PPM; here the few lines that the format is."""
    import numpy
    data = path.read_bytes()
    fields = data.split(maxsplit=4)
    width, height = int(fields[1]), int(fields[2])
    if fields[0] == b"PF":
        order = "<f4" if float(fields[3]) < 0 else ">f4"
        values = numpy.frombuffer(data[-width * height * 12:], order).reshape(height, width, 3)[::-1]
        return "PFM by its description", values, (), EXACT
    values = numpy.frombuffer(data[-width * height * 6:], ">u2").reshape(height, width, 3)
    return "PPM by its description", light(values / 65535, facts), (), EXACT


READERS = {
    "jpg": (chromium, libultrahdr),
    "heic": (pillow_heif, through_png("heif-convert", ["-q", "100"], debian_version("libheif1"))),
    "avif": (chromium, libavif, through_png("avifdec", ["-d", "16"], debian_version("libavif15"))),
    "png": (chromium,),
    "jxl": (chromium, libjxl, djxl),
    "tif": (tifffile,),
    "exr": (openexr,),
    "hdr": (radiance,),
    "pfm": (netpbm,),
    "ppm": (netpbm,),
}
NAMES = {chromium: "Chromium", libavif: "libavif", libjxl: "libjxl", libultrahdr: "libultrahdr", djxl: "djxl",
         pillow_heif: "pillow-heif", openexr: "OpenEXR", tifffile: "tifffile", radiance: "imagecodecs", netpbm: "Netpbm"}


# --- The matrix ----------------------------------------------------------------------------------------------------------

def main():
    peers.require_modules("numpy")
    peers.require_data()
    report = peers.Report()
    with tempfile.TemporaryDirectory() as folder:
        folder = pathlib.Path(folder)
        master = folder / "master.png"
        peers.headroom("convert", peers.DATA / SOURCE, master, "--crop", CROP, "--rendition", "hdr")
        for name, extension, options in CASES:
            path = folder / f"{name}.{extension}"
            try:
                peers.headroom("convert", master, path, "--quality", "95", *options) if lossy(extension, options) \
                    else peers.headroom("convert", master, path, *options)
            except RuntimeError as error:
                report.check(False, f"{name}: not written: {error}")
                continue
            facts = peers.info(path)
            for reader in READERS[extension]:
                compare(name, path, facts, reader, report)
            exiftool(name, path, facts, report)
    report.finish()


def lossy(extension, options):
    return extension in ("jpg", "heic", "avif", "jxl") and "--lossless" not in options


def compare(name, path, facts, reader, report):
    label = NAMES.get(reader, "")
    try:
        answer = reader(path, facts)
    except Absent as reason:
        print(f"SKIPPED {name}: {reason}")
        return
    except Exception as error:
        report.check(False, f"{name} in {label or reader}: {type(error).__name__}: {error}")
        return
    if answer is None:
        return
    label, theirs, options, tolerance = answer
    space = () if reader is chromium else ("--color-space", linear_space(facts))
    ours = peers.pixels(path, *options, *space)[..., :3]
    if ours.shape != theirs.shape:
        report.check(False, f"{name} in {label}: {theirs.shape[1]}x{theirs.shape[0]}, not {ours.shape[1]}x{ours.shape[0]}")
        return
    a, b = peers.block_means(ours), peers.block_means(theirs)
    error = ((abs(a - b) - 0.002) / abs(a).max(-1, keepdims=True).clip(0.002)).max()
    report.check(error <= tolerance, f"{name} in {label}: {max(error, 0):.3%} of {tolerance:.1%}")


def exiftool(name, path, facts, report):
    if not shutil.which("exiftool"):
        print(f"SKIPPED {name}: exiftool is not installed")
        return
    done = subprocess.run(["exiftool", "-json", "-ImageSize", "-ExifToolVersion", "-Error", "-Warning", str(path)],
                          capture_output=True, text=True)
    told = json.loads(done.stdout)[0] if done.stdout else {}
    label = f"exiftool {told.get('ExifToolVersion')}"
    if "ImageSize" not in told:
        # Netpbm's float form has no reader there.
        report.check(path.suffix in (".pfm",), f"{name} in {label}: {told.get('Error', 'no size')}")
        return
    wanted = f"{facts['width']}x{facts['height']}"
    report.check(told["ImageSize"] == wanted and "Error" not in told and "Warning" not in told,
                 f"{name} in {label}: {told['ImageSize']} {told.get('Error', '')}{told.get('Warning', '')}")


if __name__ == "__main__":
    main()
