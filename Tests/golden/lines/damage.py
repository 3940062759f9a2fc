"""Damaged files: the error, its place, its exit code, and what is given nevertheless."""

from line import line

WRONG = ("empty.jpg", "words.png", "zeros.heic", "really-png.jpg", "warm.cube", "recipes/plain.json")


def lines(context):
    wrong = [f"in/{name}" for name in WRONG] + [
        path for kind in ("half", "head", "bent") for path in context.inputs(f"in/{kind}-*")]
    for path in wrong:
        name = path.removeprefix("in/")
        yield line(f"damage/{name} info", f"info --json --validate {path}")
        yield line(f"damage/{name} convert", f"convert {path} out.png")
        yield line(f"damage/{name} partial", f"convert {path} out.png --allow-partial")
    found = ("stills/malformed", "findings", "findings-3", "findings-3-robust")
    for path in (path for folder in found for path in context.inputs(f"in/real/{folder}/**/*")):
        name = path.removeprefix("in/real/").removeprefix("stills/")
        yield line(f"damage/{name}", f"convert {path} out.png --max-pixels 1M")
    for path in context.inputs("in/real/stills/malformed/**/*")[::3]:
        name = path.removeprefix("in/real/stills/")
        yield line(f"damage/{name} info", f"info --json --validate {path}")
