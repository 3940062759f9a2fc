#!/usr/bin/env python3
"""Writes filter-formulas.json: what the filters must give, computed from their formulas in double precision.

Needs numpy and scipy. Pictures are lists of rows from the bottom (row j is y = originY + j), pixels premultiplied RGBA in
the working space (extended linear sRGB). Run in this folder; the output is committed.
"""
import json
import numpy as np
from scipy import ndimage

W = np.array([0.2125, 0.7154, 0.0721])
rng = np.random.default_rng(20496)


def f32(a):
    """Inputs as they are read back from the file: seven digits, in single precision."""
    return np.vectorize(lambda v: float(np.float32("%.7g" % v)))(np.asarray(a, dtype=float))


PIXELS = f32([
    [0, 0, 0, 1], [1, 1, 1, 1], [0.18, 0.18, 0.18, 1], [0.5, 0.25, 0.75, 1], [0.9, 0.1, 0.05, 1], [4, 2, 0.5, 1],
    [-0.5, 0.25, 0.75, 1], [4, 4, 4, 1], [16, 0.001, 0.3, 1], [0.02, 0.03, 0.001, 1], [0.25, 0.125, 0.0625, 0.5],
    [2, 1, -0.25, 0.5], [0, 0, 0, 0], [0.05, 0.1, 0.2, 0.25]])

cases = []
pictures = {}


def straight(p):
    a = p[..., 3:]
    return np.where(a == 0, 0, p[..., :3] / np.where(a == 0, 1, a))


def point(name, parameters, colour, tolerance=1e-5):
    """A filter of unpremultiplied colour that keeps alpha."""
    out = np.concatenate([colour(straight(PIXELS)) * PIXELS[:, 3:], PIXELS[:, 3:]], axis=1)
    cases.append(dict(filter=name, parameters=parameters, input=shared(PIXELS[None]), output=picture(out[None]),
                      tolerance=tolerance))


def picture(a, origin=(0, 0)):
    return dict(origin=list(origin), size=[a.shape[1], a.shape[0]], pixels=[float("%.7g" % v) for v in a.ravel()])


def shared(a, origin=(0, 0)):
    """The name of an input picture that is written once."""
    value = picture(a, origin)
    name = next((n for n, p in pictures.items() if p == value), "picture%d" % len(pictures))
    pictures[name] = value
    return name


def image(name, parameters, source, out, origin=(0, 0), background=None, tolerance=1e-5, window=None, images=None):
    """`images`: further pictures and their places, by key."""
    case = dict(filter=name, parameters=parameters, output=picture(out, origin), tolerance=tolerance)
    if images:
        case["images"] = {key: shared(*placed) for key, placed in images.items()}
    if source is not None:
        case["input"] = shared(source)
    if background is not None:
        case["background"] = shared(*background)
    if window:
        case["window"] = window
    cases.append(case)


# Colour

for ev in (0.5, -2, 3):
    point("CIExposureAdjust", dict(inputEV=ev), lambda c: c * 2.0 ** ev)
for s, b, k in ((0, 0, 1), (1.5, 0.125, 0.75), (0.5, -0.25, 2)):
    def controls(c):
        grey = (c @ W)[:, None]
        return ((grey + s * (c - grey)) + b - 0.5) * k + 0.5
    point("CIColorControls", dict(inputSaturation=s, inputBrightness=b, inputContrast=k), controls)
for p in (0.5, 2.25, 4):
    point("CIGammaAdjust", dict(inputPower=p), lambda c: np.sign(c) * np.abs(c) ** p)
for angle in (0.5, -1.25, 2.0943951):
    wm = np.tile(W, (3, 1))
    km = np.array([[-W[0], -W[1], 1 - W[2]], [0.143, 0.140, -0.283], [-(1 - W[0]), W[1], W[2]]])
    m = wm + np.cos(angle) * (np.eye(3) - wm) + np.sin(angle) * km
    point("CIHueAdjust", dict(inputAngle=angle), lambda c: c @ m.T)
for amount in (0.75, -1):
    def vibrance(c):
        h = np.clip(c, 0.0001, 0.9999)
        g = h.mean(axis=1, keepdims=True)
        s = np.maximum((h - g) / (1 - g), (g - h) / g)
        red, top = s[:, :1], s.max(axis=1, keepdims=True)
        skin = 0.15 + 0.7 * np.clip(4 * (1 - red) * np.minimum(h[:, :1] - g, 2 * g - h[:, 2:]) / g, 0, 1)
        k = amount * (top * top - top + 1) * (1 - skin)
        return c + (c - c.mean(axis=1, keepdims=True)) * k
    point("CIVibrance", dict(inputAmount=amount), vibrance, 3e-5)
srgb = lambda x: np.where(x <= 0.04045, x / 12.92, ((x + 0.055) / 1.055) ** 2.4)
white = np.array([0.8, 0.4, 0.6])
point("CIWhitePointAdjust", dict(inputColor=dict(rgba=[0.8, 0.4, 0.6, 1])), lambda c: c * srgb(white))
point("CIColorInvert", {}, lambda c: 1 - c)
sepia = np.array([[0.393, 0.769, 0.189], [0.349, 0.686, 0.168], [0.272, 0.534, 0.131]])
for t in (1, 0.25):
    point("CISepiaTone", dict(inputIntensity=t), lambda c: c + t * (c @ sepia.T - c))
point("CISRGBToneCurveToLinear", {}, lambda c: np.sign(c) * srgb(np.abs(c)))
point("CILinearToSRGBToneCurve", {}, lambda c: np.sign(c) * np.where(
    np.abs(c) <= 0.0031308, 12.92 * np.abs(c), 1.055 * np.abs(c) ** (1 / 2.4) - 0.055))
rows = [[0.5, 0, 0.25, 0], [0.1, 0.9, 0, -0.2], [0, 0.3, 1.5, 0], [0.25, 0, 0, 0.5], [0.05, -0.1, 0, 0]]
m = np.array(rows[:4])
s = np.concatenate([straight(PIXELS), PIXELS[:, 3:]], axis=1)
o = s @ m.T + np.array(rows[4])
o[:, 3] = np.clip(o[:, 3], 0, 1)
o[:, :3] *= o[:, 3:]
cases.append(dict(
    filter="CIColorMatrix", tolerance=1e-5, input=shared(PIXELS[None]), output=picture(o[None]),
    parameters=dict(zip(["inputRVector", "inputGVector", "inputBVector", "inputAVector", "inputBiasVector"], rows))))


# White points: Bradford between xy chromaticities, in linear sRGB

def xyz(x, y):
    return np.array([x / y, 1, (1 - x - y) / y])


def to_xyz(r, g, b, w):
    p = np.stack([xyz(*r), xyz(*g), xyz(*b)], axis=1)
    return p * np.linalg.solve(p, xyz(*w))


bradford = np.array([[0.8951, 0.2664, -0.1614], [-0.7502, 1.7135, 0.0367], [0.0389, -0.0685, 1.0296]])
rgb = to_xyz((0.64, 0.33), (0.30, 0.60), (0.15, 0.06), (0.3127, 0.3290))
for a, b in (((0.4476, 0.4074), (0.3127, 0.3290)), ((0.3127, 0.3290), (0.3457, 0.3585))):
    gain = (bradford @ xyz(*b)) / (bradford @ xyz(*a))
    m = np.linalg.inv(rgb) @ np.linalg.inv(bradford) @ np.diag(gain) @ bradford @ rgb
    point("CITemperatureAndTint", dict(inputNeutral=list(a), inputTargetNeutral=list(b)), lambda c: c @ m.T)

# Neighbourhoods

alpha = rng.uniform(0.2, 1, (7, 9, 1))
PICTURE = f32(np.concatenate([rng.uniform(-0.5, 4, (7, 9, 3)) * alpha, alpha], axis=2))
OPAQUE = f32(np.concatenate([rng.uniform(0, 2, (6, 11, 3)), np.ones((6, 11, 1))], axis=2))


def planes(a, change):
    return np.stack([change(a[..., i]) for i in range(4)], axis=2)


def gaussian_reach(sigma):
    """Taps on each side: those at 4.3 sigma and beyond are below a ten thousandth of the largest."""
    return int(np.ceil(4.3 * sigma)) - 1


for sigma in (0.8, 2.5, 4):
    grow = int(np.ceil(3 * sigma))
    padded = np.pad(PICTURE, ((grow, grow), (grow, grow), (0, 0)))
    out = planes(padded, lambda p: ndimage.gaussian_filter(p, sigma, mode="constant", radius=gaussian_reach(sigma)))
    image("CIGaussianBlur", dict(inputRadius=sigma), PICTURE, out, (-grow, -grow))
# Below 0.3 the Gaussian is integrated over the pixel.
from math import erf, sqrt
w = np.array([0.5 * (erf((x + 0.5) / (0.25 * sqrt(2))) - erf((x - 0.5) / (0.25 * sqrt(2)))) for x in (-1, 0, 1)])
w /= w.sum()
padded = np.pad(PICTURE, ((1, 1), (1, 1), (0, 0)))
image("CIGaussianBlur", dict(inputRadius=0.25), PICTURE,
      planes(padded, lambda p: ndimage.correlate1d(ndimage.correlate1d(p, w, 0, mode="constant"), w, 1, mode="constant")),
      (-1, -1))
for radius, width in ((2, 3), (3.9, 3), (5, 5), (12, 13)):
    grow = (width - 1) // 2
    padded = np.pad(PICTURE, ((grow, grow), (grow, grow), (0, 0)))
    image("CIBoxBlur", dict(inputRadius=radius), PICTURE,
          planes(padded, lambda p: ndimage.uniform_filter(p, width, mode="constant")), (-grow, -grow))
for radius in (1, 2.5, 4.6):
    grow = int(np.ceil(radius))
    y, x = np.mgrid[-grow:grow + 1, -grow:grow + 1]
    disc = x * x + y * y <= (radius + 0.25) ** 2
    padded = np.pad(PICTURE, ((grow, grow), (grow, grow), (0, 0)))
    most = planes(padded, lambda p: ndimage.grey_dilation(p, footprint=disc, mode="constant"))
    least = planes(padded, lambda p: ndimage.grey_erosion(p, footprint=disc, mode="constant"))
    inner = least[grow:-grow, grow:-grow]
    image("CIMorphologyMaximum", dict(inputRadius=radius), PICTURE, most, (-grow, -grow), tolerance=0)
    image("CIMorphologyMinimum", dict(inputRadius=radius), PICTURE, inner, tolerance=0)
    out = most - least
    out[..., 3] = most[..., 3]
    image("CIMorphologyGradient", dict(inputRadius=radius), PICTURE, out, (-grow, -grow), tolerance=1e-6)
for width, height, w, h in ((5, 5, 5, 5), (1, 4, 1, 5), (6.9, 2, 7, 3)):
    dx, dy = (w - 1) // 2, (h - 1) // 2
    padded = np.pad(PICTURE, ((dy, dy), (dx, dx), (0, 0)))
    most = planes(padded, lambda p: ndimage.grey_dilation(p, size=(h, w), mode="constant"))
    least = planes(PICTURE, lambda p: ndimage.grey_erosion(p, size=(h, w), mode="constant"))
    sides = dict(inputWidth=width, inputHeight=height)
    image("CIMorphologyRectangleMaximum", sides, PICTURE, most, (-dx, -dy), tolerance=0)
    image("CIMorphologyRectangleMinimum", sides, PICTURE, least, tolerance=0)
image("CIMedianFilter", dict(), PICTURE, planes(PICTURE, lambda p: ndimage.median_filter(p, 3, mode="constant")), tolerance=0)
for radius, intensity in ((2.5, 0.5), (5.5, 1.5)):
    out = OPAQUE.copy()
    for i in range(3):
        blurred = ndimage.gaussian_filter(OPAQUE[..., i], radius, mode="nearest", radius=gaussian_reach(radius))
        out[..., i] += intensity * (OPAQUE[..., i] - blurred)
    image("CIUnsharpMask", dict(inputRadius=radius, inputIntensity=intensity), OPAQUE, out)
for radius, sharpness in ((1.69, 0.4), (8, 2)):
    c = straight(PICTURE)
    luma = c @ W
    detail = luma - ndimage.gaussian_filter(
        luma, radius * 0.5, mode="nearest", radius=gaussian_reach(radius * 0.5))
    out = PICTURE.copy()
    out[..., :3] = (c + sharpness * detail[..., None]) * PICTURE[..., 3:]
    image("CISharpenLuminance", dict(inputRadius=radius, inputSharpness=sharpness), PICTURE, out, tolerance=2e-5)
weights = np.array([[1, -2, 3], [0.5, 0, -0.25], [4, 0.125, -1]])
padded = np.pad(PICTURE, ((1, 1), (1, 1), (0, 0)))
# The first row of weights belongs to the largest y: upside down for rows from the bottom.
out = planes(padded, lambda p: ndimage.correlate(p, weights[::-1], mode="constant"))
out[..., 3] = np.clip(out[..., 3], 0, 1)
image("CIConvolution3X3", dict(inputWeights=weights.ravel().tolist()), PICTURE, out, (-1, -1), tolerance=2e-5)


# Geometry

def lanczos_matrix(count, factor):
    size = int(np.ceil(count * factor - 1e-3))
    stretch = max(1 / factor, 1)
    m = np.zeros((size, count))
    for x in range(size):
        centre = (x + 0.5) / factor - 0.5
        i = np.arange(int(np.floor(centre - 3 * stretch)) - 1, int(np.ceil(centre + 3 * stretch)) + 2)
        d = (i - centre) / stretch
        w = np.where(np.abs(d) < 3, np.sinc(d) * np.sinc(d / 3), 0)
        np.add.at(m[x], np.clip(i, 0, count - 1), w / w.sum())
    return m


for scale, aspect in ((0.5, 1), (1.5, 1), (0.4, 2), (1, 0.5), (0.13, 1)):
    mx, my = lanczos_matrix(11, scale * aspect), lanczos_matrix(6, scale)
    out = np.einsum("yj,xi,jic->yxc", my, mx, OPAQUE)
    out[..., 3] = np.clip(out[..., 3], 0, 1)
    image("CILanczosScaleTransform", dict(inputScale=scale, inputAspectRatio=aspect), OPAQUE, out, tolerance=2e-5)


def sampled(source, inverse, x0, y0, width, height, mode="grid-constant"):
    """Bilinear samples of pixel centres mapped by inverse(x, y)."""
    y, x = np.mgrid[y0:y0 + height, x0:x0 + width] + 0.5
    sx, sy = inverse(x, y)
    return planes(source, lambda p: ndimage.map_coordinates(p, [sy - 0.5, sx - 0.5], order=1, mode=mode))


def affine(t):
    a, b, c, d, tx, ty = t
    inv = np.linalg.inv(np.array([[a, c, tx], [b, d, ty], [0, 0, 1]]))
    return lambda x, y: (inv[0, 0] * x + inv[0, 1] * y + inv[0, 2], inv[1, 0] * x + inv[1, 1] * y + inv[1, 2])


def bounds(points):
    p = np.round(np.array(points), 6)
    x0, y0 = np.floor(p.min(axis=0)).astype(int)
    x1, y1 = np.ceil(p.max(axis=0)).astype(int)
    return int(x0), int(y0), int(x1 - x0), int(y1 - y0)


h, w_ = PICTURE.shape[:2]
corners = np.array([[0, 0], [w_, 0], [w_, h], [0, h]])
for t in ([1, 0, 0, 1, 3, -2], [1, 0, 0, 1, 0.25, 0.5], [1.7, 0, 0, 1.3, 0, 0], [0.8, 0.6, -0.6, 0.8, 2, 1],
          [-1, 0, 0, 1, 9, 0], [0, 1, -1, 0, 7, 0]):
    a, b, c, d, tx, ty = t
    p = corners @ np.array([[a, b], [c, d]]) + [tx, ty]
    x0, y0, width, height = bounds(p)
    image("CIAffineTransform", dict(inputTransform=t), PICTURE, sampled(PICTURE, affine(t), x0, y0, width, height), (x0, y0))
t = [0.9, 0.3, -0.4, 1.1, 1.5, 0.5]
image("CIAffineClamp", dict(inputTransform=t), PICTURE, sampled(PICTURE, affine(t), -6, -5, 22, 18, "nearest"), (-6, -5),
      window=True)
image("CICrop", dict(inputRectangle=[2, 1, 4, 3]), PICTURE, PICTURE[1:4, 2:6], (2, 1))
quad = [(1, 9), (12, 11), (10, 2), (0, 0)]  # top left, top right, bottom right, bottom left
source = [(0, h), (w_, h), (w_, 0), (0, 0)]
a = []
for (x, y), (u, v) in zip(quad, source):
    a += [[x, y, 1, 0, 0, 0, -u * x, -u * y, u], [0, 0, 0, x, y, 1, -v * x, -v * y, v]]
a = np.array(a)
q = np.append(np.linalg.solve(a[:, :8], a[:, 8]), 1).reshape(3, 3)


def perspective(x, y):
    z = q[2, 0] * x + q[2, 1] * y + q[2, 2]
    return (q[0, 0] * x + q[0, 1] * y + q[0, 2]) / z, (q[1, 0] * x + q[1, 1] * y + q[1, 2]) / z


x0, y0, width, height = bounds(quad)
image("CIPerspectiveTransform", dict(zip(["inputTopLeft", "inputTopRight", "inputBottomRight", "inputBottomLeft"],
                                         [list(p) for p in quad])),
      PICTURE, sampled(PICTURE, perspective, x0, y0, width, height), (x0, y0))

# Compositing: the background lies two to the right and one up.

BACK = f32(np.concatenate([rng.uniform(0, 3, (6, 8, 3)) * 0.75, np.full((6, 8, 1), 0.75)], axis=2))


def placed(a, x, y, width=11, height=8):
    out = np.zeros((height, width, 4))
    out[y:y + a.shape[0], x:x + a.shape[1]] = a
    return out


s, d = placed(PICTURE, 0, 0), placed(BACK, 2, 1)
sa, da = s[..., 3:], d[..., 3:]


def composited(name, out, x0=0, y0=0, x1=10, y1=7):
    """`out` cut to an extent: that of both pictures together unless said."""
    image(name, {}, PICTURE, out[y0:y1, x0:x1], (x0, y0), background=(BACK, (2, 1)))


composited("CISourceOverCompositing", s + d * (1 - sa))
composited("CISourceInCompositing", s * da, 2, 1, 9, 7)
composited("CISourceOutCompositing", s * (1 - da), 0, 0, 9, 7)
composited("CISourceAtopCompositing", s * da + d * (1 - sa), 2, 1, 10, 7)
composited("CIAdditionCompositing", np.concatenate([(s + d)[..., :3], np.minimum(sa + da, 1)], axis=2))
composited("CIMaximumCompositing", np.maximum(s, d))
composited("CIMinimumCompositing", np.minimum(s, d))
composited("CIMultiplyCompositing", s * d, 2, 1, 9, 7)

# Blend modes: W3C, Compositing and Blending Level 1, and Photoshop's names for the others; colours c above b.


def screen(b, c):
    return b + c - b * c


def hard_light(b, c):
    return np.where(c <= 0.5, b * 2 * c, screen(b, 2 * c - 1))


def dodge(b, c):
    return np.where(b <= 0, 0, np.where(c >= 1, 1, np.minimum(1, b / np.where(c >= 1, 1, 1 - c))))


def burn(b, c):
    return np.where(b >= 1, 1, np.where(c <= 0, 0, 1 - np.minimum(1, (1 - b) / np.where(c <= 0, 1, c))))


def soft_light(b, c):
    lighter = np.where(b <= 0.25, ((16 * b - 12) * b + 4) * b, np.sqrt(np.abs(b)))
    return np.where(c <= 0.5, b - (1 - 2 * c) * b * (1 - b), b + (2 * c - 1) * (lighter - b))


def lum(c):
    return 0.3 * c[..., :1] + 0.59 * c[..., 1:2] + 0.11 * c[..., 2:]


def sat(c):
    return c.max(axis=2, keepdims=True) - c.min(axis=2, keepdims=True)


def set_lum(c, l):
    c = c + l - lum(c)
    l, n, x = lum(c), c.min(axis=2, keepdims=True), c.max(axis=2, keepdims=True)
    c = np.where(n < 0, l + (c - l) * l / np.where(n < 0, l - n, 1), c)
    return np.where(x > 1, l + (c - l) * (1 - l) / np.where(x > 1, x - l, 1), c)


def set_sat(c, amount):
    """By sorting the components, as the text has it."""
    order = np.argsort(c, axis=2)
    low, mid, high = (np.take_along_axis(c, order[..., i:i + 1], axis=2) for i in range(3))
    flat = high <= low
    mid = np.where(flat, 0, (mid - low) * amount / np.where(flat, 1, high - low))
    high = np.where(flat, 0, amount + 0 * high)
    out = np.zeros_like(c)
    np.put_along_axis(out, order, np.concatenate([0 * low, mid, high], axis=2), axis=2)
    return out


def positive(function):
    return lambda b, c: np.maximum(function(b, c), 0)


def limited(function):
    return lambda b, c: function(np.clip(b, 0, 1), np.clip(c, 0, 1))


MODES = dict(
    CIMultiplyBlendMode=positive(lambda b, c: b * c), CIScreenBlendMode=positive(screen),
    CIOverlayBlendMode=positive(lambda b, c: hard_light(c, b)), CIHardLightBlendMode=positive(hard_light),
    CIDarkenBlendMode=positive(np.minimum), CILightenBlendMode=positive(np.maximum),
    CIDifferenceBlendMode=lambda b, c: np.abs(b - c), CIExclusionBlendMode=positive(lambda b, c: b + c - 2 * b * c),
    CIColorDodgeBlendMode=limited(dodge), CIColorBurnBlendMode=limited(burn), CISoftLightBlendMode=limited(soft_light),
    CILinearBurnBlendMode=limited(lambda b, c: np.maximum(b + c - 1, 0)),
    CILinearDodgeBlendMode=limited(lambda b, c: np.minimum(b + c, 1)),
    CILinearLightBlendMode=limited(lambda b, c: np.clip(b + 2 * c - 1, 0, 1)),
    CIVividLightBlendMode=limited(lambda b, c: np.where(c <= 0.5, burn(b, 2 * c), dodge(b, 2 * c - 1))),
    CIPinLightBlendMode=limited(lambda b, c: np.where(c <= 0.5, np.minimum(b, 2 * c), np.maximum(b, 2 * c - 1))),
    CIDivideBlendMode=limited(
        lambda b, c: np.where(b <= 0, 0, np.where(c <= 0, 1, np.minimum(b / np.where(c <= 0, 1, c), 1)))),
    CISubtractBlendMode=limited(lambda b, c: np.maximum(b - c, 0)),
    CIHueBlendMode=limited(lambda b, c: set_lum(set_sat(c, sat(b)), lum(b))),
    CISaturationBlendMode=limited(lambda b, c: set_lum(set_sat(b, sat(c)), lum(b))),
    CIColorBlendMode=limited(lambda b, c: set_lum(c, lum(b))), CILuminosityBlendMode=limited(lambda b, c: set_lum(b, lum(c))))
# Colours below, in and above the range of the modes, on a coarse grid, so that equal ones and both ends occur.
SHADES = np.array([-0.25, 0, 0.125, 0.3, 0.5, 0.75, 1, 1.5, 3])
shades = np.random.default_rng(11)


def sheet(rows, columns, alphas):
    a = shades.choice(alphas, (rows, columns, 1))
    return f32(np.concatenate([shades.choice(SHADES, (rows, columns, 3)) * a, a], axis=2))


UPPER, LOWER = sheet(7, 12, [1, 1, 0.5, 0]), sheet(7, 12, [1, 1, 0.25, 0])
for name, function in MODES.items():
    for upper, lower, place in ((PICTURE, BACK, (2, 1)), (UPPER, LOWER, (0, 0))):
        height, width = max(upper.shape[0], lower.shape[0] + place[1]), max(upper.shape[1], lower.shape[1] + place[0])
        c, b = placed(upper, 0, 0, width, height), placed(lower, *place, width, height)
        ca, ba = c[..., 3:], b[..., 3:]
        light = c[..., :3] * (1 - ba) + b[..., :3] * (1 - ca) + ca * ba * function(straight(b), straight(c))
        image(name, {}, upper, np.concatenate([light, ca + ba * (1 - ca)], axis=2), background=(lower, place))

# Two and three images at one place

MASK = f32(np.concatenate([rng.uniform(-0.5, 1.5, (5, 6, 3)), np.full((5, 6, 1), 0.5)], axis=2))
mask = np.clip(placed(MASK, 1, 2), 0, 1)
for name, channel in (("CIBlendWithMask", 1), ("CIBlendWithRedMask", 0), ("CIBlendWithBlueMask", 2),
                      ("CIBlendWithAlphaMask", 3)):
    m = mask[..., channel:channel + 1]
    image(name, {}, PICTURE, (d * (1 - m) + s * m)[:7, :10], background=(BACK, (2, 1)),
          images=dict(inputMaskImage=(MASK, (1, 2))))
for time in (0.25, 1):
    both = s * (1 - time) + d * time
    image("CIDissolveTransition", dict(inputTime=time), PICTURE, both[:7, :10] if time < 1 else both[1:7, 2:10],
          (0, 0) if time < 1 else (2, 1), images=dict(inputTargetImage=(BACK, (2, 1))))
alpha = s[..., 3:] * d[..., 3:]
out = np.concatenate([np.abs(straight(s) - straight(d)) * alpha, alpha], axis=2)[1:7, 2:9]
image("CIColorAbsoluteDifference", {}, PICTURE, out, (2, 1), images=dict(inputImage2=(BACK, (2, 1))))

BRADFORD = np.array([[0.8951, 0.2664, -0.1614], [-0.7502, 1.7135, 0.0367], [0.0389, -0.0685, 1.0296]])
TO_XYZ = np.array([[0.4123907993, 0.3575843394, 0.1804807884], [0.2126390059, 0.7151686788, 0.0721923154],
                   [0.0193308187, 0.1191947798, 0.9505321522]])
D50 = np.array([0.9642, 1, 0.8249])
cone = (BRADFORD @ D50) / (BRADFORD @ TO_XYZ.sum(axis=1))
TO_D50 = np.linalg.inv(BRADFORD) @ np.diag(cone) @ BRADFORD @ TO_XYZ


def lab(c):
    t = c @ TO_D50.T / D50
    f = np.where(t > 216 / 24389, np.cbrt(np.maximum(t, 1e-9)), (24389 / 27 * t + 16) / 116)
    return np.stack([116 * f[..., 1] - 16, 500 * (f[..., 0] - f[..., 1]), 200 * (f[..., 1] - f[..., 2])], axis=-1)


one, two = lab(straight(s)), lab(straight(d))
c1_, c2_ = np.hypot(one[..., 1], one[..., 2]), np.hypot(two[..., 1], two[..., 2])
hue = np.maximum((one[..., 1] - two[..., 1]) ** 2 + (one[..., 2] - two[..., 2]) ** 2 - (c1_ - c2_) ** 2, 0)
delta = np.sqrt((one[..., 0] - two[..., 0]) ** 2 + ((c1_ - c2_) / (1 + 0.045 * c1_)) ** 2 + hue / (1 + 0.015 * c1_) ** 2)
image("CILabDeltaE", {}, PICTURE, np.dstack([delta, delta, delta, np.ones_like(delta)])[1:7, 2:9], (2, 1),
      images=dict(inputImage2=(BACK, (2, 1))), tolerance=2e-4)

# Tables: node (r, g, b) of a cube is at [b, g, r], so that red goes round fastest


def table(a):
    return dict(floats=[float(v) for v in np.asarray(a, dtype=np.float32).ravel()])


def looked_up(cube, c):
    """Trilinear, the place held to the cube."""
    where = np.clip(c, 0, 1).reshape(-1, 3)[:, ::-1].T * (cube.shape[0] - 1)
    found = [ndimage.map_coordinates(cube[..., i], where, order=1, mode="nearest") for i in range(cube.shape[3])]
    return np.stack(found, axis=1).reshape(c.shape[:-1] + (cube.shape[3],))


def continued(cube, c):
    """The same, and beyond the cube by finite differences into the outermost cell."""
    q = np.clip(c, 0, 1)
    out = looked_up(cube, q)
    step = 0.5 / (cube.shape[0] - 1)
    for axis in range(3):
        inward = q.copy()
        inward[..., axis] += np.where(c[..., axis] > 1, -step, step)
        slope = (looked_up(cube, inward) - looked_up(cube, q)) / step
        out -= slope * np.abs(c[..., axis:axis + 1] - q[..., axis:axis + 1])
    return out


tables = np.random.default_rng(33)
SOLID3, SOLID5 = (f32(np.concatenate([tables.uniform(0, 1.5, (n, n, n, 3)), np.ones((n, n, n, 1))], axis=3)) for n in (3, 5))
glass = f32(tables.uniform(0.25, 1, (4, 4, 4, 4)))
DARK = f32(np.concatenate([tables.uniform(-0.2, 1.2, (5, 6, 3)), np.ones((5, 6, 1))], axis=2) * tables.choice([1, 0.5, 0.25], (5, 6, 1)))
for cube, beyond in ((SOLID3, False), (SOLID5, False), (SOLID5, True), (glass, False), (glass, True)):
    found = (continued if beyond else looked_up)(cube, straight(DARK))
    found[..., 3] = np.clip(found[..., 3], 0, 1)
    image("CIColorCube", dict(inputCubeDimension=len(cube), inputCubeData=table(cube), inputExtrapolate=beyond), DARK,
          found * DARK[..., 3:], tolerance=2e-5)


def encoded(c):
    m = np.abs(c)
    return np.sign(c) * np.where(m <= 0.0031308, 12.92 * m, 1.055 * m ** (1 / 2.4) - 0.055)


def decoded(c):
    return np.sign(c) * srgb(np.abs(c))


for beyond in (False, True):
    found = (continued if beyond else looked_up)(SOLID5, encoded(straight(DARK)))
    out = np.concatenate([decoded(found[..., :3]) * DARK[..., 3:], DARK[..., 3:]], axis=2)
    image("CIColorCubeWithColorSpace", dict(inputCubeDimension=5, inputCubeData=table(SOLID5), inputExtrapolate=beyond,
                                            inputColorSpace="extendedSRGB"), DARK, out, tolerance=1e-4)
other = f32(np.concatenate([tables.uniform(0, 1, (5, 5, 5, 3)), np.ones((5, 5, 5, 1))], axis=3))
m = np.zeros(DARK.shape[:2] + (1,))
m[2:5, 1:6] = np.clip(MASK[:3, :5, 1:2], 0, 1)
for space, there, back in ((None, lambda c: c, lambda c: c), ("extendedSRGB", encoded, decoded)):
    found = looked_up(SOLID5, there(straight(DARK))) * (1 - m) + looked_up(other, there(straight(DARK))) * m
    out = np.concatenate([back(found[..., :3]) * DARK[..., 3:], DARK[..., 3:]], axis=2)
    both = dict(inputCubeDimension=5, inputCube0Data=table(SOLID5), inputCube1Data=table(other))
    image("CIColorCubesMixedWithMask", dict(both, inputColorSpace=space) if space else both, DARK, out,
          images=dict(inputMaskImage=(MASK, (1, 2))), tolerance=1e-4)
curves = f32(tables.uniform(-0.5, 2, (7, 3)))
for low, high, space in ((0, 1, None), (-0.5, 3, None), (2, 0, None), (0, 1, "extendedSRGB")):
    c = straight(PICTURE) if space is None else encoded(straight(PICTURE))
    u = (c - low) / (high - low)
    found = np.stack([np.interp(u[..., i], np.linspace(0, 1, 7), curves[:, i]) for i in range(3)], axis=2)
    found = found if space is None else decoded(found)
    values = dict(inputCurvesData=table(curves), inputCurvesDomain=[low, high])
    image("CIColorCurves", dict(values, inputColorSpace=space) if space else values, PICTURE,
          np.concatenate([found * PICTURE[..., 3:], PICTURE[..., 3:]], axis=2), tolerance=5e-5)
image("CIColorCurves", dict(inputCurvesData=table([[0.25, 0.5, 2]])), PICTURE,
      np.concatenate([[0.25, 0.5, 2] * PICTURE[..., 3:], PICTURE[..., 3:]], axis=2))

# Gains and thresholds

y, x = np.mgrid[0:h, 0:w_] + 0.5
for intensity, radius in ((1, 1), (-0.5, 1.75)):
    d_ = np.hypot(x - w_ / 2, y - h / 2) / (np.hypot(w_, h) / 2)
    t = np.clip((d_ - 1 + 0.5 * radius) / (0.5 * radius + 0.0001), 0, 1)
    g = np.maximum(1 - intensity * t * t * (3 - 2 * t), 0)[..., None]
    image("CIVignette", dict(inputIntensity=intensity, inputRadius=radius), PICTURE,
          np.concatenate([PICTURE[..., :3] * g, PICTURE[..., 3:]], axis=2))
y, x = np.mgrid[0:h, 0:w_] + 0.5
for intensity, falloff in ((0.75, 0.5), (-1, 0.125)):
    t = np.clip((np.hypot(x - 4, y - 3) / 3.5 - 1 + falloff) / (2 * falloff), 0, 1)
    g = (1 - intensity * t * t * (3 - 2 * t))[..., None]
    image("CIVignetteEffect", dict(inputCenter=[4, 3], inputRadius=3.5, inputIntensity=intensity, inputFalloff=falloff),
          PICTURE, np.concatenate([PICTURE[..., :3] * g, PICTURE[..., 3:]], axis=2))
inside = np.pad(MASK[..., 0] > 0.5, 8)
distance = np.minimum(ndimage.distance_transform_edt(~inside) / 4.5, 1)
image("CIDistanceGradientFromRedMask", dict(inputMaximumDistance=4.5), MASK,
      np.dstack([distance] * 3 + [np.ones_like(distance)]), (-8, -8), window=True)
point("CIColorThreshold", dict(inputThreshold=0.35), lambda c: (c > 0.35).astype(float))


def otsu(v):
    """By trying every threshold."""
    bins = np.clip(np.floor(v * 256), 0, 255)
    scores = [(bins <= k).mean() * (bins > k).mean() * (bins[bins <= k].mean() - bins[bins > k].mean()) ** 2
              if (bins <= k).any() and (bins > k).any() else -1 for k in range(256)]
    return (int(np.argmax(scores)) + 1) / 256


MANY = f32(np.concatenate([rng.beta(0.5, 0.7, (9, 13, 3)) * [0.9, 0.5, 1.4], np.ones((9, 13, 1))], axis=2))
levels = np.array([otsu(MANY[..., i].ravel()) for i in range(3)])
image("CIColorThresholdOtsu", {}, MANY, np.concatenate([MANY[..., :3] >= levels, MANY[..., 3:]], axis=2))

# Warps


def turned(x, y):
    dx, dy = x - 4, y - 3.5
    angle = 2 * np.maximum(1 - np.hypot(dx, dy) / 5, 0) ** 2
    return 4 + dx * np.cos(angle) - dy * np.sin(angle), 3.5 + dx * np.sin(angle) + dy * np.cos(angle)


def pinched(x, y):
    dx, dy = x - 4, y - 3.25
    factor = np.clip(np.hypot(dx, dy) / 5, 1e-6, 1) ** -0.4
    return 4 + dx * factor, 3.25 + dy * factor


def displaced(x, y):
    m = np.full((h + 20, w_ + 20, 4), 0.5)
    m[12:17, 11:17] = np.clip(MASK, 0, 1)
    rows, columns = np.floor(y).astype(int) + 10, np.floor(x).astype(int) + 10
    return x + 3 * (m[rows, columns, 0] - 0.5), y + 3 * (m[rows, columns, 1] - 0.5)


image("CITwirlDistortion", dict(inputCenter=[4, 3.5], inputRadius=5, inputAngle=2), PICTURE,
      sampled(PICTURE, turned, 0, 0, w_, h), tolerance=5e-5)
image("CIPinchDistortion", dict(inputCenter=[4, 3.25], inputRadius=5, inputScale=0.8), PICTURE,
      sampled(PICTURE, pinched, 0, 0, w_, h), tolerance=5e-5)
image("CIDisplacementDistortion", dict(inputScale=3), PICTURE, sampled(PICTURE, displaced, -3, -3, w_ + 6, h + 6), (-3, -3),
      images=dict(inputDisplacementImage=(MASK, (1, 2))))

# Warps with what lies beyond the picture: repeated, mirrored in a sector, in squares


def window(name, parameters, inverse, mode="grid-constant", place=(-6, -5, 24, 18), tolerance=5e-5, source=PICTURE, **more):
    x0, y0, width, height = place
    image(name, parameters, source, sampled(source, inverse, x0, y0, width, height, mode), (x0, y0), window=True,
          tolerance=tolerance, **more)


for t in ([1, 0, 0, 1, 0, 0], [1, 0, 0, 1, 3.25, -1.5], [0.9, 0.3, -0.4, 1.1, 1.5, 0.5], [-1, 0, 0, 1, 2, 0]):
    window("CIAffineTile", dict(inputTransform=t), affine(t), "grid-wrap")
# Made smaller, the means of four pixels are repeated.
SIXTEEN = f32(np.concatenate([rng.uniform(0, 2, (12, 16, 3)), np.ones((12, 16, 1))], axis=2))
means = SIXTEEN.reshape(6, 2, 8, 2, 4).mean(axis=(1, 3))
t = [0.4, 0, 0, 0.45, 0, 0]
y, x = np.mgrid[-4:8, -5:13] + 0.5
image("CIAffineTile", dict(inputTransform=t), SIXTEEN,
      planes(means, lambda p: ndimage.map_coordinates(p, [y / 0.9 - 0.5, x / 0.8 - 0.5], order=1, mode="grid-wrap")),
      (-5, -4), window=True, tolerance=5e-5)


def kaleidoscope(count, cx, cy, angle):
    def inverse(x, y):
        z = (x - cx) + 1j * (y - cy)
        sector = 2 * np.pi / count
        a = np.abs(np.mod(np.angle(z) - angle, sector) - sector / 2) + angle
        return cx + np.abs(z) * np.cos(a), cy + np.abs(z) * np.sin(a)
    return inverse


for count, centre, angle in ((6, (3.3, 2.6), 0.3), (1, (4, 3), -2), (5, (-1, 8), 4)):
    window("CIKaleidoscope", dict(inputCount=count, inputCenter=list(centre), inputAngle=angle),
           kaleidoscope(count, *centre, angle))


def squares(cx, cy, scale, angle, side, halvings=0):
    def inverse(x, y):
        mx, my = (c + side * np.round((v - c) / side) for v, c in ((x, cx), (y, cy)))
        z = ((x - mx) + 1j * (y - my)) * np.exp(-1j * angle) / scale
        return (mx + z.real) / 2 ** halvings, (my + z.imag) / 2 ** halvings
    return inverse


for centre, scale, angle, side in (((3, 2), 2.8, 0.7, 5.1), ((0.5, -1), 0.6, -1, 7.3)):
    window("CIOpTile", dict(inputCenter=list(centre), inputScale=scale, inputAngle=angle, inputWidth=side),
           squares(*centre, scale, angle, side), "grid-wrap")
image("CIOpTile", dict(inputCenter=[1, 2], inputScale=0.4, inputAngle=0.3, inputWidth=6.1), SIXTEEN,
      sampled(means, squares(1, 2, 0.4, 0.3, 6.1, 1), -5, -4, 20, 14, "grid-wrap"), (-5, -4), window=True, tolerance=5e-5)


def lozenge(x, y):
    a, b, radius, k = np.array([2.0, 2]), np.array([6.0, 4]), 2.5, 1 - 1 / 1.6
    p = np.stack([x, y], axis=-1)
    share = np.clip(((p - a) @ (b - a)) / ((b - a) @ (b - a)), 0, 1)[..., None]
    axis = a + share * (b - a)
    s = np.linalg.norm(p - axis, axis=-1, keepdims=True) / radius
    push = np.where(s < 1, k * (1 - np.sqrt(np.maximum(1 - s * s, 0))), 0)
    moved = p - (p - axis) * push
    return moved[..., 0], moved[..., 1]


image("CIGlassLozenge", dict(inputPoint0=[2, 2], inputPoint1=[6, 4], inputRadius=2.5, inputRefraction=1.6), PICTURE,
      sampled(PICTURE, lozenge, 0, 0, w_, h), tolerance=5e-5)

# Several images at computed positions


def glass_shift(x, y):
    """The texture lies with its middle, (3, 2.5), at (4, 3.5)."""
    t = np.clip(MASK, 0, 1)
    rows, columns = np.floor(y - 1).astype(int) % 5, np.floor(x - 1).astype(int) % 6
    return x + 4 * (t[rows, columns, 0] - 0.5), y + 4 * (t[rows, columns, 1] - 0.5)


image("CIGlassDistortion", dict(inputCenter=[4, 3.5], inputScale=4), PICTURE,
      sampled(PICTURE, glass_shift, -4, -4, w_ + 8, h + 8), (-4, -4), images=dict(inputTexture=(MASK, (0, 0))))
SPHERE = f32(np.concatenate([rng.uniform(0, 3, (9, 11, 3)), np.ones((9, 11, 1))], axis=2) * rng.uniform(0.1, 1, (9, 11, 1)))


def sphere_at(nx, ny):
    """The sphere's picture, which lies at (3, -2)."""
    sx, sy = np.clip(5 + 5.5 * nx, 0, 10), np.clip(4 + 4.5 * ny, 0, 8)
    return planes(SPHERE, lambda p: ndimage.map_coordinates(p, [sy, sx], order=1, mode="nearest"))


heights = np.pad(PICTURE[..., :3] @ W, 1)
for scale in (0.7, 10):
    gx = scale * (heights[1:-1, 2:] - heights[1:-1, :-2]) / 2
    gy = scale * (heights[2:, 1:-1] - heights[:-2, 1:-1]) / 2
    norm = np.sqrt(gx * gx + gy * gy + 1)
    image("CIShadedMaterial", dict(inputScale=scale), PICTURE, sphere_at(-gx / norm, -gy / norm) * PICTURE[..., 3:],
          images=dict(inputShadingImage=(SPHERE, (3, -2))), tolerance=1e-4)
for time, width, scale in ((0.4, 4, 3), (0.55, 2, -2)):
    y, x = np.mgrid[-1:9, -2:12] + 0.5
    cx, cy = 4, 3
    way = np.hypot(max(abs(-2 - cx), abs(12 - cx)), max(abs(-1 - cy), abs(9 - cy))) + 2 * width
    z = (x - cx) + 1j * (y - cy)
    t = np.clip((np.abs(z) - (time * way - width)) / width, -1, 1)
    wave = np.sin(np.pi * t)
    out_ = z / np.abs(z)
    sx, sy = x + scale * wave * out_.real, y + scale * wave * out_.imag
    take = lambda p, x0, y0: planes(p, lambda q: ndimage.map_coordinates(q, [sy - y0 - 0.5, sx - x0 - 0.5], order=1,
                                                                         mode="grid-constant"))
    share = (0.5 - 0.5 * t)[..., None]
    mixed = take(PICTURE, 0, 0) * (1 - share) + take(BACK, 2, 1) * share
    tilt = wave * scale / 50
    light = sphere_at(tilt * out_.real, tilt * out_.imag) * (1 - np.abs(t))[..., None]
    image("CIRippleTransition", dict(inputCenter=[cx, cy], inputExtent=[-2, -1, 14, 10], inputTime=time, inputWidth=width,
                                     inputScale=scale), PICTURE, light + mixed * (1 - light[..., 3:]), (-2, -1),
          images=dict(inputTargetImage=(BACK, (2, 1)), inputShadingImage=(SPHERE, (3, -2))), tolerance=5e-5)

# Generators, seen through a window


def colour(rgba):
    return np.append(srgb(np.array(rgba[:3])) * rgba[3], rgba[3])


image("CIConstantColorGenerator", dict(inputColor=dict(rgba=[0.8, 0.4, 0.2, 0.5])), None,
      np.tile(colour([0.8, 0.4, 0.2, 0.5]), (3, 4, 1)), (-1, 5), window=True)
c0, c1 = [0.9, 0.5, 0.1, 1], [0.2, 0.3, 1, 0.25]
y, x = np.mgrid[-4:8, -3:13] + 0.5
p0, p1 = np.array([1.0, 2.0]), np.array([9.0, -1.5])
t = np.clip(((x - p0[0]) * (p1 - p0)[0] + (y - p0[1]) * (p1 - p0)[1]) / ((p1 - p0) @ (p1 - p0)), 0, 1)[..., None]
image("CILinearGradient", dict(inputPoint0=p0.tolist(), inputPoint1=p1.tolist(), inputColor0=dict(rgba=c0),
                               inputColor1=dict(rgba=c1)), None, colour(c0) * (1 - t) + colour(c1) * t, (-3, -4), window=True)
for centre, width, sharpness in (((2, 3), 4, 1), ((2.5, 3.25), 5, 0.5), ((0, 0), 7, 0)):
    def wave(v):
        cell = np.floor(v / width).astype(int)
        inside = v - cell * width
        ramp = max(width * (1 - sharpness) / 2, 0.5)
        height = np.minimum(np.minimum(inside, width - inside) / ramp, 1)
        return np.where(cell % 2 == 0, height, -height)
    t = (0.5 + 0.5 * wave(x - centre[0]) * wave(y - centre[1]))[..., None]
    image("CICheckerboardGenerator",
          dict(inputCenter=list(centre), inputWidth=width, inputSharpness=sharpness, inputColor0=dict(rgba=c0),
               inputColor1=dict(rgba=c1)), None, colour(c0) * t + colour(c1) * (1 - t), (-3, -4), window=True)

# Reductions

inside = PICTURE[1:5, 2:9]
image("CIAreaAverage", dict(inputExtent=[2, 1, 20, 4]), PICTURE, inside.mean(axis=(0, 1))[None, None])
image("CIAreaMaximum", dict(inputExtent=[2, 1, 20, 4]), PICTURE, inside.max(axis=(0, 1))[None, None])
for count, low, high, scale in ((16, -10, 4, 1), (5, -2.5, 1.5, 2)):
    bins = np.zeros((1, count, 4))
    for i in range(4):
        v = PICTURE[..., i].ravel()
        with np.errstate(all="ignore"):
            u = v if i == 3 else np.where(v > 0, (np.log2(np.abs(v)) - low) / (high - low), 0)
        b = np.clip(np.floor(u * count), 0, count - 1).astype(int)
        bins[0, :, i] = np.bincount(b, minlength=count) * scale / v.size
    image("CIAreaLogarithmicHistogram", dict(inputExtent=[0, 0, 9, 7], inputCount=count, inputMinimumStop=low,
                                             inputMaximumStop=high, inputScale=scale), PICTURE, bins)

# Tone mapping (gains come from an interpolated table, coarsest where the curve meets its end): the greys of ST 2094-50's operator listed in the project's notes on Core Image's filters.
for source, target, table in (
        (4.926108374, 1, {0.18: 0.0900, 1: 0.5, 2: 0.7452, 4: 0.9440, 4.926108374: 1}),
        (4.926108374, 2, {1: 0.8160, 2: 1.3408, 4: 1.8528, 4.926108374: 2}),
        (4.926108374, 4, {1: 1, 2: 1.8968, 4: 3.3876, 4.926108374: 4}),
        (2, 1, {0.18: 0.1409, 1: 0.7827, 2: 1}), (8, 1, {1: 0.5, 2: 0.6927, 4: 0.8455, 8: 1})):
    grey = lambda v: np.array([[[x, x, x, 1] for x in v]], dtype=float)
    image("CIToneMapHeadroom", dict(inputSourceHeadroom=source, inputTargetHeadroom=target), grey(table.keys()),
          grey(table.values()), tolerance=1e-3)

with open("filter-formulas.json", "w") as file:
    line = lambda value: json.dumps(value, separators=(",", ":"))
    file.write('{"pictures":{\n' + ",\n".join('"%s":%s' % (n, line(p)) for n, p in pictures.items()) + "\n},\n")
    file.write('"cases":[\n' + ",\n".join(line(c) for c in cases) + "\n]}\n")
