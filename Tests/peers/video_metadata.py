#!/usr/bin/env python3
"""What films that `headroom video` writes say of their colour and light, box by box and by other readers: HDR10 keeps the
source's mastering display and light level in boxes and bitstream, HLG has neither but keeps its ambient light, nothing
that was edited claims Dolby Vision, HEVC is called hvc1. The films open in FFmpeg 5.1, newer ones and PyAV, and AV1 plays
in Chromium with the light that was meant."""

import http.server
import pathlib
import struct
import tempfile
import threading

import film_boxes
import films
import peers

MASTERING = "G(13250,34500)B(7500,3000)R(34000,16000)WP(15635,16450)L(10000000,50)"
MDCV = struct.pack(">8H2I", 13250, 34500, 7500, 3000, 34000, 16000, 15635, 16450, 10_000_000, 50)
CLLI = struct.pack(">2H", 1000, 400)
# nclx in .mp4 has a byte for the range, nclc in .mov has not.
COLORS = {"hlg": (9, 18, 9), "pq": (9, 16, 9), "sdr": (1, 1, 1)}


def main():
    films.require()
    report = peers.Report()
    with tempfile.TemporaryDirectory() as folder:
        folder = pathlib.Path(folder)
        source = hdr10(folder)
        written_hdr10(folder, source, report)
        written_hlg(folder, report)
        written_sdr(folder, source, report)
        written_prores(folder, source, report)
        phone_clips(folder, report)
        what_a_copy_keeps(folder, report)
        readers(folder, source, report)
        chromium(folder, report)
    report.finish()


def hdr10(folder):
    """An HDR10 clip of 1000 cd/m2, whose light is said in the bitstream alone."""
    codec = films.x265("hdr10=1", "repeat-headers=1", f"master-display={MASTERING}", "max-cll=1000,400")
    size = (256, 144)
    return films.make(folder / "hdr10.mp4", films.flat(films.PQ_WHITE, size=size) * 30, films.PQ, codec=codec, size=size)


def cut(folder, source, name="cut.json"):
    """Two pieces of a clip with a dissolve: frames are rendered."""
    return films.project(folder / name, [films.video(
        {"source": str(source)}, {"source": str(source), "transition": {"type": "dissolve", "duration": 0.1}})])


def check_colour(label, boxes, kind, report):
    found = [content for name, content in boxes if name == "colr"]
    wanted = struct.pack(">3H", *COLORS[kind])
    fits = len(found) == 1 and found[0][:4] in (b"nclx", b"nclc") and found[0][4:10] == wanted
    report.check(fits, f"{label}: one colr of {COLORS[kind]}, found {[content.hex() for content in found]}")


def light_boxes(boxes):
    return {name: content for name, content in boxes if name in ("mdcv", "clli", "amve", "dvcC", "dvvC", "dvwC")}


def side_data(path):
    """What the first frame's messages say, as ffprobe has them."""
    frame = films.probe(path, "-select_streams", "v:0", "-show_frames", "-read_intervals", "%+#1")["frames"][0]
    kinds = ("Mastering display metadata", "Content light level metadata")
    return {one["side_data_type"]: one for one in frame.get("side_data_list", []) if one["side_data_type"] in kinds}


def written_hdr10(folder, source, report):
    wanted = side_data(source)
    project = cut(folder, source)
    for name, codec in (("out.mp4", "hevc"), ("out.mov", "hevc"), ("av1.mp4", "av1")):
        film = films.edit(project, folder / name, "--codec", codec)
        entry, boxes = film_boxes.video_entry(film)
        label = f"HDR10 as {codec} in {film.suffix}"
        report.check(entry == {"hevc": "hvc1", "av1": "av01"}[codec], f"{label}: {entry}")
        check_colour(label, boxes, "pq", report)
        report.check(light_boxes(boxes) == {"mdcv": MDCV, "clli": CLLI},
                     f"{label}: boxes {[(name, content.hex()) for name, content in light_boxes(boxes).items()]}")
        found = side_data(film)
        same = found == wanted if codec == "hevc" else near(found, wanted)
        report.check(len(wanted) == 2 and same, f"{label}: the bitstream says what the source's said")
    film = films.edit(project, folder / "dark.mp4", "--light", "none")
    report.check(light_boxes(film_boxes.video_entry(film)[1]) == {} and side_data(film) == {},
                 f"--light none says nothing: {list(side_data(film).values())}")


def near(found, wanted):
    """AV1 has other units: 1/65536 of chromaticities, 1/256 and 1/16384 cd/m2."""
    def numbers(data):
        return {(kind, key): number(value) for kind, one in data.items() for key, value in one.items()
                if key != "side_data_type"}

    def number(value):
        over, _, under = str(value).partition("/")
        return int(over) / int(under or 1)
    a, b = numbers(found), numbers(wanted)
    return a.keys() == b.keys() and all(abs(a[key] - b[key]) <= max(5e-5, 2e-2 * abs(b[key])) for key in a)


def written_hlg(folder, report):
    source = films.make(folder / "hlg.mp4", films.flat(films.HLG_WHITE) * 30, films.HLG, codec=films.x265())
    project = cut(folder, source)
    for name, codec in (("hlg-out.mp4", "hevc"), ("hlg-out.mov", "hevc"), ("hlg-av1.mp4", "av1"), ("hlg-pro.mov", "prores")):
        _, boxes = film_boxes.video_entry(films.edit(project, folder / name, "--codec", codec))
        check_colour(f"HLG as {codec} in {name}", boxes, "hlg", report)
        report.check(light_boxes(boxes) == {}, f"HLG as {codec} in {name}: no light boxes {list(light_boxes(boxes))}")
    film = films.convert(source, folder / "hlg.webm")
    facts = films.stream(film)
    report.check((facts["codec_name"], facts.get("color_transfer")) == ("av1", "arib-std-b67"),
                 f"HLG in .webm: {facts['codec_name']}, {facts.get('color_transfer')}")


def written_sdr(folder, source, report):
    """HDR10 as SDR says 1, 1, 1 and nothing of HDR, whatever the codec."""
    for codec in ("h264", "hevc", "av1"):
        film = films.convert(source, folder / f"sdr-{codec}.mp4", "--transfer", "sdr", "--codec", codec)
        _, boxes = film_boxes.video_entry(film)
        check_colour(f"SDR as {codec}", boxes, "sdr", report)
        report.check(light_boxes(boxes) == {} and side_data(film) == {}, f"SDR as {codec}: nothing of HDR is left")


def written_prores(folder, source, report):
    """Each profile is an entry of its own: players choose their decoder by it."""
    entries = {"proxy": "apco", "lt": "apcs", "standard": "apcn", "hq": "apch", "4444": "ap4h", "4444xq": "ap4x"}
    for profile, wanted in entries.items():
        film = films.convert(source, folder / "profile.mov", "--codec", "prores", "--preset", profile, "--range", "0..0.1")
        entry = film_boxes.video_entry(film)[0]
        report.check(entry == wanted, f"ProRes {profile}: {entry}, wanted {wanted}")


def phone_clips(folder, report):
    if not films.FILMS.is_dir():
        print(f"SKIPPED clips of phones: no films in {films.FILMS}")
        return
    for name, ambient in (("h264-hlg-amve.mov", True), ("iphone-dv84-hlg-rot90.mov", None), ("dovi-p81-hdr10.mp4", None)):
        source = films.FILMS / name
        given = light_boxes(film_boxes.video_entry(source)[1])
        if ambient:
            report.check("amve" in given, f"{name}: has its ambient light")
        for suffix in (".mp4", ".mov"):
            film = films.convert(source, folder / ("phone" + suffix), "--size", "320x180", "--range", "0..0.2")
            entry, boxes = film_boxes.video_entry(film)
            kept = {key: value for key, value in given.items() if key == "amve"}
            # What the bitstream says comes into boxes, too.
            boxes_of = {"Mastering display metadata": "mdcv", "Content light level metadata": "clli"}
            wanted = sorted([*kept, *(boxes_of[kind] for kind in side_data(source))])
            report.check(entry == "hvc1", f"{name} to {suffix}: {entry}")
            found = light_boxes(boxes)
            report.check(sorted(found) == wanted and all(found[key] == kept[key] for key in kept),
                         f"{name} to {suffix}: boxes {sorted(found)} of {wanted}, the source had {list(given)}")


# Of the file, not of the film.
OF_FILES = {"major_brand", "minor_version", "compatible_brands", "encoder"}


def what_a_copy_keeps(folder, report):
    """What `ffmpeg -map 0 -c copy` keeps of a clip, `video convert` keeps too: tracks of pictures, sound and texts with their
    languages, tags of the file, chapters."""
    if not films.FILMS.is_dir():
        print(f"SKIPPED clips of phones: no films in {films.FILMS}")
        return
    for name in ("iphone-dv84-hlg-rot90.mov", "android-hlg-colorchecker.mp4", "nasa-multi-stream.mp4",
                 "apple-hlg-4k-greysteps.mov", "sdr-bt601-ntsc.mov", "h264-srgb-curve.mp4", "prores4444-alpha.mov"):
        source = films.FILMS / name
        copy = folder / ("copied" + source.suffix)
        films.run("ffmpeg", "-v", "error", "-y", "-i", source, "-map", "0:v", "-map", "0:a?", "-map", "0:s?", "-c", "copy",
                  copy)
        film = films.convert(source, folder / ("converted" + source.suffix), "--size", "192x108", "--range", "0..0.5")
        wanted, found = kept(copy), kept(film)
        report.check(found["streams"] == wanted["streams"],
                     f"{name}: streams {found['streams']}, a copy has {wanted['streams']}")
        missing = {key: value for key, value in wanted["tags"].items() if found["tags"].get(key) != value}
        report.check(not missing, f"{name}: tags that a copy has and the film has not: {missing}")


def kept(path):
    facts = films.probe(path, "-show_streams", "-show_format")
    streams = sorted((stream["codec_type"], stream.get("tags", {}).get("language", "und"))
                     for stream in facts["streams"] if stream["codec_type"] != "data")
    tags = {key: value for key, value in facts["format"].get("tags", {}).items() if key not in OF_FILES}
    return {"streams": streams, "tags": tags}


OUTPUTS = (("r.mp4", ()), ("r.mov", ()), ("r.mkv", ()), ("r.webm", ()), ("av1.mp4", ("--codec", "av1")),
           ("h264.mp4", ("--codec", "h264", "--transfer", "sdr")), ("prores.mov", ("--codec", "prores")),
           ("ffv1.mkv", ("--codec", "ffv1")), ("dnx.mov", ("--codec", "dnxhr")), ("dnx.mxf", ()),
           ("vp9.webm", ("--codec", "vp9")))


def readers(folder, source, report):
    project, wanted = cut(folder, source), 57
    for name, options in OUTPUTS:
        try:
            film = films.edit(project, folder / name, *options)
        except RuntimeError as error:
            report.check(False, f"{name} is written: {error}")
            continue
        for reader, program in films.programs():
            done = films.run(program, "-v", "error", "-xerror", "-i", film, "-f", "framemd5", "-").decode()
            count = sum(not line.startswith("#") for line in done.splitlines())
            report.check(count == wanted, f"{name} in {reader}: {count} frames of {wanted}")
        in_av(film, wanted, report)


def in_av(film, wanted, report):
    try:
        import av
    except ImportError:
        print("SKIPPED PyAV: Python's av is not installed (make peers installs it)")
        return
    with av.open(str(film)) as container:
        count = sum(1 for _ in container.decode(video=0))
        facts = container.streams.video[0].codec_context
        transfer = 1 if film.name == "h264.mp4" else 16
        report.check(count == wanted and facts.color_trc == transfer,
                     f"{film.name} in av {av.__version__}: {count} frames, transfer {facts.color_trc}")


# MARK: Chromium

READ = """(async () => {
  const video = document.createElement('video');
  video.muted = true;
  video.src = SOURCE;
  document.body.append(video);
  await new Promise((good, bad) => { video.onloadeddata = good; video.onerror = () => bad(new Error(video.error.message)); });
  const answers = [];
  for (const time of TIMES) {
    await new Promise(good => { video.onseeked = good; video.currentTime = time; });
    await new Promise(good => setTimeout(good, 100));
    const context = new OffscreenCanvas(16, 16).getContext(
      '2d', {colorSpace: 'rec2100-linear', colorType: 'float16', willReadFrequently: true});
    context.globalHDRHeadroom = Infinity;
    context.drawImage(video, 0, 0, video.videoWidth, video.videoHeight, 0, 0, 16, 16);
    const data = context.getImageData(0, 0, 16, 16, {colorSpace: 'rec2100-linear', pixelFormat: 'rgba-float32'}).data;
    answers.push(Array.from(data.slice(4 * 136, 4 * 136 + 3)));
  }
  let playing = false;
  video.currentTime = 0;
  await video.play();
  await new Promise(good => { video.onended = () => { playing = true; good(); }; setTimeout(good, 15000); });
  return {size: [video.videoWidth, video.videoHeight], duration: video.duration, answers, playing};
})()"""


def chromium(folder, report):
    """A dissolve of 203 and 20 cd/m2 as AV1 plays to its end with the duration and the light that were written."""
    import os
    import film_light as light
    if not os.access(peers.CHROMIUM, os.X_OK):
        print("SKIPPED Chromium: not installed (Debian's package chromium)")
        return
    size = (320, 180)
    dark = round(light.hlg_grey(20))
    first, second = (films.make(folder / f"{luma}.mp4", films.flat(luma, size=size) * 30, films.HLG, size=size,
                                codec=films.x265()) for luma in (films.HLG_WHITE, dark))
    project = films.project(folder / "play.json", [films.video(
        films.clip(first), films.clip(second, transition={"type": "dissolve", "duration": 0.5}))])
    for name, transfer in (("play.mp4", "hlg"), ("play.webm", "pq")):
        films.edit(project, folder / name, "--codec", "av1", "--transfer", transfer)
        answer = played(folder, name, (0.2, 0.5 + 7.5 / 30, 1.2))
        report.check(answer["size"] == list(size) and abs(answer["duration"] - 1.5) < 0.02 and answer["playing"],
                     f"{name} in Chromium: {answer['size']}, {answer['duration']:.3f} s, played to its end: {answer['playing']}")
        middle = 203 + (light.hlg_grey_light(dark) - 203) * 7 / 15
        for found, wanted in zip(answer["answers"], (203, middle, light.hlg_grey_light(dark))):
            # The player's frames have 8 bits: half a code is some percent of light.
            error = max(abs(value * 203 - wanted) for value in found)
            report.check(error <= 0.05 * wanted + 0.5,
                         f"{name} in Chromium, {transfer}: {found[1] * 203:.1f} cd/m2 of {wanted:.1f}")


def played(folder, name, times):
    import json
    import browser
    handler = lambda *words: Files(*words, directory=str(folder))
    server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), handler)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    try:
        with browser.Browser("--autoplay-policy=no-user-gesture-required") as chromium:
            page = chromium.page(f"http://127.0.0.1:{server.server_port}/empty.html", width=400, height=300)
            page.wait("document.readyState === 'complete' && location.pathname === '/empty.html'")
            return page.evaluate(READ.replace("SOURCE", json.dumps(name)).replace("TIMES", json.dumps(times)))
    finally:
        server.shutdown()


class Files(http.server.SimpleHTTPRequestHandler):
    """Files of a folder, with the ranges that players seek by."""

    def log_message(self, *_):
        pass

    def do_GET(self):
        path = pathlib.Path(self.directory) / self.path.lstrip("/")
        data = path.read_bytes() if path.is_file() else b"<!doctype html><body></body>"
        kind = {".mp4": "video/mp4", ".webm": "video/webm"}.get(path.suffix, "text/html")
        first, _, last = self.headers.get("Range", "").removeprefix("bytes=").partition("-")
        start, end = int(first or 0), int(last or len(data) - 1)
        self.send_response(206 if first else 200)
        self.send_header("Content-Type", kind)
        self.send_header("Accept-Ranges", "bytes")
        self.send_header("Content-Length", str(end + 1 - start))
        if first:
            self.send_header("Content-Range", f"bytes {start}-{end}/{len(data)}")
        self.end_headers()
        try:
            self.wfile.write(data[start:end + 1])
        except ConnectionError:
            pass


if __name__ == "__main__":
    main()
