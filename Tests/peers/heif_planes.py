#!/usr/bin/env python3
"""Every HEIC of the test data against libheif's planes, sample by sample.

libheif (the one inside PyPI's pillow-heif) gives the Y'CbCr planes as its decoder left them. The colour of each pixel is
computed from them here, in double precision, with chroma interpolated by its siting. A single wrong sample of ours would
show as a difference of more than the rounding.

usage: Tests/peers/heif_planes.py [FOLDER]

Runs the test HEIFPeerDump (build the tests first) or takes the dumps of FOLDER. Needs PyPI's numpy and pillow-heif.
"""

import ctypes
import glob
import os
import pathlib
import subprocess
import sys
import tempfile

import peers

RGB, UNDEFINED, FULL = 1, 99, 3
MATRICES = {1: (0.2126, 0.0722), 5: (0.299, 0.114), 6: (0.299, 0.114), 9: (0.2627, 0.0593)}


class Error(ctypes.Structure):
    _fields_ = [("code", ctypes.c_int), ("subcode", ctypes.c_int), ("message", ctypes.c_char_p)]


class Library:
    """The few calls of libheif that are needed."""

    def __init__(self):
        import pillow_heif
        folder = pathlib.Path(pillow_heif.__file__).parent
        found = glob.glob(str(folder.parent / "pillow_heif.libs" / "libheif*")) + glob.glob(str(folder / "*heif*.so*"))
        for name in glob.glob(str(folder.parent / "pillow_heif.libs" / "*.so*")):
            try:
                ctypes.CDLL(name, mode=ctypes.RTLD_GLOBAL)
            except OSError:
                pass
        self.c = ctypes.CDLL(found[0])
        for name in ("heif_context_read_from_file", "heif_context_get_primary_image_handle", "heif_decode_image",
                     "heif_image_handle_get_auxiliary_image_handle", "heif_image_handle_get_nclx_color_profile"):
            getattr(self.c, name).restype = Error
        for name in ("heif_context_alloc", "heif_decoding_options_alloc", "heif_image_get_plane_readonly"):
            getattr(self.c, name).restype = ctypes.c_void_p

    def open(self, path):
        """A context with the file, and the handle of its primary picture."""
        context, handle = ctypes.c_void_p(self.c.heif_context_alloc()), ctypes.c_void_p()
        self.check(self.c.heif_context_read_from_file(context, os.fsencode(path), None))
        self.check(self.c.heif_context_get_primary_image_handle(context, ctypes.byref(handle)))
        return context, handle

    def decode(self, path):
        """Decodes the primary picture and its auxiliary ones (gain maps), and lets go of them: for timing."""
        context, handle = self.open(path)
        count = self.c.heif_image_handle_get_number_of_auxiliary_images(handle, 0)
        names = (ctypes.c_uint32 * max(count, 1))()
        self.c.heif_image_handle_get_list_of_auxiliary_image_IDs(handle, 0, names, count)
        handles = [handle]
        for name in names[:count]:
            handles.append(ctypes.c_void_p())
            self.check(self.c.heif_image_handle_get_auxiliary_image_handle(handle, name, ctypes.byref(handles[-1])))
        for each in handles:
            image = ctypes.c_void_p()
            self.check(self.c.heif_decode_image(each, ctypes.byref(image), UNDEFINED, UNDEFINED, None))
            self.c.heif_image_release(image)
            self.c.heif_image_handle_release(each)
        self.c.heif_context_free(context)
        return len(handles)

    def planes(self, path, is_rgb):
        """The planes of the primary picture as stored, and the bits of a sample."""
        import numpy
        context, handle = self.open(path)
        image = ctypes.c_void_p()
        options = self.c.heif_decoding_options_alloc()
        # The second byte is ignore_transformations: struct { uint8_t version; uint8_t ignore_transformations; ...
        ctypes.cast(options, ctypes.POINTER(ctypes.c_uint8))[1] = 1
        # Since version 8 there is output_image_nclx_profile, the pointer at byte 96. Without it libheif turns the planes
        # into those of the BT.601 matrix.
        profile = ctypes.c_void_p()
        stated = self.c.heif_image_handle_get_nclx_color_profile(handle, ctypes.byref(profile)).code == 0
        if stated and ctypes.cast(options, ctypes.POINTER(ctypes.c_uint8))[0] >= 8:
            ctypes.cast(options, ctypes.POINTER(ctypes.c_void_p))[12] = profile.value
        self.check(self.c.heif_decode_image(
            handle, ctypes.byref(image), RGB if is_rgb else UNDEFINED, FULL if is_rgb else UNDEFINED,
            ctypes.c_void_p(options)))
        first = 3 if is_rgb else 0
        bits = self.c.heif_image_get_bits_per_pixel_range(image, first)
        result = []
        for channel in range(first, first + 3):
            if not self.c.heif_image_has_channel(image, channel):
                continue
            width = self.c.heif_image_get_width(image, channel)
            height = self.c.heif_image_get_height(image, channel)
            stride = ctypes.c_int()
            base = self.c.heif_image_get_plane_readonly(image, channel, ctypes.byref(stride))
            size = 2 if bits > 8 else 1
            rows = numpy.ctypeslib.as_array(ctypes.cast(base, ctypes.POINTER(ctypes.c_uint8)), (height, stride.value))
            samples = rows[:, :width * size].copy()
            result.append(samples.view("<u2") if size == 2 else samples)
        self.c.heif_image_release(image)
        self.c.heif_image_handle_release(handle)
        self.c.heif_context_free(context)
        return result, bits

    def check(self, error):
        if error.code:
            raise RuntimeError(error.message.decode())


def doubled(chroma, length, axis, is_cosited):
    """Chroma interpolated to `length` along an axis."""
    import numpy
    before = numpy.roll(chroma, 1, axis)
    after = numpy.roll(chroma, -1, axis)
    first, last = [slice(None)] * 2, [slice(None)] * 2
    first[axis], last[axis] = slice(0, 1), slice(-1, None)
    before[tuple(first)], after[tuple(last)] = chroma[tuple(first)], chroma[tuple(last)]
    even, odd = (chroma, (chroma + after) / 2) if is_cosited else (
        chroma * .75 + before * .25, chroma * .75 + after * .25)
    out = numpy.stack([even, odd], axis + 1)
    shape = list(chroma.shape)
    shape[axis] *= 2
    return out.reshape(shape).take(range(length), axis)


def colors(planes, bits, matrix, is_full, siting):
    """R'G'B' codes of 8 or 16 bits, unrounded."""
    import numpy
    top = 2 ** bits - 1
    largest = 255 if bits == 8 else 65535
    luma = planes[0].astype(float)
    step = 2 ** (bits - 8)
    y = luma / top if is_full else (luma / step - 16) / 219
    if len(planes) == 1:
        return numpy.clip(numpy.stack([y] * 3, -1), 0, 1) * largest
    if matrix == 0:
        return numpy.stack([plane.astype(float) / top for plane in planes], -1) * largest
    height, width = luma.shape
    difference = []
    for plane in planes[1:]:
        chroma = plane.astype(float) - 128 * step
        if chroma.shape[0] != height:
            chroma = doubled(chroma, height, 0, siting == "top left")
        if chroma.shape[1] != width:
            chroma = doubled(chroma, width, 1, siting != "center")
        difference.append(chroma / (top if is_full else 224 * step))
    cb, cr = difference
    kr, kb = MATRICES[matrix]
    kg = 1 - kr - kb
    r = y + 2 * (1 - kr) * cr
    b = y + 2 * (1 - kb) * cb
    g = (y - kr * r - kb * b) / kg
    return numpy.clip(numpy.stack([r, g, b], -1), 0, 1) * largest


def compare(folder, report):
    import numpy
    library = Library()
    for dump in sorted(pathlib.Path(folder).glob("*.codes")):
        with open(dump, "rb") as file:
            name = file.readline().decode().strip()
            width, height, channels, matrix, is_full = map(int, file.readline().split())
            ours = numpy.frombuffer(file.read(), "<u2").reshape(height, width, channels)
        planes, bits = library.planes(peers.DATA / name, matrix == 0)
        errors = {}
        # libheif does not tell what the stream says of the siting; a wrong one is off by far more than rounding.
        for siting in ("left", "center", "top left"):
            expected = colors(planes, bits, matrix, bool(is_full), siting)[:, :, :channels]
            same = ours.shape == expected.shape
            # Where the crop cuts a tile, the samples behind it are known to us and not to libheif.
            errors[siting] = abs(ours - expected)[:-2, :-2].max() if same else float("inf")
        siting = min(errors, key=errors.get)
        report.check(
            errors[siting] <= 0.55,
            f"{name}: {bits} bits, chroma {siting}, largest difference {errors[siting]:.3f} codes")


def main():
    peers.require_modules("numpy", "pillow_heif")
    peers.require_data()
    report = peers.Report()
    if len(sys.argv) > 1:
        compare(sys.argv[1], report)
    else:
        with tempfile.TemporaryDirectory() as folder:
            subprocess.run(
                ["swift", "test", "-c", "release", "--disable-testable-imports", "--skip-build", "--filter",
                 "HEIFPeerDump"],
                check=True, cwd=peers.ROOT, env={**os.environ, "HEADROOM_PEER_DUMP": folder},
                stdout=subprocess.DEVNULL)
            compare(folder, report)
    report.finish()


if __name__ == "__main__":
    main()
