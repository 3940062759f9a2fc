"""Vectors of the mathematics from camera RGB to a look, by formulas and by numpy, scipy and colour-science. Prints Swift for Tests/HeadroomRAWTests/Look."""
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


# --- Camera colours, tables and curves: numpy, scipy and colour-science, which know none of our code. ---------------------

def camera():
    """Lights, forward matrix, white, neutral, balanced camera to BT.2020 by rows."""
    import numpy as np
    import colour

    d50 = np.array([0.345704, 0.358540])
    xyz = lambda xy: np.array([xy[0] / xy[1], 1, (1 - xy[0] - xy[1]) / xy[1]])

    def robertson(xy):
        """Temperature and tint; the book's table is the same as the SDK's away from 325 mireds."""
        u, v = 2 * xy[0] / (1.5 - xy[0] + 6 * xy[1]), 3 * xy[1] / (1.5 - xy[0] + 6 * xy[1])
        t, duv = colour.temperature.uv_to_CCT_Robertson1968(np.array([u, v]))
        return t, duv * 3000

    cm = [np.array(m).reshape(3, 3) for m in (
        [0.7546, -0.1435, -0.0929, -0.3846, 1.1488, 0.2692, -0.0332, 0.1209, 0.6370],
        [0.7034, -0.0804, -0.1014, -0.4420, 1.2564, 0.2058, -0.0851, 0.1994, 0.5758],
        [0.7290, -0.1120, -0.0970, -0.4130, 1.2026, 0.2375, -0.0590, 0.1600, 0.6064])]
    fm = [np.array(m).reshape(3, 3) for m in (
        [0.7763, 0.0065, 0.1815, 0.2364, 0.8351, -0.0715, -0.0059, -0.4228, 1.2538],
        [0.7464, 0.1044, 0.1135, 0.2648, 0.9173, -0.1820, 0.0113, -0.2154, 1.0292],
        [0.7600, 0.0550, 0.1490, 0.2500, 0.8760, -0.1260, 0.0030, -0.3190, 1.1410])]
    cc = [np.diag([1.01, 1, 0.98]), np.array([[1.0, 0.01, 0], [0, 1, 0], [0, 0.02, 0.99]]), np.eye(3)]
    ab = np.diag([1.02, 1, 0.97])
    lights = [(2850, 0), (6500, 0), (4224.5, 5.9)]

    def size(m):
        top = (m @ xyz(d50)).max()
        return m / top if not 0.99 <= top <= 1.01 else m

    def model(count, forward):
        def weights(xy):
            t, tint = robertson(xy)
            if count == 2:
                g = np.clip((1 / t - 1 / 6500) / (1 / 2850 - 1 / 6500), 0, 1)
                return [g, 1 - g]
            place = lambda l: np.array([min(1500 / l[0], 1), l[1] / 200])
            w = np.array([1 / (np.sum((place(l) - place((t, tint)))**2) + 1e-8) for l in lights])
            w /= w.sum()
            w = np.clip((w * w * (3 - 2 * w) - 0.02) / 0.98, 0, 1)
            return w / w.sum()

        mix = lambda xy, ms: sum(w * m for w, m in zip(weights(xy), ms))
        to_camera = lambda xy: mix(xy, [ab @ c @ size(m) for c, m in zip(cc, cm)])

        def to_xyz(xy):
            n = to_camera(xy) @ xyz(xy)
            n /= n.max()
            if forward:
                norm = [np.diag(xyz(d50) / (m @ np.ones(3))) @ m for m in fm]
                back = np.linalg.inv(mix(xy, [ab @ c for c in cc]))
                return n, mix(xy, norm) @ np.diag(1 / (back @ n)) @ back
            adapt = colour.adaptation.matrix_chromatic_adaptation_VonKries(xyz(d50), xyz(xy), transform="Bradford")
            m = to_camera(xy) @ adapt
            return n, np.linalg.inv(m / (m @ xyz(d50)).max())

        return to_camera, to_xyz

    def to_2020(m, n):
        bt2020 = colour.RGB_COLOURSPACES["ITU-R BT.2020"]
        d65 = np.array([0.3127, 0.3290])
        rgb = colour.models.normalised_primary_matrix(bt2020.primaries, d65)
        adapt = colour.adaptation.matrix_chromatic_adaptation_VonKries(xyz(d50), xyz(d65), transform="Bradford")
        return np.linalg.inv(rgb) @ adapt @ m @ np.diag(n)

    for count, forward in ((2, True), (2, False), (3, True)):
        for xy in ((0.3127, 0.3290), (0.3721, 0.3751), (0.4476, 0.4074), (0.3457, 0.3585)):
            n, m = model(count, forward)[1](np.array(xy))
            numbers = ", ".join("%.9f" % v for v in list(n) + list(to_2020(m, n).flatten()))
            print("[%d, %d, %r, %r, %s]," % (count, forward, *xy, numbers))


def lcg(seed):
    while True:
        seed = (seed * 1664525 + 1013904223) % 2**32
        yield (seed >> 8) / 2**24


def hue_sat():
    """Hues, saturations, values, encoded, high range, colour, result."""
    import colorsys
    import numpy as np
    from scipy.interpolate import RegularGridInterpolator

    srgb = lambda x: 12.92 * x if x <= 0.0031308 else 1.055 * x**(1 / 2.4) - 0.055
    light = lambda y: y / 12.92 if y <= 0.04045 else ((y + 0.055) / 1.055)**2.4
    enc = lambda x: x * (256 + x) / (256 * (1 + x))
    dec = lambda y: 16 * (8 * y - 8 + (64 * y * y - 127 * y + 64)**0.5)

    def apply(rgb, table, encoded, high):
        hues, sats, vals = table.shape[1], table.shape[2], table.shape[0]
        high = high and vals > 1
        c = [enc(x) for x in rgb] if high else list(rgb)
        v = max(c)
        h, s, _ = colorsys.rgb_to_hsv(*[x / v for x in c])
        index = srgb(v) if encoded and vals > 1 else v
        wrapped = np.concatenate([table, table[:, :1]], axis=1)
        axes = (np.linspace(0, 1, vals) if vals > 1 else np.array([0.0, 1.0]), np.linspace(0, 1, hues + 1), np.linspace(0, 1, sats))
        if vals == 1:
            wrapped = np.concatenate([wrapped, wrapped], axis=0)
        shift, scale, gain = RegularGridInterpolator(axes, wrapped)((min(index, 1), h, s))
        s = min(s * scale, 1)
        v = light(srgb(v) * gain) if encoded and vals > 1 else v * gain
        out = [x * v for x in colorsys.hsv_to_rgb((h + shift / 360) % 1, s, 1)]
        return [dec(x) for x in out] if high else out

    colors = [(0.2, 0.5, 0.1), (0.9, 0.85, 0.05), (0.03, 0.01, 0.2), (0.4, 0.401, 0.402), (3.0, 1.2, 0.5), (0.7, 0.1, 0.65)]
    for hues, sats, vals, encoded, high in ((6, 4, 1, False, False), (5, 3, 4, False, False), (5, 3, 4, True, False),
                                            (4, 3, 3, False, True), (1, 2, 2, False, False)):
        r = lcg(hues * 100 + sats * 10 + vals)
        table = np.array([[[(next(r) * 60 - 30, 0.5 + next(r), 0.7 + 0.6 * next(r)) for _ in range(sats)]
                           for _ in range(hues)] for _ in range(vals)])
        for rgb in colors:
            out = ", ".join("%.7f" % x for x in apply(rgb, table, encoded, high))
            print("[%d, %d, %d, %d, %d, %r, %r, %r, %s]," % (hues, sats, vals, encoded, high, *rgb, out))


def gain_table():
    """Column, row, colour, exposure scale, amount, gain."""
    import numpy as np
    from scipy.interpolate import RegularGridInterpolator

    r = lcg(77)
    rows, columns, entries = 3, 4, 9
    gains = np.array([[[0.3 + 3 * next(r) for _ in range(entries)] for _ in range(columns)] for _ in range(rows)])
    weights, gamma = np.array([0.1, 0.2, 0.05, 0.03, 0.12]), 0.8
    origin, spacing, size = (0.1, 0.15), (0.35, 0.25), (60, 80)
    for x, y, rgb, scale, amount in ((0, 0, (0.2, 0.5, 0.1), 1, 1), (79, 59, (0.9, 0.8, 0.7), 1, 1),
                                     (40, 30, (3, 2.5, 1), 1, 1), (25, 41, (0.1, 0.12, 0.05), 2, 1),
                                     (33, 10, (0.4, 0.1, 0.2), 1.5, 0.4), (61, 22, (0, 0, 0), 1, 1)):
        rgb = np.array(rgb, float)
        w = np.clip((rgb @ weights[:3] + rgb.min() * weights[3] + rgb.max() * weights[4]) * scale, 0, 1)**gamma
        place = np.clip(((y + 0.5) / size[0] - origin[0]) / spacing[0], 0, rows - 1), np.clip(
            ((x + 0.5) / size[1] - origin[1]) / spacing[1], 0, columns - 1), min(w * entries, entries - 1)
        gain = RegularGridInterpolator([np.arange(n) for n in gains.shape], gains)(place)
        print("[%d, %d, %r, %r, %r, %r, %r, %.7f]," % (x, y, *rgb, scale, amount, float(gain)**amount))


def curves():
    """Argument and value of the natural spline of ProfileToneTests."""
    import numpy as np
    from scipy.interpolate import CubicSpline

    x, y = [0, 0.03, 0.18, 0.5, 0.72, 1], [0, 0.01, 0.122, 0.505, 0.8, 1]
    spline = CubicSpline(x, y, bc_type="natural")
    for t in (0.01, 0.1, 0.25, 0.6, 0.9, 0.99):
        print("[%r, %.9f]," % (t, spline(t)))


# ProfileToneCurve of the DNG SDK's sample 14, profile "SDR": y at x = (k / 63)^2.
SAMPLE = [
    0, 0.0004818, 0.0021196, 0.0078021, 0.016125, 0.0251953, 0.0362812, 0.0493827,
    0.0644999, 0.0816327, 0.1007811, 0.1219451, 0.1451247, 0.17032, 0.1975309, 0.2266967,
    0.256824, 0.2873999, 0.3182278, 0.3491297, 0.3799452, 0.4105302, 0.440756, 0.4705085,
    0.4996869, 0.5282034, 0.5559818, 0.582957, 0.6090742, 0.634288, 0.658562, 0.6818681,
    0.7041856, 0.725501, 0.7458071, 0.7651029, 0.7833925, 0.8006852, 0.816995, 0.8323396,
    0.8467409, 0.8602239, 0.8728167, 0.88455, 0.8954573, 0.9055737, 0.9149366, 0.9235848,
    0.9315585, 0.9388995, 0.9456499, 0.9518533, 0.9575537, 0.9627956, 0.9676242, 0.9720846,
    0.9762226, 0.9800838, 0.9837139, 0.9871588, 0.9904642, 0.9936758, 0.9968392, 1,
]


def sample_curve():
    """The points of the DNG SDK's sample 14, profile "SDR", as read from the file; after them values between them."""
    import numpy as np
    from scipy.interpolate import CubicSpline

    x = (np.arange(64) / 63)**2
    spline = CubicSpline(x, SAMPLE, bc_type="natural")
    for point in zip(x, SAMPLE):
        print("[%.9g, %.7g]," % point)
    for t in (0.0001, 0.003, 0.0313, 0.0625, 0.125, 0.25, 0.5, 0.77, 0.99):
        print("[%r, %.9f]," % (t, spline(t)))


for part in (camera, hue_sat, gain_table, curves, sample_curve):
    print("\n/// %s" % part.__doc__)
    print("let %sVectors: [[Double]] = [" % "".join(w.capitalize() if i else w for i, w in enumerate(part.__name__.split("_"))))
    part()
    print("]")
