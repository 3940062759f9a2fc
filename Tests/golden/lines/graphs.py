"""Recipes and plans: what `graph` prints, what `render` makes of it, and that both agree with `convert`."""

import json

from line import line, step

FILTERS = ("", "--filter 'CIExposureAdjust inputEV=1'",
           "--filter 'CIGaussianBlur radius=3' --filter 'CIVibrance amount=0.5'",
           "--filter 'CIBlendWithMask maskImage=in/other.png backgroundImage=in/logo.png'",
           "--filter CIColorInvert --filter CIColorInvert",
           "--filter 'CIAffineTransform transform=[0.9,0.2,-0.1,1.1,3,2]' --filter 'CICrop rectangle=[2,2,20,20]'",
           "--resize 50% --rotate 90 --filter CISepiaTone", "--filter 'kernel:in/kernels/all.cikernel#zebra limit=0.4'")
PICTURES = ("map.jpg", "pq.png", "turned.heic", "alpha.exr")
FORMS = ("", "--format json", "--format dot", "--optimized", "--optimized --format dot", "--optimized --format json")
RENDITIONS = ("keep", "hdr", "sdr", "adaptive")


def lines(context):
    for picture in PICTURES:
        for number, filters in enumerate(FILTERS):
            for form in FORMS if picture == "map.jpg" else ("--format json", "--optimized"):
                yield line(f"graphs/{picture} {number} {form}", f"graph in/{picture} {filters} {form}")
        for rendition in RENDITIONS:
            for target in ("png", "jpeg", "exr"):
                yield line(f"graphs/{picture} {rendition} {target}",
                           f"graph in/{picture} --rendition {rendition} --output-format {target} --format json "
                           "--filter 'CIGaussianBlur radius=2'")
            target = "png" if rendition == "hdr" else "jpeg"
            yield line(f"graphs/{picture} {rendition} render",
                       f"graph in/{picture} --rendition {rendition} --output-format {target} --format json "
                       "--filter CIColorInvert",
                       step(f"render recipe.json -o out.{target} --rendition {rendition}"), to="recipe.json")
    for options in ("--color-space displayP3", "--headroom 2", "--tone-map reinhard", "--exposure 1",
                    "--grow --filter 'CIGaussianBlur radius=3'", "--crop 10x10 --flip v"):
        yield line(f"graphs/option {options}", f"graph in/map.jpg --rendition sdr --optimized {options}")
    yield line("graphs/stdin", "graph - --format json", stdin="in/rgb8.png")
    yield line("graphs/scene", "render in/scene.json -o out.png", needs=["in/rgb8.png"])
    yield from recipes(context)


def recipes(context):
    for path in context.inputs("in/recipes/*.json"):
        name = path.rsplit("/", 1)[-1].removesuffix(".json")
        needs = [*files(context.folder / path), *(["in/kernels/all.cikernel"] if name == "kernel" else [])]
        photo = "" if name in ("self", "map", "generated", "no-file") else "--input photo=in/rgba16.png"
        yield line(f"recipes/{name} render", f"render {path} -o out.png {photo}", needs=needs)
        yield line(f"recipes/{name} graph", f"graph {path} --optimized {photo}", needs=needs)
        if name in ("two", "map", "soft", "self"):
            for target in ("jpg", "heic", "avif", "exr"):
                for rendition in RENDITIONS:
                    yield line(f"recipes/{name} {target} {rendition}",
                               f"render {path} -o out.{target} --rendition {rendition} {photo}", needs=needs)
    yield line("recipes/set", "render in/recipes/soft.json -o out.png --input photo=in/map.jpg --set bright.inputEV=-1 "
               "--set soft.inputRadius=1 --resize 30x")
    yield line("recipes/stdin", "render - --format png --input photo=in/rgb8.png", stdin="in/recipes/plain.json")


def files(recipe):
    """The inputs that a recipe's nodes read."""
    try:
        nodes = json.loads(recipe.read_text())["nodes"]
    except ValueError:
        return []
    found = [value for node in nodes for value in node.values() if isinstance(value, str) and value.startswith("../")]
    return [f"in/{value[3:].split('#')[0]}" for value in found if not value.startswith("kernel")]
