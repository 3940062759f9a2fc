"""Kernel text: what compiles, to what, and what it draws; with values that its signature asks for."""

import re

from line import line

VALUES = {"float": ["0.5", "3", "0.25", "1.5", "8"], "vec2": ["[12,9]"], "vec3": ["[0.2,0.7,0.1]"],
          "vec4": ["[0.2,0.7,0.1,1]"],
          "__color": ["#33aa11"], "int": ["2"]}
SAME = {"float2": "vec2", "float3": "vec3", "float4": "vec4", "destination": None, "coreimage::destination": None}
IMAGES = ("sampler", "sample_t", "__sample", "coreimage::sampler", "coreimage::sample_t", "sample_h")
SIGNATURE = re.compile(r"^  \w+ +(\w+)\((.*)\)$", re.MULTILINE)


def lines(context):
    for path in context.inputs("in/kernels/*") + context.inputs("in/real/kernels/*"):
        name = path.rsplit("/", 1)[-1].split("__")[-1] if "/real/" not in path else path.rsplit("/", 1)[-1]
        yield line(f"kernels/{name} check", f"kernel check {path}")
        yield line(f"kernels/{name} ir", f"kernel check --print-ir --json {path}")
        for function, parameters in SIGNATURE.findall(context.known(f"kernels/{path.rsplit('/', 1)[-1]}")):
            values = arguments(parameters)
            run = ["kernel", "run", path, "in/photo.png", "out.exr", "--depth", "float", "--function", function]
            yield line(f"kernels/{name} {function}", run + [word for value in values for word in ("--arg", value)])
            expression = " ".join([f"kernel:{path}#{function}", *values])
            yield line(f"kernels/{name} {function} filter", [
                "convert", "in/rgba16.png", "out.exr", "--depth", "float", "--filter", expression])
    yield line("kernels/defined -I", "kernel check in/kernels/defined.metal -I in/kernels/shared",
               needs=["in/kernels/shared"])
    yield line("kernels/defined -D", "kernel check in/kernels/defined.metal -I in/kernels/shared -D GAIN=3 --print-ir",
               needs=["in/kernels/shared"])
    yield line("kernels/several", "kernel check --json in/kernels/all.cikernel in/kernels/bad.cikernel none.metal")
    yield line("kernels/stdin", "kernel check -", stdin="in/kernels/all.cikernel")
    yield line("kernels/dialect", "kernel check --dialect metal in/kernels/all.cikernel")
    yield line("kernels/wrap",
               "convert in/rgb8.png out.png --filter 'kernel:in/kernels/all.cikernel#soft samplerWrapMode=clamp'")
    yield line("kernels/strict", "kernel run in/kernels/loop.cikernel in/rgb8.png out.png --strict")


def arguments(parameters):
    """Values for the parameters behind the first image."""
    images, numbers, values = 0, 0, []
    for parameter in filter(None, parameters.split(", ")):
        type, _, name = parameter.rpartition(" ")
        type = SAME.get(type, type)
        if type in IMAGES:
            images += 1
            values += [f"{name}=in/other.png"] if images > 1 else []
        elif type in VALUES:
            values.append(f"{name}={VALUES[type][numbers % len(VALUES[type])]}")
            numbers += 1
    return values
