#!/usr/bin/env python3
"""The other side of each benchmark: does the same job with another library, when told to.

Reads one JSON request per line, {"job": NAME, ...}, and answers with one JSON line:
{"wall": seconds, "cpu": seconds, "peakKiB": process peak, ...}. The benchmark program alternates its own runs with
these, so that both see the same machine. Data is loaded by a job of its own and kept, never timed.
"""

import json
import math
import os
import resource
import subprocess
import sys
import time

from filter_jobs import Filters


def usage():
    """CPU seconds of this process and its finished children."""
    own = resource.getrusage(resource.RUSAGE_SELF)
    children = resource.getrusage(resource.RUSAGE_CHILDREN)
    return own.ru_utime + own.ru_stime + children.ru_utime + children.ru_stime


def timed(work):
    cpu, wall = usage(), time.perf_counter()
    result = work()
    return {"wall": time.perf_counter() - wall, "cpu": usage() - cpu}, result


class FFmpeg:
    """zscale and tonemap on planar 16-bit PQ pixels, as its users write it."""

    chain = (
        "setparams=color_primaries=bt2020:color_trc=smpte2084:colorspace=gbr:range=pc,"
        "zscale=t=linear:npl=203,format=gbrpf32le,zscale=p=bt709,tonemap=hable:desat=0,"
        "zscale=t=iec61966-2-1:r=full,format=gbrp"
    )

    def version(self, _):
        first = subprocess.run(["ffmpeg", "-version"], capture_output=True, text=True).stdout.splitlines()[0]
        return {"version": "FFmpeg " + first.split()[2]}

    def tonemap(self, request):
        """One frame held in memory and sent through the filters again and again: reading it is not counted."""
        frames = request["frames"]

        def run(count):
            command = ["ffmpeg", "-v", "error", "-nostdin", "-f", "rawvideo", "-pix_fmt", "gbrp16le",
                       "-s", f"{request['width']}x{request['height']}", "-i", request["file"],
                       "-vf", f"loop=loop={count - 1}:size=1,{self.chain}", "-frames:v", str(count), "-f", "null", "-"]
            return timed(lambda: subprocess.run(command, check=True))[0]

        one, many = run(1), run(1 + frames)
        return {key: (many[key] - one[key]) / frames for key in one}


class UltraHDR:
    """libultrahdr through imagecodecs: gain map JPEG to linear half float."""

    def version(self, _):
        import imagecodecs
        return {"version": imagecodecs.ultrahdr_version().replace("libultrahdr ", "libultrahdr ")}

    def load(self, request):
        with open(request["file"], "rb") as file:
            self.data = file.read()
        return {}

    def decode(self, _):
        import imagecodecs
        times, self.pixels = timed(lambda: imagecodecs.ultrahdr_decode(self.data))
        return times

    def result(self, request):
        self.pixels.astype("f4").tofile(request["file"])
        return {}

    def peak(self, request):
        """What decoding adds to the peak of a process that has done nothing else."""
        program = (
            "import sys, imagecodecs; data = open(sys.argv[1], 'rb').read(); imagecodecs.ultrahdr_version()\n"
            "def peak():\n"
            "  return int(next(line for line in open('/proc/self/status') if line.startswith('VmHWM')).split()[1])\n"
            "start = peak(); imagecodecs.ultrahdr_decode(data); print(peak() - start)")
        done = subprocess.run([sys.executable, "-c", program, request["file"]], capture_output=True, check=True)
        return {"peakKiB": int(done.stdout)}


class Vips:
    """exposure, colour controls, Gaussian blur, Lanczos half size on float pixels in memory."""

    def version(self, _):
        import pyvips
        # It would remember what it has loaded, and do the work of the first round alone.
        pyvips.cache_set_max(0)
        return {"version": "libvips " + ".".join(str(pyvips.version(part)) for part in range(3))}

    def thumbnails(self, request):
        """As vipsthumbnail: one file after the other, each with shrink-on-load, the gain map kept from 8.18 on."""
        import pyvips

        def work():
            for path in request["files"]:
                small = pyvips.Image.thumbnail(path, request["size"])
                small.jpegsave(os.path.join(request["folder"], "vips.jpg"), Q=95)

        return timed(work)[0]

    def plainThumbnails(self, request):
        """The same by the plain JPEG loader, without the gain map: decoded to no less than twice the size, as there."""
        import pyvips

        def work():
            for path in request["files"]:
                image = pyvips.Image.jpegload(path)
                factor = max(image.width, image.height) / request["size"]
                shrink = next((step for step in (8, 4, 2) if factor >= 2 * step), 1)
                small = pyvips.Image.jpegload(path, shrink=shrink).thumbnail_image(request["size"])
                small.jpegsave(os.path.join(request["folder"], "vips.jpg"), Q=95)

        return timed(work)[0]

    def blur(self, request):
        times, self.pixels = timed(
            lambda: self.image.gaussblur(request["sigma"], precision="float", min_ampl=0.001).write_to_memory())
        return times

    def load(self, request):
        import pyvips
        with open(request["file"], "rb") as file:
            self.data = file.read()
        self.image = pyvips.Image.new_from_memory(self.data, request["width"], request["height"], 4, "float")
        self.image = self.image.copy(interpretation="scrgb")
        return {}

    def resize(self, request):
        times, self.pixels = timed(
            lambda: self.image.resize(request["scale"], kernel="lanczos3").write_to_memory())
        return times

    def points(self, request):
        """Exposure, saturation, gamma, contrast, inversion."""
        saturation, contrast = request["saturation"], request["contrast"]
        weights = (0.2126, 0.7152, 0.0722)
        recombine = [[(1 - saturation) * weight + (saturation if row == column else 0)
                      for column, weight in enumerate(weights)] + [0] for row in range(3)] + [[0, 0, 0, 1]]

        def work():
            image = self.image.linear([2 ** request["ev"]] * 3 + [1], [0] * 4)
            image = image.recomb(recombine) ** ([request["gamma"]] * 3 + [1])
            image = image.linear([contrast] * 3 + [1], [(1 - contrast) / 2] * 3 + [0])
            return image.linear([-1, -1, -1, 1], [1, 1, 1, 0]).write_to_memory()

        times, self.pixels = timed(work)
        return times

    def chain(self, request):
        gain, saturation, contrast = 2 ** request["ev"], request["saturation"], request["contrast"]
        weights = (0.2126, 0.7152, 0.0722)
        recombine = [[(1 - saturation) * weight + (saturation if row == column else 0)
                      for column, weight in enumerate(weights)] + [0] for row in range(3)] + [[0, 0, 0, 1]]

        def work():
            image = self.image.linear([gain, gain, gain, 1], [0, 0, 0, 0])
            image = image.recomb(recombine)
            offset = (1 - contrast) / 2
            image = image.linear([contrast] * 3 + [1], [offset] * 3 + [0])
            image = image.gaussblur(request["sigma"], precision="float")
            image = image.resize(0.5, kernel="lanczos3")
            return image.write_to_memory()

        times, self.pixels = timed(work)
        return times

    def result(self, request):
        with open(request["file"], "wb") as file:
            file.write(self.pixels)
        return {}


class Memory:
    """One pass over float pixels in memory, read or copied into memory that is there."""

    def version(self, _):
        import numpy
        return {"version": "numpy " + numpy.__version__}

    def load(self, request):
        import numpy
        self.image = numpy.fromfile(request["file"], "<f4").reshape(request["height"], request["width"], 4)
        self.pixels = numpy.ones_like(self.image)
        return {}

    def copy(self, _):
        import numpy
        return timed(lambda: numpy.copyto(self.pixels, self.image))[0]

    def read(self, _):
        return timed(lambda: self.image.max())[0]


class SciPy(Memory):
    """Order statistics of float pixels in memory."""

    def version(self, _):
        import scipy
        return {"version": "SciPy " + scipy.__version__}

    def median(self, request):
        from scipy.ndimage import median_filter
        size = int(request["size"])

        def work():
            for channel in range(4):
                self.pixels[..., channel] = median_filter(self.image[..., channel], size=size, mode="nearest")

        return timed(work)[0]

    def result(self, request):
        self.pixels.tofile(request["file"])
        return {}


def perspective(width, height, corners, origin):
    """The homography that takes the corners of a picture, from the top left clockwise, to others, as rows.

    Positions are counted from a pixel's corner; `origin` is where another library counts from."""
    import numpy
    rows, right = [], []
    for (x, y), (u, v) in zip(((0, 0), (width, 0), (width, height), (0, height)), corners):
        x, y, u, v = x - origin, y - origin, u - origin, v - origin
        rows += [[x, y, 1, 0, 0, 0, -u * x, -u * y], [0, 0, 0, x, y, 1, -v * x, -v * y]]
        right += [u, v]
    return numpy.append(numpy.linalg.solve(rows, right), 1).reshape(3, 3)


class OpenCV:
    """Neighbourhoods of float pixels in memory."""

    def version(self, _):
        import cv2
        return {"version": "OpenCV " + cv2.__version__}

    def load(self, request):
        import numpy
        self.image = numpy.fromfile(request["file"], "<f4").reshape(request["height"], request["width"], 4)
        return {}

    def blur(self, request):
        import cv2
        times, self.pixels = timed(
            lambda: cv2.GaussianBlur(self.image, (0, 0), request["sigma"], borderType=cv2.BORDER_REPLICATE))
        return times

    def box(self, request):
        import cv2
        size = int(request["size"])
        times, self.pixels = timed(
            lambda: cv2.boxFilter(self.image, -1, (size, size), dst=self.target(), borderType=cv2.BORDER_REPLICATE))
        return times

    def maximum(self, request):
        import cv2
        size = int(request["size"])
        element = cv2.getStructuringElement(cv2.MORPH_RECT, (size, size))
        times, self.pixels = timed(
            lambda: cv2.dilate(self.image, element, dst=self.target(), borderType=cv2.BORDER_REPLICATE))
        return times

    def median(self, request):
        import cv2
        size = int(request["size"])
        times, self.pixels = timed(lambda: cv2.medianBlur(self.image, size, dst=self.target()))
        return times

    def perspective(self, request):
        import cv2
        height, width = self.image.shape[:2]
        matrix = perspective(width, height, request["corners"], 0.5)
        times, self.pixels = timed(lambda: cv2.warpPerspective(
            self.image, matrix, (width, height), dst=self.target(), flags=cv2.INTER_CUBIC))
        return times

    def target(self):
        """Memory that has been touched: ours is rendered into such, too."""
        import numpy
        if getattr(self, "memory", None) is None:
            self.memory = numpy.ones_like(self.image)
        return self.memory

    def result(self, request):
        self.pixels.tofile(request["file"])
        return {}


class OpenCL:
    """Kernels of thirty operations, compiled by OpenCL for the processor, on float pixels in memory."""

    # A curve of arithmetic alone, and one of logarithm, exponential and power.
    curves = {
        "film": """
    float curve(float x, float strength) {
      float toe = x * (x * strength + 0.05f) / (x * (x * strength + 0.3f) + 0.06f);
      return toe * 1.2f - x * 0.01f;
    }
    """,
        "stops": """
    float curve(float x, float strength) {
      float stops = log2(max(x, 1e-5f) / 0.18f);
      float light = 1.0f / (1.0f + exp(-strength * stops));
      return pow(light, 0.4545f) * 1.05f - 0.02f;
    }
    """}
    source = """
    kernel void float4s(global const float4 *from, global float4 *to, float strength) {
      size_t i = get_global_id(0);
      float4 p = from[i];
      to[i] = (float4)(curve(p.x, strength), curve(p.y, strength), curve(p.z, strength), p.w);
    }
    kernel void plane(global const float *from, global float *to, float strength) {
      size_t i = get_global_id(0);
      to[i] = curve(from[i], strength);
    }
    """

    def version(self, _):
        import pyopencl
        return {"version": pyopencl.get_platforms()[0].version.split("+")[0]}

    def load(self, request):
        import numpy
        import pyopencl as cl
        context = cl.Context([cl.get_platforms()[0].get_devices()[0]])
        self.queue = cl.CommandQueue(context)
        self.programs = {name: cl.Program(context, curve + self.source).build() for name, curve in self.curves.items()}
        pixels = numpy.fromfile(request["file"], "<f4")
        self.count = request["width"] * request["height"]
        shared = cl.mem_flags.READ_WRITE | cl.mem_flags.COPY_HOST_PTR
        self.pixels, self.result = (cl.Buffer(context, shared, hostbuf=pixels) for _ in range(2))
        return {}

    def run(self, request):
        import numpy
        strength = numpy.float32(request["strength"])
        program = self.programs[request["curve"]]
        float4s, plane = program.float4s, program.plane

        def run():
            if request["layout"] == "float4":
                float4s(self.queue, (self.count,), None, self.pixels, self.result, strength)
            else:
                # Three planes of four, as alpha stays.
                plane(self.queue, (3 * self.count,), None, self.pixels, self.result, strength)
            self.queue.finish()

        return timed(run)[0]


class OpenColorIO:
    """A table of colours on float pixels in memory, on one thread."""

    def version(self, _):
        import PyOpenColorIO
        return {"version": "OpenColorIO " + PyOpenColorIO.__version__}

    def load(self, request):
        import numpy
        self.image = numpy.fromfile(request["file"], "<f4").reshape(request["height"], request["width"], 4)
        size = request["dimension"]
        self.nodes = numpy.fromfile(request["table"], "<f4").reshape(size, size, size, 4)
        return {}

    def apply(self, request):
        import PyOpenColorIO as OCIO
        size = self.nodes.shape[0]
        kind = OCIO.INTERP_TETRAHEDRAL if request["interpolation"] == "tetrahedral" else OCIO.INTERP_LINEAR
        table = OCIO.Lut3DTransform(gridSize=size, interpolation=kind)
        # Blue goes round fastest there, red here.
        table.setData(self.nodes[..., :3].transpose(2, 1, 0, 3).copy().ravel())
        processor = OCIO.Config.CreateRaw().getProcessor(table).getDefaultCPUProcessor()
        self.pixels = self.image.copy()
        return timed(lambda: processor.applyRGBA(self.pixels))[0]

    def result(self, request):
        self.pixels.tofile(request["file"])
        return {}


class Pillow:
    """Thumbnails with draft mode, which is libjpeg's scaled decoding."""

    def version(self, _):
        import PIL
        return {"version": "Pillow " + PIL.__version__}

    def thumbnails(self, request):
        from PIL import Image

        def work():
            for path in request["files"]:
                with Image.open(path) as image:
                    image.thumbnail((request["size"], request["size"]), Image.Resampling.LANCZOS)
                    image.save(os.path.join(request["folder"], "pillow.jpg"), quality=95)

        return timed(work)[0]

    def psnr(self, request):
        """Of 8-bit codes; None where there is no difference."""
        import numpy
        from PIL import Image
        one, other = (numpy.asarray(Image.open(path).convert("RGB")).astype("f4") for path in request["files"])
        error = float(((one - other) ** 2).mean())
        return {"psnr": 10 * math.log10(255**2 / error) if error else None}


class LibHEIF:
    """Decoding of HEIC's base and gain map alone, by libde265 inside libheif, the planes left as the codec gives them."""

    def version(self, _):
        import pillow_heif
        sys.path.insert(0, os.path.join(os.path.dirname(__file__), "..", "..", "Tests", "peers"))
        import heif_planes
        self.library = heif_planes.Library()
        return {"version": "libheif " + pillow_heif.libheif_version()}

    def decode(self, request):
        return timed(lambda: [self.library.decode(path) for path in request["files"]])[0]


class LibAVIF:
    """Decoding of AVIF's base picture alone."""

    def version(self, _):
        import imagecodecs
        return {"version": imagecodecs.avif_version().split(",")[0]}

    def decode(self, request):
        import imagecodecs

        def work():
            for path in request["files"]:
                with open(path, "rb") as file:
                    imagecodecs.avif_decode(file.read(), numthreads=os.cpu_count())

        return timed(work)[0]


class GEGL:
    """The same chain as a GEGL graph on a float buffer in memory."""

    def version(self, _):
        import gi
        gi.require_version("Gegl", "0.4")
        from gi.repository import Gegl
        Gegl.init(None)
        numbers = Gegl.get_version()
        return {"version": f"GEGL {numbers.major}.{numbers.minor}.{numbers.micro}"}

    def load(self, request):
        from gi.repository import Gegl
        self.width, self.height = request["width"], request["height"]
        with open(request["file"], "rb") as file:
            data = file.read()
        rectangle = Gegl.Rectangle.new(0, 0, self.width, self.height)
        self.buffer = Gegl.Buffer.new("RGBA float", 0, 0, self.width, self.height)
        self.buffer.set(rectangle, "RGBA float", data)
        return {}

    def chain(self, request):
        from gi.repository import Gegl
        return self.run((
            ("gegl:exposure", {"exposure": request["ev"]}),
            ("gegl:saturation", {"scale": request["saturation"]}),
            ("gegl:brightness-contrast", {"contrast": request["contrast"]}),
            ("gegl:gaussian-blur", {"std-dev-x": request["sigma"], "std-dev-y": request["sigma"]}),
            ("gegl:scale-ratio", {"x": 0.5, "y": 0.5, "sampler": Gegl.SamplerType.CUBIC})), 2)

    def points(self, request):
        """Exposure, saturation, gamma, contrast, inversion."""
        return self.run((
            ("gegl:exposure", {"exposure": request["ev"]}),
            ("gegl:saturation", {"scale": request["saturation"]}),
            ("gegl:gamma", {"value": request["gamma"]}),
            ("gegl:brightness-contrast", {"contrast": request["contrast"]}),
            ("gegl:invert-linear", {})), 1)

    def blur(self, request):
        return self.run((("gegl:gaussian-blur", {"std-dev-x": request["sigma"], "std-dev-y": request["sigma"]}),), 1)

    def perspective(self, request):
        from gi.repository import Gegl
        # Column by column.
        numbers = perspective(self.width, self.height, request["corners"], 0).T.ravel()
        transform = "matrix(" + ",".join(f"{number:.17g}" for number in numbers) + ")"
        return self.run((("gegl:transform", {"transform": transform, "sampler": Gegl.SamplerType.CUBIC}),), 1)

    def median(self, request):
        return self.run((("gegl:median-blur", {"neighborhood": "square", "radius": int(request["size"]) // 2}),), 1)

    def recipe(self, request):
        """Points, a blur, a product with what went in, a rotation, points, and a stretch by the extremes."""
        points = (
            ("gegl:exposure", {"exposure": request["ev"]}),
            ("gegl:saturation", {"scale": request["saturation"]}),
            ("gegl:brightness-contrast", {"contrast": request["contrast"]}))
        with open("/proc/self/clear_refs", "w") as file:
            file.write("5")
        before = self.resident("VmRSS:")
        times = self.run(points + (
            ("gegl:invert-linear", {}),
            ("gegl:gaussian-blur", {"std-dev-x": request["sigma"], "std-dev-y": request["sigma"]}),
            ("gegl:multiply", {"aux": self.buffer}),
            ("gegl:rotate", {"degrees": request["degrees"]}),
            *points, ("gegl:stretch-contrast", {})), 1)
        times["growthMiB"] = (self.resident("VmHWM:") - before) >> 10
        return times

    @staticmethod
    def resident(name):
        return int(next(line for line in open("/proc/self/status") if line.startswith(name)).split()[1])

    def run(self, operations, divisor):
        from gi.repository import Gegl
        graph = Gegl.Node()
        node = graph.create_child("gegl:buffer-source")
        node.set_property("buffer", self.buffer)
        for operation, properties in operations:
            child = graph.create_child(operation)
            for name, value in properties.items():
                if name == "aux":
                    other = graph.create_child("gegl:buffer-source")
                    other.set_property("buffer", value)
                    other.connect_to("output", child, "aux")
                else:
                    child.set_property(name, value)
            node.link(child)
            node = child

        def work():
            rectangle = Gegl.Rectangle.new(0, 0, self.width // divisor, self.height // divisor)
            target = Gegl.Buffer.new("RGBA float", 0, 0, rectangle.width, rectangle.height)
            node.blit_buffer(target, rectangle, 0, Gegl.AbyssPolicy.NONE)
            return target

        times, self.target = timed(work)
        return times

    def same(self):
        """Whether the last result is the picture itself, looked at in some rows."""
        from gi.repository import Gegl
        rows = [Gegl.Rectangle.new(0, y, self.width, 1) for y in range(0, self.height, self.height // 16 or 1)]
        return all(self.target.get(row, 1.0, "RGBA float", Gegl.AbyssPolicy.NONE)
                   == self.buffer.get(row, 1.0, "RGBA float", Gegl.AbyssPolicy.NONE) for row in rows)

    def result(self, request):
        from gi.repository import Gegl
        rectangle = self.target.get_extent()
        with open(request["file"], "wb") as file:
            file.write(self.target.get(rectangle, 1.0, "RGBA float", Gegl.AbyssPolicy.NONE))
        return {}


def main():
    peers = {"ffmpeg": FFmpeg(), "ultrahdr": UltraHDR(), "vips": Vips(), "pillow": Pillow(), "gegl": GEGL(),
             "memory": Memory(), "scipy": SciPy(),
             "opencl": OpenCL(), "opencv": OpenCV(), "ocio": OpenColorIO(), "libheif": LibHEIF(), "libavif": LibAVIF()}
    peers["filters"] = Filters(peers)
    for line in sys.stdin:
        request = json.loads(line)
        peer, job = request["job"].split(".")
        try:
            answer = getattr(peers[peer], job)(request)
        except Exception as error:  # the benchmark says which peer is absent, and goes on
            answer = {"error": f"{type(error).__name__}: {error}"}
        print(json.dumps(answer), flush=True)


if __name__ == "__main__":
    main()
