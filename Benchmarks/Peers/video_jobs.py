#!/usr/bin/env python3
"""Times `headroom video` beside FFmpeg on the jobs of HDR editing, in turns, and prints them as a table.

usage: video_jobs.py [--rounds N] [--keep FOLDER] [--only NAME]...

A is 75 frames of a phone's HLG clip, B the same camera's later frames mirrored, as PQ; both 1920x1080, 30 frames a second, HEVC.
J2: A's frames 0 to 44, a cross dissolve of 30, B's frames 30 to 74; B is scaled to 80 % and centred on black; 120 frames,
composed in linear light, HLG. J1: J2 with an encoder. Numbers are CPU seconds of user and system, the least of the rounds:
on a machine that others use, the least says most. HEADROOM_COMMAND, HEADROOM_TEST_DATA as in the peer tests.
"""

import argparse
import fcntl
import json
import os
import pathlib
import random
import statistics
import subprocess
import sys
import tempfile
import time

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[2] / "Tests" / "peers"))
import peers  # noqa: E402

FILMS = peers.DATA.parent / "video"
HLG = ["-color_primaries", "bt2020", "-color_trc", "arib-std-b67", "-colorspace", "bt2020nc", "-color_range", "tv"]
PQ = ["-color_primaries", "bt2020", "-color_trc", "smpte2084", "-colorspace", "bt2020nc", "-color_range", "tv"]
TAGGED = "setparams=color_primaries=bt2020:color_trc=arib-std-b67:colorspace=bt2020nc:range=tv"
TO_HLG = "zscale={}tin=smpte2084:t=arib-std-b67:npl=1000:m=bt2020nc:p=bt2020:r=limited"
CLIP_FRAMES = 75
F_SETPIPE_SZ = 1031


class Measured:
    """CPU and clock seconds, and the peak of resident memory in MiB: the least of several runs of one command."""

    def __init__(self):
        self.cpu = self.wall = self.peak = None

    def run(self, command, output=subprocess.DEVNULL):
        started = time.perf_counter()
        process = subprocess.Popen([str(word) for word in command], stdout=output, stderr=subprocess.PIPE)
        complaints = process.stderr.read().decode(errors="replace")
        _, status, usage = os.wait4(process.pid, 0)
        process.returncode = os.waitstatus_to_exitcode(status)
        if process.returncode != 0:
            raise RuntimeError(f"{command[0]}: {complaints.strip()[-400:]}")
        found = (usage.ru_utime + usage.ru_stime, time.perf_counter() - started, usage.ru_maxrss / 1024)
        kept = (self.cpu, self.wall, self.peak)
        self.cpu, self.wall, self.peak = (new if old is None else min(new, old) for new, old in zip(found, kept))


def ffmpeg(*arguments, program="ffmpeg"):
    return [program, "-v", "error", "-nostdin", "-y", *arguments]


def headroom(*arguments):
    return [peers.COMMAND, "video", *arguments, "--quiet", "--overwrite"]


def run(command):
    subprocess.run([str(word) for word in command], check=True, stdout=subprocess.DEVNULL)


# MARK: The clips

def make_clips(folder):
    phone = FILMS / "iphone-dv84-hlg-rot90.mov"
    x265 = ["-c:v", "libx265", "-preset", "veryfast", "-crf", "18", "-tag:v", "hvc1", "-an"]
    steps = "fps=30,trim=start_frame={}:end_frame={},setpts=N/30/TB," + TAGGED
    pq = (",hflip,zscale=tin=arib-std-b67:t=linear:npl=1000,format=gbrpf32le,"
          "zscale=t=smpte2084:npl=1000:m=bt2020nc:p=bt2020:r=limited,format=yuv420p10le")
    light = "hdr10=1:master-display=G(13250,34500)B(7500,3000)R(34000,16000)WP(15635,16450)L(10000000,50):max-cll=1000,400"
    for name, filters, tags, more in (("a.mp4", steps.format(0, 75), HLG, ""), ("b.mp4", steps.format(25, 100) + pq, PQ, ":" + light)):
        whole = folder / ("turned-" + name)
        run(ffmpeg("-noautorotate", "-i", phone, "-vf", filters, "-r", "30", *x265, "-pix_fmt", "yuv420p10le",
                   "-x265-params", "log-level=none:keyint=30" + more, *tags, whole))
        run(ffmpeg("-i", whole, "-c", "copy", "-metadata:s:v:0", "rotate=0", "-tag:v", "hvc1", folder / name))
        whole.unlink()
    scaled = [0.8, 0, 0, 0.8, 192, 108]
    dissolve = {"type": "dissolve", "duration": 1}
    write(folder / "j2.json", [{"source": "a.mp4"}, {"source": "b.mp4", "transform": scaled, "transition": dissolve}])
    pairs = {"turned": (phone, FILMS / "android-hdr10plus-vfr.mp4"),
             "upright": (FILMS / "android-hdr10plus-vfr.mp4", FILMS / "android-hlg-colorchecker.mp4")}
    for name, (first, second) in pairs.items():
        tracks = [{"type": "video", "clips": [{"source": str(first)}, {"source": str(second), "transition": {
            "type": "dissolve", "duration": 0.25}}]}]
        (folder / f"{name}.json").write_text(json.dumps({"schema": 1, "tracks": tracks}))


def write(path, clips):
    path.write_text(json.dumps({"schema": 1, "size": [1920, 1080], "frameRate": 30, "color": {"transfer": "hlg"},
                                "tracks": [{"type": "video", "clips": clips}]}))


def sources(project):
    clips = json.loads(project.read_text())["tracks"][0]["clips"]
    return [clip["source"] for clip in clips]


# MARK: The jobs

def decoding(*files, program="ffmpeg"):
    """Each clip by one thread, into nothing: a list of commands."""
    return [ffmpeg("-threads", "1", "-noautorotate", "-i", file, "-map", "0:v:0", "-fps_mode", "passthrough", "-f", "null", "-",
                   program=program) for file in files]


def codes_blend(folder):
    graph = ("[0:v]format=yuv444p10le[a];[1:v]" + TO_HLG.format("1536:864:f=bicubic:") +
             ",format=yuv444p10le,setparams=color_trc=arib-std-b67,pad=1920:1080:192:108[b];"
             "[a][b]xfade=transition=fade:duration=1:offset=1.5,format=yuv420p10le[v]")
    return ffmpeg("-i", folder / "a.mp4", "-i", folder / "b.mp4", "-filter_complex", graph, "-map", "[v]", "-r", "30",
                  "-f", "null", "-")


def jobs(folder, newer):
    """Name and the commands that make it up."""
    a, b, raw = folder / "a.mp4", folder / "b.mp4", folder / "j2.yuv"
    from_raw = ["-f", "rawvideo", "-pix_fmt", "yuv420p10le", "-video_size", "1920x1080", "-framerate", "30", "-i", raw]
    threads = str(os.cpu_count())
    yield "decode", decoding(a, b)
    yield "codes", [codes_blend(folder)]
    yield "j2", [headroom("edit", folder / "j2.json", "null:")]
    yield "j2 one thread", [headroom("edit", folder / "j2.json", "null:", "--threads", "1")]
    yield "x265", [ffmpeg(*from_raw, "-c:v", "libx265", "-preset", "veryfast", "-crf", "20", *HLG,
                          "-x265-params", f"log-level=none:pools={threads}", folder / "x265.mp4")]
    yield "j1 x265", [headroom("edit", folder / "j2.json", folder / "j1.mp4", "--codec", "hevc", "--preset", "veryfast", "--crf", "20")]
    yield "svt", [["env", "SVT_LOG=0", *ffmpeg(*from_raw, "-c:v", "libsvtav1", "-preset", "12", "-crf", "26", *HLG,
                                                "-svtav1-params", f"lp={threads}", folder / "svt.mp4")]]
    yield "j1 svt", [headroom("edit", folder / "j2.json", folder / "j1-av1.mp4", "--codec", "av1", "--preset", "12", "--crf", "26")]
    yield "decode b", decoding(b)
    yield "pq to hlg", [headroom("convert", b, "null:", "--transfer", "hlg", "--audio", "none")]
    yield "untouched b", [headroom("convert", b, "null:", "--audio", "none")]
    yield "zscale", [ffmpeg("-threads", "1", "-i", b, "-vf", TO_HLG.format("") + ",format=yuv420p10le", "-f", "null", "-")]
    if newer:
        yield "decode b 9", decoding(b, program=newer)
        yield "scale 9", [ffmpeg("-threads", "1", "-i", b, "-vf", "scale=out_transfer=arib-std-b67:out_primaries=bt2020:"
                                 "out_color_matrix=bt2020nc,format=yuv420p10le", "-f", "null", "-", program=newer)]
    for name in ("turned", "upright"):
        project = folder / f"{name}.json"
        yield "decode " + name, decoding(*sources(project))
        yield name, [headroom("edit", project, "null:")]


def measure(folder, newer, rounds, only):
    found = {}
    for number in range(rounds):
        for name, commands in jobs(folder, newer):
            if only and name not in only:
                continue
            parts = found.setdefault(name, [Measured() for _ in commands])
            for part, command in zip(parts, commands):
                part.run(command)
            print(f"round {number + 1}: {name}: {sum(part.cpu for part in parts):.2f} CPU s", file=sys.stderr, flush=True)
    for name, parts in found.items():
        whole = Measured()
        whole.cpu, whole.wall = sum(part.cpu for part in parts), sum(part.wall for part in parts)
        whole.peak = max(part.peak for part in parts)
        found[name] = whole
    return found


# MARK: Random frames

def random_frames(clip, count, rounds):
    """CPU ms until each of `count` random frames is there, in one process, and of decoding all frames from its key frame to
    it with one thread: the medians. (ffmpeg's own `-ss` takes the wrong key frame for frames shortly before one.)"""
    numbers = [random.Random(40 + number).randrange(CLIP_FRAMES) for number in range(count)]
    ours = [each_frame(clip, numbers) for _ in range(rounds)]
    least = [min(times) for times in zip(*ours)]
    keys = key_frames(clip)
    first, whole = (decoding_from(clip, 0, frames, rounds) for frames in (1, CLIP_FRAMES))
    start = first - (whole - first) / (CLIP_FRAMES - 1)
    theirs = {}
    for number in set(numbers):
        key = max(key for key in keys if key <= number)
        theirs[number] = decoding_from(clip, key, number - key + 1, min(rounds, 3)) - start
    return statistics.median(least) * 1000, statistics.median(theirs[number] for number in numbers[1:]) * 1000


def each_frame(clip, numbers):
    """Seconds of CPU between the frames, read from the process's own clock when the last byte of each has come."""
    choice = [word for number in numbers for word in ("--frame", str(number))]
    process = subprocess.Popen([str(word) for word in headroom("frame", clip, *choice, "--codes", "--output", "-")],
                               stdout=subprocess.PIPE)
    fcntl.fcntl(process.stdout, F_SETPIPE_SZ, 1 << 20)
    clock = (~process.pid << 3) | 2
    size, times = 1920 * 1080 * 3, []
    for _ in numbers:
        left = size
        while left:
            piece = process.stdout.read1(min(left, 1 << 16))
            if not piece:
                raise RuntimeError("the frames end early")
            left -= len(piece)
        times.append(time.clock_gettime(clock))
    process.stdout.close()
    process.wait()
    return [later - earlier for earlier, later in zip(times, times[1:])]


def key_frames(clip):
    listed = subprocess.run(["ffprobe", "-v", "error", "-select_streams", "v:0", "-show_entries", "packet=pts_time,flags", "-of",
                             "csv=p=0", clip], check=True, capture_output=True, text=True).stdout
    return sorted(round(float(line.split(",")[0]) * 30) for line in listed.split() if "K" in line)


def decoding_from(clip, key, count, rounds):
    measured = Measured()
    for _ in range(rounds):
        measured.run(ffmpeg("-threads", "1", "-ss", f"{key / 30:.4f}", "-i", clip, "-frames:v", str(count), "-f", "null", "-"))
    return measured.cpu


# MARK: The table

def row(*cells):
    return "| " + " | ".join([*cells, "", ""][:4]) + " |"


def ratio(cpu, over, *under):
    below = sum(cpu[name] for name in under)
    return f"{cpu[over] / below:.2f}x ({cpu[over]:.2f} / {below:.2f} CPU s)"


def table(found, frames):
    """Rows of what was measured, the limit and the aim."""
    cpu = {name: one.cpu for name, one in found.items()}
    yield "| | measured | at most | aim |"
    yield "|---|---|---|---|"
    if {"j2", "decode", "codes", "j2 one thread"} <= cpu.keys():
        j2, alone = found["j2"], found["j2 one thread"]
        yield row("J2, no encoder, against decoding both clips with one thread", ratio(cpu, "j2", "decode"), "2.3x", "1.9x")
        yield row("the same against ffmpeg 5.1's blend of HLG codes", ratio(cpu, "j2", "codes"), "1.2x")
        yield row("its peak of memory", f"{j2.peak:.0f} MiB", "600 MB")
        yield row("its time on the clock by CPU; with one thread",
                  f"{j2.wall / j2.cpu:.2f}x ({j2.wall:.2f} s); {alone.wall / alone.cpu:.2f}x ({alone.wall:.2f} s)", "0.6x")
    for encoder, words, limit in (("x265", "x265 veryfast crf 20", "1.15x"), ("svt", "SVT-AV1 preset 12", "1.2x")):
        if {"j1 " + encoder, encoder, "decode"} <= cpu.keys():
            yield row(f"J1, {words}, against decoding plus that encoder alone", ratio(cpu, "j1 " + encoder, encoder, "decode"), limit, "1.1x")
    if {"pq to hlg", "untouched b", "zscale", "decode b"} <= cpu.keys():
        yield from conversion(cpu)
    if frames:
        yield row("a random exact frame, median of 40, against one thread without skipping",
                  f"{frames[0] / frames[1]:.2f}x ({frames[0]:.0f} / {frames[1]:.0f} CPU ms)", "0.65x")
    for name, words in (("turned", "a phone's HLG turned by 90 degrees, another's PQ"), ("upright", "PQ and HLG of one phone")):
        if {name, "decode " + name} <= cpu.keys():
            yield row(f"two phone clips as shot ({words}), dissolve, no encoder, against decoding",
                      f"{cpu[name] / cpu['decode ' + name]:.2f}x ({cpu[name]:.2f} / {cpu['decode ' + name]:.2f} CPU s)", "1.6x")


def conversion(cpu):
    """PQ to HLG, a frame, less what decoding costs."""
    def frame(job, decoding):
        return (cpu[job] - cpu[decoding]) / CLIP_FRAMES * 1000
    ours, theirs = frame("pq to hlg", "decode b"), frame("zscale", "decode b")
    yield row("PQ to HLG, decoding subtracted, against zscale",
              f"{ours / theirs:.2f}x ({ours:.1f} / {theirs:.1f} CPU ms a frame)", "1.1x", "0.8x")
    own = frame("pq to hlg", "untouched b")
    yield row("the same, our own run with untouched frames subtracted", f"{own / theirs:.2f}x ({own:.1f} CPU ms)")
    if "scale 9" in cpu:
        newer = frame("scale 9", "decode b 9")
        yield row("against FFmpeg 9's scale", f"{ours / newer:.2f}x ({newer:.1f} CPU ms)", "0.25x")


def newer_ffmpeg():
    try:
        import imageio_ffmpeg
        return imageio_ffmpeg.get_ffmpeg_exe()
    except (ImportError, RuntimeError):
        print("SKIPPED newer ffmpeg: Python's imageio-ffmpeg is not installed", file=sys.stderr)
        return None


def main():
    words = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    words.add_argument("--rounds", type=int, default=5)
    words.add_argument("--keep", type=pathlib.Path, help="a folder for the clips, used again where they are there")
    words.add_argument("--only", action="append", help="one of the jobs, or 'frames'; repeatable")
    options = words.parse_args()
    if not FILMS.is_dir():
        sys.exit(f"no films in {FILMS}")
    with tempfile.TemporaryDirectory() as own:
        folder = options.keep or pathlib.Path(own)
        folder.mkdir(exist_ok=True)
        if not (folder / "upright.json").exists():
            make_clips(folder)
        if not options.only or {"x265", "svt"} & set(options.only):
            run(headroom("edit", folder / "j2.json", folder / "j2.mkv", "--codec", "ffv1"))
            run(ffmpeg("-i", folder / "j2.mkv", "-f", "rawvideo", folder / "j2.yuv"))
        found = measure(folder, newer_ffmpeg(), options.rounds, options.only)
        frames = random_frames(folder / "a.mp4", 41, options.rounds) if not options.only or "frames" in options.only else None
        print(f"load {os.getloadavg()[0]:.1f}, {os.cpu_count()} processors, {options.rounds} rounds, the least of each")
        print("\n".join(table(found, frames)))


if __name__ == "__main__":
    main()
