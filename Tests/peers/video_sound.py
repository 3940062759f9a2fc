#!/usr/bin/env python3
"""Sound and picture of films cut by `headroom video edit` stay together: a burst of noise and a white frame that begin
together in the source begin together after every cut. Sound is decoded by FFmpeg; PCM has to be exact to the sample."""

import pathlib
import tempfile

import films
import peers

RATE = 48_000
# Seconds at which flash and burst begin in the source; the frame is that of 30 a second.
MOMENT = 0.5


def main():
    films.require()
    report = peers.Report()
    with tempfile.TemporaryDirectory() as folder:
        folder = pathlib.Path(folder)
        for rate in (RATE, 44_100):
            source = clip(folder, rate)
            for name, options, slack in (("pcm.mov", ("--audio", "pcm"), 1), ("aac.mp4", (), 1), ("opus.mkv", (), 1),
                                         ("opus.webm", (), 1)):
                cuts(folder, source, name, options, slack, report)
            copied(folder, source, report)
            languages(folder, source, report)
    report.finish()


def burst(rate):
    """10 ms of tones from 1 to 15 kHz that begin and end softly: any codec and resampler keeps its shape."""
    import numpy
    time = numpy.arange(rate // 100) / rate
    tones = sum(numpy.sin(2 * numpy.pi * (1000 + 1400 * number) * time + number * number) for number in range(11))
    return 0.05 * tones * numpy.sin(numpy.pi * time * 100) ** 2


def clip(folder, rate):
    """Two seconds, 30 frames a second: one white frame, and a burst that begins with it."""
    import numpy
    frames = films.flat(64) * 15 + films.flat(721) + films.flat(64) * 44
    picture = films.make(folder / "picture.mp4", frames, films.HLG, codec=films.x265())
    sound = numpy.zeros(2 * rate)
    sound[round(MOMENT * rate):][:rate // 100] = burst(rate)
    samples = (sound * 32767).astype("<i2").tobytes()
    path = folder / f"clip-{rate}.mov"
    films.run("ffmpeg", "-v", "error", "-y", "-i", picture, "-f", "s16le", "-ar", rate, "-ac", 1, "-i", "-", "-c:v", "copy",
              "-c:a", "pcm_s16le", "-tag:v", "hvc1", path, data=samples)
    return path


# Where pieces of the source begin, how long they are; each holds the moment.
PIECES = ((0.25, 0.5), (0.5, 0.4), (0.4, 1.0), (0.1, 0.7))


def cuts(folder, source, name, options, slack, report):
    import numpy
    clips = [films.clip(source, **{"in": start, "duration": length}) for start, length in PIECES]
    project = films.project(folder / "cuts.json", [films.video(*clips), {"type": "audio", "clips": clips}], frameRate=30)
    film = films.edit(project, folder / name, *options)
    beginnings(film, name, report)
    frames, sound = films.decode(film), samples(film)
    flashes = [number for number, frame in enumerate(frames) if frame[0].mean() > 500]
    starts = numpy.cumsum([0] + [length for _, length in PIECES])[:-1]
    wanted = [begin + MOMENT - start for begin, (start, _) in zip(starts, PIECES)]
    label = f"{name} of {source.stem}"
    report.check(flashes == [round(time * 30) for time in wanted], f"{label}: white frames {flashes}")
    errors = []
    for time in wanted:
        found = place(sound, time)
        errors.append(found - time * RATE)
    report.check(max(map(abs, errors)) <= slack, f"{label}: bursts {', '.join(f'{error:+.1f}' for error in errors)} samples off")
    length = round((starts[-1] + PIECES[-1][1]) * RATE)
    report.check(abs(len(sound) - length) <= (0 if name.endswith("mov") else 1024), f"{label}: {len(sound)} samples of {length}")


def beginnings(film, name, report):
    """The first picture and the first sound that is heard are shown together: to a tick of the file's clock."""
    first = {}
    for kind in ("v", "a"):
        frames = films.probe(film, "-select_streams", f"{kind}:0", "-show_entries", "frame=pts_time", "-read_intervals", "%+#4")
        first[kind] = float(frames["frames"][0]["pts_time"])
    if name.startswith("opus"):
        # The decoder drops the codec's delay, which the first frame's time still counts.
        first["a"] += 312 / 48_000
    tick = 0.001 if name.endswith(("mkv", "webm")) else 1 / RATE
    report.check(abs(first["v"] - first["a"]) <= tick, f"{name}: pictures from {first['v']} s on, sound from {first['a']} s on")


def samples(film, number=0):
    import numpy
    raw = films.run("ffmpeg", "-v", "error", "-i", film, "-map", f"0:a:{number}", "-f", "f32le", "-ac", 1, "-ar", RATE, "-")
    return numpy.frombuffer(raw, "<f4").astype(float)


def place(sound, time):
    """The sample at which the burst begins, near a time: where it fits best, between samples by a parabola."""
    import numpy
    pattern, around = burst(RATE), 2000
    start = max(0, round(time * RATE) - around)
    window = sound[start:start + 2 * around + len(pattern)]
    match = numpy.correlate(window, pattern, "valid")
    best = int(match.argmax())
    if 0 < best < len(match) - 1:
        left, middle, right = match[best - 1:best + 2]
        bend = left - 2 * middle + right
        return start + best + (0.5 * (left - right) / bend if bend else 0)
    return start + best


def copied(folder, source, report):
    """One clip from its beginning to its end: the coded sound is taken as it is."""
    film = films.convert(source, folder / "copy.mov", "--codec", "hevc")
    a, b = (films.run("ffmpeg", "-v", "error", "-i", path, "-map", "0:a:0", "-f", "md5", "-") for path in (source, film))
    report.check(a == b, f"{source.stem}: `video convert` keeps every sample")


# Where each language's copy of the clip's sound begins, in seconds.
DELAYS = (0, 0.1, 0.237)


def languages(folder, source, report):
    """Three languages, each a little later than the one before, through a range, a size and a filter: each stays where it
    was, to the sample, and has its name."""
    inputs = [word for delay in DELAYS for word in ("-itsoffset", delay, "-i", source)]
    maps = [word for number in range(len(DELAYS)) for word in ("-map", f"{number + 1}:a")]
    names = [word for number, name in enumerate(("eng", "ita", "fra"))
             for word in (f"-metadata:s:a:{number}", f"language={name}")]
    many = folder / f"many-{source.stem}.mov"
    films.run("ffmpeg", "-v", "error", "-y", "-i", source, *inputs, "-map", "0:v", *maps, *names, "-c", "copy", many)
    start, end = 0.3, 1.4
    for name, options in (("many.mov", ("--audio", "pcm")), ("copied.mov", ()), ("many.mp4", ("--audio", "aac")),
                          ("many.mkv", ("--audio", "opus")), ("many.webm", ())):
        film = films.convert(many, folder / name, "--range", f"{start}..{end}", "--size", "96x64",
                             "--filter", "CIExposureAdjust ev=0.1", *options)
        label = f"{name} of {many.stem}"
        flashes = [number for number, frame in enumerate(films.decode(film)) if frame[0].mean() > 500]
        report.check(flashes == [round((MOMENT - start) * 30)], f"{label}: white frames {flashes}")
        streams = films.probe(film, "-select_streams", "a", "-show_streams")["streams"]
        found = [stream.get("tags", {}).get("language") for stream in streams]
        report.check(found == ["eng", "ita", "fra"], f"{label}: languages {found}")
        for number, delay in enumerate(DELAYS):
            wanted = MOMENT + delay - start
            error = place(samples(film, number), wanted) - wanted * RATE
            report.check(abs(error) <= 1, f"{label}: language {number} is {error:+.2f} samples off")


if __name__ == "__main__":
    main()
