"""Boxes of movie files, read here so that neither our reader nor FFmpeg is believed."""

import struct

CONTAINERS = {"moov", "trak", "mdia", "minf", "stbl", "edts", "dinf", "mvex", "moof", "traf"}
# Bytes of a visual sample entry before its boxes.
VISUAL_ENTRY = 78


def boxes(data, start=0, end=None):
    """(type, first byte of the contents, end) of each box in a range."""
    end = len(data) if end is None else end
    while start + 8 <= end:
        size, kind = struct.unpack_from(">I4s", data, start)
        head = 8
        if size == 1:
            size, head = struct.unpack_from(">Q", data, start + 8)[0], 16
        size = size or end - start
        if size < head or start + size > end:
            raise ValueError(f"the box {kind!r} at {start} has {size} bytes")
        yield kind.decode("latin-1"), start + head, start + size
        start += size


def video_entry(path):
    """The sample entry of the first video track: its type, and its boxes with their contents.

    The whole file is walked on the way, so that a box that does not fit anywhere is noticed.
    """
    data = path.read_bytes()
    for name, kind, boxes in entries(data, 0, len(data)):
        if kind == "vide":
            return name, boxes
    raise ValueError(f"{path}: no video track")


def entries(data, start, end, handler=None):
    for kind, first, last in list(boxes(data, start, end)):
        if kind == "trak":
            yield from entries(data, first, last, handler_of(data, first, last))
        elif kind in CONTAINERS:
            yield from entries(data, first, last, handler)
        elif kind == "stsd":
            for name, begin, finish in boxes(data, first + 8, last):
                inner = boxes(data, begin + VISUAL_ENTRY, finish) if handler == "vide" else ()
                yield name, handler, [(box, data[a:b]) for box, a, b in inner]


def handler_of(data, start, end):
    for kind, first, last in boxes(data, start, end):
        if kind == "hdlr":
            return data[first + 8:first + 12].decode("latin-1")
        if kind == "mdia":
            return handler_of(data, first, last)
    return None
