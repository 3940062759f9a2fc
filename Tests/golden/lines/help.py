"""Help, manual page, completions: the contract as users read it."""

from line import line

VERBS = ("info", "metadata", "convert", "thumbnail", "gainmap", "gainmap info", "gainmap extract", "gainmap apply",
         "gainmap compute", "gainmap strip", "gainmap validate", "pixels", "compare", "filters", "render", "graph",
         "kernel", "kernel check", "kernel run", "video", "video info", "video frame", "video edit", "video convert",
         "view", "display", "display list", "display simulate", "demo", "manual")


def lines(context):
    yield line("help/root", "--help")
    yield line("help/none", "")
    yield line("help/version", "--version")
    yield line("help/manual", "manual")
    yield line("help/dump", "--experimental-dump-help")
    for verb in VERBS:
        yield line(f"help/of {verb.replace(' ', '-')}", f"{verb} --help")
    for verb in ("convert", "gainmap extract", "nothing"):
        yield line(f"help/help-{verb.replace(' ', '-')}", f"help {verb}")
    for shell in ("bash", "zsh", "fish", "csh"):
        yield line(f"help/completions-{shell}", f"--generate-completion-script {shell}")
    yield line("help/filters", "filters")
    yield line("help/filters-json", "filters --json")
    yield line("help/filters-hdr", "filters --hdr")
    for category in ("Blur", "ColorAdjustment", "Generator", "Nothing"):
        yield line(f"help/filters-category-{category}", f"filters --category {category}")
    for word in ("blur", "tone", "CIGaussianBlr", "xyzzy", "CIColorCube CICrop"):
        yield line(f"help/filters-word-{word.replace(' ', '-')}", f"filters {word}")
