"""`info`, `pixels` and `compare` of one picture of each kind."""

from line import line

FORMS = ("", "--json", "--measure", "-v", "--validate", "--json --measure --validate")
HEADROOMS = ("1", "2", "1.3stops", "inf")
PAIRS = (("rgb8.png", "sdr.jpg"), ("rgb8.png", "sdr.heic"), ("rgb8.png", "rgb8.png"), ("pq.png", "map.jpg"),
         ("light.pfm", "pq.avif"), ("light.pfm", "hlg.png"),
         ("rgba16.png", "alpha.webp"), ("gray8.png", "gray.jpg"), ("dot.png", "dot.jpg"), ("light.pfm", "light.exr"))


def lines(context):
    pictures = [path for path in context.inputs("in/*") if not path.startswith(("in/half-", "in/head-", "in/bent-"))
                and not path.endswith((".txt", ".cube", ".json"))]
    for path in pictures:
        name = path.removeprefix("in/")
        yield line(f"info/{name}", f"info {path}")
        yield line(f"info/{name} json", f"info --json --measure {path}")
        yield line(f"pixels/{name}", f"pixels {path} --format npy")
    for name in ("map.jpg", "map.heic", "map-hdr.avif", "pq.png", "light.exr", "light.jxl", "tagged.tif", "sdr.webp",
                 "light.hdr", "rgba16.pam"):
        for form in FORMS:
            yield line(f"info/{name} {form} form", f"info {form} in/{name}")
    for name in ("map.jpg", "map-hdr.avif", "hlg.png", "light.exr", "turned6.png", "alpha.heic"):
        for headroom in HEADROOMS:
            yield line(f"pixels/{name} {headroom}", f"pixels in/{name} --rect 3,2,4,3 --headroom {headroom}")
        for space in ("displayP3", "itur_2100_PQ", "extendedLinearSRGB", "itur_2100_HLG"):
            yield line(f"pixels/{name} {space}", f"pixels in/{name} --rect 3,2,4,3 --color-space {space}")
    for one, other in PAIRS:
        for options in ("", "--json", "--json --headroom 2"):
            yield line(f"compare/{one} {other} {options}", f"compare in/{one} in/{other} {options}")
    yield line("info/several", "info --json in/rgb8.png none.png in/map.jpg in/words.png")
    yield line("info/stdin", "info --json -", stdin="in/map.avif")
    yield line("info/folder", "info --recursive --json in/tree")
    yield line("info/files-from", "info --files-from in/names.txt",
               needs=["in/rgb8.png", "in/odd16.png", "in/rgb8.ppm"])
    yield line("pixels/stdin", "pixels - --rect 0,0,2,2", stdin="in/rgb8.ppm")
