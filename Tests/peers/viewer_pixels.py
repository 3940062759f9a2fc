#!/usr/bin/env python3
"""The page's own <img> in Chromium has the light that `headroom pixels` says, for a display of no headroom, of one stop,
and without limit: the demo's scene in every form, and files of the test data that reach the browser as they are or
transcoded.

Tolerances as in chromium_agreement.py, on means of 8 x 8 pixels; of maps that are enlarged, and of pictures that are
compressed again, only where a block and its neighbours are alike.
"""

import pathlib
import tempfile

import browser
import peers
import viewer

STOPS = ((0, "0stops", "0"), (1, "1stops", "1"), (None, "inf", "Infinity"))
SIDE = 256
FILES = ["ultrahdr/small_uhdr.jpg", "ultrahdr/memorial.jpg", "ultrahdr/lamps.jpg", "png-hdr/hdr_room.png", "parity/test_hlg.png",
         "parity/test_pq.avif", "avif-gainmap/seine_sdr_gainmap_srgb.avif", "heic-apple-gainmap/iphone_15_pro.heic",
         "heic-tmap/IMG_3853.HEIC", "exr/Carrots.exr"]


def main():
    viewer.require()
    report = peers.Report()
    with tempfile.TemporaryDirectory() as folder:
        files = viewer.scene(folder, 960)
        if peers.DATA.is_dir():
            files += [peers.DATA / name for name in FILES]
        else:
            print(f"SKIPPED photos: none in {peers.DATA}")
        with viewer.Viewer(*files) as server, browser.Browser() as chromium:
            page = viewer.opened(chromium, server.address)
            for path in files:
                compare(page, path, report)
            report.check(page.complaints == [], f"the page complains of nothing {page.complaints}")
    report.finish()


def compare(page, path, report):
    import numpy
    viewer.show(page, path.name)
    viewer.wait_for_picture(page)
    size = page.evaluate("[app.stage.file.width, app.stage.file.height]")
    natural = page.evaluate("(image => [image.naturalWidth, image.naturalHeight])(app.stage.panes[0].picture.image)")
    report.check(natural == size or max(natural) >= 4095, f"{path.name}: {natural} of {size}")
    if natural != size:
        return
    rect = [max(0, size[0] - SIDE) // 2, max(0, size[1] - SIDE) // 2, min(size[0], SIDE), min(size[1], SIDE)]
    original = page.evaluate("app.stage.file.browser.original")
    facts = peers.info(path)
    for stops, word, script in STOPS:
        shown = page.floats(f"({viewer.READ_BACK})(app.stage.panes[0].picture.image, {rect}, {script})")
        shown = shown.reshape(rect[3], rect[2], 4)[..., :3]
        ours = peers.pixels(path, "--rect", ",".join(map(str, rect)), "--headroom", word)[..., :3]
        tolerance, masked = allowance(facts, size, original, word)
        a, b = peers.block_means(ours), peers.block_means(shown)
        error = (abs(a - b) - 0.002) / abs(b).max(-1, keepdims=True).clip(0.002)
        calm = smooth(ours) if masked else numpy.ones(error.shape[:2], bool)
        worst = max(error[calm].max(), 0) if calm.any() else float("nan")
        report.check(calm.mean() > 0.05 and worst <= tolerance,
                     f"{path.name} at {word}: {worst:.3%} of {tolerance:.1%} on {calm.mean():.0%} of the blocks")


def allowance(facts, size, original, shown):
    """The tolerance, and whether edges are left out."""
    if facts["hdr"]["kind"] != "gainMap":
        # Chromium follows the operator by a spline of 8 points, which leaves it as content gets brighter than 1000 cd/m2:
        # 0.043 stops at 4000.
        bright = (facts["hdr"]["contentHeadroom"] or 1) > 6 and shown != "inf"
        return (0.035 if bright else 0.015, False)
    same = {facts["gainMap"]["width"], facts["gainMap"]["height"]} == set(size)
    if original:
        return (0.003, False) if same else (0.02, True)
    return (0.02, True)


def smooth(pixels, side=8):
    """Blocks in which no pixel is far from the block's mean."""
    import numpy
    means = peers.block_means(pixels, side)
    height, width = means.shape[:2]
    blocks = pixels[:height * side, :width * side].reshape(height, side, width, side, 3)
    spread = abs(blocks - means[:, None, :, None]).max((1, 3, 4))
    return spread < 0.25 * means.max(-1).clip(0.05)


if __name__ == "__main__":
    main()
