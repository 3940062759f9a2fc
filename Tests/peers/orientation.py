#!/usr/bin/env python3
"""An asymmetric picture with each EXIF orientation comes out as Chromium shows it."""

import pathlib
import struct
import tempfile

import peers


def main():
    peers.require_modules("numpy", "imagecodecs")
    peers.require_chromium()
    report = peers.Report()
    with tempfile.TemporaryDirectory() as folder:
        path = pathlib.Path(folder) / "turned.jpg"
        for orientation in range(1, 9):
            path.write_bytes(picture(orientation))
            size = (16, 24) if orientation >= 5 else (24, 16)
            shown, (theirs,) = peers.chromium_pixels(path, (0,), (0, 0, *size))
            ours = peers.pixels(path)
            same = shown == size and ours.shape == theirs.shape and abs(ours - theirs).max() < 0.01
            report.check(same, f"orientation {orientation}")
    report.finish()


def picture(orientation):
    """A JPEG of four different corners with this orientation in its EXIF block."""
    import imagecodecs
    import numpy
    pixels = numpy.zeros((16, 24, 3), "u1")
    pixels[:8, :16], pixels[:8, 16:], pixels[8:, :16], pixels[8:, 16:] = (
        (250, 20, 20), (20, 250, 20), (20, 20, 250), (240, 240, 30))
    jpeg = imagecodecs.jpeg8_encode(pixels, level=98)
    tiff = b"MM\0*\0\0\0\x08\0\x01" + struct.pack(">HHIHH", 0x0112, 3, 1, orientation, 0) + b"\0\0\0\0"
    segment = b"Exif\0\0" + tiff
    return jpeg[:2] + b"\xff\xe1" + struct.pack(">H", len(segment) + 2) + segment + jpeg[2:]


if __name__ == "__main__":
    main()
