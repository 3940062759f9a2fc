"""Light of pictures as Chromium decodes them, and how that of a result differs from that of its photo."""

import contextlib
import dataclasses
import json
import os
import pathlib
import shutil
import sys
import tempfile

import support

sys.path.insert(0, str(support.ROOT / "Tests" / "peers"))

PAGE = pathlib.Path(__file__).with_name("light.html")


def require_chromium():
    support.require_modules("numpy")
    import peers

    support.require(os.access(peers.CHROMIUM, os.X_OK), "Chromium is not installed (make clusters)")
    peers.COMMAND = support.COMMAND


class Chromium(contextlib.ExitStack):
    """One browser for all pictures of a folder."""

    def __init__(self, folder):
        super().__init__()
        import browser

        shutil.copy(PAGE, folder)
        running = self.enter_context(browser.Browser("--allow-file-access-from-files"))
        self.page = running.page((folder / PAGE.name).as_uri())
        self.page.wait("window.light")

    def size(self, path):
        """Width and height; None where Chromium does not decode the picture."""
        try:
            return tuple(self.page.evaluate(f"size({json.dumps(path.as_uri())})"))
        except RuntimeError:
            return None

    def light(self, path, size):
        """Linear BT.2020 at a size that is not above the picture's; None where Chromium does not decode it."""
        width, height = size
        try:
            values = self.page.floats(f"light({json.dumps(path.as_uri())}, {width}, {height})")
        except RuntimeError:
            return None
        return values.reshape(height, width, 3)


def floats(photo, output):
    """A photo's light at the size of a result, as the command decodes and resizes it."""
    import peers

    with tempfile.TemporaryDirectory() as folder:
        path = pathlib.Path(folder) / "light.exr"
        resize = f"{output['width']}x{output['height']}!"
        support.headroom("convert", photo, path, "--resize", resize, "--quiet")
        return peers.pixels(path, "--headroom", "inf")[..., :3]


@dataclasses.dataclass
class Difference:
    """How the light of a result differs from that of its photo, as shares of the photo's."""

    mean: float
    """Of all light."""
    peak: float
    """Of the level that one pixel in a thousand is above."""
    colour: float
    """Of the largest of the three colours' parts in all light."""
    fields: float
    """Of the fields of a grid: what all but one in twenty are below."""
    brightest: float
    """Level of the photo's peak."""

    @staticmethod
    def between(photo, result):
        import numpy

        means = [array.mean((0, 1), dtype=float) for array in (photo, result)]
        peaks = [float(numpy.quantile(array.max(-1), 0.999)) for array in (photo, result)]
        parts = [mean / mean.sum() for mean in means]
        a, b = grid(photo), grid(result)
        errors = abs(a - b) / numpy.maximum(abs(a).max(-1, keepdims=True), 0.05)
        return Difference(
            float(means[1].sum() / means[0].sum() - 1),
            peaks[1] / peaks[0] - 1,
            float(abs(parts[1] - parts[0]).max()),
            float(numpy.quantile(errors, 0.95)),
            peaks[0],
        )

    def __str__(self):
        return (
            f"mean {self.mean:+.1%}, peak {self.brightest:.2f} {self.peak:+.1%}, colour {self.colour:.2%}, "
            f"fields {self.fields:.1%}"
        )


def grid(array, cells=12):
    """Means over equal shares of a picture, whatever its size."""
    import numpy

    for axis in (0, 1):
        edges = numpy.linspace(0, array.shape[axis], min(cells, array.shape[axis]) + 1).round().astype(int)
        sums = numpy.add.reduceat(array.astype(float), edges[:-1], axis)
        array = sums / numpy.diff(edges).reshape([-1 if number == axis else 1 for number in range(3)])
    return array
