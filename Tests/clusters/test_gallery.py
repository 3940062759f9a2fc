"""End to end: the real photos of the test data, many times over, become previews and thumbnails under a gallery's names, on a
cluster that loses a node; a browser then shows their light."""

import hashlib
import os
import pathlib
import random
import shutil
import subprocess
import sys
import time
import unittest

import support

sys.path.insert(0, str(support.ROOT / "Tests" / "peers"))

COUNT = int(os.environ.get("HEADROOM_GALLERY", "300"))
# Every folder of real photos.
FOLDERS = (
    "ultrahdr",
    "ultrahdr-raw",
    "jpeg-apple-gainmap",
    "heic-apple-gainmap",
    "heic-tmap",
    "heic-camera",
    "heic-pq",
    "avif-gainmap",
    "avif-pq",
    "avif-pq-ref",
    "png-hdr",
    "jxl",
    "exr",
    "hdr",
    "tiff",
    "dng",
    "dng-derived-bayer",
)
PICTURES = (".jpg", ".heic", ".hif", ".heif", ".avif", ".png", ".jxl", ".exr", ".hdr", ".tif", ".tiff", ".dng")
PLAN = {
    "schema": 1,
    "outputs": [
        {"name": "{stem}-preview.jpg", "resize": "1440x1440", "quality": 90, "strip": ["gps", "personal"]},
        {"name": "{stem}-thumbnail.avif", "size": 250},
    ],
}
SHOWN = 20
STOPS = "inf"


def photos():
    """Files of all kinds, in an order that mixes them."""
    files = [path for name in FOLDERS for path in sorted((support.STILLS / name).rglob("*")) if path.is_file()]
    files = [path for path in files if path.suffix.lower() in PICTURES]
    random.Random(3).shuffle(files)
    return files


class GalleryTests(support.BatchTest):
    @classmethod
    def setUpClass(cls):
        support.require_modules("ray")
        support.require(support.STILLS.is_dir(), f"no photos in {support.STILLS}")

    def gallery(self):
        """Copies of photos under a camera's names, and a list as a gallery's database exports it."""
        batch = self.batch(plan=PLAN)
        sources = photos()
        entries = []
        for number in range(COUNT):
            source = sources[number % len(sources)]
            name = f"photos/{number:04}{source.suffix}"
            shutil.copy(source, batch.folder / name)
            asset = hashlib.sha256(name.encode()).hexdigest()
            entries.append(f"{name}\tthumbs/user/{asset[:2]}/{asset[2:4]}/{asset[:32]}")
        batch.write_list(entries)
        return batch

    def test_previews_of_a_gallery(self):
        batch = self.gallery()
        cluster, (node,) = support.ray_cluster(1, nodes=2)
        self.addCleanup(cluster.shutdown)
        arguments = ["--address", cluster.address, *batch.arguments(), "--manifest", batch.manifest, "--chunk", 10]
        started = time.monotonic()
        driver = subprocess.Popen(
            [sys.executable, "-m", "headroom_ray", *map(str, arguments), "--headroom", support.COMMAND],
            cwd=batch.folder,
            env=support.environment(),
            stderr=subprocess.PIPE,
            text=True,
        )
        made = batch.output / "thumbs"
        support.until(
            lambda: sum(1 for path in made.rglob("*") if path.is_file()) >= COUNT // 2, 300, "half of the outputs"
        )
        cluster.remove_node(node, allow_graceful=False)
        _, said = driver.communicate(timeout=600)
        print(f"{COUNT} photos in {time.monotonic() - started:.0f} s; {said.splitlines()[-1]}", file=sys.stderr)
        newest = {record["input"]: record for record in batch.records()}
        failed = [record for record in newest.values() if record["status"] == "failed"]
        self.check_failures(batch, failed)
        self.assertEqual(driver.returncode, 1 if failed else 0, said)
        report = batch.report(status=driver.returncode)
        self.assertEqual((report["inputs"], report["missing"]), (COUNT, 0))
        self.assertEqual(report["ok"] + report["failed"], COUNT)
        self.check_files(batch, newest.values())
        self.check_light(batch, newest)

    def check_failures(self, batch, failed):
        """What cannot be made is what `convert` cannot make either, and few."""
        self.assertLess(len(failed), COUNT / 10)
        kinds = {hashlib.sha256((batch.folder / record["input"]).read_bytes()).digest(): record for record in failed}
        for record in kinds.values():
            self.assertEqual(record["error"]["class"], "permanent", record)
            photo = batch.folder / record["input"]
            words = [support.COMMAND, "convert", photo, batch.folder / "no.jpg", "--resize", "1440x1440", "--overwrite"]
            done = subprocess.run(words, capture_output=True, text=True, check=False)
            self.assertIn(done.returncode, (2, 3), f"{record['error']['message']}: {done.stderr}")

    def check_files(self, batch, records):
        outputs = {output["path"]: output for record in records for output in record["outputs"]}
        for path, output in outputs.items():
            data = pathlib.Path(path).read_bytes()
            self.assertEqual(hashlib.sha256(data).hexdigest(), output["sha256"], path)
        found = {str(path) for path in batch.output.rglob("*") if path.is_file()}
        self.assertEqual(found, set(outputs))

    def check_light(self, batch, newest):
        """Chromium shows the light of the photos: means over a grid, at full headroom, against the photo as floats."""
        support.require_modules("numpy")
        import numpy
        import peers

        if not os.access(peers.CHROMIUM, os.X_OK):
            print("light: skipped: Chromium is not installed (make clusters)", file=sys.stderr)
            return
        peers.COMMAND = support.COMMAND
        light = batch.folder / "light.exr"
        found = []
        for record in shown(batch, newest):
            photo, preview = batch.folder / record["input"], record["outputs"][0]
            rectangle = middle(preview["width"], preview["height"])
            size, (theirs,) = peers.chromium_pixels(preview["path"], [STOPS], rectangle)
            self.assertEqual(size, (preview["width"], preview["height"]))
            # The same picture as floats, without a gain map.
            support.headroom("convert", photo, light, "--resize", "1440x1440", "--overwrite", "--quiet")
            ours = peers.pixels(light, "--rect", ",".join(map(str, rectangle)), "--headroom", STOPS)
            a, b = grid(ours[..., :3]), grid(theirs[..., :3])
            level = numpy.maximum(abs(a).max(-1, keepdims=True), 0.05)
            error = float(numpy.median(abs(a - b) / level))
            found.append((error, b.max(), photo.suffix, preview["headroom"]))
        print(f"light of {len(found)} previews in Chromium:", file=sys.stderr)
        for error, peak, kind, headroom in sorted(found, reverse=True):
            print(
                f"  {kind}: {error:.2%} off, brightest field {peak:.2f}, headroom {headroom or 0:.2f}", file=sys.stderr
            )
        self.assertEqual(len(found), SHOWN)
        self.assertLess(max(error for error, *_ in found), 0.05)


def shown(batch, newest):
    """Records of different photos whose previews have a gain map, as many as the browser shows."""
    photos = {}
    for entry in batch.entries:
        record = newest[entry.split("\t")[0]]
        if record["status"] == "ok" and record["outputs"][0]["hdr"] == "gainMap":
            digest = hashlib.sha256((batch.folder / record["input"]).read_bytes()).digest()
            photos.setdefault(digest, record)
    return list(photos.values())[:SHOWN]


def middle(width, height, side=384):
    return max(0, width - side) // 2, max(0, height - side) // 2, min(width, side), min(height, side)


def grid(array, cells=12):
    """Means over equal shares of a picture, whatever its size."""
    import numpy

    for axis in (0, 1):
        edges = numpy.linspace(0, array.shape[axis], cells + 1).round().astype(int)[:-1]
        counts = numpy.diff([*edges, array.shape[axis]])
        array = numpy.add.reduceat(array.astype(float), edges, axis)
        array /= counts.reshape([-1 if number == axis else 1 for number in range(3)])
    return array


if __name__ == "__main__":
    unittest.main(verbosity=2)
