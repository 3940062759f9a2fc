"""The panels of filters, recipe and layers in use, as `viewer_panels.py` drives them: what the page shows is what the command
makes with the very line that the page copies."""

import base64
import json
import math
import shlex
import statistics
import subprocess

import peers
import viewer

# Every kind of control: numbers, a colour above white, a point, another picture, a switched-off filter.
CHAIN = ("CIExposureAdjust ev=-1.5\nCIVignetteEffect center=[640,400] radius=500 intensity=0.6\n"
         "CIColorMonochrome color=[4,3,1.5,1]@extendedLinearSRGB intensity=0.35\n"
         "CIAdditionCompositing backgroundImage=scene.jpg\n#CIGaussianBlur radius=12")
SLIDER = "#panel-filters .scalar input[type=range]"

# Time from a slider's event until light that was made for it is in the page.
DRAG = """async steps => {
  const slider = document.querySelector('%s'), times = [];
  for (let i = 0; i < steps; i++) {
    const start = performance.now();
    slider.value = Number(slider.min) + (Number(slider.max) - Number(slider.min)) * (0.1 + 0.8 * i / steps);
    slider.dispatchEvent(new Event('input'));
    const wanted = app.stage.file.filters + '\\n' + null;
    while (app.stage.filtered.slots.get('light')?.view?.wanted !== wanted) await new Promise(done => setTimeout(done, 1));
    times.push(performance.now() - start);
  }
  return times;
}""" % SLIDER


def settled(page):
    """Light from the file's own pixels is there."""
    page.wait("app.stage.file?.filters && !app.stage.filtered.busy && app.stage.filtered.slots.size > 0 && !app.stage.filtered.isDraft",
              30, "the light behind the filters does not come")


def open_panel(page, name):
    page.evaluate(f"document.querySelectorAll('#panels details').forEach(node => {{ node.open = node.id === 'panel-{name}' }})")


def typed(page, text):
    page.call("Input.insertText", text=text)


def check(page, folder, report):
    chosen(page, report)
    moved(page, report)
    ordered(page, report)
    same_as_command(page, folder, report)
    looked_at(page, report)
    refused(page, report)


def chosen(page, report):
    """With the keyboard alone: find, add, move its slider."""
    viewer.show(page, "scene-pq.png")
    viewer.wait_for_picture(page)
    page.wait("app.stage.lightAt(640, 300)", what="no light")
    open_panel(page, "filters")
    page.evaluate("document.getElementById('stage').focus()")
    page.key("a")
    page.wait("document.querySelector('dialog.picker[open] li')", what="no list of filters")
    count = page.evaluate("document.querySelectorAll('#filter-list li').length")
    report.check(count > 240, f"the picker lists {count} filters")
    typed(page, "exposure")
    page.wait("document.querySelectorAll('#filter-list li').length < 10", what="words do not narrow the list")
    page.key("Enter")
    page.wait("document.querySelector('#panel-filters .step')", what="the filter is not in the chain")
    report.check(page.evaluate("app.state().filters") == "CIExposureAdjust ev=0.5", "Enter adds the filter that was found, so that it is seen")
    before = page.evaluate("app.api.pixel(app.stage.plain, 640, 300)")["linear"]
    page.evaluate(f"document.querySelector('{SLIDER}').focus()")
    page.evaluate(f"(slider => {{ slider.value = 1; slider.dispatchEvent(new Event('input')); }})(document.querySelector('{SLIDER}'))")
    settled(page)
    after = page.evaluate("app.stage.lightAt(640, 300).rgb")
    report.check(all(abs(b - 2 * a) <= 0.004 * abs(b) + 0.001 for a, b in zip(before, after)), f"one stop doubles the light: {before} {after}")
    page.wait("location.hash.includes('CIExposureAdjust')", what="the filters are not in the address")
    page.evaluate("location.reload()")
    page.wait("document.querySelector('#panel-filters .step')", what="the filters do not come back")
    page.evaluate("import('/page/main.js').then(module => { globalThis.app = module.app; return app.started; })")
    report.check(page.evaluate("app.state().filters") == "CIExposureAdjust ev=1", "the filters come back from the address")


def moved(page, report):
    """The proof follows; only the newest value counts."""
    for name in ("CIExposureAdjust", "CIGaussianBlur", "CIVignetteEffect"):
        viewer.show(page, "scene-pq.png", filters=name)
        settled(page)
        page.wait(f"document.querySelector('{SLIDER}')")
        times = page.evaluate(f"({DRAG})(12)")
        print(f"        {name}: {statistics.median(times):.0f} ms from the slider to new light (median of {len(times)})")
    burst = page.evaluate("""(async () => {
      const before = performance.getEntriesByType('resource').length, slider = document.querySelector('%s');
      for (let i = 0; i <= 40; i++) {
        slider.value = 1 - i / 80;
        slider.dispatchEvent(new Event('input'));
        await new Promise(done => setTimeout(done, 4));
      }
      const wanted = app.stage.file.filters;
      while (app.stage.filtered.busy || app.stage.filtered.isDraft) await new Promise(done => setTimeout(done, 5));
      const slot = app.stage.filtered.slots.get('light');
      return [slot.view.wanted.startsWith(wanted), performance.getEntriesByType('resource').slice(before)
        .filter(entry => entry.name.includes('/light')).length];
    })()""" % SLIDER)
    report.check(burst[0] and burst[1] < 41, f"41 moves are {burst[1]} requests, and the last one is shown")


def ordered(page, report):
    viewer.show(page, "scene-pq.png", filters="CIExposureAdjust ev=1\nCIGaussianBlur radius=3")
    page.wait("document.querySelectorAll('#panel-filters .step').length === 2")

    def press(name):
        page.evaluate(f"document.querySelector('#panel-filters button[aria-label^=\"{name}\"]:not(:disabled)').click()")

    press("Later")
    report.check(page.evaluate("app.state().filters").startswith("CIGaussianBlur"), "a filter moves down")
    page.wait("document.activeElement.closest('.step')", what="the focus does not stay with the filter")
    page.evaluate("document.querySelector('#panel-filters .step input[type=checkbox]').click()")
    report.check(page.evaluate("app.state().filters").startswith("#CIGaussianBlur"), "a filter is switched off")
    settled(page)
    press("Reset")
    page.wait("app.state().filters.split('\\n')[0] === '#CIGaussianBlur'", what="a filter is not reset")
    press("Remove")
    report.check(page.evaluate("app.state().filters") == "CIExposureAdjust ev=1", "a filter is removed")


def exported(page, form):
    return base64.b64decode(page.evaluate(f"""app.api.exported(app.stage.file, {{}}, {{format: {form!r}}}).then(async ({{blob}}) => {{
      const bytes = new Uint8Array(await blob.arrayBuffer());
      let text = '';
      for (let i = 0; i < bytes.length; i += 32768) text += String.fromCharCode.apply(null, bytes.subarray(i, i + 32768));
      return btoa(text);
    }})"""))


def same_as_command(page, folder, report):
    """The copied command makes the picture that the page exports and shows, and so does the copied recipe."""
    import io
    import numpy
    for name in ("scene-pq.png", "scene.jpg"):
        viewer.show(page, name, filters=CHAIN)
        settled(page)
        answer = page.evaluate("app.api.commands(app.stage.file, {stops: null, layer: 'core', exposure: 0})")
        words = shlex.split(answer["convert"])
        report.check(words[:3] == ["headroom", "convert", name] and words.count("--filter") == 4, f"the command: {answer['convert']}")
        subprocess.run([peers.COMMAND, *words[1:], "--overwrite", "--quiet"], cwd=folder, check=True)
        (folder / "recipe.json").write_text(json.dumps(answer["recipe"]))
        words = shlex.split(answer["render"])
        subprocess.run([peers.COMMAND, *words[1:], "--overwrite", "--quiet"], cwd=folder, check=True)
        (folder / "exported.png").write_bytes(exported(page, "png"))
        light = {}
        for made in (name.split(".")[0] + "-filtered.png", "filtered.png", "exported.png"):
            data = peers.headroom("pixels", folder / made, "--color-space", "extendedLinearITUR_2020", "--format", "npy")
            light[made] = numpy.load(io.BytesIO(data))[..., :3]
            (folder / made).unlink()
        first, second, third = light.values()
        for what, other in (("the recipe", second), ("the export", third)):
            worst = float(((abs(first - other) - 0.002) / abs(first).max(-1, keepdims=True).clip(0.01)).max())
            report.check(worst <= 0.01, f"{name}: the command's picture and that of {what} differ by {max(worst, 0):.3%} of 1%")
        # A gain map picture has its light for the screen, too, which may be SDR.
        slot = "(slots => slots.find(slot => slot.stops === null) ?? slots[0])([...app.stage.filtered.slots.values()])"
        view = page.floats(f"Float32Array.from(new Float16Array({slot}.view.data.buffer))")
        # A gain map's offsets leave some light below 0, which a PNG cannot hold.
        shown = view.reshape(*first.shape).clip(0)
        worst = float(((abs(first - shown) - 0.002) / abs(first).max(-1, keepdims=True).clip(0.01)).max())
        report.check(worst <= 0.01, f"{name}: the command's picture and the page's light differ by {max(worst, 0):.3%} of 1%")


def looked_at(page, report):
    """The scopes, a pixel and the picture without filters go along."""
    viewer.show(page, "scene-pq.png", filters="CIColorMatrix rVector=[0,0,0,0] gVector=[0,0,0,0] bVector=[0,0,0,0] biasVector=[2,2,2,0]")
    settled(page)
    exact = page.evaluate("app.api.pixel(app.stage.file, 10, 10)")
    report.check(all(abs(value - 2) < 0.001 for value in exact["linear"]), f"a pixel is the one behind the filters: {exact['linear']}")
    open_panel(page, "scopes")
    page.wait("app.scopes.counts && app.scopes.counts.histogram.y.filter(count => count).length === 1", 20,
              "the scopes do not follow the filters")
    report.check(True, "the scopes follow the filters")
    page.evaluate("app.set({split: 'side', a: 'display', b: 'plain'})")
    page.wait("app.stage.plan().length === 2 && app.stage.plan()[1].file === app.stage.plain", what="no picture without filters")
    report.check(page.evaluate("app.stage.plan()[1].file.filters === undefined"), "the picture without filters is beside it")
    viewer.show(page, "scene-pq.png", filters="CICrop rectangle=[100,80,320,200]")
    settled(page)
    report.check(page.evaluate("[app.stage.file.width, app.stage.file.height]") == [320, 200], "another frame is another size")
    page.wait("app.stage.panes[0].picture.image.naturalWidth === 320 && document.getElementById('proof').hidden", what="no picture at rest")
    report.check(True, "at rest an HDR picture of it is there")


def refused(page, report):
    viewer.show(page, "scene-pq.png", filters="CIGaussianBlur radius=-4")
    open_panel(page, "filters")
    page.wait("document.querySelector('#panel-filters .troubled') || document.querySelector('.troubled')", what="a wrong value says nothing")
    said = page.evaluate("document.querySelector('#panel-filters [role=status]').textContent")
    report.check("inputRadius" in said, f"a wrong value says: {said}")
    page.evaluate("app.set({filters: ''})")


def check_graph(page, report):
    viewer.show(page, "scene.jpg", filters="CIGaussianBlur radius=10\nCIExposureAdjust ev=1", headroom=1)
    open_panel(page, "recipe")
    page.wait("[...document.querySelectorAll('.graph .node')].some(node => node.ariaLabel.startsWith('toneMapped') || node.ariaLabel.startsWith('CIGaussianBlur'))",
              20, "no graph")
    titles = page.evaluate("[...document.querySelectorAll('.graph .node')].map(node => node.getAttribute('aria-label'))")
    report.check(any("CIGaussianBlur" in title for title in titles), f"the recipe: {titles}")
    page.evaluate("[...document.querySelectorAll('.graph .node')].find(node => node.ariaLabel.includes('CIGaussianBlur')).focus()")
    page.key("Enter")
    facts = page.evaluate("document.querySelector('#panel-recipe .facts').textContent")
    report.check("inputRadius" in facts and "10" in facts and "Extent" in facts, f"a node says: {facts}")
    page.evaluate("document.querySelector('#panel-recipe input[value=plan]').click()")
    plan = page.evaluate("[...document.querySelectorAll('.graph .node')].map(node => node.getAttribute('aria-label'))")
    report.check(any("Gaussian" in title for title in plan) and any("destination" in title for title in plan), f"the plan: {plan}")
    overlapping = page.evaluate("""(boxes => boxes.filter((a, i) => boxes.some((b, j) => i < j && a.left < b.right && b.left < a.right
      && a.top < b.bottom && b.top < a.bottom)).length)([...document.querySelectorAll('.graph .node rect')].map(node => node.getBoundingClientRect()))""")
    report.check(overlapping == 0, "no box lies over another")


def check_layers(page, path, report):
    """Layers and parts that OpenEXR wrote: the page's light is what the command reads of the layer."""
    import io
    import numpy
    viewer.show(page, path.name)
    names = page.evaluate("[...[...document.querySelectorAll('#panel-view .field')].find(node => node.textContent.startsWith('Layer')).querySelectorAll('option')].map(node => node.textContent)")
    report.check(names == ["beauty", "beauty/N", "beauty/key", "beauty/Z", "beauty/id", "lights", "lights/fill"], f"layers: {names}")
    for name, options in (("beauty/key", ["--layer", "key"]), ("beauty/Z", ["--layer", "Z"]), ("lights/fill", ["--index", "1", "--layer", "fill"])):
        page.evaluate(f"app.set({{layerName: {name!r}, calibrated: false}})")
        page.wait(f"app.stage.file?.layerName === {name!r} && app.stage.lightOf(app.stage.file)", what=f"{name} does not open")
        data = peers.headroom("pixels", path, *options, "--color-space", "extendedLinearITUR_2020", "--format", "npy")
        theirs = numpy.load(io.BytesIO(data))[..., :3]
        ours = page.floats("Float32Array.from(new Float16Array(app.stage.lightOf(app.stage.file).data.buffer))").reshape(theirs.shape)
        worst = float(((abs(ours - theirs) - 1e-4) / abs(theirs).max().clip(0.01)).max())
        report.check(worst <= 0.001, f"{name}: the page's light is the command's ({max(worst, 0):.3%})")
