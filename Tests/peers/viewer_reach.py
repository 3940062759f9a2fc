"""What a person finds in the page without being told, as `viewer_hands.py` drives it: filters by everyday words, exports, a key for
before and after, drops, panels in sight, the test of the screen, a phone on its side.
"""

import time

import peers
import viewer

MEANT = {"blur": "CIGaussianBlur", "brightness": "CIExposureAdjust", "white balance": "CITemperatureAndTint", "lut": "CIColorCubeWithColorSpace",
         "grain": "CIRandomGenerator", "clarity": "CIUnsharpMask", "saturation": "CIColorControls", "sharpen": "CISharpenLuminance",
         "black and white": "CIPhotoEffectMono", "vignette": "CIVignette", "crop": "CICrop", "denoise": "CINoiseReduction", "contrast": "CIColorControls",
         "expo": "CIExposureAdjust", "gauss": "CIGaussianBlur", "CIBloom": "CIBloom", "shadows": "CIHighlightShadowAdjust", "warm": "CITemperatureAndTint"}


def searches(page, report):
    """Filters by everyday words; they begin so that something is seen."""
    viewer.show(page, "scene.jpg")
    viewer.wait_for_picture(page)
    page.evaluate("document.getElementById('stage').focus()")
    page.key("a")
    page.wait("document.querySelector('dialog.picker[open] li')", what="no list of filters")
    wrong = {}
    for words, name in MEANT.items():
        first = page.evaluate(f"""(field => {{ field.value = {words!r}; field.dispatchEvent(new Event('input'));
          return app.filters.picker.found[0]?.name; }})(document.querySelector('dialog.picker input[type=search]'))""")
        if first != name:
            wrong[words] = first
    report.check(wrong == {}, f"{len(MEANT)} everyday words find their filter first {wrong}")
    last = page.evaluate("""(field => { field.value = ''; field.dispatchEvent(new Event('input'));
      return app.filters.picker.found.slice(-30).every(({categories}) => categories.some(name => ['Generator', 'Gradient', 'Transition', 'Reduction', 'CompositeOperation'].includes(name))); })(
      document.querySelector('dialog.picker input[type=search]'))""")
    report.check(last, "what makes a picture of its own comes last")
    page.call("Input.insertText", text="blur")
    page.screenshot(viewer.ARTEFACTS / "search.png")
    page.key("Escape")
    report.check(not page.evaluate("document.querySelector('dialog[open]')"), "Escape closes the search, whatever is typed")
    names = ["CIExposureAdjust", "CIColorControls", "CIVignette", "CIVignetteEffect", "CITemperatureAndTint", "CIVibrance", "CIHueAdjust", "CIGammaAdjust", "CISharpenLuminance",
             "CIHighlightShadowAdjust", "CIGaussianBlur", "CIToneCurve", "CICrop", "CIStraightenFilter", "CITwirlDistortion", "CILanczosScaleTransform", "CIPhotoEffectMono", "CIMotionBlur"]
    idle = []
    for name in names:
        changed = page.evaluate(f"""(async () => {{
          const entry = (await app.filters.entries()).find(({{name}}) => name === {name!r});
          app.set({{filters: ''}});
          app.filters.add(entry);
          const plain = await app.api.light({{...app.stage.plain}}, {{max: 256}}), light = await app.api.light(app.stage.file, {{max: 256}});
          if (plain.width !== light.width || plain.height !== light.height) return 1;
          const a = new Float16Array(plain.data.buffer), b = new Float16Array(light.data.buffer);
          let sum = 0, all = 0;
          for (let i = 0; i < a.length; i++) {{ sum += Math.abs(a[i] - b[i]); all += Math.abs(a[i]); }}
          return sum / all;
        }})()""")
        if changed < 0.002:
            idle.append((name, changed))
    report.check(idle == [], f"{len(names)} filters begin so that something is seen {idle}")
    page.evaluate("app.set({filters: ''})")


def takes_away(page, folder, report):
    """The export panel as a person uses it."""
    import base64
    viewer.show(page, "scene.jpg")
    viewer.wait_for_picture(page)
    page.key("x")
    offered = page.evaluate("[...document.querySelectorAll('#panel-export .seg input')].map(input => input.value)")
    report.check(offered == ["jpeg", "heic", "avif", "jxl", "png", "tiff", "exr"], f"formats: {offered}")
    page.evaluate("""(() => {
      window.kept = [];
      const make = URL.createObjectURL;
      URL.createObjectURL = blob => { window.kept.push(blob); return make.call(URL, blob); };
    })()""")

    def saved(form, **wishes):
        page.evaluate(f"document.querySelector('#panel-export input[value={form}]').click()")
        for label, value in wishes.items():
            page.evaluate(f"(select => {{ select.value = {value!r}; select.dispatchEvent(new Event('change')); }})(document.querySelectorAll('#panel-export select')[{['side', 'strip'].index(label)}])")
        count = page.evaluate("window.kept.length")
        page.evaluate("document.querySelector('#panel-export button.main').click()")
        page.wait(f"window.kept.length > {count}", 60, f"no {form}")
        text = page.evaluate("""window.kept.at(-1).arrayBuffer().then(buffer => {
          let text = '', bytes = new Uint8Array(buffer);
          for (let i = 0; i < bytes.length; i += 32768) text += String.fromCharCode.apply(null, bytes.subarray(i, i + 32768));
          return btoa(text); })""")
        path = folder.parent / f"taken.{form}"
        path.write_bytes(base64.b64decode(text))
        facts = peers.info(path)
        path.unlink()
        return facts

    for form in ("jpeg", "exr", "jxl", "tiff"):
        facts = saved(form, side="640")
        report.check(facts["format"] in (form, "openexr") and max(facts["width"], facts["height"]) == 640, f"a {form} of 640 pixels: {facts['width']} x {facts['height']}")
        report.check(form == "exr" or form == "tiff" or facts["hdr"]["contentHeadroom"] > 4, f"its light: {facts['hdr']}")
    page.screenshot(viewer.ARTEFACTS / "export.png")


def before(page, report):
    """One key for before and after."""
    viewer.show(page, "scene.jpg", filters="CIColorInvert", exposure=-1)
    page.wait("!app.stage.filtered.busy && app.stage.filtered.slots.size > 0 && !document.getElementById('proof').hidden", what="no filtered picture")
    page.key("t")
    page.wait("document.getElementById('proof').hidden && app.stage.panes[0].picture.shown.includes('/picture')", what="no picture as it was")
    report.check(page.evaluate("document.getElementById('side-a').textContent") == "Before", "t shows the picture before filters and exposure, and says so")
    page.key("t")
    page.wait("!document.getElementById('proof').hidden", what="the filters do not come back")


def dropped(page, report):
    """A picture and notes: the picture opens, the notes are named."""
    page.evaluate("""(async () => {
      const picture = await fetch(app.api.pictureURL(app.files.items.find(({name}) => name === 'scene.jpg'))).then(answer => answer.blob());
      const transfer = new DataTransfer();
      transfer.items.add(new File([picture], 'dropped one.jpg'));
      transfer.items.add(new File(['Dear diary, today'], 'notes.txt'));
      dispatchEvent(new DragEvent('drop', {dataTransfer: transfer, cancelable: true}));
    })()""")
    page.wait("app.stage.file?.name === 'dropped one.jpg'", what="the dropped picture does not open")
    page.wait("!document.getElementById('notice').hidden", what="the dropped notes are not mentioned")
    said = page.evaluate("document.getElementById('notice').textContent")
    report.check("notes.txt" in said and page.evaluate("document.getElementById('trouble').hidden"), f"a drop of a picture and notes: {said}")
    page.screenshot(viewer.ARTEFACTS / "dropped.png")


def panels(page, report):
    """What is opened comes into sight; words, not keys."""
    page.evaluate("document.querySelectorAll('#panels details').forEach(node => { node.open = ['view', 'scopes', 'pixel'].includes(node.id.slice(6)); })")
    for name in ("compare", "recipe"):
        page.evaluate("document.getElementById('panels').scrollTop = 0")
        page.evaluate(f"document.querySelector('#panel-{name} > summary').click()")
        time.sleep(0.3)
        top = page.evaluate(f"document.querySelector('#panel-{name}').getBoundingClientRect().top")
        height = page.evaluate("document.getElementById('panels').getBoundingClientRect().bottom")
        report.check(top < height * 0.75, f"the panel {name} comes into sight: {top:.0f} of {height:.0f}")
    viewer.show(page, "scene-pq.png", compare=viewer.identifier(page, "scene-hlg.png"))
    page.evaluate("document.getElementById('panel-information').open = true")
    page.wait("document.querySelectorAll('#panel-compare dd').length > 4", 30, "no comparison")
    page.wait("document.querySelectorAll('.metadata dd').length > 8", 30, "no information")
    words = page.evaluate("[...document.querySelectorAll('#panel-compare dt, .metadata dt')].map(node => node.textContent)")
    keys = [word for word in words if word[:1].islower() or "pu21" in word or any(a.islower() and b.isupper() for a, b in zip(word, word[1:]) if word.split()[0] == word)]
    report.check(keys == [] and "95 % are below" in words, f"no keys of programs among {len(words)} words {keys}")


def screen(page, report, has_headroom):
    """The test of the screen says what is true, with patches that are seen only where the screen has headroom."""
    viewer.show(page, "scene.jpg")
    page.key("s")
    page.wait("[...document.querySelectorAll('dialog[open] .patches img')].every(image => image.complete && image.naturalWidth)", what="no patches")
    verdict = page.evaluate("document.querySelector('.verdict').textContent")
    report.check(verdict.startswith("The browser says: " + ("yes" if has_headroom else "no")), verdict)
    levels = (1, 2, 4, 8, 16)
    shown = [[page.floats(f"({viewer.READ_BACK})(document.querySelectorAll('.patches img')[{index}], [20, 20, 1, 1], {stops})")[1] for index in range(5)]
             for stops in (0, "Infinity")]
    report.check(all(abs(value - 1) < 0.02 for value in shown[0]), f"without headroom every patch is white, as what lies around it: {[round(float(value), 3) for value in shown[0]]}")
    report.check(all(abs(value - level) < 0.02 * level for value, level in zip(shown[1], levels)), f"with headroom they are what they say: {[round(float(value), 2) for value in shown[1]]}")
    boxes = page.evaluate("[...document.querySelectorAll('.patch-row img')].map(node => [node.clientWidth, node.clientHeight])")
    report.check(len(boxes) == 15 and all(min(box) >= 40 for box in boxes), "squares of a readable size in three rows")
    page.screenshot(viewer.ARTEFACTS / f"screen-{'hdr' if has_headroom else 'sdr'}.png")
    page.key("Escape")
    page.evaluate("document.querySelectorAll('dialog[open]').forEach(dialog => dialog.close())")


def landscape(page, report):
    """A phone on its side: the picture is not a stamp."""
    viewer.show(page, "scene.jpg")
    page.evaluate("scrollTo(0, 0)")
    viewer.settled(page)
    time.sleep(0.3)
    width, height = page.evaluate("(box => [box.width, box.height])(document.getElementById('stage').getBoundingClientRect())")
    report.check(width >= 500 and height >= 385, f"on a phone on its side the picture has {width:.0f} x {height:.0f} of 844 x 390")
    wide = page.evaluate("document.documentElement.scrollWidth - innerWidth")
    report.check(wide <= 0, "nothing is wider than the phone")
    page.screenshot(viewer.ARTEFACTS / "landscape.png")
