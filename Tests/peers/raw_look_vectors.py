"""Source positions by the opcodes' formulas, for LensTests. Prints Swift."""
import math

W, H = 4000, 3000


def frame(cx, cy):
    x, y = cx * (W - 1), cy * (H - 1)
    return x, y, max(math.hypot(x - a, y - b) for a in (0, W - 1) for b in (0, H - 1))


def tangential(dx, dy, kt0, kt1):
    r2 = dx * dx + dy * dy
    return kt0 * 2 * dx * dy + kt1 * (r2 + 2 * dx * dx), kt1 * 2 * dx * dy + kt0 * (r2 + 2 * dy * dy)


def rectilinear(k, cx, cy, x, y):
    x0, y0, m = frame(cx, cy)
    dx, dy = (x - x0) / m, (y - y0) / m
    r = math.hypot(dx, dy)
    f = k[0] + k[1] * r**2 + k[2] * r**4 + k[3] * r**6
    tx, ty = tangential(dx, dy, k[4], k[5])
    return x0 + m * (f * dx + tx), y0 + m * (f * dy + ty)


def fisheye(k, cx, cy, x, y):
    x0, y0, m = frame(cx, cy)
    dx, dy = (x - x0) / m, (y - y0) / m
    r = math.hypot(dx, dy)
    t = math.atan(r)
    f = (k[0] * t + k[1] * t**3 + k[2] * t**5 + k[3] * t**7) / r
    return x0 + m * f * dx, y0 + m * f * dy


def second(k, cx, cy, x, y):
    x0, y0, m = frame(cx, cy)
    dx, dy = (x - x0) / m, (y - y0) / m
    r = min(max(math.hypot(dx, dy), k[17]), k[18])
    f = sum(c * r**i for i, c in enumerate(k[:15]))
    tx, ty = tangential(dx, dy, k[15], k[16])
    return x0 + m * (f * dx + tx), y0 + m * (f * dy + ty)


R = [[1.0002, -0.031, 0.012, -0.004, 0.0007, -0.0003], [1, -0.03, 0.011, -0.003, 0.0006, -0.0002],
     [0.9997, -0.029, 0.010, -0.002, 0.0005, -0.0001]]
S = [1.01, -0.02, 0.013, 0.004, -0.006, 0.002, 0, 0, 0.001, 0, 0, 0, 0, 0, -0.0005, 0.0004, -0.0006, 0.05, 0.9]
for x, y in [(0, 0), (3999, 2999), (1234.5, 678.25), (2050, 1480)]:
    for plane in range(3):
        print("(rectilinear, %d, %r, %r, %.9f, %.9f)," % (plane, x, y, *rectilinear(R[plane], 0.51, 0.48, x, y)))
    print("(fisheye, 1, %r, %r, %.9f, %.9f)," % (x, y, *fisheye([1.1, -0.05, 0.02, -0.003], 0.5, 0.5, x, y)))
    print("(second, 2, %r, %r, %.9f, %.9f)," % (x, y, *second(S, 0.5, 0.52, x, y)))
