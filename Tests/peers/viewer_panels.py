#!/usr/bin/env python3
"""The page in use: every panel on a desktop and on a phone, light and dark, as screenshots for people (in .build/viewer,
or HEADROOM_ARTEFACTS) and as checks that a program can make: nothing overlaps or is cut off, everything can be reached
with the keyboard and has a name, files that are broken say so, files that change are shown anew, and what a file says
stays text.
"""

import hashlib
import os
import pathlib
import shutil
import tempfile
import time
import urllib.error
import urllib.request

import browser
import json
import peers
import viewer
import viewer_filters

DESKTOP, PHONE = {"width": 1440, "height": 900}, {"width": 390, "height": 844, "density": 2, "phone": True}
LANDSCAPE = {"width": 844, "height": 390, "density": 2, "phone": True}
PANELS = ["view", "filters", "recipe", "scopes", "pixel", "region", "compare", "information", "export", "room"]

# Text that does not fit its box, of what is shown.
CUT = """[...document.querySelectorAll('button, .seg span, .check > span, legend, summary, dt, dd, option, #badge, .hint, h2, .step span, .command')]
  .filter(node => node.checkVisibility() && node.clientWidth && node.scrollWidth > node.clientWidth + 1)
  .map(node => node.textContent)"""

# Controls that a screen reader would have no name for, and those that the Tab key never reaches.
NAMELESS = """[...document.querySelectorAll('button, select, input, [role=slider], [role=listbox], summary')]
  .filter(node => node.checkVisibility() && !(node.getAttribute('aria-label') || node.textContent.trim()
    || node.labels?.length || node.getAttribute('aria-labelledby'))).map(node => node.outerHTML.slice(0, 120))"""


def main():
    viewer.require()
    report = peers.Report()
    viewer.ARTEFACTS.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory() as folder:
        files = viewer.scene(folder, 1280)
        broken = pathlib.Path(folder) / "broken.jpg"
        broken.write_bytes((pathlib.Path(folder) / "scene.jpg").read_bytes()[:3000])
        layers = pathlib.Path(folder) / "layers.exr"
        shutil.copy(peers.ROOT / "Tests" / "HeadroomImageIOTests" / "OpenEXR" / "Fixtures" / "layers.exr", layers)
        files.append(layers)
        hostile = peers.DATA.parent / "findings" / "F-escape-injection.jpg"
        files += [broken] + ([hostile] if hostile.exists() else [])
        with viewer.Viewer("--live", *files) as server, browser.Browser() as chromium:
            door(server, report)
            page = viewer.opened(chromium, server.address, **DESKTOP)
            session(page, server, report)
            keyboard(page, report)
            broken_file(page, report)
            uploads(page, pathlib.Path(folder) / "scene.jpg", report)
            downloads(page, pathlib.Path(folder), report)
            viewer_filters.check(page, pathlib.Path(folder), report)
            viewer_filters.check_graph(page, report)
            viewer_filters.check_layers(page, layers, report)
            live(page, report)
            changes(page, pathlib.Path(folder), report)
            if hostile.exists():
                text_only(page, hostile.name, report)
            quiet(page, report)
            chromium.close(page)
            for theme in ("dark", "light"):
                for name, size in (("desktop", DESKTOP), ("phone", PHONE), ("landscape", LANDSCAPE)):
                    page = viewer.opened(chromium, server.address, **size)
                    page.media(prefers_color_scheme=theme)
                    album(page, f"{theme}-{name}", report)
                    quiet(page, report)
                    chromium.close(page)
    report.finish()


def door(server, report):
    """Without the token nobody comes in."""
    bare = server.address.split("?")[0]
    for path in ("", "api/files"):
        try:
            urllib.request.urlopen(bare + path, timeout=10)
            report.check(False, f"/{path} without a cookie is refused")
        except urllib.error.HTTPError as error:
            report.check(error.code == 403, f"/{path} without a cookie: {error.code}")


def session(page, server, report):
    address = page.evaluate("location.href")
    report.check(server.token not in address and "token" not in address, "the token leaves the address")
    page.evaluate("app.set({headroom: 1.5, layer: 'metal', falseColour: true})")
    page.wait("location.hash.includes('headroom=1.5')", what="the state is not in the address")
    report.check(server.token not in page.evaluate("location.href"), "the token is not in the state")
    page.evaluate("location.reload()")
    time.sleep(0.5)
    page.wait("document.querySelector('#panel-view input[type=checkbox]')?.checked", what="the state does not come back")
    page.evaluate("import('/page/main.js').then(module => { globalThis.app = module.app; return app.started; })")
    report.check(page.evaluate("app.state().layer") == "metal", "the state comes back from the address")


def keyboard(page, report):
    viewer.show(page, "scene-hlg.png")
    page.evaluate("document.getElementById('stage').focus()")
    before = page.evaluate("app.state().file")
    page.key("ArrowRight")
    report.check(page.evaluate("app.state().file") != before, "the right arrow opens the next file")
    page.key("]"), page.key("[")
    report.check(page.evaluate("app.state().headroom") is not None, "brackets move the headroom")
    page.key("\\")
    report.check(page.evaluate("app.state().headroom") is None, "a backslash shows all light")
    page.key("r")
    report.check(page.evaluate("app.state().turns") == 1, "r rotates")
    page.key("?")
    report.check(page.evaluate("document.querySelector('dialog[open] kbd') !== null"), "a question mark shows the keys")
    page.key("Escape")
    page.evaluate("document.querySelectorAll('dialog[open]').forEach(dialog => dialog.close())")
    page.wait("app.stage.file", what="the next file does not open")
    page.key("i"), page.key("ArrowRight")
    page.wait("/Pixel \\d+, \\d+: /.test(document.getElementById('live-region').textContent)", what="no pixel is spoken")
    page.key("Escape")
    # Tab goes round everything that takes focus; nothing is skipped.
    page.evaluate("document.activeElement.blur()")
    seen = set()
    for _ in range(160):
        page.call("Input.dispatchKeyEvent", type="keyDown", key="Tab", windowsVirtualKeyCode=9)
        seen.add(page.evaluate("(node => { node.dataset.tabbed = 1; return node.tagName; })(document.activeElement)"))
    missed = page.evaluate("""[...document.querySelectorAll('button, select, summary, input:not([type=radio]), [role=listbox]')]
      .filter(node => node.checkVisibility() && !node.dataset.tabbed && node.tabIndex >= 0 && node.offsetWidth > 1)
      .map(node => node.outerHTML.slice(0, 90))""")
    report.check(missed == [], f"Tab reaches every control {missed}")


def broken_file(page, report):
    page.evaluate("app.set({file: app.files.items.find(file => file.name === 'broken.jpg').id})")
    page.wait("!document.getElementById('trouble').hidden", what="a broken file says nothing")
    said = page.evaluate("document.getElementById('trouble').textContent")
    report.check(len(said) > 10 and "{" not in said, f"a broken file says: {said}")
    page.screenshot(viewer.ARTEFACTS / "broken.png")
    viewer.show(page, "scene.jpg")
    viewer.wait_for_picture(page)
    report.check(page.evaluate("document.getElementById('trouble').hidden"), "the next file shows as if nothing had been")


def uploads(page, path, report):
    """A dropped file of a kind that browsers show rightly: what the page gets is the file, byte for byte."""
    import base64
    text = base64.b64encode(path.read_bytes()).decode()
    page.evaluate(f"""(() => {{
      const bytes = Uint8Array.from(atob('{text}'), letter => letter.charCodeAt(0)), transfer = new DataTransfer();
      transfer.items.add(new File([bytes], 'dropped.jpg', {{type: 'image/jpeg'}}));
      dispatchEvent(new DragEvent('drop', {{dataTransfer: transfer, cancelable: true}}));
    }})()""")
    page.wait("app.stage.file?.name === 'dropped.jpg'", what="a dropped file does not open")
    viewer.wait_for_picture(page)
    report.check(page.evaluate("app.stage.panes[0].picture.image.naturalWidth") == 1280, "a dropped file is shown")
    kept = page.evaluate("""fetch(app.api.pictureURL(app.stage.file)).then(answer => answer.arrayBuffer())
      .then(bytes => crypto.subtle.digest('SHA-256', bytes)).then(digest => [...new Uint8Array(digest)])""")
    report.check(bytes(kept) == hashlib.sha256(path.read_bytes()).digest(), "its bytes are kept as they are")


def downloads(page, folder, report):
    """What the export buttons bring is what it says, and has the light."""
    import base64
    viewer.show(page, "scene-pq.png")
    offered = page.evaluate("app.api.session().then(session => session.formats)")
    report.check({"jpeg", "heic", "avif", "jxl", "png", "tiff", "exr"} <= set(offered), f"exports: {offered}")
    for form in ("jpeg", "png"):
        text = page.evaluate(f"""app.api.exported(app.stage.file, {{}}, {{format: {form!r}}}).then(async ({{blob}}) => {{
          const bytes = new Uint8Array(await blob.arrayBuffer());
          let text = '';
          for (let i = 0; i < bytes.length; i += 32768) text += String.fromCharCode.apply(null, bytes.subarray(i, i + 32768));
          return btoa(text);
        }})""")
        path = folder / f"exported.{form}"
        path.write_bytes(base64.b64decode(text))
        facts = peers.info(path)
        path.unlink()
        report.check(facts["format"] == form and facts["hdr"]["contentHeadroom"] > 10, f"export {form}: {facts['hdr']}")


def live(page, report):
    page.evaluate("app.set({live: true})")
    page.wait("app.live.newest && app.live.newest.number > 5", what="no live frames come")
    time.sleep(1.5)
    rate = page.evaluate("app.live.frames.length")
    page.screenshot(viewer.ARTEFACTS / "live.png")
    first = page.evaluate("(newest => [newest.number, newest.width, newest.height])(app.live.newest)")
    time.sleep(0.5)
    report.check(page.evaluate("app.live.newest.number") > first[0], f"live frames go on: {first[1]} x {first[2]}, {rate} a second")
    page.evaluate("app.set({live: false})")


def changes(page, folder, report):
    """Another program writes the file anew; the page shows it without being asked."""
    viewer.show(page, "scene-sdr.png")
    viewer.wait_for_picture(page)
    before = page.evaluate("app.stage.panes[0].picture.shown")
    other = folder / "scene-sdr.new"
    shutil.copy(folder / "scene-hlg.png", other)
    os.replace(other, folder / "scene-sdr.png")
    page.wait(f"app.stage.panes[0].picture.shown !== {json.dumps(before)} && app.stage.file?.kind === 'isoHDR'", 20,
              "a file that changed is not shown anew")
    report.check(True, "a file that changes on disk is shown anew")


def text_only(page, name, report):
    viewer.show(page, name)
    page.evaluate("document.getElementById('panel-information').open = true")
    page.wait("document.querySelector('.metadata dl')", what="no information")
    inside = page.evaluate("[...document.querySelectorAll('.metadata *')].map(node => node.tagName)")
    report.check(set(inside) <= {"DL", "DIV", "DT", "DD"}, "what a file says of itself stays text")


def quiet(page, report):
    expected = [text for text in page.complaints if "broken" not in text and "status of 4" not in text]
    report.check(expected == [], f"nothing fails and the page's policy refuses nothing {expected}")


def album(page, prefix, report):
    """One picture of each panel and look."""
    viewer.show(page, "scene-pq.png")
    viewer.wait_for_picture(page)
    page.wait("document.querySelectorAll('.cell img[src*=thumbnail]').length >= 3", what="no thumbnails come")
    compare = page.evaluate("app.files.items.find(file => file.name === 'scene-hlg.png').id")
    looks = {
        "start": {}, "proof": {"headroom": 1.5, "marks": 3}, "false-colour": {"falseColour": True},
        "wipe": {"split": "wipe", "headroom": 1}, "side": {"split": "side", "b": "compare", "compare": compare},
        "difference": {"a": "error", "compare": compare}, "numbers": {"zoom": 60, "cx": 640, "cy": 600},
        "region": {"rect": {"x": 200, "y": 200, "width": 400, "height": 300}},
        **{scope: {"scope": scope} for scope in ("waveform", "parade", "xy", "uv", "vectorscope")}}
    panels(page, "view", "scopes", "pixel")
    for name, state in looks.items():
        viewer.show(page, "scene-pq.png", **state)
        if "scope" in state:
            panels(page, "scopes")
        page.evaluate(f"document.getElementById('{'panel-scopes' if 'scope' in state else 'stage'}').scrollIntoView()")
        settled(page)
        picture(page, f"{prefix}-{name}", report)
    viewer.show(page, "scene.jpg", a="map")
    settled(page)
    picture(page, f"{prefix}-gain-map", report)
    viewer.show(page, "scene.jpg", filters=viewer_filters.CHAIN)
    viewer_filters.settled(page)
    for panel in PANELS:
        panels(page, panel)
        page.evaluate(f"document.getElementById('panel-{panel}').scrollIntoView()")
        settled(page)
        picture(page, f"{prefix}-panel-{panel}", report)
    viewer.show(page, "layers.exr")
    page.evaluate("app.set({layerName: 'beauty/key'})")
    panels(page, "view")
    settled(page)
    picture(page, f"{prefix}-layers", report)
    for key, name in (("?", "keys"), ("s", "screen"), ("a", "filter-picker")):
        page.key(key)
        page.wait("document.querySelector('dialog[open]')")
        page.wait("[...document.querySelectorAll('dialog[open] img')].every(image => image.complete)")
        settled(page)
        picture(page, f"{prefix}-{name}", report)
        page.evaluate("document.querySelectorAll('dialog[open]').forEach(dialog => dialog.close())")


def panels(page, *names):
    """Opens these and closes the others."""
    page.evaluate(f"document.querySelectorAll('#panels details').forEach(node => {{ node.open = {list(names)}.includes(node.id.slice(6)) }})")


def settled(page):
    page.wait("!app.stage.loading || app.stage.plan().every(job => app.stage.atRest(job))", what="the light does not come")
    page.evaluate("new Promise(done => requestAnimationFrame(() => requestAnimationFrame(done)))")
    time.sleep(0.5)


def picture(page, name, report):
    page.screenshot(viewer.ARTEFACTS / f"{name}.png")
    cut, nameless = page.evaluate(CUT), page.evaluate(NAMELESS)
    wide = page.evaluate("document.documentElement.scrollWidth - innerWidth")
    report.check(cut == [] and nameless == [] and wide <= 0, f"{name}: {cut} {nameless} {wide}")


if __name__ == "__main__":
    main()
