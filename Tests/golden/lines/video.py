"""Films: what is in them, single frames, projects, conversions, and mistakes in all of these."""

from line import line, step

EDIT = (
    "", "--range 0.2..0.5", "--range ..1/3", "--codec ffv1", "--transfer pq", "--transfer sdr --codec h264",
    "--primaries p3", "--lossless", "--crf 30 --preset ultrafast", "--audio pcm", "--light none", "--quiet")

CONVERT = (
    "", "--range 0.1..0.4", "--size 64x36", "--filter 'CIExposureAdjust ev=-1'", "--transfer sdr", "--audio none",
    "--range 1/10..2/5 --size 32x18 --filter CIColorInvert", "--codec av1")

WRONG = (
    "edit in/films/cut.json", "edit none.json out.mp4", "edit in/films/cut.json out.avi",
    "edit in/films/cut.json out.webm --codec hevc", "edit in/films/cut.json out.mp4 --crf 99",
    "edit in/films/cut.json out.mp4 --preset warp", "edit in/films/cut.json out.mov --codec prores --crf 20",
    "edit in/films/cut.json out.mp4 --lossless --crf 3", "edit in/films/cut.json out.mp4 --codec av1 --lossless",
    "edit in/films/cut.json out.mp4 --range 9..10", "edit in/films/cut.json out.mp4 --range 2..1",
    "edit in/films/cut.json out.mp4 --range 1", "edit in/films/cut.json out.mp4 --audio copy",
    "edit in/films/cut.json out.mp4 --also", "edit in/films/cut.json out.mp4 --also out.mp4",
    "edit in/films/cut.json out.mp4 --also 'b.mp4 range=0..1'", "edit in/films/cut.json out.mp4 --also 'b.mp4 cfr=3'",
    "edit in/films/cut.json out.mp4 --also 'b.mp4 light=measure'",
    "edit in/films/cut.json out.mp4 --segments 10", "edit in/films/cut.json out.mp4 --resume",
    "edit in/films/cut.json out.mp4 --light measure", "edit in/films/cut.json out.mp4 --codec hvc",
    "edit in/films/late.json out.mp4", "edit in/films/unknown.json out.mp4", "edit in/films/missing.json out.mp4",
    "edit in/rgb8.png out.mp4", "convert in/rgb8.png out.mp4", "convert none.mov out.mp4", "convert in/films/a.mkv",
    "convert in/films/a.mkv out.mp4 --size 0x9", "convert in/films/a.mkv out.mp4 --size 15x9",
    "convert in/films/a.mkv out.mp4 --range 5..", "convert in/films/a.mkv out.mp4 --filter CINothing",
    "convert in/films/a.mkv out.mp4 --segments 3", "convert in/films/a.mkv out.mp4 --light bright",
    "frame in/films/a.mkv --output a.png", "frame in/films/a.mkv --frame 99 --output a.png",
    "frame in/films/a.mkv --time 9 --output a.png", "frame in/films/a.mkv --time -1 --output a.png",
    "frame in/films/a.mkv --frame 0 --frame 1 --output a.png", "info", "info none.mov", "info --json none.mov",
    "info in/rgb8.png", "tonemap in/films/a.mkv out.mp4", "trim in/films/a.mkv out.mp4 --range 0..1",
    "check in/films/a.mkv", "chek in/films/a.mkv", "")


def lines(context):
    films = context.inputs("in/films/*.m*") + context.inputs("in/real/video/*")
    for path in films:
        name = "video/" + path.removeprefix("in/").removeprefix("real/video/")
        yield line(f"{name} info", f"video info --json --frames {path}")
        yield line(f"{name} text", f"video info {path}")
        yield line(f"{name} hash", f"video info --hash {path}")
        yield line(f"{name} codes", f"video frame {path} --frame 0 --frame 2 --codes --output -")
        yield line(f"{name} picture", f"video frame {path} --time 0 --output still.png")
    made = ("in/films/cut.json", "in/films/a.mkv", "in/films/b.mkv", "in/rgb8.png")
    for words in EDIT:
        yield line(f"video/edit {words}", f"video edit in/films/cut.json out.mkv {words}", needs=made)
    for number in (0, 7, 14):
        yield line(f"video/edit frame {number}",
                   f"video frame in/films/cut.json --frame {number} --codes --output -", needs=made)
    yield line("video/edit also", ["video", "edit", "in/films/cut.json", "a.mp4", "--also", "b.mp4 codec=h264 transfer=sdr",
                                   "--range", "0.1..0.6"], step("video info --json --hash a.mp4 b.mp4"), needs=made)
    yield line("video/edit nowhere", "video edit in/films/cut.json null:", needs=made)
    for words in CONVERT:
        for kind in ("mp4", "mkv"):
            yield line(f"video/convert {kind} {words}", f"video convert in/films/a.mkv out.{kind} {words}",
                       step(f"video info --json --frames out.{kind}"))
    for words in WRONG:
        yield line(f"video/wrong {words}", f"video {words}", needs=made)
