#!/usr/bin/env python3
"""The page in quick hands and on a slow server: files change while the slider moves, keys come faster than answers, answers
come after the file that they are of. What is on screen, and every number beside it, is of the file whose name stands above
it. And what a person finds without being told: filters by everyday words, values at the pointer, the way out.
"""

import math
import pathlib
import struct
import subprocess
import tempfile
import time

import browser
import peers
import viewer
import viewer_reach

# Flat light, so that one pixel of the screen says which file it is of.
FLAT = {"red.pfm": (0.6, 0.05, 0.05), "green.pfm": (0.05, 0.6, 0.05), "blue.pfm": (0.05, 0.05, 0.6)}
SIZE = 640, 400

# In the page: from now on every frame is looked at, and what is not of the file that is chosen is kept.
WATCH = """(() => {
  const names = new Map(app.files.items.map(({id, name}) => [id, name])), sheet = new OffscreenCanvas(1, 1).getContext('2d', {willReadFrequently: true});
  const main = {'red.pfm': 0, 'green.pfm': 1, 'blue.pfm': 2};
  const seen = {frames: 0, drawn: 0, wrong: []};
  const colour = source => {
    sheet.clearRect(0, 0, 1, 1);
    sheet.drawImage(source, source.width / 2 | 0, source.height / 2 | 0, 1, 1, 0, 0, 1, 1);
    return [...sheet.getImageData(0, 0, 1, 1).data];
  };
  const look = () => {
    if (!seen.stopped) requestAnimationFrame(look);
    seen.frames += 1;
    const id = app.state().file, name = names.get(id), box = document.getElementById('proof');
    const canvas = [...box.children].find(node => !node.hidden);
    if (!box.hidden && canvas) {
      const [r, g, b, a] = colour(canvas), channel = [r, g, b].indexOf(Math.max(r, g, b));
      seen.drawn += 1;
      if (a === 0 || channel !== main[name]) seen.wrong.push(`${name}: the canvas has ${[r, g, b, a]}`);
    } else for (const image of document.querySelectorAll('.pane:not([hidden]) img[src], #placeholder:not([hidden])[src]')) {
      if (!image.src.includes(id)) seen.wrong.push(`${name}: ${image.src.slice(-60)}`);
    }
  };
  requestAnimationFrame(look);
  return seen;
})()"""


def main():
    viewer.require()
    report = peers.Report()
    viewer.ARTEFACTS.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory() as folder:
        files = made(pathlib.Path(folder))
        with viewer.Viewer(*files) as server, browser.Browser() as chromium:
            page = viewer.opened(chromium, server.address)
            quick_changes(page, report)
            late_answers(page, report)
            waiting(page, report)
            pixels(page, report)
            renderings(page, report)
            ranges(page, pathlib.Path(folder), report)
            exposure(page, pathlib.Path(folder) / "candela.pfm", report)
            viewer_reach.searches(page, report)
            viewer_reach.takes_away(page, pathlib.Path(folder), report)
            viewer_reach.before(page, report)
            viewer_reach.dropped(page, report)
            viewer_reach.panels(page, report)
            viewer_reach.screen(page, report, has_headroom=False)
            quiet(page, report)
            page.resize(844, 390, 2, True)
            viewer_reach.landscape(page, report)
            server.process.send_signal(2)
            page.wait("!document.getElementById('lost').hidden", what="a page whose server has ended says nothing")
            report.check(True, "a page whose server has ended says so")
            page.screenshot(viewer.ARTEFACTS / "lost.png")
        with viewer.Viewer(*files) as server, browser.Browser("--force-color-profile=scrgb-linear") as chromium:
            viewer_reach.screen(viewer.opened(chromium, server.address), report, has_headroom=True)
    report.finish()


def made(folder):
    files = viewer.scene(folder, 1280)
    for name, light in FLAT.items():
        pfm(folder / name, *SIZE, lambda x, y: light)
    # A render in cd/m2, and one that is what it says.
    pfm(folder / "candela.pfm", *SIZE, lambda x, y: (40 + x, 80 + x, 30 + y))
    pfm(folder / "nearly.pfm", *SIZE, lambda x, y: (1.07,) * 3 if x > 300 else (0.2,) * 3)
    # All bytes that a person drops are not pictures.
    (folder / "broken.jpg").write_bytes((folder / "scene.jpg").read_bytes()[:3000])
    return files + [folder / name for name in (*FLAT, "candela.pfm", "nearly.pfm", "broken.jpg")]


def pfm(path, width, height, light):
    rows = [b"".join(struct.pack("<3f", *light(x, y)) for x in range(width)) for y in reversed(range(height))]
    path.write_bytes(f"PF\n{width} {height}\n-1.0\n".encode() + b"".join(rows))


def quick_changes(page, report):
    """The slider moves while files change; every frame is looked at."""
    page.evaluate("app.stage.renderer.measured.then(() => app.stage.renderer.use(true))")
    viewer.show(page, "red.pfm", exposure=0.5)
    viewer.settled(page)
    page.evaluate(f"window.seen = {WATCH}")
    names = list(FLAT)
    for turn in range(18):
        viewer.choose(page, names[turn % 3])
        # At once, after a moment, and when the light has come: all three were wrong once.
        time.sleep((0, 0.05, 0.35)[turn // 3 % 3])
        for key in ("]", "[", "e", "E"):
            page.key(key)
        page.evaluate("new Promise(done => requestAnimationFrame(() => requestAnimationFrame(done)))")
    viewer.settled(page)
    seen = page.evaluate("(seen => { seen.stopped = true; return seen; })(window.seen)")
    report.check(seen["wrong"] == [] and seen["drawn"] > 10,
                 f"{seen['frames']} frames, {seen['drawn']} of them drawn: each is of its file {seen['wrong'][:3]}")
    # The very first move in a page, which drew a black frame once.
    page.evaluate("location.reload()")
    time.sleep(0.5)
    page.wait("document.querySelector('.cell')")
    page.evaluate("import('/page/main.js').then(module => { globalThis.app = module.app; return app.started; })")
    page.evaluate("app.stage.renderer.measured.then(() => app.stage.renderer.use(true))")
    viewer.show(page, "green.pfm")
    viewer.settled(page)
    page.evaluate(f"window.seen = {WATCH}")
    page.evaluate("app.set({exposure: 1})")
    page.wait("window.seen.drawn > 0", what="no drawing")
    seen = page.evaluate("window.seen")
    report.check(seen["wrong"] == [], f"the first move of a new page shows its picture {seen['wrong'][:3]}")


def late_answers(page, report):
    """Answers of a file that come after it was left."""
    page.evaluate("document.querySelectorAll('#panels details').forEach(node => { node.open = true; })")
    for what in ("/scopes", "/statistics", "/info", "/graph", "/brightness", "/light", "/picture", "/tone"):
        viewer.show(page, "scene.jpg")
        viewer.settled(page)
        page.hold(what)
        viewer.choose(page, "scene-hlg.png")
        if what == "/tone":
            page.evaluate("app.set({headroom: 1})")
        time.sleep(0.4)
        viewer.choose(page, "green.pfm")
        time.sleep(0.1)
        page.release()
        page.wait("app.stage.file?.name === 'green.pfm'", what=f"{what}: the file does not open")
        viewer.settled(page)
        page.wait("app.scopes.counts && app.scopes.exact", what=f"{what}: no counts")
        page.wait("document.querySelector('.metadata dl')", what=f"{what}: no information")
        time.sleep(0.3)
        bins = page.evaluate("app.scopes.counts.histogram.g.filter(count => count).length")
        said = page.evaluate("[document.querySelector('.metadata').textContent, document.querySelector('.graph').textContent, document.getElementById('facts').textContent]")
        report.check(bins == 1 and "green.pfm" in said[0] and "hlg" not in "".join(said), f"late {what}: scopes, information, recipe and title are of the file that is open {bins}")
    page.evaluate("app.set({headroom: 'screen'})")
    # The description itself comes late.
    page.hold(f"/api/files/{viewer.identifier(page, 'scene.jpg')}")
    viewer.choose(page, "scene.jpg")
    time.sleep(0.2)
    viewer.choose(page, "red.pfm")
    page.wait("app.stage.file?.name === 'red.pfm'")
    page.release()
    time.sleep(0.5)
    report.check(page.evaluate("app.stage.file.name") == "red.pfm", "a description that comes late opens nothing")
    # A file whose light cannot be had is no trouble of the next.
    page.hold("/light")
    viewer.choose(page, "broken.jpg")
    time.sleep(0.3)
    viewer.choose(page, "blue.pfm")
    page.release()
    page.wait("app.stage.file?.name === 'blue.pfm'")
    viewer.settled(page)
    report.check(page.evaluate("document.getElementById('trouble').hidden"), "the trouble of a file ends with it")
    page.evaluate("document.getElementById('stage').focus()")
    for key in ["ArrowRight", "ArrowLeft"] * 4 + ["ArrowRight"] * 5 + ["h", "ArrowLeft", "h", "ArrowLeft"]:
        page.key(key)
    time.sleep(1)
    page.wait("app.stage.file || !document.getElementById('trouble').hidden", what="nothing opens after fast keys")
    text = page.evaluate("document.getElementById('panels').textContent")
    report.check("undefined" not in text and "destructure" not in text and "null" not in text, "fast keys leave no error in the panels")


def waiting(page, report):
    """A file that takes its time: its little picture stands there, and says that it is one."""
    viewer.show(page, "red.pfm")
    page.wait("document.querySelectorAll('.cell img[src*=thumbnail]').length >= 5", what="no thumbnails come")
    page.hold("/picture")
    viewer.choose(page, "green.pfm")
    page.wait("app.stage.file?.name === 'green.pfm'")
    page.wait("!document.getElementById('placeholder').hidden && document.getElementById('badge').textContent.includes('decoding')", what="nothing stands in for a picture that is decoded")
    said = page.evaluate("document.getElementById('badge').textContent")
    source = page.evaluate("document.getElementById('placeholder').src")
    report.check("review" in said and "decoding" in said and viewer.identifier(page, "green.pfm") in source, f"while it is decoded: {said}")
    page.screenshot(viewer.ARTEFACTS / "decoding.png")
    page.release()
    viewer.wait_for_picture(page)
    page.wait("document.getElementById('placeholder').hidden")
    report.check("decoding" not in page.evaluate("document.getElementById('badge').textContent"), "then the picture takes its place")


def cells(page):
    return page.evaluate("[Object.values(app.inspector.cells).map(cell => cell.textContent), document.getElementById('readout').textContent]")


def pixels(page, report):
    """Values at the pointer, and none of a picture that is gone."""
    viewer.show(page, "red.pfm")
    viewer.settled(page)
    page.wait("app.stage.lightAt(10, 10)", what="no light")
    page.mouse("mouseMoved", 500, 300)
    page.wait("document.getElementById('readout').textContent.includes('cd/m²')", what="no values on the picture")
    inside = page.evaluate("""(({left, right, bottom}, stage) => left >= stage.left && right <= stage.right && bottom <= stage.bottom)(
      document.getElementById('readout').getBoundingClientRect(), document.getElementById('stage').getBoundingClientRect())""")
    report.check(inside, f"values stand on the picture: {cells(page)[1]}")
    page.hold("/pixel")
    page.mouse("mouseMoved", 520, 320)
    page.mouse("mousePressed", 520, 320, buttons=1)
    page.mouse("mouseReleased", 520, 320)
    time.sleep(0.3)
    viewer.choose(page, "green.pfm")
    page.wait("app.stage.file?.name === 'green.pfm'")
    page.release()
    time.sleep(0.4)
    values, line = cells(page)
    report.check(set(values) == {"–"} and line == "", f"another file has no pixel of the former {values} {line}")
    page.mouse("mouseMoved", 480, 310)
    page.mouse("mousePressed", 480, 310, buttons=1)
    page.mouse("mouseReleased", 480, 310)
    page.wait("app.inspector.cells.gamut.textContent !== '–'", what="no exact values")
    page.key("Escape")
    values, line = cells(page)
    report.check(set(values) == {"–"} and line == "", "Escape lets go of the numbers too")
    viewer.show(page, "red.pfm", compare=viewer.identifier(page, "green.pfm"))
    page.wait("app.stage.other")
    page.mouse("mouseMoved", 470, 300)
    page.wait("/\\d/.test(app.inspector.cells.delta.textContent)", what="no difference of the pixel")
    report.check(True, f"the difference to the compared file: {page.evaluate('app.inspector.cells.delta.textContent')}")


# In the page: the mean of what is on the canvas, as linear light.
MEAN = """async () => {
  await app.stage.renderer.finish();
  const canvas = [...document.getElementById('proof').children].find(node => !node.hidden), {width, height} = canvas;
  const sheet = new OffscreenCanvas(width, height).getContext('2d', {willReadFrequently: true});
  sheet.drawImage(canvas, 0, 0);
  const {data} = sheet.getImageData(0, 0, width, height);
  let sum = 0, count = 0;
  for (let i = 0; i < data.length; i += 64) if (data[i + 3]) { count += 3; for (let c = 0; c < 3; c++) sum += (data[i + c] / 255) ** 2.2; }
  return sum / count;
}"""

# In the page: the mean of the picture at rest, as an SDR screen shows it.
AT_REST = """async () => {
  const {image} = app.stage.panes[0].picture, [width, height] = [image.naturalWidth, image.naturalHeight];
  const sheet = new OffscreenCanvas(width, height).getContext('2d', {willReadFrequently: true});
  sheet.drawImage(image, 0, 0);
  const {data} = sheet.getImageData(0, 0, width, height);
  let sum = 0, count = 0;
  for (let i = 0; i < data.length; i += 64) { count += 3; for (let c = 0; c < 3; c++) sum += (data[i + c] / 255) ** 2.2; }
  return sum / count;
}"""


def renderings(page, report):
    """On a screen without headroom: what is at rest is the proof of such a display, and more headroom is never darker."""
    for name in ("scene.jpg", "scene-pq.png", "scene-hlg.png"):
        viewer.show(page, name)
        viewer.wait_for_picture(page)
        viewer.settled(page)
        rest, said = page.evaluate(f"({AT_REST})()"), page.evaluate("document.getElementById('badge').textContent")
        means = []
        for stops in (0, 0.5, 1, 2, 3, None):
            # A hair of exposure has the canvas draw what a picture would do for.
            viewer.show(page, name, headroom=stops, exposure=-0.0005)
            page.wait("!document.getElementById('proof').hidden && app.stage.exact", what=f"no proof of {name} at {stops}")
            means.append(page.evaluate(f"({MEAN})()"))
        rising = all(b >= a * 0.995 for a, b in zip(means, means[1:]))
        report.check("SDR" in said and rising, f"{name}: '{said}', means from none to all headroom {[round(mean, 3) for mean in means]}")
        report.check(abs(rest - means[0]) < 0.03 * rest + 0.004, f"{name}: at rest {rest:.4f}, the proof without headroom {means[0]:.4f}")
        report.check("all light" in page.evaluate("document.getElementById('badge').textContent"), "the proof of all light says so")
    viewer.show(page, "scene.jpg", filters="CIVibrance amount=0.01")
    page.wait("app.stage.panes[0].picture.shown.includes('/rendition') && document.getElementById('proof').hidden", what="no picture behind filters")
    filtered = page.evaluate(f"({AT_REST})()")
    viewer.show(page, "scene.jpg")
    viewer.wait_for_picture(page)
    plain = page.evaluate(f"({AT_REST})()")
    report.check(abs(filtered - plain) < 0.05 * plain, f"behind a filter that does nearly nothing it looks the same: {plain:.4f} {filtered:.4f}")


def ranges(page, folder, report):
    """The slider ends where the file does."""
    for name, expected in (("scene-sdr.png", 0), ("nearly.pfm", math.log2(1.07)), ("scene.jpg", math.log2(peers.info(folder / "scene.jpg")["hdr"]["contentHeadroom"]))):
        viewer.show(page, name)
        viewer.settled(page)
        page.wait("app.stage.file.exposedStops !== undefined", what="no brightness")
        most, off = page.evaluate("(input => [Number(input.max), input.disabled])(document.querySelector('#sliders input'))")
        report.check(off == (expected == 0) and (off or abs(most - expected) < 0.02), f"{name}: the slider goes to {most:.3f} of {expected:.3f} stops")
        if name == "nearly.pfm":
            page.key("]")
            page.key("]")
            said = page.evaluate("document.querySelector('#sliders output').textContent")
            steps = page.evaluate("app.state().headroom")
            report.check(steps is not None and 0 < steps < 0.1, f"two presses of ] in it: {said}")
    viewer.show(page, "nearly.pfm")
    page.wait("document.getElementById('facts').textContent.includes('headroom')", what="no headroom in the title of floats")
    report.check(True, f"the title of floats: {page.evaluate('document.getElementById(`facts`).textContent')}")


def exposure(page, path, report):
    """Light in cd/m2 is exposed as the command does it, and both say by how much."""
    with tempfile.TemporaryDirectory() as folder:
        done = subprocess.run([peers.COMMAND, "convert", str(path), f"{folder}/a.png"], capture_output=True, text=True)
        stops = float(done.stderr.split("exposed by ")[1].split(" EV")[0].replace("−", "-"))
        theirs = peers.pixels(f"{folder}/a.png", "--color-space", "extendedLinearITUR_2020")[200, 320, :3]
    viewer.show(page, path.name)
    viewer.wait_for_picture(page)
    page.wait("app.stage.file.exposedStops", what="no exposure")
    viewer.settled(page)
    said = page.evaluate("[document.getElementById('facts').textContent, document.getElementById('badge').textContent]")
    report.check(abs(page.evaluate("app.stage.file.exposedStops") - stops) < 0.05 and all("exposed by" in text for text in said), f"{path.name} is exposed by {stops}: {said}")
    ours = page.evaluate("app.api.pixel(app.stage.file, 320, 200)")["linear"]
    report.check(all(abs(a - b) < 0.02 * abs(b) + 0.002 for a, b in zip(ours, theirs)), f"its light is the command's: {ours} {list(map(float, theirs))}")
    page.screenshot(viewer.ARTEFACTS / "exposed.png")
    page.evaluate("[...document.querySelectorAll('#sliders button')].find(node => node.textContent.startsWith('Auto')).click()")
    page.wait("app.stage.file?.exposedStops === 0", what="the exposure does not go")
    raw = page.evaluate("app.api.pixel(app.stage.file, 320, 200)")["linear"]
    report.check(abs(math.log2(raw[1] / ours[1]) + stops) < 0.06, "and leaves it, if it is told to")
    page.evaluate("app.set({calibrated: true})")


def quiet(page, report):
    expected = [text for text in page.complaints if "status of 4" not in text and "broken" not in text]
    report.check(expected == [], f"nothing fails {expected}")


if __name__ == "__main__":
    main()
