"""The smallest writers of the formats that inputs are made in; each returns a file's bytes."""

import array
import struct
import sys
import zlib


def packed(samples, kind, big=True):
    """Samples as bytes: kind B, H or f."""
    values = array.array(kind, samples)
    if big != (sys.byteorder == "big"):
        values.byteswap()
    return values.tobytes()


def netpbm(rows, channels, most):
    width, kind = len(rows[0]) // channels, "B" if most < 256 else "H"
    data = b"".join(packed(row, kind) for row in rows)
    if channels in (1, 3):
        return b"P%d\n%d %d\n%d\n" % (5 if channels == 1 else 6, width, len(rows), most) + data
    names = {2: b"GRAYSCALE_ALPHA", 4: b"RGB_ALPHA"}
    return b"P7\nWIDTH %d\nHEIGHT %d\nDEPTH %d\nMAXVAL %d\nTUPLTYPE %s\nENDHDR\n" % (
        width, len(rows), channels, most, names[channels]) + data


def pfm(rows, channels):
    """PFM's rows run from bottom to top; a negative scale says little endian."""
    width = len(rows[0]) // channels
    data = b"".join(packed(row, "f", big=False) for row in reversed(rows))
    return b"P%s\n%d %d\n-1.0\n" % (b"F" if channels == 3 else b"f", width, len(rows)) + data


def chunk(kind, data):
    return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))


def png(rows, channels, depth, chunks=(), palette=None):
    """A PNG without row filters; `chunks` are pairs of kind and data that stand before the pixels."""
    width, kind = len(rows[0]) // channels, "B" if depth == 8 else "H"
    colour = 3 if palette else {1: 0, 2: 4, 3: 2, 4: 6}[channels]
    data = b"".join(b"\0" + packed(row, kind) for row in rows)
    parts = [chunk(b"IHDR", struct.pack(">IIBBBBB", width, len(rows), depth, colour, 0, 0, 0))]
    parts += [chunk(*pair) for pair in chunks]
    if palette:
        parts.append(chunk(b"PLTE", bytes(palette)))
    return b"\x89PNG\r\n\x1a\n" + b"".join(parts) + chunk(b"IDAT", zlib.compress(data)) + chunk(b"IEND", b"")


def exif(orientation):
    """A TIFF block that says the orientation and nothing else."""
    return b"MM\0*" + struct.pack(">IHHHIHHI", 8, 1, 0x112, 3, 1, orientation, 0, 0)


def radiance(rows, header=b""):
    """RGBE without runs."""
    width, data = len(rows[0]) // 3, bytearray()
    for row in rows:
        for at in range(0, len(row), 3):
            pixel, exponent = row[at:at + 3], 0
            most = max(pixel)
            while most >= 1:
                most, exponent = most / 2, exponent + 1
            data += bytes(int(value * 256 / 2 ** exponent) for value in pixel) + bytes([exponent + 128])
    return b"#?RADIANCE\nFORMAT=32-bit_rle_rgbe\n%s\n-Y %d +X %d\n" % (header, len(rows), width) + data


def tiff(rows, channels, bits, floating=False, orientation=1):
    """One strip without compression, little endian."""
    width, kind = len(rows[0]) // channels, {8: "B", 16: "H", 32: "f"}[bits]
    data = b"".join(packed(row, kind, big=False) for row in rows)
    entries = [
        (256, 4, [width]), (257, 4, [len(rows)]), (258, 3, [bits] * channels), (259, 3, [1]),
        (262, 3, [1 if channels < 3 else 2]), (273, 4, [8]), (274, 3, [orientation]), (277, 3, [channels]),
        (278, 4, [len(rows)]), (279, 4, [len(data)]), (284, 3, [1]),
        *([(338, 3, [2])] if channels in (2, 4) else []), (339, 3, [3 if floating else 1] * channels)]
    data += b"\0" * (len(data) % 2)
    extra, directory = b"", struct.pack("<H", len(entries))
    after = 8 + len(data) + 2 + 12 * len(entries) + 4
    for tag, kind, values in entries:
        stored = struct.pack("<%d%s" % (len(values), "I" if kind == 4 else "H"), *values)
        if len(stored) > 4:
            place, extra = after + len(extra), extra + stored
            stored = struct.pack("<I", place)
        directory += struct.pack("<HHI", tag, kind, len(values)) + stored.ljust(4, b"\0")
    return b"II*\0" + struct.pack("<I", 8 + len(data)) + data + directory + b"\0\0\0\0" + extra


def bmp(rows, channels, palette=None):
    """24 or 32 bits, or 8 with a palette of (r, g, b); rows run from bottom to top and end at multiples of 4."""
    width, data = len(rows[0]) // channels, b""
    for row in reversed(rows):
        line = bytearray(row)
        if channels >= 3:
            line[0::channels], line[2::channels] = row[2::channels], row[0::channels]
        data += bytes(line) + b"\0" * (-len(line) % 4)
    table = b"".join(bytes([b, g, r, 0]) for r, g, b in palette or ())
    start = 14 + 40 + len(table)
    return b"BM" + struct.pack("<IHHI", start + len(data), 0, 0, start) + struct.pack(
        "<IiiHHIIiiII", 40, width, len(rows), 1, 8 * channels, 0, len(data), 2835, 2835, len(palette or ()), 0
    ) + table + data


def gif(frames, palette, comment=None):
    """Frames of 7-bit indices. A clear code before the table grows keeps every code at 8 bits."""
    width, height = len(frames[0][0]), len(frames[0])
    parts = [b"GIF89a", struct.pack("<HHBBB", width, height, 0xF6, 0, 0),
             bytes(v for colour in palette for v in colour)]
    if comment:
        parts.append(b"!\xfe" + bytes([len(comment)]) + comment + b"\0")
    for rows in frames:
        indices = [index for row in rows for index in row]
        coded = bytearray()
        for at in range(0, len(indices), 100):
            coded += bytes([128] + indices[at:at + 100])
        coded.append(129)
        blocks = b"".join(bytes([len(coded[at:at + 255])]) + coded[at:at + 255] for at in range(0, len(coded), 255))
        parts += [b"!\xf9\x04\0\x0a\0\0\0", b"," + struct.pack("<HHHHB", 0, 0, width, height, 0), b"\x07", blocks,
                  b"\0"]
    return b"".join(parts) + b";"
