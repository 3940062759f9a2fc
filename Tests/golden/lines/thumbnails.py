"""`thumbnail`: small pictures, HDR kept, names of people and places left out."""

from line import line

KINDS = ("map.jpg", "map.heic", "map.avif", "tagged.jpg", "tagged.webp", "pq.png", "light.exr", "turned6.png",
         "rgba16.png", "sdr.jxl", "dot.png", "two.gif")


def lines(context):
    for name in KINDS:
        yield line(f"thumbnails/{name}", f"thumbnail in/{name} --size 20")
        yield line(f"thumbnails/{name} jpg", f"thumbnail in/{name} out.jpg --size 20 -v")
        yield line(f"thumbnails/{name} sdr",
                   f"thumbnail in/{name} --size 20 --output-directory out --format png --rendition sdr")
    for options in ("--keep-metadata", "--strip all", "--quality 30", "--format avif", "--size 500",
                    "--color-space displayP3", "--gain-map none",
                    "--dry-run", "--name '{stem}-{width}x{height}.{ext}'"):
        yield line(f"thumbnails/tagged {options}",
                   f"thumbnail in/tagged.jpg --size 24 --output-directory out {options}")
    yield line("thumbnails/several", "thumbnail in/map.jpg in/pq.png in/rgb8.ppm --size 16 --output-directory out")
    yield line("thumbnails/folder", "thumbnail in/tree --recursive --size 16 --output-directory out")
    yield line("thumbnails/broken among them",
               "thumbnail in/map.jpg in/words.png in/rgb8.png --size 16 --output-directory out --jobs 1")
