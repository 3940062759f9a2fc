#!/usr/bin/env python3
"""Light in films that `headroom video` writes, against the formulas of BT.2100, on clips of known codes: dissolves of HLG,
PQ and SDR keep reference white, mixes of bright and dark mix light, weights are those of the frame's time, colours are
converted by luminance, cuts keep every code. The films are written without loss, decoded by FFmpeg, and compared as codes.
"""

import itertools
import pathlib
import tempfile

import films
import peers

WHITES = {"hlg": films.HLG_WHITE, "pq": films.PQ_WHITE, "sdr": films.SDR_WHITE_10}


def main():
    films.require()
    report = peers.Report()
    with tempfile.TemporaryDirectory() as folder:
        folder = pathlib.Path(folder)
        for test in (whites, transforms_of_white, light_not_codes, ramps, code_blending, colours, greys, codes_of_a_cut):
            test(folder, report)
    report.finish()


def sources(folder):
    """Clips of reference white, 1 s each."""
    files = {}
    for name, colors, luma, depth in (("hlg", films.HLG, films.HLG_WHITE, 10), ("pq", films.PQ, films.PQ_WHITE, 10),
                                      ("sdr", films.SDR, films.SDR_WHITE, 8)):
        pixels, codec = ("yuv420p10le", films.x265()) if depth == 10 else ("yuv420p", ("-c:v", "libx264", "-qp", "0"))
        frames = films.flat(luma, depth=depth) * 30
        files[name] = films.make(folder / f"white-{name}.mp4", frames, colors, codec=codec, pixels=pixels)
    return files


def policy(*kinds):
    return next(kind for kind in ("hlg", "pq", "sdr") if kind in kinds)


def dissolve(folder, first, second, output, options=(), **more):
    project = films.project(folder / "dissolve.json", [films.video(
        films.clip(first), films.clip(second, transition={"type": "dissolve", "duration": 0.5}))], **more)
    return films.decode(films.edit(project, folder / output, "--lossless", *options))


def worst(frames, luma):
    """How far any pixel of any frame is from a grey: luma, chroma. Codes of 10 bits."""
    chroma = max(abs(plane.astype(int) - 512).max() for frame in frames for plane in frame[1:])
    return max(abs(frame[0].astype(int) - luma).max() for frame in frames), chroma


def whites(folder, report):
    files = sources(folder)
    for first, second in itertools.product(files, files):
        for wanted in dict.fromkeys((policy(first, second), "hlg", "pq")):
            color = {} if wanted == policy(first, second) else {"color": {"transfer": wanted}}
            frames = dissolve(folder, files[first], files[second], "white.mkv", **color)
            deep = frames[0][0].dtype.itemsize == 2
            report.check(deep or wanted == "sdr", f"{first} to {second} in {wanted}: {10 if deep else 8} bits")
            if not deep:
                frames = [[plane.astype(int) * 4 for plane in frame] for frame in frames]
            luma, chroma = worst(frames, WHITES[wanted])
            report.check(len(frames) == 45, f"{first} to {second} in {wanted}: {len(frames)} frames of 45")
            report.check(luma <= 1 and chroma <= 1,
                         f"{first} to {second} in {wanted}: luma {WHITES[wanted]}, {luma} off; chroma {chroma} off")


def transforms_of_white(folder, report):
    """White that is scaled, moved and laid over white is white, apart from the layer's edge."""
    files = sources(folder)
    for first, second in (("hlg", "pq"), ("pq", "sdr"), ("sdr", "hlg")):
        wanted = policy(first, second)
        project = films.project(folder / "scaled.json", [
            films.video(films.clip(files[first])),
            films.video(films.clip(files[second], transform=[0.5, 0, 0, 0.5, 32, 18], opacity=0.6))])
        luma, chroma = worst(films.decode(films.edit(project, folder / "scaled.mkv", "--lossless")), WHITES[wanted])
        report.check(luma <= 1 and chroma <= 1,
                     f"{second} at 60 % and half the size over {first}: luma {luma}, chroma {chroma} off")


def light_not_codes(folder, report):
    import film_light as light
    files = sources(folder)
    dark = round(light.hlg_grey(20))
    second = films.make(folder / "dark.mp4", films.flat(dark) * 30, films.HLG, codec=films.x265())
    frames = dissolve(folder, files["hlg"], second, "mix.mkv")[15:30]
    shown = light.hlg_grey_light(dark)
    for number, frame in enumerate(frames):
        wanted = light.hlg_grey(203.0 + (shown - 203) * number / 15)
        error = abs(frame[0].astype(float) - wanted).max()
        report.check(error <= 1, f"203 to 20 cd/m2, {number}/15: luma {frame[0][0, 0]}, by light {wanted:.1f}")
    report.check(abs(int(frames[7][0][0, 0]) - 640) <= 1, f"its middle is luma {frames[7][0][0, 0]} (light 640, codes 553)")


def ramps(folder, report):
    """An opacity that runs from 1/4 to 1 while the clip is shown: at each frame the weight of its time."""
    import film_light as light
    files = sources(folder)
    black = films.make(folder / "black.mp4", films.flat(64) * 30, films.HLG, codec=films.x265())
    for rate in (30, "24000/1001"):
        project = films.project(folder / "ramp.json", [
            films.video(films.clip(black)),
            films.video(films.clip(files["pq"], opacity=[{"time": 0, "value": 0.25}, {"time": 0.8, "value": 1}]))],
            frameRate=rate)
        frames = films.decode(films.edit(project, folder / "ramp.mkv", "--lossless"))
        over, under = str(rate).split("/") if "/" in str(rate) else (rate, 1)
        errors = []
        for number, frame in enumerate(frames):
            weight = min(1, 0.25 + 0.75 * number * int(under) / int(over) / 0.8)
            # Seen from the codes, as PQ 573 is 202.6 cd/m2.
            white = float(light.pq_light(light.grey_signal(films.PQ_WHITE)))
            errors.append(abs(frame[0].astype(float) - light.hlg_grey(white * weight)).max())
        report.check(max(errors) <= 1, f"opacity ramp at {rate} frames/s: {len(frames)} frames, {max(errors):.2f} codes off")


def code_blending(folder, report):
    """What old projects want: codes are mixed."""
    files = sources(folder)
    second = films.make(folder / "dark.mp4", films.flat(361) * 30, films.HLG, codec=films.x265())
    frames = dissolve(folder, files["hlg"], second, "codes.mkv", blending="code")[15:30]
    errors = [abs(frame[0].astype(float) - (721 - 360 * number / 15)).max() for number, frame in enumerate(frames)]
    report.check(max(errors) <= 1, f"blending of codes: {max(errors):.2f} codes off")


def colours(folder, report):
    """HLG red, (0.8, 0.4, 0.2) and 142 other colours as PQ and back, at 16 bits: light within 0.5 %."""
    import numpy
    import film_light as light
    values = numpy.random.default_rng(36).uniform(0.15, 0.95, (142, 3))
    signal = numpy.concatenate([[[1, 0, 0], [0.8, 0.4, 0.2]], values])
    for name, colors, decoder, encoder in (("pq", films.HLG, light.hlg_light, light.pq_signal),
                                           ("hlg", films.PQ, light.pq_light, light.hlg_signal)):
        if name == "hlg":
            signal = light.pq_signal(numpy.minimum(light.hlg_light(signal), 900))
        given = numpy.round(light.codes(signal, 16))
        source = films.make(folder / "colours.mkv", squares(given), colors, size=(96, 96), pixels="yuv444p16le")
        planes = films.decode(films.convert(source, folder / f"colours-{name}.mkv", "--codec", "ffv1", "--transfer", name))[0]
        depth = 16 if planes[0].max() > 4095 else 10
        found = numpy.stack([plane[4::8, 4::8].ravel() for plane in planes], -1)
        wanted = decoder(light.signal(given, 16))
        shown = (light.pq_light if name == "pq" else light.hlg_light)(light.signal(found, depth))
        # Of the brightest channel: the others carry the rounding of chroma.
        errors = abs(shown - wanted).max(-1) / wanted.max(-1)
        for index, label in ((0, "red"), (1, "(0.8, 0.4, 0.2)")) if name == "pq" else ():
            text = ", ".join(f"{value:.1f}" for value in shown[index])
            report.check(errors[index] <= 0.005, f"HLG {label} as PQ: {text} cd/m2, {errors[index]:.3%} off")
        report.check(errors.max() <= 0.005, f"{len(signal)} colours as {name} at {depth} bits: {errors.max():.3%} off")
        plain_codes(folder, report, signal, colors, decoder, encoder, name)


def plain_codes(folder, report, signal, colors, decoder, encoder, name):
    """The same colours at 10 bits: the codes of the formulas, rounded."""
    import numpy
    import film_light as light
    given = numpy.round(light.codes(signal, 10))
    source = films.make(folder / "colours10.mkv", squares(given), colors, size=(96, 96), pixels="yuv444p10le")
    planes = films.decode(films.convert(source, folder / "colours10-out.mkv", "--codec", "ffv1", "--transfer", name))[0]
    found = numpy.stack([plane[4::8, 4::8].ravel() for plane in planes], -1)
    wanted = light.codes(numpy.clip(encoder(decoder(light.signal(given, 10))), 0, 1), 10)
    # Codes of colours outside 0...1, as rounding makes them, mean what each reader makes of them.
    inside = ((light.signal(given, 10) >= 0) & (light.signal(given, 10) <= 1)).all(-1)
    error = abs(found - wanted)[inside]
    report.check(error.max() <= 1, f"{inside.sum()} colours as {name} at 10 bits: {error.max():.2f} codes off")


def squares(codes):
    """A frame of 12 x 12 squares of 8 pixels."""
    import numpy
    return b"".join(numpy.kron(codes[:, plane].reshape(12, 12), numpy.ones((8, 8))).astype("<u2").tobytes()
                    for plane in range(3))


def greys(folder, report):
    """All codes of luma from HLG to PQ, and those below 1000 cd/m2 back: within a code of the formulas."""
    import numpy
    import film_light as light
    for name, colors, last in (("pq", films.HLG, 940), ("hlg", films.PQ, 700)):
        luma = numpy.arange(64, last + 1)
        luma = numpy.pad(luma, (0, -len(luma) % 8), "edge")
        source = films.make(folder / "greys.mkv", ramp_frame(luma), colors, size=(len(luma), 64))
        frame = films.decode(films.convert(source, folder / "greys-out.mkv", "--codec", "ffv1", "--transfer", name))[0]
        grey = numpy.repeat(light.grey_signal(luma)[:, None], 3, 1)
        signal = light.pq_signal(light.hlg_light(grey)) if name == "pq" else light.hlg_signal(light.pq_light(grey))
        error = abs(frame[0] - light.grey_code(signal[:, 0])).max()
        report.check(error <= 1, f"greys {luma[0]} to {luma[-1]} as {name}: {error:.2f} codes off")


def ramp_frame(luma, height=64):
    import numpy
    rows = numpy.repeat(luma[None].astype("<u2"), height, 0)
    return rows.tobytes() + numpy.full(2 * (len(luma) // 2) * (height // 2), 512, "<u2").tobytes()


def codes_of_a_cut(folder, report):
    """A ramp of the 877 codes of narrow range: a cut keeps each in its place, a way through light at least 870."""
    import numpy
    luma = numpy.pad(numpy.arange(64, 941), (0, 3), "edge")
    for name, colors in (("hlg", films.HLG), ("pq", films.PQ)):
        ramp = films.make(folder / f"ramp-{name}.mp4", ramp_frame(luma) * 30, colors, codec=films.x265(), size=(880, 64))
        cut = films.project(folder / "cut.json", [films.video(
            films.clip(ramp, **{"in": 0.5}), films.clip(ramp, duration=0.5))])
        for output in ("cut.mkv", "cut.mov"):
            frames = films.decode(films.edit(cut, folder / output, "--lossless"))
            kept = all((frame[0] == luma).all() and (frame[1] == 512).all() for frame in frames)
            report.check(kept and len(frames) == 30, f"cut of {name} into {output}: {len(frames)} frames keep each code")
        frames = dissolve(folder, ramp, ramp, "through.mkv")
        count = min(len(numpy.unique(frame[0])) for frame in frames[15:30])
        report.check(count >= 870, f"{name} through light: at least {count} of 877 codes")


if __name__ == "__main__":
    main()
