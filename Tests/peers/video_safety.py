#!/usr/bin/env python3
"""What `headroom video` leaves behind when something goes wrong: killed, interrupted, on a full disk, there is nothing under
the film's name, or what was there before. Damaged films end in exit code 3 and one line that names the file; none ends the
process, hangs or takes memory without bound. What is not read is refused by its name."""

import json
import os
import pathlib
import random
import resource
import shutil
import signal
import subprocess
import tempfile
import time

import films
import peers

MEMORY = 2 << 30


def main():
    films.require()
    report = peers.Report()
    with tempfile.TemporaryDirectory() as folder:
        folder = pathlib.Path(folder)
        project = long_project(folder)
        for sent, code in ((signal.SIGKILL, -9), (signal.SIGINT, 130), (signal.SIGTERM, 143)):
            stopped(folder, project, sent, code, report)
        limited(folder, project, report)
        full_disk(folder, project, report)
        outputs(folder, project, report)
        missing_library(folder, report)
        if films.FILMS.is_dir():
            damaged(folder, report)
            altered(folder, report)
            cut(folder, report)
            by_name(folder, report)
            names(folder, report)
        else:
            print(f"SKIPPED damaged films: none in {films.FILMS}")
    report.finish()


def long_project(folder):
    """Noise that takes a while to encode, and bytes."""
    import numpy
    size = (640, 360)
    generator = numpy.random.default_rng(5)
    frames = b"".join(generator.integers(64, 940, size[0] * size[1] * 3 // 2, "<u2").tobytes() for _ in range(10))
    noise = films.make(folder / "noise.mkv", frames, films.HLG, size=size)
    clips = [films.clip(noise)] + [films.clip(noise, transition={"type": "dissolve", "duration": 0.1})] * 300
    return films.project(folder / "long.json", [films.video(*clips)])


def fresh(folder):
    target = folder / "out"
    shutil.rmtree(target, ignore_errors=True)
    target.mkdir()
    return target


def stopped(folder, project, sent, code, report):
    for before in (None, b"what was there before"):
        target = fresh(folder)
        film = target / "film.mp4"
        if before:
            film.write_bytes(before)
        process = subprocess.Popen([peers.COMMAND, "video", "edit", project, film, "--quiet", "--overwrite"],
                                   stderr=subprocess.PIPE)
        time.sleep(2.5)
        early = process.poll()
        process.send_signal(sent)
        started = time.time()
        try:
            words = process.communicate(timeout=30)[1].decode()
        except subprocess.TimeoutExpired:
            process.kill()
            process.wait()
            report.check(False, f"{sent.name}: still running after 30 s")
            continue
        label = f"{sent.name} {'over a file' if before else 'while writing'}"
        report.check(early is None and process.returncode == code, f"{label}: exit code {process.returncode}")
        left = sorted(path.name for path in target.iterdir())
        kept = film.read_bytes() == before if before else not film.exists()
        report.check(kept, f"{label}: the name has what it had before, the folder {left}")
        if sent != signal.SIGKILL:
            report.check(left == (["film.mp4"] if before else []), f"{label}: nothing else is left, {left}")
            report.check(time.time() - started < 5, f"{label}: over in {time.time() - started:.1f} s")
            report.check(len(words.splitlines()) <= 1, f"{label}: says {words!r}")


def limited(folder, project, report):
    """A file size limit of 200 KB."""
    target = fresh(folder)
    done = subprocess.run(["bash", "-c", 'ulimit -f 200; exec "$@"', "bash", peers.COMMAND, "video", "edit", project,
                           target / "film.mp4", "--quiet"], capture_output=True, timeout=120)
    check_refused("file size limit", done, target, report)


def full_disk(folder, project, report):
    """A disk of 300 KB: in a name space of our own, where that is allowed."""
    target = fresh(folder)
    script = ('mount -t tmpfs -o size=300k tmpfs "$1" || exit 99; "$2" video edit "$3" "$1/film.mp4" --quiet; code=$?; '
              'ls -A "$1"; exit $code')
    own = [] if os.geteuid() == 0 else ["--map-root-user"]
    done = subprocess.run(["unshare", "--mount", *own, "bash", "-c", script, "bash", target, peers.COMMAND, project],
                          capture_output=True, timeout=120)
    if done.returncode in (1, 99) and b"headroom" not in done.stderr:
        print(f"SKIPPED full disk: a tmpfs may not be mounted here ({done.stderr.decode().strip()[:80]})")
        return
    check_refused("full disk", done, None, report)
    report.check(done.stdout == b"", f"full disk: nothing is left, {done.stdout.decode().split()}")


def check_refused(label, done, target, report):
    lines = done.stderr.decode(errors="replace").strip().splitlines()
    report.check(done.returncode == 4 and len(lines) == 1, f"{label}: exit code {done.returncode}, {lines[:2]}")
    if target:
        left = [path.name for path in target.iterdir()]
        report.check(not left, f"{label}: nothing is left, {left}")


def outputs(folder, project, report):
    """Places that cannot be written to."""
    target = fresh(folder)
    taken = target / "taken.mp4"
    taken.write_bytes(b"taken")
    for path, wanted in ((target / "none" / "film.mp4", 4), (taken, 4), (target / "film.xyz", 2), (target, 2)):
        code, lines = films.failure("video", "edit", project, path, "--quiet")
        report.check(code == wanted and len(lines) == 1, f"to {path.relative_to(folder)}: exit code {code}, {lines[:2]}")
    report.check(taken.read_bytes() == b"taken", "without --overwrite a file stays")
    film = target / "film.mp4"
    short = films.project(folder / "short.json", [films.video(films.clip(folder / "noise.mkv"))])
    code, lines = films.failure("video", "edit", short, film, "--also", f"{film} crf=40", "--quiet")
    report.check(code == 2 and len(lines) == 1 and not film.exists(), f"two films of one name: exit code {code}, {lines[:2]}")


def missing_library(folder, report):
    """Without FFmpeg's libraries: a sentence with the package's name. All else does not need them."""
    broken = folder / "libraries"
    broken.mkdir()
    (broken / "libavformat.so.59").write_bytes(b"")
    environment = dict(os.environ, LD_LIBRARY_PATH=str(broken))
    clip = films.make(folder / "any.mp4", films.flat(721) * 3, films.HLG, codec=films.x265())
    code, lines = films.failure("video", "convert", clip, "null:", environment=environment)
    report.check(code == 3 and len(lines) == 1 and "libavformat59" in lines[0], f"without libavformat: {code}, {lines[:2]}")
    code, lines = films.failure("filters", environment=environment)
    report.check(code == 0 and not lines, f"other verbs without libavformat: {code}, {lines[:2]}")


def run_bounded(*arguments):
    """A command with a bound on memory: its exit code, lines of standard error, and seconds."""
    def bound():
        resource.setrlimit(resource.RLIMIT_AS, (MEMORY * 4, MEMORY * 4))
    started = time.time()
    try:
        done = subprocess.run([peers.COMMAND, *map(str, arguments)], capture_output=True, timeout=60, preexec_fn=bound)
    except subprocess.TimeoutExpired:
        return None, ["60 s were not enough"], 60
    return done.returncode, done.stderr.decode(errors="replace").strip().splitlines(), time.time() - started


def damaged(folder, report):
    generator = random.Random(8)
    names = ("tiny-nclx-hdr10.mp4", "h264-hlg-amve.mov", "aswf-hdr10-still.mp4", "editlist-three.mp4", "vp9-10bit.webm",
             "meridian-prores-hdr10.mxf", "tos-hdr10plus-s01.h265", "av1-hdr10plus-it35-track.mp4", "dnxhr-hqx-12bit.mov")
    for name in names:
        data = (films.FILMS / name).read_bytes()
        bad, count = [], 0
        for label, bytes_ in mutations(data, generator):
            path = folder / ("damaged" + pathlib.Path(name).suffix)
            path.write_bytes(bytes_)
            count += 1
            bad += judge(label, path)
        report.check(not bad, f"{name}, {count} damaged versions: whole or one line of error {bad}")
    shorter(folder, report)
    for label, bytes_ in (("empty", b""), ("noise", generator.randbytes(100_000)), ("zeros", bytes(100_000))):
        for suffix in (".mp4", ".mkv", ".h265"):
            path = folder / (label + suffix)
            path.write_bytes(bytes_)
            code, lines, _ = run_bounded("video", "info", path, "--quiet")
            report.check(code == 3 and len(lines) == 1 and path.name in lines[0], f"{path.name}: {code}, {lines[:2]}")
    for path in (folder / "absent.mp4", folder):
        code, lines, _ = run_bounded("video", "info", path)
        report.check(code == 3 and len(lines) == 1, f"{path.name}: {code}, {lines[:2]}")


def mutations(data, generator):
    for share in (0.02, 0.3, 0.6, 0.98):
        yield f"cut to {share:.0%}", data[:int(len(data) * share)]
    middle = len(data) // 2
    yield "zeros in the middle", data[:middle - len(data) // 10] + bytes(len(data) // 5) + data[middle + len(data) // 10:]
    for number in range(3):
        changed = bytearray(data)
        for _ in range(max(4, len(data) // 2000)):
            changed[generator.randrange(len(data))] = generator.randrange(256)
        yield f"bytes changed, {number}", bytes(changed)
    for box in (b"stsz", b"stts", b"ctts", b"stsc", b"stco", b"elst"):
        place = data.find(box)
        if place > 0:
            yield f"{box.decode()} of 10^9 entries", data[:place + 8] + (10**9).to_bytes(4, "big") + data[place + 12:]
            yield f"{box.decode()} of 0xff", data[:place + 12] + b"\xff" * 8 + data[place + 20:]


def judge(label, path):
    """What is wrong with how a damaged film ends: a crash, more than a line, another exit code, a long wait."""
    code, lines, seconds = run_bounded("video", "convert", path, "null:", "--quiet", "--audio", "none")
    fits = code == 0 and not lines or code == 3 and len(lines) == 1 and path.name in lines[0]
    return [] if fits and seconds < 30 else [f"{label}: exit code {code}, {seconds:.1f} s, {lines[:2]}"]


def shorter(folder, report):
    """Films that end before what their headers announce: an error, or a warning at least, not a shorter film."""
    whole = folder / "whole.mkv"
    films.run("ffmpeg", "-v", "error", "-y", "-i", films.FILMS / "h264-hlg-amve.mov", "-map", "0:v:0", "-c", "copy", whole)
    for source in (films.FILMS / "vp9-10bit.webm", whole):
        data = source.read_bytes()
        path = folder / ("short" + source.suffix)
        path.write_bytes(data[:len(data) * 6 // 10])
        code, lines, _ = run_bounded("video", "convert", path, "null:", "--audio", "none")
        report.check(code == 3 or code == 0 and lines, f"{source.name} cut to 60 %: exit code {code}, {lines[:2]}")
    sound = folder / "sound.m4a"
    films.run("ffmpeg", "-v", "error", "-y", "-f", "lavfi", "-i", "sine=d=0.2", "-c:a", "aac", sound)
    code, lines, _ = run_bounded("video", "convert", sound, "null:")
    report.check(code == 3 and len(lines) == 1, f"a file of sound alone: exit code {code}, {lines[:2]}")


def altered(folder, report):
    """Bytes of coded frames that are others than were written. What FFmpeg notices itself when it is told to be strict
    is an error here too, with track and time; more is found in HEVC."""
    generator = random.Random(3)
    for name, least in (("iphone-dv84-hlg-rot90.mov", 3), ("h264-hlg-amve.mov", 2), ("prores422hq-untagged.mov", 2),
                        ("av1-hdr10plus-it35-track.mp4", 1)):
        data = (films.FILMS / name).read_bytes()
        path = folder / ("altered" + pathlib.Path(name).suffix)
        found, strict, wrong = 0, 0, []
        for _ in range(4):
            place = len(data) // 4 + generator.randrange(len(data) // 2)
            path.write_bytes(data[:place] + generator.randbytes(200) + data[place + 200:])
            # Codes: the frames of interlaced clips have them too.
            code, lines, _ = run_bounded("video", "info", path, "--hash", "--json")
            found += code == 3
            if code != 0 and not (len(lines) == 1 and path.name in lines[0] and "track " in lines[0]):
                wrong.append((code, lines[:2]))
            heard = subprocess.run(["ffmpeg", "-v", "error", "-nostdin", "-err_detect", "explode", "-xerror", "-i", path, "-map",
                                    "0:v:0", "-f", "null", "-"], capture_output=True).returncode != 0
            strict += heard
            if heard and code == 0:
                wrong.append("FFmpeg alone found it")
        report.check(found >= least and not wrong, f"{name}: {found} of 4 alterations found, FFmpeg {strict}, {wrong}")


def cut(folder, report):
    """Films that end anywhere: an error, or all frames."""
    generator = random.Random(4)
    fragments, mxf, stream = folder / "f.mp4", folder / "m.mxf", folder / "s.h265"
    source = films.FILMS / "sdr-bt601-ntsc.mov"
    films.run("ffmpeg", "-v", "error", "-y", "-i", source, "-map", "0:v:0", "-c", "copy", "-movflags",
              "frag_every_frame+empty_moov+default_base_moof", fragments)
    films.run("ffmpeg", "-v", "error", "-y", "-i", source, "-map", "0:v:0", "-r", "25", "-c:v", "mpeg2video", "-q:v", "4", mxf)
    films.run("ffmpeg", "-v", "error", "-y", "-i", films.FILMS / "h265-10bit-untagged.mp4", "-map", "0:v:0", "-c", "copy", stream)
    for whole in (fragments, mxf, stream, films.FILMS / "h264-hlg-amve.mov", films.FILMS / "vp9-10bit.webm"):
        data = whole.read_bytes()
        path = folder / ("cut" + whole.suffix)
        count, wrong, short = frames(whole), [], 0
        for _ in range(20):
            length = generator.randrange(1, len(data))
            path.write_bytes(data[:length])
            code, lines, _ = run_bounded("video", "convert", path, "null:", "--audio", "none")
            if code == 0 and frames(path) < count:
                short += 1
            elif code not in (0, 3) or code == 3 and path.name not in lines[-1]:
                wrong.append((length, code, lines[:2]))
        # A bare stream may end before a frame, also inside its first bytes.
        report.check(not wrong and short <= (2 if whole == stream else 0),
                     f"{whole.name} cut at 20 places: {short} shorter without a word, {wrong}")


def frames(path):
    tracks = json.loads(peers.headroom("video", "info", "--json", path))["tracks"]
    return next(track["frames"] for track in tracks if track["type"] == "video")


def names(folder, report):
    """Errors name the file that is meant, and its place in a project."""
    clip = folder / "clip.mov"
    shutil.copy(films.FILMS / "h264-hlg-amve.mov", clip)
    (folder / "words.mov").write_bytes(b"no film")
    whole = clip.read_bytes()
    (folder / "short.mov").write_bytes(whole[:len(whole) // 2])
    for more, words in (({"source": "none.mov"}, "source: no file none.mov"), ({"source": "words.mov"}, "source: words.mov: not a film"),
                        ({"source": "clip.mov", "track": 8}, "track: clip.mov: there is no video track 8"),
                        ({"source": "short.mov"}, "source: short.mov: mdat: the file ends inside this box"),
                        ({"source": str(films.FILMS / "prores422hq-untagged.mov")}, "source: "),
                        ({"source": "clip.mov", "in": 9}, "in: 9 s lies behind the end of clip.mov (0.8 s)")):
        project = films.project(folder / "names.json", [films.video(films.clip(clip), more)])
        code, lines = films.failure("video", "edit", project, "null:")
        report.check(code == 3 and len(lines) == 1 and f"names.json: /tracks/0/clips/1/{words}" in lines[0], f"{words}: {code}, {lines[:2]}")
    code, lines = films.failure("video", "convert", clip, folder / "tiny.mp4", "--size", "8x8", "--quiet")
    report.check(code == 4 and len(lines) == 1 and "tiny.mp4" in lines[0], f"what an encoder refuses: {code}, {lines[:2]}")
    fields = films.FILMS / "prores422hq-untagged.mov"
    for words in (("convert", fields, "null:"), ("frame", fields, "--frame", "0", "--output", folder / "field.png")):
        code, lines = films.failure("video", *words)
        report.check(code == 3 and "interlaced" in lines[-1], f"{words[0]} of interlaced video: {code}, {lines[:2]}")
    code, lines = films.failure("video", "frame", fields, "--frame", "0", "--codes", "--output", folder / "field.yuv")
    report.check(code == 0, f"codes of interlaced video: {code}, {lines[:2]}")


def by_name(folder, report):
    data = (films.FILMS / "aswf-hdr10-still.mp4").read_bytes()
    for entry, words in ((b"vvc1", "VVC"), (b"aprn", "ProRes RAW"), (b"xyzw", "xyzw")):
        path = folder / "renamed.mp4"
        path.write_bytes(data.replace(b"avc1", entry).replace(b"hvc1", entry).replace(b"hev1", entry).replace(b"av01", entry))
        code, lines, _ = run_bounded("video", "convert", path, "null:")
        report.check(code == 3 and len(lines) == 1 and words in lines[0], f"{words} is refused by name: {code}, {lines[:2]}")
    code, lines, _ = run_bounded("video", "convert", films.FILMS / "dovi-p5-ipt.mp4", "null:")
    report.check(code == 3 and "Dolby Vision" in lines[-1] and "5" in lines[-1], f"Dolby Vision 5: {code}, {lines[:2]}")


if __name__ == "__main__":
    main()
