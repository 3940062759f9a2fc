"""All filters: as their page shows them, with other values on a picture with transparency, and their plans."""

import json
import re
import shlex

from line import line

# Places and the like are in the picture of 48 x 32 pixels; the later ones hold for one key.
VALUES = {
    "Position": "[21,13]", "Offset": "[5,3]", "Position3": "[20,12,30]", "Rectangle": "[6,5,30,20]",
    "Color": "[0.9,0.4,0.1,0.8]", "OpaqueColor": "[0.2,0.7,0.5,1]", "Transform": "[0.9,0.2,-0.1,1.1,3,2]",
    "Boolean": "true", "inputTopLeft": "[6,27]", "inputTopRight": "[40,29]", "inputBottomRight": "[43,4]",
    "inputBottomLeft": "[3,6]", "inputPoint0": "[8,6]", "inputPoint1": "[36,24]", "inputBreakpoint0": "[10,20]",
    "inputBreakpoint1": "[30,8]", "inputInsetPoint0": "[15,10]", "inputInsetPoint1": "[33,22]",
    "inputLightPointsAt": "[25,16,0]", "inputColor1": "[0.1,0.3,1,1]"}


def lines(context):
    for each in json.loads(context.known("filters.json"))["filters"]:
        name = each["name"]
        *before, command = context.known(f"filters/{name}").rpartition("\nexample\n")[2].strip().splitlines()
        words = shlex.split(command.replace("other.png", "in/other.png"))[1:]
        if before:
            yield from from_recipe(name, words)
        elif "--filter" in words:
            yield from from_expression(name, words[-1], each["inputs"])


def from_recipe(name, words):
    """Filters whose values fit no expression: their page has a recipe."""
    recipe = f"in/examples/{name}.json"
    picture = "" if words[0] == "render" else "--input image=in/map.jpg"
    yield line(f"filters/{name}", f"render {recipe} -o out.exr --depth float {picture}")
    yield line(f"filters/{name} plan", f"graph {recipe} --optimized {picture}")


def from_expression(name, expression, inputs):
    varied = vary(expression, inputs)
    yield line(f"filters/{name}", ["convert", "in/map.jpg", "out.exr", "--depth", "float", "--filter", expression])
    yield line(f"filters/{name} varied", ["convert", "in/rgba16.png", "out.exr", "--grow", "--depth", "float",
                                          "--filter", varied])
    yield line(f"filters/{name} plan", ["graph", "in/rgba16.png", "--optimized", "--filter", varied])


def vary(expression, inputs):
    """The expression with other numbers, places and colours; images and texts stay."""
    words = re.findall(r'(?:[^\s"]|"[^"]*")+', expression)
    given = {key: value for key, _, value in (word.partition("=") for word in words[1:])}
    for each in inputs:
        key = each["name"] if each["name"] in given else each["key"]
        value = VALUES.get(each["key"]) or VALUES.get(each["type"]) or number(each)
        if value and each["key"] != "inputCubeDimension":
            given[key] = value
    return " ".join([words[0], *(f"{key}={value}" for key, value in given.items())])


def number(each):
    """A number a third of the way from the default to the upper end of the slider, and inside of what is allowed."""
    if not isinstance(each["default"], (int, float)):
        return None
    most = next((each[key] for key in ("sliderMax", "most") if each[key] is not None), each["default"] + 2)
    low, high = each["least"], each["most"]
    value = each["default"] + 0.3 * (most - each["default"]) if most != each["default"] else 0.6 * most
    if each["type"] in ("Distance", "Scalar") and value > 40:
        value = 7.5
    value = value if low is None else max(value, low)
    value = value if high is None else min(value, high)
    return str(round(value)) if each["type"] in ("Integer", "Count") else f"{value:.4g}"
