#!/usr/bin/env python3
"""The viewer's door: plain HTTP off loopback, where the browser has no WebCodecs and no WebGPU; TLS; the browser that `--open`
starts; what comes in byte for byte; many requests beside a page; and the end."""

import os
import pathlib
import signal
import socket
import stat
import subprocess
import tempfile
import threading
import time

import browser
import peers
import viewer


def main():
    viewer.require()
    report = peers.Report()
    viewer.ARTEFACTS.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory() as folder:
        files = viewer.scene(folder, 800)
        off_loopback(files, report)
        over_tls(files, report)
        wrong_certificate(files, report)
        opens_browser(report)
        crowd(files, report)
        ends(files, report)
    report.finish()


class Proxy:
    """Plain HTTP under a name that is no loopback, as a company's proxy gives it: names of the server are put in the place of its
    own."""

    def __init__(self, name, port):
        self.listener = socket.create_server(("127.0.0.1", 0))
        self.own = f"{name}:{self.listener.getsockname()[1]}"
        self.server = ("127.0.0.1", port)
        threading.Thread(target=self.serve, daemon=True).start()

    def serve(self):
        while True:
            try:
                client, _ = self.listener.accept()
            except OSError:
                return
            server = socket.create_connection(self.server)
            threading.Thread(target=self.carry, args=(client, server, True), daemon=True).start()
            threading.Thread(target=self.carry, args=(server, client, False), daemon=True).start()

    def carry(self, source, target, is_request):
        try:
            while data := source.recv(1 << 16):
                if is_request:
                    data = data.replace(self.own.encode(), "{}:{}".format(*self.server).encode())
                target.sendall(data)
        except OSError:
            pass
        for end in (source, target):
            try:
                end.shutdown(socket.SHUT_RDWR)
            except OSError:
                pass


def off_loopback(files, report):
    with viewer.Viewer("--live", *files) as server:
        port = int(server.address.split(":")[2].split("/")[0])
        proxy = Proxy("viewer.test", port)
        with browser.Browser("--host-resolver-rules=MAP viewer.test 127.0.0.1") as chromium:
            page = viewer.opened(chromium, f"http://{proxy.own}/?token={server.token}")
            has = page.evaluate("[isSecureContext, 'gpu' in navigator, 'VideoDecoder' in window]")
            report.check(has == [False, False, False], f"plain HTTP off loopback: no secure context, WebGPU, WebCodecs {has}")
            everything(page, report, "plain HTTP off loopback")
            report.check(any("network=1" in url for url in page.requests), "pictures across a network are asked for as such")


def over_tls(files, report):
    name = socket.gethostname()
    with viewer.Viewer("--live", "--listen", "0.0.0.0", *files) as server:
        port = int(server.address.split(":")[2].split("/")[0])
        report.check(server.address.startswith("https://"), "--listen speaks HTTPS")
        rules = f"--host-resolver-rules=MAP {name} 127.0.0.1"
        with browser.Browser(rules, "--ignore-certificate-errors") as chromium:
            page = viewer.opened(chromium, f"https://{name}:{port}/?token={server.token}")
            report.check(page.evaluate("isSecureContext"), "TLS: a secure context")
            everything(page, report, "TLS")
        plain = socket.create_connection(("127.0.0.1", port), timeout=10)
        plain.sendall(f"GET /?token={server.token} HTTP/1.1\r\nHost: {name}:{port}\r\n\r\n".encode())
        report.check(not plain.recv(100).startswith(b"HTTP/1.1 2") , "plain HTTP gets nothing there")


def everything(page, report, where):
    """A picture, the slider's canvas, and live video."""
    viewer.show(page, "scene-pq.png")
    viewer.wait_for_picture(page)
    report.check(page.evaluate("app.stage.panes[0].picture.image.naturalWidth") == 800, f"{where}: the picture is there")
    viewer.show(page, "scene-pq.png", headroom=1.0, rest="proof")
    page.wait("!app.stage.canvas.hidden && app.stage.exact", what=f"{where}: no proof")
    report.check(True, f"{where}: the slider draws with WebGL2")
    page.evaluate("app.set({live: true})")
    page.wait("app.live.video?.element.videoWidth && app.live.frames.length > 2", what=f"{where}: no live video plays")
    report.check(True, f"{where}: live frames come as video")
    page.screenshot(viewer.ARTEFACTS / f"{'tls' if where == 'TLS' else 'off-loopback'}.png")
    # A header that is for secure contexts alone: Chromium says so.
    said = [text for text in page.complaints if "Cross-Origin-Opener-Policy" not in text]
    report.check(said == [], f"{where}: the page complains of nothing {said}")



def wrong_certificate(files, report):
    """A sentence and a status, and no server without TLS."""
    with tempfile.NamedTemporaryFile(suffix=".pem") as wrong:
        wrong.write(b"-----BEGIN CERTIFICATE-----\nAAAA\n-----END CERTIFICATE-----\n")
        wrong.flush()
        done = subprocess.run([peers.COMMAND, "view", "--listen", "0.0.0.0", "--port", "0", "--certificate", wrong.name,
                               "--key", wrong.name, files[0]], capture_output=True, text=True, timeout=30)
        report.check(done.returncode not in (0, 132, 134, 139) and "certificate" in done.stderr and not done.stdout,
                     f"a wrong certificate: {done.returncode}, {done.stderr.strip()[:100]}")


def opens_browser(report):
    """The key is in a file of the user's alone, and in no argument of any process; the file goes away with the viewer."""
    with tempfile.TemporaryDirectory() as folder:
        folder = pathlib.Path(folder)
        opener = folder / "xdg-open"
        opener.write_text(f"#!/bin/sh\nprintf '%s' \"$*\" > {folder}/arguments.new\nmv {folder}/arguments.new {folder}/arguments\n")
        opener.chmod(0o755)
        environment = {**os.environ, "PATH": f"{folder}:{os.environ['PATH']}", "TMPDIR": str(folder)}
        process = subprocess.Popen([peers.COMMAND, "view", "--open", "--port", "0"], stdout=subprocess.PIPE,
                                   stderr=subprocess.DEVNULL, text=True, env=environment)
        token = process.stdout.readline().split("token=")[1].strip()
        said = waited(lambda: (folder / "arguments").exists() and (folder / "arguments").read_text())
        report.check(bool(said) and token not in said, "the browser's arguments hold no key")
        file = pathlib.Path(said or "/nowhere")
        report.check(file.exists() and token in file.read_text(), "the file that it opens does")
        rights = stat.S_IMODE(file.parent.stat().st_mode) if file.exists() else 0
        report.check(rights == 0o700, f"only the user reads that: {rights:o}")
        own = pathlib.Path(f"/proc/{process.pid}/cmdline").read_bytes()
        report.check(token.encode() not in own, "the viewer's own arguments hold no key")
        process.send_signal(signal.SIGINT)
        process.wait(10)
        report.check(not file.exists() and not file.parent.exists(), "the file is gone when the viewer is")


def waited(condition, seconds=10):
    end = time.time() + seconds
    while time.time() < end:
        if found := condition():
            return found
        time.sleep(0.05)
    return None


def crowd(files, report):
    """Two hundred requests for pixels at once, each on a line of its own; the page goes on."""
    with viewer.Viewer(*files) as server, browser.Browser() as chromium:
        page = viewer.opened(chromium, server.address)
        ids = page.evaluate("app.files.items.map(file => file.id)")
        port = int(server.address.split(":")[2].split("/")[0])
        cookie = swapped(port, server.token)
        lines = [socket.create_connection(("127.0.0.1", port), timeout=120) for _ in range(200)]
        for i, line in enumerate(lines):
            line.sendall((f"GET /api/files/{ids[i % len(ids)]}/scopes?exposure={i / 100:.2f} HTTP/1.1\r\nHost: 127.0.0.1:{port}\r\n"
                          f"Cookie: {cookie}\r\nConnection: close\r\n\r\n").encode())
        began = time.time()
        status = page.evaluate("fetch('/api/session').then(answer => answer.status)")
        took = time.time() - began
        report.check(status == 200 and took < 2, f"beside 200 requests the session answers in {took:.2f} s")
        statuses = {line.recv(12)[9:12] for line in lines}
        report.check(statuses <= {b"200", b"409"}, f"200 requests for pixels: {statuses}")
        viewer.show(page, "scene-hlg.png")
        viewer.wait_for_picture(page)
        report.check(True, "afterwards the page shows the next file")


def swapped(port, token):
    """The cookie that a token is good for."""
    with socket.create_connection(("127.0.0.1", port), timeout=30) as line:
        line.sendall(f"GET /?token={token} HTTP/1.1\r\nHost: 127.0.0.1:{port}\r\nConnection: close\r\n\r\n".encode())
        answer = b""
        while part := line.recv(4096):
            answer += part
    return answer.decode().lower().split("set-cookie: ")[1].split(";")[0]


def ends(files, report):
    """Ctrl-C with a page that watches: it is told, the status is a shell's for that signal, nothing is left."""
    server = viewer.Viewer("--live", *files)
    with browser.Browser() as chromium:
        page = viewer.opened(chromium, server.address)
        page.evaluate("app.set({live: true})")
        page.wait("app.live.newest", what="no live frames come")
        port = int(server.address.split(":")[2].split("/")[0])
        idle = [socket.create_connection(("127.0.0.1", port)) for _ in range(20)]
        began = time.time()
        server.process.send_signal(signal.SIGINT)
        status = server.process.wait(15)
        took = time.time() - began
        report.check(status == 130 and took < 4, f"Ctrl-C with a page and 20 idle connections: status {status} in {took:.1f} s")
        page.wait("!app.state().live", what="the page does not notice")
        report.check(True, "the page notices that the server has ended")
        for connection in idle:
            connection.close()


if __name__ == "__main__":
    main()
