"""Mistakes: what is said, what was probably meant, and the exit code."""

from line import line

CONVERT = (
    "--rendition hrd", "--rendition", "--color-space sRBG", "--color-space nothing", "--depth 9", "--depth eight",
    "--headroom 0.5", "--headroom much", "--headroom 1.3stops --rendition hdr", "--headroom -2", "--quality 101",
    "--quality -1", "--quality good", "--speed 11", "--chroma 411", "--gain-map blue", "--gain-map-scale 3",
    "--tone-map hable", "--exposure bright", "--background mauve", "--background '#12'", "--background '[1,2]@sRGB'",
    "--strip place", "--strip gps,persnal", "--resize 0x0", "--resize 10y20", "--resize -5", "--resize 1000000x1000000",
    "--width 0", "--width ten", "--height -1", "--crop 1,2,3", "--crop 0,0,0,0", "--crop 100,100,5,5", "--crop 40x40",
    "--gravity nort", "--gravity north", "--rotate round", "--rotate nan", "--flip x", "--overlay none.png",
    "--overlay in/words.png", "--at southeast", "--overlay-size 10%", "--overlay-opacity 2", "--format pgn",
    "--format npy", "--filter CINothing", "--filter CIExposureAdjst", "--filter 'CIExposureAdjust inputEVV=1'",
    "--filter 'CIExposureAdjust inputEV=x'", "--filter 'CIExposureAdjust inputEV=1e9'", "--filter ''",
    "--filter 'CIGaussianBlur radius=-1'", "--filter 'CIBlendWithMask maskImage=none.png'",
    "--filter 'CICrop rectangle=[1,2]'", "--filter 'CIColorCube cubeData=in/bad.cube'", "--filter 'kernel:none.metal'",
    "--filter 'kernel:in/kernels/bad.cikernel'", "--recipe none.json", "--recipe in/recipes/cut.json", "--index 3",
    "--index -1", "--layer red", "--max-pixels 100", "--max-pixels few", "--max-memory 1k", "--max-memory 100M",
    "--threads 0", "--threads many", "--progress dots", "--jobs 0", "--edr 1", "--edr 3", "--look camera",
    "--temperature 100", "--overwrite --skip-existing", "--keep-metadata --strip-metadata", "--qualty 90", "--overwrte",
    "-x", "--target-size 10",
    "--target-size big", "--name '{stem}.png'", "--lossless --quality 50", "--white-balance dusk", "--highlights keep")

WHOLE = (
    ("verb", "convrt a b"), ("verb-inf", "inf x"), ("option", "--verson"), ("batch-bare", "batch"),
    ("later-serve", "serve"), ("sandbox", "info --sandbox in/rgb8.png"),
    ("no-inputs", "convert"), ("one-input", "convert in/rgb8.png"), ("no-format", "convert in/rgb8.png out"),
    ("strange-format", "convert in/rgb8.png out.pngg"), ("gif-out", "convert in/rgb8.png out.gif"),
    ("three", "convert in/rgb8.png in/odd16.png out.png"), ("missing", "convert none.png out.png"),
    ("folder-in", "convert in/tree out.png"), ("folder-out", "convert in/rgb8.png in/tree"),
    ("no-folder-out", "convert in/rgb8.png nowhere/out.png"), ("same", "convert in/rgb8.png in/rgb8.png"),
    ("same-overwrite", "convert in/rgb8.png in/rgb8.png --overwrite --rotate 90"),
    ("exists", "convert in/rgb8.png in/odd16.png"), ("exists-skip", "convert in/rgb8.png in/odd16.png --skip-existing"),
    ("exists-overwrite", "convert in/rgb8.png in/odd16.png --overwrite"), ("dash-name", "convert -odd.png out.png"),
    ("dash-behind", "convert -- -odd.png out.png"), ("two-outputs", "convert in/rgb8.png a.png -o b.png"),
    ("info-none", "info"), ("info-missing", "info none.png"), ("info-missing-json", "info --json none.png"),
    ("info-folder", "info in/tree"), ("info-option", "info --jsn in/rgb8.png"),
    ("info-index", "info --index 9 in/rgb8.png"), ("pixels-none", "pixels"),
    ("pixels-rect", "pixels in/rgb8.png --rect 1,2"), ("pixels-rect-outside", "pixels in/rgb8.png --rect 40,30,20,20"),
    ("pixels-format", "pixels in/rgb8.png --format json"), ("pixels-headroom", "pixels in/rgb8.png --headroom 0"),
    ("compare-one", "compare in/rgb8.png"), ("compare-sizes", "compare in/rgb8.png in/odd16.png"),
    ("compare-missing", "compare in/rgb8.png none.png"), ("gainmap-none", "gainmap"),
    ("gainmap-verb", "gainmap extrct in/map.jpg out.png"), ("gainmap-info-sdr", "gainmap info in/sdr.jpg"),
    ("gainmap-strip-sdr", "gainmap strip in/sdr.jpg out.jpg"),
    ("gainmap-extract-sdr", "gainmap extract in/sdr.jpg out.png"),
    ("gainmap-compute-no-base", "gainmap compute out.jpg"),
    ("gainmap-compute-sizes", "gainmap compute --base in/rgb8.png --alternate in/odd.pfm out.jpg"),
    ("gainmap-compute-webp", "gainmap compute --base in/rgb8.png --alternate in/light.pfm out.webp"),
    ("metadata-none", "metadata"), ("metadata-tag", "metadata in/sdr.jpg -o out.jpg --set exif:Artst=x"),
    ("metadata-group", "metadata in/sdr.jpg -o out.jpg --remove gsp"),
    ("metadata-no-value", "metadata in/sdr.jpg -o out.jpg --set Artist"),
    ("metadata-value", "metadata in/sdr.jpg -o out.jpg --set exif:ISO=many"),
    ("metadata-orientation", "metadata in/sdr.jpg -o out.jpg --set exif:Orientation=6"),
    ("metadata-format", "metadata in/sdr.jpg -o out.png --set exif:Artist=x"),
    ("metadata-no-overwrite", "metadata in/sdr.jpg --set exif:Artist=x"),
    ("metadata-exr", "metadata in/light.exr -o out.exr --set exif:Artist=x"),
    ("metadata-latitude", "metadata in/sdr.jpg -o out.jpg --set gps:GPSLatitude=91"), ("render-none", "render"),
    ("render-missing", "render none.json -o out.png"), ("render-input", "render in/recipes/plain.json -o out.png"),
    ("render-input-name", "render in/recipes/plain.json -o out.png --input foto=in/rgb8.png"),
    ("render-no-format", "render in/recipes/self.json"),
    ("render-set", "render in/recipes/plain.json -o out.png --input photo=in/rgb8.png --set brigt.inputEV=1"),
    ("render-set-key", "render in/recipes/plain.json -o out.png --input photo=in/rgb8.png --set bright.inputE=1"),
    ("graph-none", "graph"), ("graph-format", "graph in/rgb8.png --format svg"), ("graph-words", "graph in/words.png"),
    ("kernel-none", "kernel"), ("kernel-missing", "kernel check none.metal"),
    ("kernel-run-function", "kernel run in/kernels/all.cikernel in/rgb8.png out.png"),
    ("kernel-run-unknown", "kernel run in/kernels/all.cikernel in/rgb8.png out.png --function stripes"),
    ("kernel-run-argument", "kernel run in/kernels/all.cikernel in/rgb8.png out.png --function zebra --arg limt=1"),
    ("kernel-run-no-argument", "kernel run in/kernels/all.cikernel in/rgb8.png out.png --function zebra"),
    ("kernel-run-type", "kernel run in/kernels/all.cikernel in/rgb8.png out.png --function zebra --arg limit=[1,2]"),
    ("display-none", "display"), ("display-no-headroom", "display simulate in/rgb8.png --layer core"),
    ("display-layer", "display simulate in/rgb8.png --headroom 2 --layer wood"),
    ("display-range", "display simulate in/rgb8.png --headroom 2 --layer core --range low"),
    ("display-potential", "display simulate in/rgb8.png --headroom 4 --layer core --potential 2"),
    ("thumbnail-none", "thumbnail"), ("thumbnail-no-size", "thumbnail in/rgb8.png out.png"),
    ("thumbnail-size", "thumbnail in/rgb8.png out.png --size 0"), ("view-missing", "view none.png"),
    ("view-port", "view in/rgb8.png --port 99999"), ("view-listen", "view in/rgb8.png --listen nowhere"),
    ("view-key", "view in/rgb8.png --certificate none.pem"), ("view-live-size", "view --live --live-size 0x0"),
    ("demo-width", "demo --width 0"), ("filters-gallery-file", "filters --gallery in/rgb8.png in/dot.png"),
    ("filters-category", "filters --category Blr"))


def lines(context):
    for words in CONVERT:
        yield line(f"usage/convert {words}", f"convert in/rgb8.png out.png {words}")
    for name, command in WHOLE:
        yield line(f"usage/{name}", command)
    for name in ("-dash.png", "gr\u00fc\u00df dich.png", "bell\x07.png", "100%.png", "a'b.png"):
        shown = name.encode("unicode_escape").decode()
        path = f"in/odd-names/{name}"
        yield line(f"usage/name {shown}", ["convert", path, f"out-{name}"], needs=["in/odd-names"])
        yield line(f"usage/name {shown} info", ["info", "--json", path], needs=["in/odd-names"])
        yield line(f"usage/name {shown} cut", ["convert", path, "out.jpg", "--crop", "5x5"], needs=["in/odd-names"])
    yield line("usage/names all", "info --json --recursive in/odd-names")
