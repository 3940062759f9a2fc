"""Starts the real `headroom view` for the browser tests, and what they share."""

import os
import pathlib
import re
import signal
import subprocess
import threading

import peers

# Shells start what runs in the background with Ctrl-C ignored, and so would all that is started from here.
signal.signal(signal.SIGINT, signal.default_int_handler)

ARTEFACTS = pathlib.Path(os.environ.get("HEADROOM_ARTEFACTS", peers.ROOT / ".build" / "viewer"))

# In the page: pixels of a picture as Chromium shows them on a display of some stops, linear BT.2020 RGBA.
READ_BACK = """(image, [x, y, width, height], stops) => {
  const context = new OffscreenCanvas(width, height).getContext(
    '2d', {colorSpace: 'rec2100-linear', colorType: 'float16', willReadFrequently: true});
  if (!('globalHDRHeadroom' in context)) throw new Error('this build has no globalHDRHeadroom');
  context.globalHDRHeadroom = stops;
  context.drawImage(image, -x, -y);
  return context.getImageData(0, 0, width, height, {colorSpace: 'rec2100-linear', pixelFormat: 'rgba-float32'}).data;
}"""


def require():
    peers.require_modules("numpy")
    peers.require_chromium()
    done = subprocess.run([peers.COMMAND, "view", "/no/such/file"], capture_output=True, text=True)
    if "without the viewer" in done.stderr or "later version" in done.stderr:
        peers.skip("this command was built without its viewer (swift build --traits Viewer)")


def scene(folder, width):
    """The project's own HDR scene in every form, without any test data."""
    peers.headroom("demo", "--output-directory", folder, "--width", width, "--overwrite", "--quiet")
    return sorted(path for path in pathlib.Path(folder).iterdir() if path.suffix in (".png", ".jpg"))


class Viewer:
    """`headroom view` on a free port, ended with Ctrl-C."""

    def __init__(self, *files):
        self.process = subprocess.Popen([peers.COMMAND, "view", "--port", "0", *map(str, files)],
                                        stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
        self.address = self.said()
        # What it says later must not fill the pipe.
        threading.Thread(target=lambda: self.process.stdout.read(), daemon=True).start()

    def said(self):
        heard = ""
        for line in self.process.stdout:
            heard += line
            found = re.search(r"https?://\S+token=[\w-]+", line)
            if found:
                return found.group()
        raise RuntimeError(f"the viewer said no address: {heard}")

    @property
    def token(self):
        return self.address.split("token=")[1]

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.process.send_signal(signal.SIGINT)
        try:
            self.process.wait(15)
        except subprocess.TimeoutExpired:
            self.process.kill()
            raise


def opened(chromium, address, **options):
    """A page whose first list of files is there, with the page's `app` at hand."""
    page = chromium.page(address, **options)
    page.wait("document.querySelector('.cell')", what="the filmstrip is empty")
    page.evaluate("import('/page/main.js').then(module => { globalThis.app = module.app; return app.started; })")
    return page


def show(page, name, **state):
    """Opens a file by its name, with everything else at its default but `state`."""
    import json
    page.evaluate(f"""import('/page/state.js').then(({{DEFAULTS}}) => app.set({{...DEFAULTS,
        file: app.files.items.find(file => file.name === {json.dumps(name)}).id, ...{json.dumps(state)}}}))""")
    page.wait(f"app.stage.file?.name === {json.dumps(name)}", what=f"{name} does not open")


def wait_for_picture(page, part="/picture"):
    page.wait(f"app.stage.panes[0].picture.shown.includes({part!r})", what=f"no {part} on screen")


def identifier(page, name):
    return page.evaluate(f"app.files.items.find(file => file.name === {name!r}).id")


def choose(page, name):
    """As a click in the strip does: at once, and nothing is waited for."""
    page.evaluate(f"app.set({{file: app.files.items.find(file => file.name === {name!r}).id}})")


def settled(page):
    page.wait("!app.stage.isEmpty && !app.stage.opening && !app.stage.loading", what="the picture does not come")
    page.evaluate("new Promise(done => requestAnimationFrame(() => requestAnimationFrame(done)))")
