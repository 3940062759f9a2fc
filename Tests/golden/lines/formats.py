"""Every kind of picture into every format, in every rendition."""

from line import line

TARGETS = ("jpg", "heic", "avif", "png", "jxl", "tiff", "exr", "hdr", "pfm", "ppm", "pam", "webp")

# One picture of each kind goes everywhere; what differs in its container alone goes to three formats.
EVERYWHERE = ("rgb8.png", "rgba16.png", "gray8.png", "pq.png", "hlg.heic", "map.jpg", "light.pfm", "alpha.exr")
SOME = ("rgb16.png", "odd16.png", "dot.png", "column.png", "row.png", "rgba8.png", "graya16.png", "indexed.png",
        "p3.png", "text.png", "rgb8.ppm", "odd16.ppm", "gray8.pgm", "rgba16.pam", "odd.pfm", "gray.pfm", "light.hdr",
        "exposed.hdr", "rgb8.tif", "rgba16.tif", "float.tif", "turned.tif", "rgb8.bmp", "rgba8.bmp", "indexed.bmp",
        "one.gif", "two.gif", "sdr.jpg", "sdr.heic", "sdr.avif", "sdr.jxl", "sdr.webp", "odd.jpg", "odd.heic",
        "odd.avif", "odd.jxl", "odd.webp", "odd.exr", "dot.jpg", "dot.heic", "dot.avif", "dot.jxl", "dot.webp",
        "alpha.heic", "alpha.avif", "alpha.jxl", "alpha.webp", "alpha.tiff", "gray.jpg", "gray.heic", "gray.avif",
        "gray.jxl", "gray.webp", "gray.exr", "map.heic", "map.avif", "map.jxl", "map-rgb.jpg", "map-hdr.avif",
        "pq.heic", "pq.avif", "pq.jxl", "pq.tiff", "hlg.png", "hlg.avif", "hlg.jxl", "light.exr", "light.jxl",
        "light.tiff", "lossless.jxl", "lossless.webp", "p3.jpg", "adobe.tiff", "turned.jpg", "turned.heic",
        "turned.avif", "turned.jxl", "turned.webp", "turned-map.jpg",
        "turned-map.heic", "turned-map.avif", "really-png.jpg", *(f"turned{n}.png" for n in range(2, 9)))
RENDITIONS = ("hdr", "sdr", "adaptive")
HDR = ("map.jpg", "map-hdr.avif", "pq.png", "light.pfm")


def lines(context):
    for source in EVERYWHERE:
        for target in TARGETS:
            yield line(f"formats/{source} to {target}", f"convert in/{source} out.{target}")
    for source in SOME:
        for target, options in (("png", ""), ("jpg", "--quality 90"), ("exr", "--depth float")):
            yield line(f"formats/{source} to {target}", f"convert in/{source} out.{target} {options}")
    for source in HDR:
        for target in TARGETS:
            for rendition in RENDITIONS:
                yield line(f"formats/{source} to {target} {rendition}",
                           f"convert in/{source} out.{target} --rendition {rendition}")
            yield line(f"formats/{source} to {target} strict", f"convert in/{source} out.{target} --strict -v")
    for source in ("rgb8.png", "rgba16.png"):
        for rendition in RENDITIONS:
            for target in ("jpg", "heic", "png", "exr"):
                yield line(f"formats/{source} to {target} {rendition}",
                           f"convert in/{source} out.{target} --rendition {rendition}")
    for target in TARGETS:
        yield line(f"formats/pipe to {target}", f"convert - - --format {target}", stdin="in/photo.png")
