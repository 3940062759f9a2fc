"""Several inputs: names of outputs, folders, failures among them, and orders."""

from line import line

NAMES = ("{stem}.png", "{name}.png", "{stem}-{width}x{height}.{ext}", "{parent}/{stem}.{ext}",
         "{index}-{stem}.{format}.{ext}", "{stm}.png", "fixed.png",
         "../{stem}.png", "{stem", "", "deep/er/{stem}.{ext}")

# What the lists of names name.
LISTED = ("in/rgb8.png", "in/odd16.png", "in/rgb8.ppm")


def lines(context):
    three = "in/rgb8.png in/odd16.png in/map.jpg"
    for name in NAMES:
        yield line(f"several/name {name}",
                   ["convert", *three.split(), "--output-directory", "out", "--format", "png", "--name", name])
    for options in ("", "--jobs 2", "--jobs 3 -v", "--dry-run", "--quiet", "--resize 50%", "--rendition sdr",
                    "--progress json --jobs 1", "--fail-fast", "--strict"):
        yield line(f"several/three {options}", f"convert {three} --output-directory out --format jpeg {options}")
    broken = "in/rgb8.png in/words.png none.png in/odd16.png"
    for options in ("", "--fail-fast --jobs 1", "--jobs 2", "--dry-run", "--quiet", "--progress json --jobs 1"):
        yield line(f"several/broken {options}", f"convert {broken} --output-directory out --format png {options}")
    for options in ("", "--name '{parent}-{stem}.{ext}'", "--jobs 2 --resize 10", "--dry-run", "--skip-existing"):
        yield line(f"several/folder {options}",
                   f"convert in/tree --recursive --output-directory out --format png {options}")
    yield line("several/folder not recursive", "convert in/tree --output-directory out --format png")
    yield line("several/into itself", "convert in/tree --recursive --output-directory in/tree --format png")
    yield line("several/over itself", "convert in/tree --recursive --output-directory in/tree --format png --overwrite")
    yield line("several/skip", "convert in/rgb8.ppm in/odd16.ppm --output-directory in --format png --skip-existing",
               needs=["in/rgb8.png"])
    yield line("several/exists", "convert in/rgb8.ppm in/odd16.ppm --output-directory in --format png",
               needs=["in/rgb8.png"])
    yield line("several/same name", "convert in/rgb8.png in/rgb8.ppm --output-directory out --format png")
    yield line("several/files from",
               "convert --files-from in/names.txt --output-directory out --format png --name '{name}.png'",
               needs=LISTED)
    yield line("several/files from stdin", "convert --files-from - --null --output-directory out --format jpeg",
               stdin="in/names0.txt", needs=LISTED)
    yield line("several/files from none", "convert --files-from none.txt --output-directory out --format png")
    yield line("several/strict loss", "convert in/map.jpg in/rgb8.png --output-directory out --format webp --strict")
    yield line("several/too large",
               "convert in/rgb8.png in/odd16.png --output-directory out --format png --max-pixels 1000")
