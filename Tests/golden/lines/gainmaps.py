"""`gainmap`: parameters, the map as a picture, renditions for a headroom, maps that are made."""

from line import line

MAPS = ("map.jpg", "map.heic", "map.avif", "map.jxl", "map-rgb.jpg", "map-hdr.avif", "turned-map.jpg",
        "turned-map.heic")
REAL = ("in/real/stills/jpeg-apple-gainmap/HDR.jpg", "in/real/stills/ultrahdr/small_uhdr.jpg",
        "in/real/stills/avif-gainmap/color_grid_gainmap_different_grid.avif")


def lines(context):
    for path in [*(f"in/{name}" for name in MAPS), *REAL]:
        name, suffix = path.rsplit("/", 1)[-1], path.rsplit(".", 1)[-1]
        yield line(f"gainmaps/{name} info", f"gainmap info {path}")
        yield line(f"gainmaps/{name} json", f"gainmap info --json {path}")
        yield line(f"gainmaps/{name} validate", f"gainmap validate {path}")
        yield line(f"gainmaps/{name} extract", f"gainmap extract {path} map.png --metadata map.json")
        yield line(f"gainmaps/{name} extract iso", f"gainmap extract {path} map.tiff --metadata map.bin")
        yield line(f"gainmaps/{name} strip", f"gainmap strip {path} out.{suffix}")
        yield line(f"gainmaps/{name} strip png", f"gainmap strip {path} out.png")
        for headroom in ("1", "2", "1.3stops", "inf"):
            yield line(f"gainmaps/{name} apply {headroom}", f"gainmap apply {path} out.png --headroom {headroom}")
        yield line(f"gainmaps/{name} apply exr", f"gainmap apply {path} out.exr")
        yield line(f"gainmaps/{name} apply P3",
                   f"gainmap apply {path} out.avif --color-space displayP3_PQ --quality 90")
    for target in ("jpg", "heic", "avif", "jxl", "png"):
        for options in ("", "--channels rgb --scale 1", "--channels luma --scale 4 --map-quality 50 --quality 70"):
            yield line(f"gainmaps/compute {target} {options}",
                       f"gainmap compute --base in/rgb8.png --alternate in/light.pfm out.{target} {options}")
        yield line(f"gainmaps/compute {target} hdr base",
                   f"gainmap compute --base in/pq.avif --alternate in/rgb8.png out.{target}")
    yield line("gainmaps/several", "gainmap info --json in/map.jpg in/sdr.jpg none.jpg in/map.avif")
    yield line("gainmaps/stdin", "gainmap extract - - --format png", stdin="in/map.heic")
