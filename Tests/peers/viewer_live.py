#!/usr/bin/env python3
"""Live mode. A program's own Metal view is seen by the page as the program's display emits it, and follows the page's slider;
across a network the same frames come as VP9 of 10 bits through Media Source Extensions.

The program is `Examples/LiveView`: five bars of light in Display P3, the last as bright as the screen. What it should look like
is computed here, by the formulas alone.
"""

import base64
import os
import pathlib
import signal
import subprocess
import time

import browser
import peers
import viewer

PROGRAM = pathlib.Path(peers.COMMAND).with_name("live-view")
SIZE = (640, 360)
# Linear Display P3 to linear BT.2020: from the primaries of SMPTE EG 432-1 and BT.2020, both D65.
P3, BT2020 = ((.680, .320), (.265, .690), (.150, .060)), ((.708, .292), (.170, .797), (.131, .046))
# Codes of luma that lossy video may be off by in the middle of a flat bar, and the peak signal-to-noise ratio of all of it, in dB.
LOSS, PSNR = 2, 55
# Frames of video stay where scripts can read them; else the browser puts them into memory of graphics.
READABLE = "--disable-gpu-memory-buffer-video-frames"


def main():
    viewer.require()
    if not PROGRAM.exists():
        peers.skip(f"{PROGRAM.name} is not built")
    report = peers.Report()
    viewer.ARTEFACTS.mkdir(parents=True, exist_ok=True)
    with Program() as program:
        with browser.Browser() as chromium:
            as_it_is(program, chromium, report)
        with browser.Browser(READABLE) as chromium:
            as_video(program, chromium, report)
    rates(report)
    report.finish()


class Program:
    """The example, ended as people end it."""

    def __enter__(self):
        self.process = subprocess.Popen([PROGRAM], stdout=subprocess.PIPE, text=True)
        self.address = self.process.stdout.readline().strip()
        return self

    def __exit__(self, *_):
        self.process.send_signal(signal.SIGINT)
        self.process.wait(15)


def matrix(primaries):
    """Linear RGB to XYZ, white D65."""
    import numpy
    columns = numpy.array([[x / y, 1, (1 - x - y) / y] for x, y in primaries]).T
    white = numpy.array([.3127 / .3290, 1, (1 - .3127 - .3290) / .3290])
    return columns * numpy.linalg.solve(columns, white)


def bars(headroom):
    """Linear BT.2020 light of the five bars: cut where the display ends, in the primaries of the view."""
    import numpy
    levels = numpy.array([.25, .5, 1, headroom ** .5, headroom])[:, None] * [1, .9, .75]
    return (numpy.linalg.inv(matrix(BT2020)) @ matrix(P3) @ numpy.minimum(levels, headroom).T).T


def pq(light):
    import numpy
    y = (numpy.clip(light, 0, None) * 203 / 10000) ** .1593017578125
    return ((.8359375 + 18.8515625 * y) / (1 + 18.6875 * y)) ** 78.84375


def live_page(chromium, address, **size):
    page = chromium.page(address, **size)
    page.wait("location.pathname === '/' && document.getElementById('stage')")
    page.evaluate("import('/page/main.js').then(module => { globalThis.app = module.app; return app.started; })")
    return page


# In the page: codes of the newest frame as [red, green, blue] in the middle of each of five bars.
CODES = """(() => {
  const {data, width, height} = app.live.newest, row = (height >> 1) * width;
  return [0, 1, 2, 3, 4].map(bar => data[row + Math.floor((bar + .5) * width / 5)])
    .map(word => [word & 1023, word >> 10 & 1023, word >> 20 & 1023]);
})()"""


def as_it_is(program, chromium, report):
    import numpy
    page = live_page(chromium, program.address, width=1000, height=700)
    page.wait("app.live.newest", what="no frame of the program comes")
    report.check(page.evaluate("[app.live.newest.width, app.live.newest.height]") == list(SIZE), "frames have the view's size")
    for headroom in (2, 4, 1, 16):
        page.evaluate(f"app.set({{headroom: {numpy.log2(headroom)}}})")
        wanted = numpy.rint(pq(bars(headroom)) * 1023)
        page.wait(f"(codes => {wanted.astype(int).tolist()}.flat().every((code, i) => Math.abs(code - codes[i]) <= 1))({CODES}.flat())",
                  what=f"the program's light at {headroom}x is {page.evaluate(CODES)}, not {wanted.tolist()}")
        report.check(True, f"the program's light at {headroom}x is its display's, within a code of 10-bit PQ")
    first = page.evaluate("app.live.newest.number")
    time.sleep(2)
    rate = (page.evaluate("app.live.newest.number") - first) / 2
    report.check(rate > 5, f"a view that draws 30 frames a second: {rate:.1f} come")
    page.screenshot(viewer.ARTEFACTS / "program.png")
    report.check(page.complaints == [], f"the page complains of nothing {page.complaints}")
    chromium.close(page)


# In the page: planes of the frame that the player shows.
PLANES = """(async () => {
  const frame = new VideoFrame(app.live.video.element), bytes = new Uint8Array(frame.allocationSize());
  const layout = await frame.copyTo(bytes), {format, codedWidth, codedHeight, colorSpace} = frame;
  frame.close();
  let text = '';
  for (let i = 0; i < bytes.length; i += 32768) text += String.fromCharCode.apply(null, bytes.subarray(i, i + 32768));
  return {format, width: codedWidth, height: codedHeight, layout, colour: colorSpace.toJSON(), bytes: btoa(text)};
})()"""


def as_video(program, chromium, report):
    import numpy
    page = live_page(chromium, program.address + "&network=1&headroom=2", width=1000, height=700)
    page.wait("app.live.video?.element.videoWidth", what="no video plays")
    # The key frame is coarse; the frames after it make it good.
    time.sleep(3)
    shown = page.evaluate(PLANES)
    report.check(shown["format"] == "I420P10", f"the browser decodes {shown['format']}")
    report.check(shown["colour"] == {"primaries": "bt2020", "transfer": "pq", "matrix": "bt2020-ncl", "fullRange": False},
                 f"and knows its colours: {shown['colour']}")
    words = numpy.frombuffer(base64.b64decode(shown["bytes"]), "<u2")
    planes = [plane(words, part, *size) for part, size in zip(shown["layout"], (SIZE, (320, 180), (320, 180)))]
    signal_ = pq(bars(4))
    luma = signal_ @ [.2627, .6780, .0593]
    wanted = [64 + 876 * luma, 512 + 896 * (signal_[:, 2] - luma) / 1.8814, 512 + 896 * (signal_[:, 0] - luma) / 1.4746]
    errors = [middle(plane) - numpy.array(codes) for plane, codes in zip(planes, wanted)]
    worst = max(float(abs(error).max()) for error in errors)
    report.check(worst <= LOSS, f"video of the program's light: off by {worst:.1f} codes of {LOSS} in the bars")
    whole = numpy.repeat(numpy.array(wanted[0]), SIZE[0] // 5)[None, :]
    quality = 10 * numpy.log10(1023 ** 2 / ((planes[0] - whole) ** 2).mean())
    report.check(quality >= PSNR, f"luma of the whole picture, in PQ codes: {quality:.1f} dB of {PSNR}")
    page.screenshot(viewer.ARTEFACTS / "program-video.png")
    report.check(page.complaints == [], f"the page complains of nothing {page.complaints}")
    chromium.close(page)


def plane(words, part, width, height):
    start, stride = part["offset"] // 2, part["stride"] // 2
    return words[start:start + stride * height].reshape(height, stride)[:, :width].astype(float)


def middle(plane):
    """The mean of the middle half of each bar."""
    height, width = plane.shape
    return [plane[height // 4:-height // 4, int((bar + .25) * width / 5):int((bar + .75) * width / 5)].mean() for bar in range(5)]


def processor_seconds(process):
    fields = pathlib.Path(f"/proc/{process}/stat").read_text().rsplit(")", 1)[1].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


COUNT = """(() => {
  const receive = app.live.receive;
  Object.assign(globalThis, {bytes: 0, parts: 0, began: performance.now()});
  app.live.receive = function (buffer) { bytes += buffer.byteLength; parts += 1; return receive.call(this, buffer); };
})()"""


def rates(report, seconds=8):
    """An animated recipe, everything on this machine's processors: rendered, encoded, sent, decoded, shown."""
    for size in ("1280x720",):
        with viewer.Viewer("--live", "--live-size", size) as server, browser.Browser() as chromium:
            page = live_page(chromium, server.address + "#live=true&network=1")
            page.wait("app.live.video?.element.videoWidth", what="no video plays")
            time.sleep(2)
            page.evaluate(COUNT)
            used = processor_seconds(server.process.pid)
            quality = "app.live.video.element.getVideoPlaybackQuality()"
            before = page.evaluate(f"{quality}.totalVideoFrames - {quality}.droppedVideoFrames")
            time.sleep(seconds)
            bytes_, parts, took = page.evaluate("[bytes, parts, (performance.now() - began) / 1000]")
            used = processor_seconds(server.process.pid) - used
            shown = (page.evaluate(f"{quality}.totalVideoFrames - {quality}.droppedVideoFrames") - before) / took
            behind = page.evaluate("(video => video.buffered.end(video.buffered.length - 1) - video.currentTime)(app.live.video.element)")
            print(f"        {size}: {parts / took:.1f} frames a second sent, {shown:.1f} shown, {bytes_ * 8 / took / 1e6:.2f} Mbit/s, "
                  f"{behind * 1000:.0f} ms behind; the server takes {used / max(parts, 1) * 1000:.0f} ms of processor a frame")
            report.check(parts / took > 3 and shown > 1, f"{size} plays")
            report.check(behind < 1.5, f"the player stays near the newest frame: {behind * 1000:.0f} ms")
            page.screenshot(viewer.ARTEFACTS / "live-video.png")
            report.check(page.complaints == [], f"the page complains of nothing {page.complaints}")


if __name__ == "__main__":
    main()
