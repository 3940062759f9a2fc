#!/usr/bin/env python3
"""The headroom slider: what the page computes is what `headroom display simulate` says, for both layers and several
headrooms, whether the shader or the processor computes it, and so is the picture that takes its place after a drag; both
draw the same codes; and a move costs one pass over the light, and no request. How long it takes says viewer_speed.py.

The shader draws the same layers with the same parameters into a float frame buffer; the screen itself has no headroom.
"""

import json
import math
import tempfile
import time

import browser
import io
import peers
import viewer

HEADROOMS = (1, 1.5, 2, 4, 8)
NAMES = ("scene-pq.png", "scene-hlg.png", "scene.jpg", "scene-sdr.png")
MOVES = 12

# In the page: the light of the first pane, pixel for pixel of its overview.
COMPUTED = """(async () => {
  const {clipMatrix} = await import('/page/geometry.js');
  const {stage} = app, {width, height} = stage.file, view = stage.view();
  const job = stage.layered(stage.plan()[0], view);
  const matrix = clipMatrix({cx: width / 2, cy: height / 2, zoom: 1, turns: 0}, {width, height});
  return stage.renderer.readLight(job.layers, job.look, width, height, matrix);
})()"""

# In the page: whether the parameters and the light of the chosen state have come, rather than the last ones.
READY = """(() => {
  const job = app.stage.plan()[0], looks = app.looks;
  return looks.lookParameters(app.state(), job.look, job.file, app.stage.sources) !== null && app.stage.layers(job) !== null;
})()"""


def main():
    viewer.require()
    report = peers.Report()
    with tempfile.TemporaryDirectory() as folder:
        files = {path.name: path for path in viewer.scene(folder, 800)}
        with viewer.Viewer(*files.values()) as server, browser.Browser() as chromium:
            page = viewer.opened(chromium, server.address)
            page.evaluate("import('/page/looks.js').then(module => { app.looks = module; })")
            for cpu in (True, False):
                use(page, cpu)
                for name in NAMES if cpu else NAMES[::2]:
                    agreement(page, files[name], report, "processor" if cpu else "shader")
            codes(page, report)
            moves(page, report)
            pictures(page, files["scene-pq.png"], report)
            report.check(page.complaints == [], f"the page complains of nothing {page.complaints}")
            chromium.close(page)
            on_hdr_screen(server, report)
    report.finish()


def simulated(path, headroom, layer, *options):
    import numpy
    data = peers.headroom("display", "simulate", path, "--headroom", headroom, "--layer", layer, "--color-space",
                          "extendedLinearITUR_2020", "--format", "npy", *options)
    return numpy.load(io.BytesIO(data))[..., :3]


def difference(ours, theirs):
    """The largest of what is beyond 0.002, over the brightest component."""
    return float(((abs(ours - theirs) - 0.002) / abs(theirs).max(-1, keepdims=True).clip(0.002)).max())


def agreement(page, path, report, by):
    policies = (("no-limit", "high"), ("constrained", "constrainedHigh"), ("standard", "standard"))
    for headroom in HEADROOMS:
        for layer in ("core", "metal"):
            for policy, name in policies if headroom == 4 else policies[:1]:
                viewer.show(page, path.name, headroom=math.log2(headroom), layer=layer, rest="proof", policy=policy)
                page.wait(READY, what=f"no light of {path.name}")
                theirs = simulated(path, headroom, layer, "--range", name)
                ours = page.floats(COMPUTED).reshape(*theirs.shape[:2], 4)[..., :3]
                worst = max(difference(ours, theirs), 0)
                report.check(worst <= 0.005, f"{by}: {path.name} at {headroom}x, {layer}, {name}: {worst:.3%} of 0.5%")


def pictures(page, path, report):
    """150 ms after the last move a real HDR picture of the rendition is there, where the person wants it."""
    import numpy
    for headroom, layer in ((2, "core"), (4, "metal")):
        viewer.show(page, path.name, headroom=math.log2(headroom), layer=layer, rest="picture")
        viewer.wait_for_picture(page, f"headroom={headroom}&layer={layer}")
        page.wait("document.getElementById('proof').hidden", what="the proof stays over the picture")
        theirs = simulated(path, headroom, layer)
        rect = [100, 100, 256, 256]
        shown = page.floats(f"({viewer.READ_BACK})(app.stage.panes[0].picture.image, {rect}, Infinity)")
        shown = shown.reshape(256, 256, 4)[..., :3]
        a, b = (peers.block_means(array) for array in (theirs[100:356, 100:356], shown))
        worst = float(((abs(a - b) - 0.002) / abs(a).max(-1, keepdims=True).clip(0.002)).max())
        report.check(worst <= 0.015, f"the picture at {headroom}x, {layer}: {max(worst, 0):.3%} of 1.5%")


def on_hdr_screen(server, report):
    """Where the browser says that the screen has headroom, the picture comes without being asked for."""
    with browser.Browser("--force-color-profile=scrgb-linear") as chromium:
        page = viewer.opened(chromium, server.address)
        viewer.show(page, "scene-pq.png", headroom=1.0)
        viewer.wait_for_picture(page, "/rendition")
        page.wait("document.getElementById('badge').textContent.startsWith('a display of')", what="the proof stays over the picture")
        report.check(page.evaluate("document.getElementById('proof').hidden"), "an HDR screen gets the picture after a drag")


def codes(page, report):
    """Both draw the same codes on their canvases, whatever the view."""
    views = {"fit": {}, "zoomed in": {"zoom": 2.5, "cx": 300.25, "cy": 200.5}, "turned": {"turns": 1}, "turned and zoomed":
             {"turns": 2, "zoom": 0.77, "cx": 411.3, "cy": 222.2}, "wipe": {"split": "wipe", "b": "sdr", "wipe": 0.4},
             "side by side": {"split": "side", "b": "hdr"}, "luminance": {"channel": "y"}, "exposed": {"exposure": -1.3},
             "fitted": {"proof": "fit"}}
    use(page, cpu=True)
    for name in ("scene-pq.png", "scene.jpg"):
        for layer in ("core", "metal"):
            for view, state in views.items():
                viewer.show(page, name, headroom=1.5, layer=layer, rest="proof", **state)
                page.wait(READY, what=f"no light of {name}")
                page.wait("app.stage.exact", what=f"no drawing of {name}")
                apart = page.evaluate(f"({CODES})()")
                # Where the picture begins inside a pixel, software GL moves it by up to a 16th of one; half a pixel would be
                # 0.7 codes and more.
                exact = view != "turned and zoomed"
                holds = apart["mean"] <= (0.05 if exact else 0.3) and (apart["share"] <= 0.003 or not exact)
                report.check(holds and apart["filled"] > 0.2, f"{name}, {layer}, {view}: codes {apart['mean']:.3f} apart in the "
                             f"mean, at most {apart['most']}, more than 1 in {apart['share']:.3%}")


# In the page: how far the codes of both canvases are apart. A pixel that only one of them fills (the edge of the picture may
# lie on its middle) counts as one that is more than 1 apart.
CODES = """async () => {
  const {stage} = app, {cpu, gl} = stage.renderer, {width, height} = cpu.canvas;
  const panes = stage.plan().map(job => stage.layered(job, stage.view()));
  await stage.renderer.finish();
  cpu.draw(panes);
  await cpu.finish();
  const ours = cpu.context.getImageData(0, 0, width, height).data, theirs = new Uint8Array(width * height * 4);
  gl.draw(panes);
  gl.gl.readPixels(0, 0, width, height, gl.gl.RGBA, gl.gl.UNSIGNED_BYTE, theirs);
  let most = 0, more = 0, filled = 0, sum = 0;
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      const at = (y * width + x) * 4, other = ((height - 1 - y) * width + x) * 4;
      if (ours[at + 3] !== theirs[other + 3]) { more += 1; continue; }
      if (ours[at + 3]) filled += 1;
      for (let i = 0; i < 3; i++) {
        const far = Math.abs(ours[at + i] - theirs[other + i]);
        if (far > 1) more += 1;
        most = Math.max(most, far);
        sum += far;
      }
    }
  }
  return {mean: sum / filled / 3, most, share: more / (width * height), filled: filled / (width * height)};
}"""


def use(page, cpu):
    page.evaluate(f"app.stage.renderer.measured.then(() => app.stage.renderer.use({json.dumps(cpu)}))")


def moves(page, report):
    """A move of the slider is one pass over light that stays where it is: no request, nothing sent or sampled anew."""
    use(page, cpu=True)
    for name, layer in (("scene-pq.png", "core"), ("scene-pq.png", "metal"), ("scene.jpg", "core")):
        viewer.show(page, name, headroom=2.0, layer=layer, rest="proof")
        page.wait(READY, what=f"no light of {name}")
        page.wait("document.querySelectorAll('.cell img[src*=thumbnail]').length >= 4", what="the filmstrip is not done")
        time.sleep(1.5)  # the exact scopes of the file come after a rest
        page.evaluate("app.stage.renderer.finish()")
        before, asked = page.evaluate("({...app.stage.renderer.cpu.passes})"), len(page.requests)
        page.evaluate(f"({MOVE})({MOVES})")
        after = page.evaluate("app.stage.renderer.cpu.passes")
        drawn = after["drawn"] - before["drawn"]
        text = f"{MOVES} moves, {name}, {layer}"
        report.check(0 < drawn <= MOVES, f"{text}: {drawn} drawings")
        report.check(after["prepared"] == before["prepared"] and after["sent"] == before["sent"],
                     f"{text}: nothing is sampled or sent to the workers again")
        requests = page.requests[asked:]
        report.check(requests == [], f"{text}: no request {requests}")


MOVE = """async count => {
  for (let i = 1; i <= count; i++) {
    app.set({headroom: 2 + i / 20});
    await new Promise(done => { app.stage.onpaint = done; });
    await app.stage.renderer.finish();
  }
  app.stage.onpaint = null;
}"""


if __name__ == "__main__":
    main()
