"""Compares filled and stroked paths with Cairo's, which draws them at 32 times the size; shares of pixels have to agree to
1/255."""

import json
import math
import os
import pathlib
import random
import subprocess
import sys
import tempfile

from peers import ROOT, require_modules, skip

require_modules("numpy", "cairo")
import cairo
import numpy

WIDTH = HEIGHT = 48
SCALE = 32
TESTS = ROOT / ".build" / "release" / "headroomPackageTests.xctest"
FILL_CASES = STROKE_CASES = 200


def tightest_bend(*points):
    """The least radius of a cubic curve."""
    p, q, r, s = map(numpy.array, points)
    time = numpy.linspace(0, 1, 400)[:, None]
    first = 3 * ((1 - time) ** 2 * (q - p) + 2 * time * (1 - time) * (r - q) + time ** 2 * (s - r))
    second = 6 * ((1 - time) * (r - 2 * q + p) + time * (s - 2 * r + q))
    bend = numpy.abs(first[:, 0] * second[:, 1] - first[:, 1] * second[:, 0])
    return (numpy.linalg.norm(first, axis=1) ** 3 / numpy.maximum(bend, 1e-9)).min()


def random_path(source, corners, reach, width=0, curves=0.45):
    """Lines, curves and closed parts; most of them cross themselves. The last number of an element says what it is.

    A line of a width along a curve needs a bend as wide as it: inside of tighter ones Cairo's outline turns the other way,
    and takes away what the line covers elsewhere."""
    def point():
        return [source.uniform(-reach, WIDTH + reach), source.uniform(-reach, HEIGHT + reach)]

    def curve(start):
        for _ in range(1000):
            points = point() + point() + point()
            if tightest_bend(start, points[:2], points[2:4], points[4:]) > width:
                return points + [2]
        return point() + [1]

    elements = []
    for _ in range(source.randint(1, 3)):
        elements.append(point() + [0])
        for _ in range(source.randint(2, corners)):
            if source.random() < curves:
                elements.append(curve(elements[-1][-3:-1]))
            else:
                elements.append(point() + [1])
        if source.random() < 0.5:
            elements.append([3])
    return elements


def random_transform(source, keeps_angles=False):
    if source.random() < 0.5:
        return [1, 0, 0, 1, 0, 0]
    angle, x, y = source.uniform(0, 2 * math.pi), source.uniform(0.4, 1.6), source.uniform(0.4, 1.6)
    if keeps_angles:
        y = x
    matrix = [x * math.cos(angle), x * math.sin(angle), -y * math.sin(angle), y * math.cos(angle)]
    centre = WIDTH / 2
    return matrix + [
        centre - matrix[0] * centre - matrix[2] * centre, centre - matrix[1] * centre - matrix[3] * centre]


def random_line(source, is_dashed):
    dashes = [source.uniform(0.5, 9) for _ in range(source.randint(1, 5))] if is_dashed else []
    return {
        "width": source.choice([0.3, 1, source.uniform(0.5, 4), source.uniform(4, 16)]), "cap": source.randint(0, 2),
        "join": source.randint(0, 2), "miter": source.choice([1, 2, 4, 10]), "dashes": dashes,
        "phase": source.uniform(0, 20) if dashes else 0}


def cases():
    source = random.Random(38)
    for index in range(FILL_CASES):
        yield {
            "elements": random_path(source, 9, 8), "evenOdd": index % 2 == 1, "transform": random_transform(source),
            "stroke": None}
    for index in range(STROKE_CASES):
        line = random_line(source, index % 2 == 1)
        # Cairo ends dashes across the short lines that it makes of a curve, and so in slightly other directions; and it
        # measures a corner for the miter limit after the transform, not before.
        path = random_path(source, 5, 2, line["width"], curves=0 if line["dashes"] else 0.45)
        yield {
            "elements": path, "evenOdd": False, "transform": random_transform(source, keeps_angles=line["join"] == 0),
            "stroke": line}


def cairo_coverage(case):
    surface = cairo.ImageSurface(cairo.FORMAT_A8, WIDTH * SCALE, HEIGHT * SCALE)
    context = cairo.Context(surface)
    context.set_antialias(cairo.ANTIALIAS_BEST)
    context.set_tolerance(0.005)
    context.translate(0, HEIGHT * SCALE)
    context.scale(SCALE, -SCALE)
    context.transform(cairo.Matrix(*case["transform"]))
    for element in case["elements"]:
        if element == [3]:
            context.close_path()
        elif element[-1] == 0:
            context.move_to(*element[:2])
        elif element[-1] == 1:
            context.line_to(*element[:2])
        else:
            context.curve_to(*element[:6])
    line = case["stroke"]
    if line:
        context.set_line_width(line["width"])
        context.set_line_cap([cairo.LINE_CAP_BUTT, cairo.LINE_CAP_ROUND, cairo.LINE_CAP_SQUARE][line["cap"]])
        context.set_line_join([cairo.LINE_JOIN_MITER, cairo.LINE_JOIN_ROUND, cairo.LINE_JOIN_BEVEL][line["join"]])
        context.set_miter_limit(line["miter"])
        context.set_dash(line["dashes"], line["phase"])
        context.stroke()
    else:
        context.set_fill_rule(cairo.FILL_RULE_EVEN_ODD if case["evenOdd"] else cairo.FILL_RULE_WINDING)
        context.fill()
    surface.flush()
    pixels = numpy.frombuffer(surface.get_data(), numpy.uint8).reshape(HEIGHT * SCALE, surface.get_stride())
    pixels = pixels[:, :WIDTH * SCALE].astype(numpy.float64) / 255
    return pixels.reshape(HEIGHT, SCALE, WIDTH, SCALE).mean(axis=(1, 3))


def ours(wanted, folder):
    (folder / "paths.json").write_text(json.dumps({"width": WIDTH, "height": HEIGHT, "cases": wanted}))
    done = subprocess.run(
        [TESTS, "--testing-library", "swift-testing", "--filter", "PathPeerTests"], capture_output=True, text=True,
        env={**os.environ, "HEADROOM_PATHS": str(folder)})
    result = folder / "coverage.f32"
    if not result.exists():
        raise RuntimeError((done.stdout + done.stderr)[-2000:])
    return numpy.fromfile(result, numpy.float32).reshape(len(wanted), HEIGHT, WIDTH)


def main():
    if not TESTS.exists():
        skip(f"{TESTS.name} is not built (make test)")
    wanted = list(cases())
    with tempfile.TemporaryDirectory() as folder:
        found = ours(wanted, pathlib.Path(folder))
    worst, failed = {}, 0
    for index, case in enumerate(wanted):
        difference = numpy.abs(found[index] - cairo_coverage(case))
        kind = "stroke" if case["stroke"] else "even-odd" if case["evenOdd"] else "winding"
        worst[kind] = max(worst.get(kind, 0), difference.max())
        if difference.max() > 1 / 255:
            failed += 1
            row, column = numpy.unravel_index(difference.argmax(), difference.shape)
            print(f"FAILED case {index} ({kind}): {difference.max() * 255:.2f}/255 at row {row}, column {column}, "
                  f"{(difference > 1 / 255).sum()} pixels")
    for kind, value in worst.items():
        print(f"{kind}: at most {value * 255:.3f}/255")
    print(f"{len(wanted) - failed} of {len(wanted)} paths agree")
    sys.exit(1 if failed else 0)


if __name__ == "__main__":
    main()
