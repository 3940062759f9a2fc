#!/usr/bin/env python3
"""A film with a compositor of its own, played on a page and exported: the example `Examples/HDRHighlights`.

A phone's HLG clip whose light above white has rolling red stripes. The page is the display; the exported film is read by ffprobe.
HEADROOM_COMMAND, HEADROOM_TEST_DATA as in the other tests.
"""

import pathlib
import signal
import subprocess
import tempfile
import time

import browser
import films
import peers
import viewer
import viewer_live

PROGRAM = pathlib.Path(peers.COMMAND).with_name("hdr-highlights")
CLIP = films.FILMS / "iphone-dv84-hlg-rot90.mov"
# In the page: how many pixels of the newest frame have a red of twice the white and hardly any green, in codes of PQ.
RED = """(() => {
  const {data} = app.live.newest;
  let count = 0;
  for (const word of data) if ((word & 1023) > 600 && (word >> 10 & 1023) < (word & 1023) - 80) count++;
  return count;
})()"""


# How many of a hundred places of the newest frame are black: the film fills it.
BLACK = """(() => {
  const {data, width, height} = app.live.newest;
  let count = 0;
  for (let y = 0; y < 10; y++) for (let x = 0; x < 10; x++)
    if ((data[Math.floor((y + .5) * height / 10) * width + Math.floor((x + .5) * width / 10)] & 0x3fffffff) === 0) count++;
  return count;
})()"""


def main():
    viewer.require()
    films.require()
    if not PROGRAM.exists() or not CLIP.exists():
        peers.skip(f"{PROGRAM.name} or {CLIP.name} is not here")
    report = peers.Report()
    with tempfile.TemporaryDirectory() as folder:
        out = pathlib.Path(folder) / "out.mov"
        program = subprocess.Popen([PROGRAM, CLIP, out], stdout=subprocess.PIPE, text=True)
        try:
            address = program.stdout.readline().strip()
            with browser.Browser() as chromium:
                played(chromium, address, report)
            exported(program, out, report)
        finally:
            program.send_signal(signal.SIGINT)
            program.wait(30)
    report.finish()


def played(chromium, address, report):
    page = viewer_live.live_page(chromium, address, width=1000, height=700)
    page.wait("app.live.newest", what="no frame of the program comes")
    page.evaluate("app.set({headroom: 2})")
    page.wait(f"{RED} > 500", what="no red stripes over what is brighter than white")
    seen = set()
    for _ in range(20):
        seen.add(page.evaluate("app.live.newest.number"))
        time.sleep(.1)
    report.check(len(seen) > 5, f"the film moves: {len(seen)} pictures in two seconds")
    report.check(page.evaluate(RED) > 500, "red stripes lie over what is brighter than white")
    report.check(page.evaluate(BLACK) < 5, "the film fills its frame")
    report.check(page.complaints == [], f"the page complains of nothing {page.complaints}")


def exported(program, out, report):
    line = program.stdout.readline().strip()
    report.check(line == f"wrote {out}", f"the program says what it wrote: {line}")
    words = subprocess.run(
        ["ffprobe", "-v", "error", "-count_frames", "-select_streams", "v:0", "-show_entries",
         "stream=color_transfer,color_primaries,nb_read_frames", "-of", "default=nw=1:nk=1", out],
        capture_output=True, text=True, check=True).stdout.split()
    report.check(set(words) == {"arib-std-b67", "bt2020", "100"}, f"the film is HLG and has each frame: {words}")


if __name__ == "__main__":
    main()
