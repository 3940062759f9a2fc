"""`display`: what a display of some headroom shows."""

from line import line


def lines(context):
    for name in ("map.jpg", "pq.png", "light.exr", "rgba16.png", "map-hdr.avif"):
        for layer in ("metal", "core"):
            for headroom in ("1", "2", "1.3stops", "inf"):
                yield line(f"display/{name} {layer} {headroom}",
                           f"display simulate in/{name} --headroom {headroom} --layer {layer} --format npy")
            for range in ("standard", "constrainedHigh", "high"):
                yield line(f"display/{name} {layer} {range}",
                           f"display simulate in/{name} --headroom 4 --potential 8 --layer {layer} --range {range} "
                           "--output out.png")
        yield line(f"display/{name} space",
                   f"display simulate in/{name} --headroom 3 --layer core --color-space linearDisplayP3")
    yield line("display/list", "display list")
    yield line("display/list json", "display list --json")
