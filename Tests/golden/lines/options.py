"""Options of `convert`: how a result is coded, its size and place, its light, what is laid over it."""

from line import line, step

SPACES = ("sRGB", "extendedSRGB", "linearSRGB", "extendedLinearSRGB", "displayP3", "extendedDisplayP3",
          "linearDisplayP3", "extendedLinearDisplayP3", "displayP3_HLG", "displayP3_PQ", "itur_709", "itur_709_HLG",
          "itur_709_PQ", "coreMedia709", "itur_2020", "extendedITUR_2020", "linearITUR_2020", "extendedLinearITUR_2020",
          "itur_2020_sRGBGamma", "itur_2100_HLG",
          "itur_2100_PQ", "dcip3", "adobeRGB1998", "rommrgb", "acescgLinear", "genericRGBLinear")
GEOMETRY = (
    "--resize 20x20", "--resize 20", "--resize 20x20^", "--resize 20x9!", "--resize 17x", "--resize x11",
    "--resize 50%", "--resize 150%", "--resize 300x", "--width 21", "--height 13", "--width 21 --height 5",
    "--crop 3,4,17,9", "--crop 20x10", "--crop 20x10 --gravity northeast", "--crop 2,1,20,10 --gravity southwest",
    "--rotate 90", "--rotate 180", "--rotate 270", "--rotate -90", "--rotate 30", "--rotate 30.5 --background white",
    "--flip h", "--flip v", "--rotate 90 --flip h", "--crop 4,4,24,16 --rotate 90 --resize 200% --flip v")
CODING = {
    "jpg": ("--quality 0", "--quality 30", "--quality 100", "--chroma 444", "--chroma 422", "--chroma 420",
            "--target-size 2k", "--lossless", "--speed 0", "--gain-map none", "--gain-map luma", "--gain-map rgb",
            "--gain-map-scale 1", "--gain-map-scale 2", "--gain-map-scale 4", "--depth 8", "--depth 10",
            "--tone-map rwtmo", "--tone-map bt2390", "--tone-map bt2446a", "--tone-map reinhard", "--tone-map clip",
            "--headroom 2", "--headroom 1.3stops",
            "--headroom 1", "--exposure 1", "--exposure -2.5", "--exposure auto", "--measure", "--quality 90 --strict"),
    "heic": ("--quality 20", "--quality 95", "--chroma 444", "--chroma 422", "--depth 8", "--depth 10", "--depth 12",
             "--speed 2", "--lossless", "--target-size 3k",
             "--rendition hdr --headroom 2", "--gain-map rgb --rendition adaptive", "--measure"),
    "avif": ("--quality 20", "--quality 95", "--chroma 444", "--chroma 422", "--chroma 420", "--depth 8", "--depth 10",
             "--depth 12", "--speed 9", "--lossless",
             "--target-size 3k", "--rendition adaptive --gain-map-scale 4", "--rendition adaptive --headroom 3"),
    "jxl": ("--quality 20", "--quality 100", "--lossless", "--depth 8", "--depth 16", "--depth half", "--depth float",
            "--speed 0", "--speed 9", "--target-size 2k",
            "--rendition adaptive"),
    "png": ("--depth 8", "--depth 16", "--depth 12", "--speed 0", "--speed 10", "--headroom 2",
            "--rendition sdr --depth 8", "--rendition adaptive", "--measure"),
    "tiff": ("--depth 8", "--depth 16", "--depth half", "--depth float", "--lossless", "--color-space itur_2100_PQ"),
    "exr": ("--depth half", "--depth float", "--depth 16", "--headroom 2", "--rendition sdr"),
    "webp": ("--quality 20", "--quality 100", "--lossless", "--speed 0", "--target-size 600"),
    "pfm": ("--rendition sdr", "--headroom 1.5"), "hdr": ("--rendition sdr",), "ppm": ("--depth 8", "--depth 16")}
GROUND = ("white", "black", "gray", "#336699", "[0.2,0.4,1]@extendedLinearSRGB", "[4,2,1]@extendedLinearSRGB")
OVERLAY = ("", "--at southeast", "--at 3,4", "--at 3,4 --gravity southeast", "--overlay-size 50%", "--overlay-size 9x",
           "--overlay-size x7", "--overlay-opacity 0.4", "--at north --overlay-size 30% --overlay-opacity 0.7",
           "--resize 200% --at west",
           "--rotate 90 --at northeast")
KEPT = ("", "--strip gps", "--strip personal", "--strip gps,personal", "--strip all", "--strip-metadata",
        "--keep-metadata", "--rotate 90", "--flip h", "--rendition sdr",
        "--resize 50%", "--crop 20x10", "--quality 80", "--filter CIColorInvert")


def lines(context):
    for space in SPACES:
        for source, target in (("map.jpg", "png"), ("light.pfm", "tiff"), ("rgb8.png", "jpg")):
            yield line(f"options/{source} to {target} {space}",
                       f"convert in/{source} out.{target} --color-space {space}")
    for options in GEOMETRY:
        for source, target in (("map.jpg", "jpg"), ("rgba16.png", "png"), ("turned.heic", "heic"), ("odd.pfm", "exr")):
            yield line(f"options/{source} {options}", f"convert in/{source} out.{target} {options}")
    for target, every in CODING.items():
        for options in every:
            yield line(f"options/to {target} {options}", f"convert in/photo.png out.{target} {options}")
    for ground in GROUND:
        for source, target in (("rgba16.png", "jpg"), ("alpha.exr", "png")):
            yield line(f"options/{source} on {ground}",
                       ["convert", f"in/{source}", f"out.{target}", "--background", ground])
    for options in OVERLAY:
        for source, target in (("rgb8.png", "png"), ("map.jpg", "jpg")):
            yield line(f"options/{source} overlay {options}",
                       f"convert in/{source} out.{target} --overlay in/logo.png {options}")
    for kind in ("jpg", "heic", "avif", "png", "jxl", "webp", "tif"):
        for options in KEPT:
            yield line(f"options/tagged.{kind} {options}", f"convert in/tagged.{kind} out.{kind} -v {options}")
    yield from roads()


def roads():
    """Limits, reports, pipes: what changes the way and not the picture."""
    for source in ("photo.png", "map.jpg", "pq.avif", "light.exr"):
        for options in ("--threads 1", "--threads 3", "--max-memory 1G", "--quiet", "--progress json", "--verbose",
                        "--dry-run", "--dry-run -v", "--max-pixels 10000",
                        "--allow-partial", "--index 0"):
            yield line(f"options/{source} {options}", f"convert in/{source} out.jpg --resize 50% {options}")
    yield line("options/stdin", "convert - out.png", stdin="in/map.jpg")
    yield line("options/stdout", "convert in/map.jpg - --format png")
    yield line("options/stdin empty", "convert - out.png")
    yield line("options/pipe", "convert in/map.jpg - --format png",
               step("convert - out.jpg --rendition sdr", stdin="between"), to="between")
    yield line("options/there and back", "convert in/map.jpg out.png", step("convert out.png back.jpg"),
               step("compare in/map.jpg back.jpg --json"))
    yield line("options/no source date", "convert in/map.jpg out.heic", environment=[("TZ", "Asia/Tokyo")])
    yield line("options/no colour", "convert none.png out.png", environment=[("NO_COLOR", "1")])
    yield line("options/other locale", "pixels in/odd16.png --rect 0,0,2,2", environment=[("LC_ALL", "de_DE.UTF-8")])
    yield line("options/recipe", "convert in/rgb8.png out.png --recipe in/recipes/soft.json --filter CIColorInvert")
    yield line("options/demo", "demo --width 64")
    yield line("options/demo photo", "demo --width 64 --output-directory out --photo in/map.jpg --quiet")
    yield line("options/gallery", "filters --gallery out in/dot.png")
