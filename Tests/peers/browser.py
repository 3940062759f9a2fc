"""Drives Debian's headless Chromium over its debugging protocol: no driver, no packages, only sockets.

    with Browser() as browser:
        page = browser.page("http://127.0.0.1:8080/", width=1440, height=900)
        title = page.evaluate("document.title")
        page.screenshot("folder/name.png")

`evaluate` awaits promises and gives the value as Python's JSON. Errors of the page, and what it refuses (CSP), are kept in
`page.complaints`. A server that is slow: `page.hold("/light")` keeps requests whose address has that text, until
`page.release()`.

With HEADROOM_PAGE=1 the page's files come from Sources/HeadroomViewer/Page rather than from the command, so that work on
the page needs no build (the workers' own files are the command's all the same).
"""

import base64
import json
import os
import pathlib
import socket
import struct
import subprocess
import tempfile
import time
import urllib.parse
import urllib.request

import peers

# Software WebGL, linear half-float canvases with a headroom: what a machine without a GPU and an HDR screen needs.
FLAGS = ["--headless=new", "--no-sandbox", "--remote-debugging-port=0", "--hide-scrollbars", "--mute-audio",
         "--no-first-run", "--use-gl=angle", "--use-angle=swiftshader", "--enable-unsafe-swiftshader",
         "--ignore-gpu-blocklist", "--enable-experimental-web-platform-features",
         "--enable-blink-features=CanvasGlobalHDRHeadroom"]


FROM_DISK = os.environ.get("HEADROOM_PAGE") == "1"
PAGE = peers.ROOT / "Sources" / "HeadroomViewer" / "Page"


class WebSocket:
    """As much of RFC 6455 as a client of the debugging protocol needs."""

    def __init__(self, host, port, path):
        self.socket = socket.create_connection((host, port), timeout=120)
        key = base64.b64encode(os.urandom(16)).decode()
        self.socket.sendall((f"GET {path} HTTP/1.1\r\nHost: {host}:{port}\r\nUpgrade: websocket\r\n"
                             f"Connection: Upgrade\r\nSec-WebSocket-Key: {key}\r\nSec-WebSocket-Version: 13\r\n\r\n").encode())
        self.buffer = b""
        while b"\r\n\r\n" not in self.buffer:
            self.buffer += self.socket.recv(4096)
        head, self.buffer = self.buffer.split(b"\r\n\r\n", 1)
        if b" 101 " not in head:
            raise RuntimeError(head.decode())

    def send(self, text):
        data, mask = text.encode(), os.urandom(4)
        size = len(data)
        if size < 126:
            head = struct.pack(">BB", 0x81, 0x80 | size)
        elif size < 65536:
            head = struct.pack(">BBH", 0x81, 0xFE, size)
        else:
            head = struct.pack(">BBQ", 0x81, 0xFF, size)
        # The mask as one big number: a loop over bytes would take seconds for a megabyte.
        pad = (mask * (size // 4 + 1))[:size]
        masked = (int.from_bytes(data, "big") ^ int.from_bytes(pad, "big")).to_bytes(size, "big")
        self.socket.sendall(head + mask + masked)

    def receive(self):
        whole = b""
        while True:
            first, second = self.take(2)
            size = second & 127
            if size == 126:
                size = struct.unpack(">H", self.take(2))[0]
            elif size == 127:
                size = struct.unpack(">Q", self.take(8))[0]
            whole += self.take(size)
            if first & 0x80:
                return whole.decode()

    def take(self, count):
        parts, missing = [self.buffer[:count]], count - min(count, len(self.buffer))
        self.buffer = self.buffer[count:]
        while missing:
            part = self.socket.recv(min(missing, 1 << 20))
            if not part:
                raise RuntimeError("the browser closed the line")
            parts.append(part)
            missing -= len(part)
        return b"".join(parts)


class Page:
    """One tab."""

    def __init__(self, line, session):
        self.line, self.session, self.number = line, session, 0
        self.complaints = []
        self.requests = []
        self.held, self.holding, self.intercepts = [], None, False
        for domain in ("Page", "Runtime", "Log", "Network"):
            self.call(domain + ".enable")
        if FROM_DISK:
            self.intercept()

    def call(self, method, **parameters):
        self.number += 1
        number = self.number
        self.line.send(json.dumps({"id": number, "method": method, "params": parameters, "sessionId": self.session}))
        while True:
            message = json.loads(self.line.receive())
            if message.get("id") == number:
                if "error" in message:
                    raise RuntimeError(f"{method}: {message['error']['message']}")
                return message["result"]
            self.heard(message)

    def heard(self, message):
        parameters = message.get("params", {})
        if message.get("method") == "Runtime.exceptionThrown":
            details = parameters["exceptionDetails"]
            self.complaints.append(details.get("exception", {}).get("description", details["text"]))
        elif message.get("method") == "Log.entryAdded" and parameters["entry"]["level"] == "error":
            self.complaints.append(parameters["entry"]["text"] + " " + parameters["entry"].get("url", ""))
        elif message.get("method") == "Network.requestWillBeSent":
            self.requests.append(parameters["request"]["url"])
        elif message.get("method") == "Fetch.requestPaused":
            self.paused(parameters)

    # MARK: a server as it could be

    def intercept(self):
        patterns = [{"urlPattern": "*/api/*"}]
        if FROM_DISK:
            patterns += [{"urlPattern": "*/page/*"}, {"urlPattern": "*", "resourceType": "Document", "requestStage": "Response"}]
        self.intercepts = True
        self.call("Fetch.enable", patterns=patterns)

    def hold(self, text):
        """Requests whose address has this text wait from now on."""
        self.holding = text
        if not self.intercepts:
            self.intercept()

    def release(self):
        """Those that wait go on, in their order, and no others wait."""
        self.holding = None
        for request in self.held:
            self.tell("Fetch.continueRequest", requestId=request)
        self.held = []

    def paused(self, parameters):
        request, url = parameters["requestId"], parameters["request"]["url"]
        if self.holding and self.holding in url:
            self.held.append(request)
            return
        path = urllib.parse.urlsplit(url).path
        file = FROM_DISK and PAGE / ("index.html" if path == "/" else path.removeprefix("/page/"))
        isPage = path.startswith("/page/") or (path == "/" and parameters.get("responseStatusCode") == 200)
        if not (file and isPage and file.is_file()):
            return self.tell("Fetch.continueRequest", requestId=request)
        types = {".js": "text/javascript", ".css": "text/css", ".svg": "image/svg+xml", ".html": "text/html; charset=utf-8"}
        headers = [header for header in parameters.get("responseHeaders", []) if header["name"].lower() not in ("content-length", "content-type")]
        self.tell("Fetch.fulfillRequest", requestId=request, responseCode=200, body=base64.b64encode(file.read_bytes()).decode(),
                  responseHeaders=headers + [{"name": "Content-Type", "value": types[file.suffix]}])

    def tell(self, method, **parameters):
        """A call whose answer nobody waits for."""
        self.number += 1
        self.line.send(json.dumps({"id": self.number, "method": method, "params": parameters, "sessionId": self.session}))

    def evaluate(self, expression):
        answer = self.call("Runtime.evaluate", expression=expression, awaitPromise=True, returnByValue=True,
                           userGesture=True)
        if "exceptionDetails" in answer:
            details = answer["exceptionDetails"]
            raise RuntimeError(details.get("exception", {}).get("description", details["text"]))
        return answer["result"].get("value")

    def wait(self, condition, seconds=30, what=None):
        """Until an expression is true. One that throws is not."""
        end = time.time() + seconds
        while time.time() < end:
            if self.evaluate(f"(() => {{ try {{ return Boolean({condition}) }} catch {{ return false }} }})()"):
                return
            time.sleep(0.03)
        raise TimeoutError(what or condition)

    def go(self, address):
        self.call("Page.navigate", url=address)

    def resize(self, width, height, density=1, phone=False):
        self.call("Emulation.setDeviceMetricsOverride", width=width, height=height, deviceScaleFactor=density,
                  mobile=phone)

    def media(self, **features):
        """`media(prefers_color_scheme="dark")`"""
        self.call("Emulation.setEmulatedMedia",
                  features=[{"name": name.replace("_", "-"), "value": value} for name, value in features.items()])

    def key(self, key, shift=False, alt=False):
        modifiers = (1 if alt else 0) | (8 if shift else 0)
        text = {"text": key} if len(key) == 1 else {}
        self.call("Input.dispatchKeyEvent", type="keyDown", key=key, modifiers=modifiers, **text)
        self.call("Input.dispatchKeyEvent", type="keyUp", key=key, modifiers=modifiers)

    def mouse(self, kind, x, y, shift=False, buttons=0, clicks=1):
        self.call("Input.dispatchMouseEvent", type=kind, x=x, y=y, button="left" if kind != "mouseMoved" else "none",
                  buttons=buttons, clickCount=clicks, modifiers=8 if shift else 0)

    def drag(self, start, end, shift=False):
        self.mouse("mouseMoved", *start, shift=shift)
        self.mouse("mousePressed", *start, shift=shift, buttons=1)
        for step in (0.3, 0.7, 1):
            x, y = (a + (b - a) * step for a, b in zip(start, end))
            self.mouse("mouseMoved", x, y, shift=shift, buttons=1)
        self.mouse("mouseReleased", *end, shift=shift)

    def screenshot(self, path):
        answer = self.call("Page.captureScreenshot", format="png")
        pathlib.Path(path).write_bytes(base64.b64decode(answer["data"]))

    def floats(self, expression):
        """What an expression gives as Float32Array, as a flat numpy array."""
        import numpy
        text = self.evaluate(f"""(async () => {{
          const values = await ({expression}), bytes = new Uint8Array(values.buffer, values.byteOffset, values.byteLength);
          let text = '';
          for (let i = 0; i < bytes.length; i += 32768) text += String.fromCharCode.apply(null, bytes.subarray(i, i + 32768));
          return btoa(text);
        }})()""")
        return numpy.frombuffer(base64.b64decode(text), "<f4")


class Browser:
    """One Chromium with its own profile, gone at the end."""

    def __init__(self, *flags):
        self.folder = tempfile.TemporaryDirectory(ignore_cleanup_errors=True)
        # A page that comes from here has no address of its own, and would not reach this machine's.
        local = ["--disable-features=LocalNetworkAccessChecks,LocalNetworkAccessChecksWebSockets"] if FROM_DISK else []
        self.process = subprocess.Popen([peers.CHROMIUM, *FLAGS, *local, *flags, f"--user-data-dir={self.folder.name}", "about:blank"],
                                        stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        port, path = self.opened()
        self.line = WebSocket("127.0.0.1", port, path)
        self.number = 0

    def opened(self):
        file = pathlib.Path(self.folder.name) / "DevToolsActivePort"
        end = time.time() + 30
        while time.time() < end:
            if file.exists() and len(file.read_text().splitlines()) == 2:
                port, path = file.read_text().splitlines()
                return int(port), path
            if self.process.poll() is not None:
                raise RuntimeError(f"Chromium ended with {self.process.returncode}")
            time.sleep(0.05)
        raise TimeoutError("Chromium does not open its debugging port")

    def call(self, method, **parameters):
        self.number -= 1
        self.line.send(json.dumps({"id": self.number, "method": method, "params": parameters}))
        while True:
            message = json.loads(self.line.receive())
            if message.get("id") == self.number:
                return message["result"]

    def page(self, address, width=1440, height=900, density=1, phone=False):
        target = self.call("Target.createTarget", url="about:blank")["targetId"]
        session = self.call("Target.attachToTarget", targetId=target, flatten=True)["sessionId"]
        page = Page(self.line, session)
        page.target = target
        page.resize(width, height, density, phone)
        page.go(address)
        return page

    def close(self, page):
        self.call("Target.closeTarget", targetId=page.target)

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.process.terminate()
        try:
            self.process.wait(10)
        except subprocess.TimeoutExpired:
            self.process.kill()
        self.folder.cleanup()


def fetch(address):
    return urllib.request.urlopen(address, timeout=60).read()
