"""End to end: the real photos of the test data, many times over, become previews and thumbnails under a gallery's names, on a
cluster that loses a node; a browser then shows their light."""

import hashlib
import json
import os
import pathlib
import random
import shutil
import subprocess
import sys
import time
import unittest

import light
import support

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
FEWEST_PIXELS = 40_000


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
        """Chromium is a decoder of its own: its light of results beside its light of the photos, where it reads these. Results that
        are larger than their photo have other peaks by their smoothness alone, and do not count."""
        try:
            light.require_chromium()
        except unittest.SkipTest as reason:
            print(f"light: skipped: {reason}", file=sys.stderr)
            return
        import numpy

        found, others = [], {}
        with light.Chromium(batch.folder) as chromium:
            for record, output in results(batch, newest):
                photo = batch.folder / record["input"]
                size = chromium.size(photo)
                told = json.loads(support.headroom("info", "--json", photo))
                if told["channels"] not in (1, 3):
                    continue  # What shows through is the page's.
                if size is None:
                    others.setdefault(photo.suffix.lower(), []).append((photo, output))
                elif len(found) < SHOWN and size[0] >= output["width"] and judged(told):
                    before = chromium.light(photo, (output["width"], output["height"]))
                    # Of some files it makes black pictures.
                    if before.any():
                        found.append(self.difference(chromium, before, photo, output))
            kinds = " ".join(others)
            print(f"  photos that Chromium does not read ({kinds}), as this command reads them:", file=sys.stderr)
            for results_of_kind in others.values():
                self.beside_floats(chromium, results_of_kind)
        self.assertEqual(len(found), SHOWN)
        for name, usual in (("mean", 0.01), ("peak", 0.03), ("colour", 0.003), ("fields", 0.03)):
            values = [abs(getattr(difference, name)) for difference in found]
            self.assertLess(numpy.median(values), usual, name)

    def beside_floats(self, chromium, results_of_kind):
        """The first that is not all dark, and large enough for its peak to be more than an edge's overshoot."""
        for photo, output in results_of_kind:
            if output["width"] * output["height"] < FEWEST_PIXELS:
                continue
            before = light.floats(photo, output)
            if before.max() > 0.5:
                self.difference(chromium, before, photo, output)
                return

    def difference(self, chromium, before, photo, output):
        path = pathlib.Path(output["path"])
        after = chromium.light(path, (output["width"], output["height"]))
        self.assertIsNotNone(after, f"Chromium does not read {path}")
        found = light.Difference.between(before, after)
        text = f"{photo.name} to {output['width']}x{output['height']}{path.suffix} ({output['hdr']}): {found}"
        print(f"  {text}", file=sys.stderr)
        for name, most in (("mean", 0.05), ("peak", 0.15), ("colour", 0.015), ("fields", 0.15)):
            self.assertLess(abs(getattr(found, name)), most, text)
        return found


def results(batch, newest):
    """Results with HDR of different photos, with their records."""
    seen = set()
    for entry in batch.entries:
        record = newest[entry.split("\t")[0]]
        digest = hashlib.sha256((batch.folder / record["input"]).read_bytes()).digest()
        if record["status"] == "ok" and digest not in seen:
            seen.add(digest)
            yield from ((record, output) for output in record["outputs"] if output["hdr"] != "sdr")


def judged(told):
    """Whether Chromium does what ISO 21496-1 says with a photo: no map larger than the base, no HDR base with a map."""
    gain = told["gainMap"]
    return not gain or (gain["baseHeadroom"] == 0 and gain["width"] <= told["width"])


if __name__ == "__main__":
    unittest.main(verbosity=2)
