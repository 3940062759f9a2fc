#!/usr/bin/env python3
"""Times in films that `headroom video` writes, as ffprobe reads them: an hour at 24000/1001 frames a second does not drift,
sources with uneven frames keep their times."""

import fractions
import pathlib
import tempfile

import films
import peers

UNEVEN = ("vfr-android-slowmo.mp4", "android-hdr10plus-vfr.mp4", "iphone-dv84-hlg-rot90.mov", "sdr-720p-rot270.mp4")
MINUTES = 60


def main():
    films.require()
    report = peers.Report()
    with tempfile.TemporaryDirectory() as folder:
        folder = pathlib.Path(folder)
        an_hour(folder, report)
        cuts(folder, report)
        if films.FILMS.is_dir():
            for name in UNEVEN:
                uneven(folder, films.FILMS / name, report)
        else:
            print(f"SKIPPED uneven clips: no films in {films.FILMS}")
    report.finish()


def seconds(path):
    ticks, base = films.times(path)
    return [tick * fractions.Fraction(base) for tick in ticks]


def an_hour(folder, report):
    size = (64, 64)
    still = films.make(folder / "still.mp4", films.flat(126, size=size, depth=8) * 2, films.SDR, size=size,
                       pixels="yuv420p", codec=("-c:v", "libx264", "-qp", "0"))
    project = films.project(folder / "hour.json", [films.video(films.clip(still, speed=0, duration=MINUTES * 60))],
                            frameRate="24000/1001")
    film = films.edit(project, folder / "hour.mp4", "--codec", "h264", "--preset", "ultrafast", "--crf", "40")
    times = seconds(film)
    step = fractions.Fraction(1001, 24000)
    count = -(-MINUTES * 60 // step)
    off = [number for number, time in enumerate(times) if time != number * step]
    report.check(len(times) == count, f"{MINUTES} minutes at 24000/1001: {len(times)} frames of {count}")
    report.check(not off, f"{MINUTES} minutes at 24000/1001: {len(off)} frames are not at their time, the first {off[:1]}")


def cuts(folder, report):
    """Clips of 25 and 30 frames a second in a project of 30000/1001: frames at its own rhythm, to its end."""
    size, step = (64, 64), fractions.Fraction(1001, 30000)
    clips = [films.make(folder / f"{rate}.mp4", films.flat(721, size=size) * 40, films.HLG, size=size, rate=str(rate),
                        codec=films.x265()) for rate in (25, 30)]
    project = films.project(folder / "rates.json", [films.video(*map(films.clip, clips))], frameRate="30000/1001")
    for name in ("rates.mp4", "rates.mov"):
        times = seconds(films.edit(project, folder / name))
        count = -(-(fractions.Fraction(40, 25) + fractions.Fraction(40, 30)) // step)
        report.check(times == [number * step for number in range(count)],
                     f"{name}: {len(times)} frames of {count}, {float(times[-1]):.4f} s the last")


def uneven(folder, source, report):
    wanted = seconds(source)
    for suffix in (".mp4", ".mov"):
        found = seconds(films.convert(source, folder / ("uneven" + suffix), "--size", "160x96", "--preset", "ultrafast"))
        shifts = {b - wanted[0] - (a - found[0]) for a, b in zip(found, wanted)}
        report.check(len(found) == len(wanted) and shifts == {0},
                     f"{source.name} to {suffix}: {len(found)} frames of {len(wanted)}, "
                     f"{float(max(map(abs, shifts))):.6f} s off at most")


if __name__ == "__main__":
    main()
