#!/usr/bin/env python3
"""How fast the viewer is: the slider, the exact scopes, live frames, the first picture, a folder of 1,000 photos. Prints
each number beside what is wanted of it (Benchmarks/RESULTS.md keeps them); a number that is missed fails nothing, since
other work on the machine counts too. Takes about four minutes.

    Tests/peers/viewer_speed.py [slider] [scopes] [live] [first] [folder]
"""

import concurrent.futures
import contextlib
import http.client
import itertools
import json
import os
import pathlib
import resource
import shutil
import statistics
import subprocess
import sys
import tempfile
import time

import browser
import peers
import viewer

PHOTOS, SMALLEST = 1000, 100 << 10
# Of the test data: photographs as cameras and editors write them.
FOLDERS = ("heic-apple-gainmap", "heic-camera", "jpeg-apple-gainmap", "ultrahdr", "dng", "avif-gainmap", "heic-tmap")
MEGABYTE = 1 << 20


def main():
    viewer.require()
    parts = {"slider": slider, "scopes": scopes, "live": live, "first": first, "folder": folder}
    for name in sys.argv[1:] or parts:
        print(f"== {name}, load {os.getloadavg()[0]:.1f} on {os.cpu_count()} processors", flush=True)
        parts[name]()


def say(text, value, unit, wanted, most=True):
    """One line; `most`: whether less is better."""
    met = value <= wanted if most else value >= wanted
    print(f"{'met   ' if met else 'MISSED'} {text}: {value:.1f} {unit} of {wanted}", flush=True)


def cpu_seconds(*processes):
    """User and system time of processes and their threads, so far."""
    ticks = 0
    for pid in processes:
        with contextlib.suppress(OSError):
            fields = pathlib.Path(f"/proc/{pid}/stat").read_text().rsplit(")", 1)[1].split()
            ticks += int(fields[11]) + int(fields[12])
    return ticks / os.sysconf("SC_CLK_TCK")


def family(pid):
    """A process and those that it started, directly or not."""
    parents = {}
    for path in pathlib.Path("/proc").glob("[0-9]*/stat"):
        with contextlib.suppress(OSError):
            parents[int(path.parent.name)] = int(path.read_text().rsplit(")", 1)[1].split()[1])
    found = [pid]
    for each in found:
        found += [child for child, parent in parents.items() if parent == each]
    return found


def memory(pid, name="VmRSS"):
    """Megabytes that a process holds, or held at most (VmHWM)."""
    text = pathlib.Path(f"/proc/{pid}/status").read_text()
    return int(text.split(name + ":")[1].split()[0]) / 1024


# MARK: the slider

# In the page: moves the slider, and waits each time until the new light is on the canvas.
DRAG = """async (steps, offset) => {
  const input = document.querySelector('#sliders input[type=range]'), times = [];
  for (let i = 0; i < steps; i++) {
    const start = performance.now();
    input.value = 0.5 + i * 0.2 + offset * 5;
    input.dispatchEvent(new Event('input'));
    do { await new Promise(done => { app.stage.onpaint = done; }); } while (!app.stage.exact);
    await app.stage.renderer.finish();
    times.push(performance.now() - start);
    await new Promise(done => setTimeout(done, 20));
  }
  app.stage.onpaint = null;
  return times;
}"""


def slider():
    with tempfile.TemporaryDirectory() as work:
        files = viewer.scene(work, 1600)
        with viewer.Viewer(*files) as server, browser.Browser() as chromium:
            page = viewer.opened(chromium, server.address, width=1700, height=1300)
            page.evaluate("app.stage.renderer.measured")
            times = page.evaluate("app.stage.renderer.times")
            print(f"       a trial of 640 x 400: WebGL {times['gl']:.1f} ms, processor {times['cpu']:.1f} ms")
            for name, layer in (("scene-pq.png", "core"), ("scene-pq.png", "metal"), ("scene.jpg", "core")):
                at_full_size(page, name, layer)
                processes = family(chromium.process.pid)
                used = cpu_seconds(*processes)
                rounds = [page.evaluate(f"({DRAG})(15, {offset * 0.01})") for offset in range(4)]
                used = (cpu_seconds(*processes) - used) / 60 * 1000
                best = min(statistics.median(each) for each in rounds)
                words = {"core": "tone map" if name.endswith("png") else "gain map", "metal": "clip"}[layer]
                say(f"slider, {words}, input to finished draw at 1600 x 1000 ({used:.0f} CPU ms a move in all of the browser)",
                    best, "ms", 50)


def at_full_size(page, name, layer):
    viewer.show(page, name, rest="proof", headroom=2.0, layer=layer)
    page.evaluate("document.getElementById('stage').style.cssText = 'width: 1600px; height: 1000px'")
    page.wait("(last => last.canvas.width === 1600 && last.canvas.height === 1000 && !last.canvas.hidden)"
              "(app.stage.renderer.last)", what="no proof")
    page.wait("document.querySelectorAll('.cell img[src*=thumbnail]').length >= 4", what="the filmstrip is not done")
    time.sleep(0.5)


# MARK: scopes

# In the page: exact scopes over and over, the exposure another one each time, so that nothing is an old answer.
SCOPES = """async count => {
  const {unpacked} = await import('/page/scope-bins.js'), times = [];
  for (let i = 0; i < count; i++) {
    const start = performance.now();
    const counts = unpacked(await app.api.scopes(app.stage.file, {exposure: i / 100 + 0.001}));
    times.push(performance.now() - start);
    if (!(counts.histogram.y.reduce((sum, n) => sum + n, 0) > 0)) throw new Error('nothing was counted');
  }
  return times;
}"""


def scopes():
    with tempfile.TemporaryDirectory() as work:
        files = viewer.scene(work, 1825)  # 2.08 megapixels
        with viewer.Viewer(*files) as server, browser.Browser() as chromium:
            page = viewer.opened(chromium, server.address)
            viewer.show(page, "scene-pq.png")
            viewer.wait_for_picture(page)
            time.sleep(1)
            size = page.evaluate("app.stage.file.width * app.stage.file.height / 1e6")
            used, pid = cpu_seconds(server.process.pid), server.process.pid
            times = page.evaluate(f"({SCOPES})(30)")
            used = (cpu_seconds(pid) - used) / len(times) * 1000
            say(f"exact scopes of {size:.2f} MP, asked for and unpacked in the page ({used:.0f} CPU ms in the server)",
                statistics.median(times), "ms", 30)


# MARK: live

# In the page: a second socket that acknowledges each frame, and draws and reads back every 30th.
LIVE = """seconds => new Promise((done, failed) => {
  const {stage, api} = app, socket = api.socket('/api/live'), result = {frames: 0, drawn: 0, bright: 0};
  let start = 0, view = null;
  socket.onerror = () => failed(new Error('no live frames'));
  socket.onmessage = async ({data}) => {
    const {parsed} = globalThis.live, frame = parsed(data), now = performance.now();
    if (!frame) return failed(new Error('no frame'));
    // Two frames are on their way: the clock starts with the first that was asked for.
    if (frame.number === 3) start = now;
    if (start) result.frames += 1;
    if (frame.number % 30 === 0) {
      if (view) stage.renderer.forget(view);
      view = frame;
      const rect = {x: 0, y: 0, width: frame.width, height: frame.height};
      const look = {exposure: 0, table: null, peak: Infinity, headroom: Infinity, channel: 'rgb', weight: 1,
        falseColour: false, marks: 0, proof: 1};
      const light = stage.renderer.gl.readLight([{source: 'live', view, rect, nearest: true}], look, frame.width / 4,
        frame.height / 4, [2 / frame.width, 0, 0, 0, -2 / frame.height, 0, -1, 1, 1]);
      result.drawn += 1;
      result.bright = light.reduce((most, value, i) => (i % 4 === 3 ? most : Math.max(most, value)), result.bright);
    }
    socket.send(JSON.stringify({ready: frame.number}));
    if (start && now - start >= seconds * 1000) {
      result.rate = (result.frames - 1) / (now - start) * 1000;
      socket.onclose = () => done(result);
      socket.close();
    }
  };
  socket.onopen = () => socket.send(JSON.stringify({headroom: 4}));
})"""


def live():
    for size, wanted in (("1280x720", 30), ("1920x1080", 20)):
        with viewer.Viewer("--live", "--live-size", size) as server, browser.Browser() as chromium:
            page = chromium.page(server.address)
            page.wait("document.getElementById('proof')")
            page.evaluate("import('/page/main.js').then(module => { globalThis.app = module.app; return app.started; })")
            page.evaluate("import('/page/live.js').then(module => { globalThis.live = module; })")
            page.evaluate("app.stage.renderer.measured")
            # The debugging protocol would be sent every frame too.
            page.call("Network.disable")
            best = max((page.evaluate(f"({LIVE})(8)") for _ in range(2)), key=lambda result: result["rate"])
            if not (best["drawn"] and best["bright"] > 1.5):
                print(f"FAILED no light above white in the frames that were read back: {best}")
            say(f"live {size}, received by the page, every 30th frame drawn and read back (brightest {best['bright']:.1f}x)",
                best["rate"], "frames/s", wanted, most=False)
        with viewer.Viewer("--live", "--live-size", size) as server:
            rate, used = received(server, 6)
            say(f"live {size}, a client that only receives ({used * 1000:.0f} CPU ms a frame in the server)", rate,
                "frames/s", 30, most=False)


def received(server, seconds):
    """Frames a second that come over a bare socket, and the server's CPU seconds for each."""
    host, cookie = signed_in(server)
    line = browser.WebSocket.__new__(browser.WebSocket)
    line.socket, line.buffer = raw_upgrade(host, cookie, "/api/live"), b""
    count, used, start = 0, 0, None
    while start is None or time.monotonic() - start < seconds:
        number = drop_frame(line)
        line.send(json.dumps({"ready": number}))
        count += 1
        if count == 5:
            start, used = time.monotonic(), cpu_seconds(server.process.pid)
    taken = time.monotonic() - start
    line.socket.close()
    return (count - 5) / taken, (cpu_seconds(server.process.pid) - used) / (count - 5)


def drop_frame(line):
    """Reads one binary message without keeping it, and gives the frame's number."""
    line.take(1)
    size = line.take(1)[0] & 127
    if size >= 126:
        size = int.from_bytes(line.take(2 if size == 126 else 8), "big")
    head, rest = line.take(32), size - 32
    held = min(len(line.buffer), rest)
    line.buffer, rest = line.buffer[held:], rest - held
    while rest:
        rest -= line.socket.recv_into(SINK, min(rest, len(SINK)))
    return int.from_bytes(head[4:8], "little")


SINK = bytearray(4 * MEGABYTE)


def raw_upgrade(host, cookie, path):
    import socket
    name, port = host.split(":")
    connection = socket.create_connection((name, int(port)), timeout=30)
    connection.sendall((f"GET {path} HTTP/1.1\r\nHost: {host}\r\nOrigin: http://{host}\r\nCookie: {cookie}\r\n"
                        "Upgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\n"
                        "Sec-WebSocket-Version: 13\r\n\r\n").encode())
    head = b""
    while not head.endswith(b"\r\n\r\n"):
        head += connection.recv(1)
    return connection


def signed_in(server):
    """The host, and the cookie that the printed address is swapped for."""
    host = server.address.split("/")[2]
    connection = http.client.HTTPConnection(host)
    connection.request("GET", "/" + server.address.split("/", 3)[3])
    return host, connection.getresponse().headers["Set-Cookie"].split(";")[0]


# MARK: the first picture

DECODED = """async part => {
  const {files} = await (await fetch('/api/files')).json(), image = new Image(), start = performance.now();
  image.src = `/api/files/${files[0].id}${part}?max=4096&v=${files[0].v}`;
  try { await image.decode(); } catch { return null; }
  return performance.now() - start;
}"""


def first():
    path = peers.DATA / "heic-apple-gainmap" / "iphone_15_pro.heic"
    if not path.exists():
        print("SKIPPED no photo")
        return
    with browser.Browser() as chromium:
        for part, wanted in (("/preview", 100), ("/picture", 400)):
            best = min(cold(chromium, path, part) for _ in range(4))
            say(f"first {part[1:]} of a 12 MP HEIC, request to decode()", best, "ms", wanted)


def cold(chromium, path, part):
    """A new server each time, and a page that asks for nothing itself."""
    with viewer.Viewer(path) as server:
        page = chromium.page("about:blank")
        page.call("Network.setBlockedURLs", urls=["*/page/main.js"])
        page.go(server.address)
        page.wait("location.pathname === '/' && document.readyState === 'complete'")
        took = page.evaluate(f"({DECODED})('{part}')")
        chromium.close(page)
        return took if took is not None else float("inf")


# MARK: a folder

def folder():
    peers.require_data()
    with tempfile.TemporaryDirectory() as work:
        count = fill(pathlib.Path(work))
        with viewer.Viewer(work) as server, browser.Browser() as chromium:
            opening(chromium, server, count)
            smalls(server, "preview", count, 40)
            rate = smalls(server, "thumbnail?size=256", 200, None)
            through_page(chromium, server)
            print(f"       memory of the server: at most {memory(server.process.pid, 'VmHWM'):.0f} MiB")
        theirs = by_command(pathlib.Path(work), 200)
        say(f"HDR thumbnails, {rate:.1f} a second here, headroom thumbnail {theirs:.1f}: share", rate / theirs, "", 0.9,
            most=False)


def fill(work):
    """1,000 photos: copies of the test data's, and links to those, in three folders."""
    kinds = {".heic", ".heif", ".hif", ".avif", ".jpg", ".png", ".dng", ".nef", ".cr2"}
    found = sorted(path for name in FOLDERS for path in (peers.DATA / name).rglob("*") if path.suffix.lower() in kinds
                   and SMALLEST <= path.stat().st_size)
    for place in ("a", "b", "c"):
        (work / place).mkdir()
    copies = [shutil.copy(path, work / "a" / f"{index:04}{path.suffix.lower()}") for index, path in enumerate(found)]
    for index, path in zip(range(len(copies), PHOTOS), itertools.cycle(copies)):
        os.link(path, work / "bc"[index % 2] / f"{index:04}{pathlib.Path(path).suffix}")
    print(f"       {PHOTOS} files, {len(copies)} of them different")
    return PHOTOS


def opening(chromium, server, count):
    start = time.monotonic()
    page = viewer.opened(chromium, server.address)
    took = (time.monotonic() - start) * 1000
    page.wait(f"app.files.total === {count}")
    say(f"the page with its filmstrip, {count} files", took, "ms", 1000)
    page.wait("[...document.querySelectorAll('.cell img')].filter(image => image.naturalWidth).length > 8", seconds=60)
    say("pictures in the places on screen", (time.monotonic() - start) * 1000, "ms", 3000)
    chromium.close(page)


def smalls(server, what, most, wanted):
    """Asks for the small pictures of different files as the page does, six at a time; gives how many come in a second."""
    host, cookie = signed_in(server)
    files = ask(host, cookie, f"/api/files?limit={most}")["files"]
    used, start, lines = cpu_seconds(server.process.pid), time.monotonic(), {}

    def one(file):
        query = "&" if "?" in what else "?"
        status, body = get(lines, host, cookie, f"/api/files/{file['id']}/{what}{query}v={file['v']}")
        return status, len(body)

    with concurrent.futures.ThreadPoolExecutor(6) as pool:
        answers = list(pool.map(one, files))
    taken, used = time.monotonic() - start, cpu_seconds(server.process.pid) - used
    there = sum(status == 200 for status, _ in answers)
    none = sum(status == 204 for status, _ in answers)
    print(f"       {what}: {there} pictures, {none} files without, {len(answers) - there - none} that cannot be read, "
          f"{sum(size for _, size in answers) / MEGABYTE:.1f} MB, {used / len(answers) * 1000:.1f} CPU ms a file, "
          f"server at {memory(server.process.pid):.0f} MiB")
    if wanted:
        say(f"embedded {what}s, the files without in the time", there / taken, "a second", wanted, most=False)
    return there / taken


def get(lines, host, cookie, path):
    import threading
    line = lines.setdefault(threading.get_ident(), http.client.HTTPConnection(host, timeout=120))
    line.request("GET", path, headers={"Cookie": cookie})
    answer = line.getresponse()
    return answer.status, answer.read()


def ask(host, cookie, path):
    return json.loads(get({}, host, cookie, path)[1])


def through_page(chromium, server):
    """Scrolls the filmstrip from one end to the other: elements and memory of the page stay as they are."""
    page = viewer.opened(chromium, server.address)
    heap = "performance.memory.usedJSHeapSize / 1048576"
    before, most = page.evaluate(heap), 0
    for step in range(40):
        page.evaluate(f"app.strip.scroller.scrollLeft = app.strip.scroller.scrollWidth * {step / 40}")
        time.sleep(0.15)
        most = max(most, page.evaluate("document.querySelectorAll('.cell').length"))
    print(f"       the filmstrip from end to end: at most {most} places made, heap {before:.0f} -> {page.evaluate(heap):.0f} MiB")
    chromium.close(page)


def by_command(work, count):
    """Thumbnails a second of the command on the files that the viewer was asked for: the first of the list."""
    files = sorted(path for path in (work / "a").iterdir())[:count]
    files += sorted(path for path in (work / "b").iterdir())[:count - len(files)]
    start, used = time.monotonic(), children()
    subprocess.run([peers.COMMAND, "thumbnail", *map(str, files), "--size", "256", "--format", "jpeg", "--quiet",
                    "--output-directory", str(work / "thumbnails")], capture_output=True)
    print(f"       headroom thumbnail: {(children() - used) / len(files) * 1000:.1f} CPU ms a file")
    return len(files) / (time.monotonic() - start)


def children():
    usage = resource.getrusage(resource.RUSAGE_CHILDREN)
    return usage.ru_utime + usage.ru_stime


if __name__ == "__main__":
    main()
