#!/usr/bin/env python3
"""Frames of every film of the test data, by number, in any order: the codes that FFmpeg 5.1 decodes one after the other
(`-f framemd5`, unturned, none dropped or repeated). And what `video frame` gives of a project is what a film without
loss holds."""

import hashlib
import json
import pathlib
import random
import tempfile

import films
import peers

# By its boxes a frame lasts into the edit, which FFmpeg drops.
EARLIER = {"editlist-no-sync-before.mp4": 1}
# Colour that nothing in the file explains; refused by name.
REFUSED = {"dovi-p5-ipt.mp4"}


def main():
    films.require_films()
    report = peers.Report()
    files = sorted(path for path in films.FILMS.iterdir() if path.suffix != ".json" and path.name not in REFUSED)
    for path in files:
        every_frame(path, report)
    with tempfile.TemporaryDirectory() as folder:
        project_frames(pathlib.Path(folder), report)
    report.finish()


def sequential(path):
    text = films.run("ffmpeg", "-v", "error", "-noautorotate", "-i", path, "-map", "0:v:0", "-fps_mode", "passthrough",
                     "-f", "framemd5", "-").decode()
    return [line.split(",")[5].strip() for line in text.splitlines() if not line.startswith("#")]


def track(path, *options):
    tracks = json.loads(peers.headroom("video", "info", "--json", *options, path))["tracks"]
    return next(track for track in tracks if track["type"] == "video")


def every_frame(path, report):
    wanted = sequential(path)
    try:
        facts = track(path, "--hash")
    except RuntimeError as error:
        report.check(False, f"{path.name}: {error}")
        return
    found = [frame["md5"] for frame in facts["frameList"]]
    skipped = EARLIER.get(path.name, 0)
    wrong = sum(a != b for a, b in zip(found[skipped:], wanted))
    report.check(len(found) == len(wanted) + skipped and wrong == 0,
                 f"{path.name}: {len(found)} frames, FFmpeg has {len(wanted)}, {wrong} differ")
    report.check(facts["frames"] == len(found), f"{path.name}: {facts['frames']} frames are announced")
    random_order(path, found, report)


def random_order(path, hashes, report):
    """Some frames in an order that jumps, and the last ones, read anew in one command: those of the sequence."""
    generator = random.Random(path.name)
    numbers = generator.sample(range(len(hashes)), min(10, len(hashes))) + [len(hashes) - 1, 0]
    choice = [word for number in numbers for word in ("--frame", number)]
    codes = peers.headroom("video", "frame", path, *choice, "--codes", "--output", "-", "--quiet")
    size = len(codes) // len(numbers)
    found = [hashlib.md5(codes[start:start + size]).hexdigest() for start in range(0, len(codes), size or 1)]
    wrong = [number for number, md5 in zip(numbers, found) if md5 != hashes[number]]
    report.check(len(found) == len(numbers) and not wrong, f"{path.name}: frames {numbers} in this order, wrong {wrong}")


def project_frames(folder, report):
    """The codes that the encoder gets, and one decodes from a film without loss."""
    clip = films.FILMS / "android-hlg-colorchecker.mp4"
    other = films.FILMS / "av1-hdr10-mdcv-clli-60p.mp4"
    project = folder / "cut.json"
    project.write_text(json.dumps({"schema": 1, "size": [640, 360], "frameRate": 30, "tracks": [
        {"type": "video", "clips": [
            {"source": str(clip), "fit": "fit", "duration": 0.25},
            {"source": str(other), "fit": "fit", "duration": 0.5, "transition": {"type": "dissolve", "duration": 0.1}}]},
        {"type": "video", "clips": [
            {"source": str(clip), "transform": [0.1, 0, 0, 0.1, 20, 30], "duration": 0.2, "start": 0.2,
             "opacity": [{"time": 0, "value": 0}, {"time": 0.2, "value": 1}]}]}]}))
    film = films.edit(project, folder / "film.mkv", "--lossless")
    wanted = sequential(film)
    numbers = list(range(len(wanted)))
    random.Random(11).shuffle(numbers)
    choice = [word for number in numbers for word in ("--frame", number)]
    codes = peers.headroom("video", "frame", project, *choice, "--codes", "--output", "-", "--quiet")
    size = len(codes) // len(numbers)
    found = [hashlib.md5(codes[start:start + size]).hexdigest() for start in range(0, len(codes), size)]
    wrong = [number for number, md5 in zip(numbers, found) if md5 != wanted[number]]
    report.check(not wrong, f"a project's {len(wanted)} frames in any order are those of its film, wrong {wrong}")
    again = sequential(films.edit(project, folder / "again.mkv", "--lossless", "--threads", 1))
    report.check(again == wanted, "one thread writes the same codes as all")


if __name__ == "__main__":
    main()
