"""What the peer tests of films share: clips of known codes, independent decoders, and the formulas of ITU-R BT.2100.

Clips are made from raw planes by Debian's ffmpeg 5.1. Films are decoded by it, and by newer FFmpegs where those are
installed: the program that PyPI's imageio-ffmpeg brings, and the libraries in PyPI's av.
"""

import functools
import json
import pathlib
import shutil
import subprocess

import peers

FILMS = peers.DATA.parent / "video"
HLG = {"color_primaries": "bt2020", "color_trc": "arib-std-b67", "colorspace": "bt2020nc"}
PQ = {"color_primaries": "bt2020", "color_trc": "smpte2084", "colorspace": "bt2020nc"}
SDR = {"color_primaries": "bt709", "color_trc": "bt709", "colorspace": "bt709"}
# Luma of reference white, 203 cd/m2.
HLG_WHITE, PQ_WHITE, SDR_WHITE, SDR_WHITE_10 = 721, 573, 235, 940


def require():
    """The tools without which nothing about films can be judged."""
    peers.require_modules("numpy")
    for tool in ("ffmpeg", "ffprobe"):
        if not shutil.which(tool):
            peers.skip(f"{tool} is not installed (Debian's package ffmpeg)")


def require_films():
    require()
    if not FILMS.is_dir():
        peers.skip(f"no films in {FILMS}")


@functools.cache
def programs():
    """The ffmpeg programs: name and path. What is missing is said."""
    found = [("ffmpeg " + version("ffmpeg"), "ffmpeg")]
    try:
        import imageio_ffmpeg
        path = imageio_ffmpeg.get_ffmpeg_exe()
    except (ImportError, RuntimeError):
        print("SKIPPED newer ffmpeg: Python's imageio-ffmpeg is not installed (make peers installs it)")
        return found
    return found + [("ffmpeg " + version(path), path)]


def version(program):
    first = subprocess.run([program, "-version"], capture_output=True, text=True).stdout.split()
    return first[2].split("-")[0] if len(first) > 2 else "?"


def run(*command, data=None):
    done = subprocess.run([str(word) for word in command], input=data, capture_output=True)
    if done.returncode != 0:
        raise RuntimeError(f"{command[0]}: {done.stderr.decode(errors='replace').strip()[-600:]}")
    return done.stdout


def make(path, frames, colors, *options, size=(128, 72), rate="30", pixels="yuv420p10le", codec=("-c:v", "ffv1")):
    """A clip of raw frames; `frames` are bytes, one after the other."""
    tags = [word for name, value in colors.items() for word in (f"-{name}", value)]
    run("ffmpeg", "-v", "error", "-y", "-f", "rawvideo", "-pix_fmt", pixels, "-video_size", f"{size[0]}x{size[1]}",
        "-framerate", rate, "-i", "-", *codec, *tags, *options, path, data=frames)
    return path


def flat(luma, chroma=None, size=(128, 72), depth=10):
    """One 4:2:0 frame of one grey, or of one colour."""
    import numpy
    kind = "<u2" if depth > 8 else "u1"
    count = size[0] * size[1]
    cb, cr = chroma or (1 << depth - 1,) * 2
    planes = ((luma, count), (cb, count // 4), (cr, count // 4))
    return b"".join(numpy.full(count, code, kind).tobytes() for code, count in planes)


def x265(*words, lossless=True):
    parameters = ["log-level=none", "pools=1", *(["lossless=1"] if lossless else []), *words]
    return ("-c:v", "libx265", "-preset", "ultrafast", "-x265-params", ":".join(parameters), "-tag:v", "hvc1")


def probe(path, *options):
    return json.loads(run("ffprobe", "-v", "error", "-of", "json", *options, path))


def stream(path, kind="v"):
    return probe(path, "-select_streams", f"{kind}:0", "-show_streams")["streams"][0]


# Samples per luma sample across and down.
SHARES = {"420": (2, 2), "422": (2, 1), "444": (1, 1)}


def decode(path, program="ffmpeg"):
    """Every frame as a list of planes, in the file's own format, unturned: nothing converts the codes."""
    import numpy
    facts = stream(path)
    width, height, name = facts["width"], facts["height"], facts["pix_fmt"]
    share = next((value for key, value in SHARES.items() if key in name), None)
    if share is None:
        raise RuntimeError(f"{path}: no way to read {name}")
    raw = run(program, "-v", "error", "-noautorotate", "-i", path, "-map", "0:v:0", "-fps_mode", "passthrough",
              "-f", "rawvideo", "-")
    kind = numpy.dtype("<u2" if name.endswith("le") else "u1")
    shapes = [(height, width)] + [(-(-height // share[1]), -(-width // share[0]))] * 2
    sizes = [rows * columns for rows, columns in shapes]
    codes = numpy.frombuffer(raw, kind).reshape(-1, sum(sizes))
    ends = numpy.cumsum(sizes)
    return [[row[end - size:end].reshape(shape) for end, size, shape in zip(ends, sizes, shapes)] for row in codes]


def times(path):
    """The presentation times of the pictures as ffprobe reads them, in ascending order, and their time base."""
    base = stream(path)["time_base"]
    text = run("ffprobe", "-v", "error", "-select_streams", "v:0", "-show_entries", "packet=pts", "-of", "csv=p=0", path)
    return sorted(int(line.strip(",")) for line in text.decode().split()), base


def project(path, tracks, **more):
    path.write_text(json.dumps({"schema": 1, "tracks": tracks, **more}))
    return path


def video(*clips):
    return {"type": "video", "clips": list(clips)}


def clip(path, **more):
    return {"source": pathlib.Path(path).name, **more}


def edit(project, output, *options):
    peers.headroom("video", "edit", project, output, "--quiet", "--overwrite", *options)
    return output


def convert(source, output, *options):
    peers.headroom("video", "convert", source, output, "--quiet", "--overwrite", *options)
    return output


def failure(*arguments, limit=60, environment=None):
    """Exit code and the lines of standard error of a command that is expected to fail."""
    done = subprocess.run([peers.COMMAND, *map(str, arguments)], capture_output=True, timeout=limit, env=environment)
    return done.returncode, done.stderr.decode(errors="replace").strip().splitlines()
