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
to_code = lambda c: np.sign(c) * np.where(np.abs(c) <= 0.0031308, 12.92 * np.abs(c), 1.055 * np.abs(c) ** (1 / 2.4) - 0.055)
to_light = lambda c: np.sign(c) * srgb(np.abs(c))
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
    """Never darker than a light above 1, which the formula would put out."""
    brighter = np.maximum(b, c)
    return np.where(brighter > 1, np.maximum(b + c - b * c, brighter), b + c - b * c)


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

# Discs, lines, rays: weights written out pixel by pixel


def spread(name, parameters, weights, rx, ry, grow=None, tolerance=2e-5):
    """`weights`: a table around the pixel, rows from the bottom; the picture grows by `grow` or the table's reach."""
    gx, gy = grow or (rx, ry)
    padded = np.pad(PICTURE, ((gy, gy), (gx, gx), (0, 0)))
    image(name, parameters, PICTURE, planes(padded, lambda p: ndimage.correlate(p, weights / weights.sum(), mode="constant")),
          (-gx, -gy), tolerance=tolerance)


def distances(reach):
    v, u = np.mgrid[-reach:reach + 1, -reach:reach + 1]
    return np.hypot(u, v)


for radius in (0.4, 1, 2.5, 6.2):
    d = distances(8)
    grow = int(np.ceil(radius))
    spread("CIDiscBlur", dict(inputRadius=radius), np.clip(radius + 0.5 - d, 0, 1), 8, 8, (grow, grow))
for radius, amount, size, softness in ((5, 0, 0.1, 1), (6.5, 0.8, 0.2, 3), (4, 1, 0.05, 0), (7, 0.3, 0.15, 10)):
    d = distances(8) / radius
    t = np.clip((d - 1 + 0.1 * softness) / (0.1 * softness), 0, 1) if softness else np.zeros_like(d)
    weights = np.where(d <= 1, 1 - t * t * (3 - 2 * t) + np.where(d >= 1 - size, amount, 0), 0)
    grow = int(np.ceil(radius))
    spread("CIBokehBlur", dict(inputRadius=radius, inputRingAmount=amount, inputRingSize=size, inputSoftness=softness),
           weights, 8, 8, (grow, grow))
for radius, angle in ((5, 0), (3.7, np.pi / 2), (6.5, 0.6), (4, -2.1)):
    n = int(radius)
    gx, gy = int(np.ceil(n * abs(np.cos(angle)) - 1e-4)), int(np.ceil(n * abs(np.sin(angle)) - 1e-4))
    weights = np.zeros((2 * gy + 3, 2 * gx + 3))
    for k in range(-n, n + 1):
        u, v = k * np.cos(angle) + gx + 1, k * np.sin(angle) + gy + 1
        i, j = int(np.floor(u + 1e-4)), int(np.floor(v + 1e-4))
        for dj, b in ((0, 1 - v + j), (1, v - j)):
            for di, c in ((0, 1 - u + i), (1, u - i)):
                if min(b, c) > 2e-4:
                    weights[j + dj, i + di] += b * c * np.exp(-k * k / (2 * (radius / 2) ** 2))
    spread("CIMotionBlur", dict(inputRadius=radius, inputAngle=float("%.7g" % angle)), weights, gx + 1, gy + 1, (gx, gy))


def zoomed(source, scales, centre, place):
    """The mean of a picture scaled about a point, weighted with the scales; `place` says where picture and result lie."""
    (sx0, sy0), (x0, y0, width, height) = place
    y, x = np.mgrid[y0:y0 + height, x0:x0 + width] + 0.5
    total = 0
    for s in scales:
        u, v = centre[0] + (x - centre[0]) * s - sx0, centre[1] + (y - centre[1]) * s - sy0
        total = total + s * planes(source, lambda p: ndimage.map_coordinates(p, [v - 0.5, u - 0.5], order=1,
                                                                             mode="grid-constant"))
    return total / np.sum(scales)


def zoom_extent(box, centre, last):
    x0, y0, x1, y1 = box
    far = [(c - m) / last + m for c, m in zip(box, centre * 2)]
    lo = np.floor(np.minimum([x0, y0], far[:2])).astype(int) - 1
    hi = np.ceil(np.maximum([x1, y1], far[2:])).astype(int) + 1
    return (*lo, *hi)


for amount, centre in ((80, (4, 3)), (-120, (1.5, 8)), (200, (-30, 20)), (340, (-40, 30))):
    end = 1 - amount / 400
    reach = np.hypot(max(abs(c - centre[0]) for c in (0, 9)), max(abs(c - centre[1]) for c in (0, 7)))
    count = int(np.ceil(max(reach * abs(np.log(end)) * max(end, 1), 1))) + 1
    passes = 1 if count <= 16 else 2 if count <= 100 else 3
    each = int(np.ceil(count ** (1 / passes) - 1e-9))
    q = end ** (1 / (each ** passes - 1))
    source_, origin, box = PICTURE, (0, 0), (0, 0, 9, 7)
    for scales in (q ** (each ** index * np.arange(each)) for index in range(passes)):
        box = zoom_extent(box, centre, scales[-1])
        source_ = zoomed(source_, scales, centre, (origin, (box[0], box[1], box[2] - box[0], box[3] - box[1])))
        origin = box[:2]
    image("CIZoomBlur", dict(inputAmount=amount, inputCenter=list(centre)), PICTURE, source_,
          (int(origin[0]), int(origin[1])), tolerance=1e-4)


def gaussian(source, sigma, grow):
    padded = np.pad(source, ((grow, grow), (grow, grow), (0, 0)))
    if sigma >= 0.3:
        return planes(padded, lambda p: ndimage.gaussian_filter(p, sigma, mode="constant", radius=gaussian_reach(sigma)))
    w = np.array([0.5 * (erf((k + 0.5) / (sigma * sqrt(2))) - erf((k - 0.5) / (sigma * sqrt(2)))) for k in (-1, 0, 1)])
    w /= w.sum()
    return planes(padded, lambda p: ndimage.correlate1d(ndimage.correlate1d(p, w, 0, mode="constant"), w, 1, mode="constant"))


levels_ = []
for k in range(9):
    reach = int(np.ceil(1.5 * k))
    level = gaussian(PICTURE, k / 2, reach) if k else PICTURE
    levels_.append(np.pad(level, ((12 - reach, 12 - reach), (12 - reach, 12 - reach), (0, 0))))
RAMP = f32(np.dstack([rng.uniform(-0.2, 1.2, (31, 33)) for _ in range(3)] + [np.ones((31, 33))]))
at = np.clip(RAMP[..., 1], 0, 1) * 8
low = np.minimum(np.floor(at), 7).astype(int)
stack = np.stack(levels_)
j, i = np.indices(at.shape)
share = (at - low)[..., None]
image("CIMaskedVariableBlur", dict(inputRadius=4), PICTURE, stack[low, j, i] * (1 - share) + stack[low + 1, j, i] * share,
      (-12, -12), images=dict(inputMask=(RAMP, (-12, -12))))
for radius, intensity in ((1.5, 0.5), (4, 1.75)):
    grow = int(np.ceil(3 * radius))
    wide, blurred = np.pad(PICTURE, ((grow, grow), (grow, grow), (0, 0))), gaussian(PICTURE, radius, grow)
    parameters = dict(inputRadius=radius, inputIntensity=intensity)
    out = wide + intensity * np.maximum(blurred - wide, 0)
    out[..., 3] = np.clip(out[..., 3], 0, 1)
    image("CIBloom", parameters, PICTURE, out, (-grow, -grow), tolerance=2e-5)
    out = wide + intensity * np.minimum(blurred - wide, 0)
    out[..., 3] = np.clip(out[..., 3], 0, 1)
    image("CIGloom", parameters, PICTURE, out, (-grow, -grow), tolerance=2e-5)
for p0, p1 in (((1, 2), (7, 4)), ((4, 3), (4, 3))):
    blurred = gaussian(PICTURE, 2, 6)
    sharp = PICTURE.copy()
    for i in range(3):
        soft = ndimage.gaussian_filter(PICTURE[..., i], 1.5, mode="nearest", radius=gaussian_reach(1.5))
        sharp[..., i] += 0.75 * (PICTURE[..., i] - soft)
    c = straight(sharp)
    grey = (c @ W)[..., None]
    sharp[..., :3] = (grey + 1.5 * (c - grey)) * sharp[..., 3:]
    sharp = np.pad(sharp, ((6, 6), (6, 6), (0, 0)))
    y, x = np.mgrid[-6:13, -6:15] + 0.5
    (ax, ay), (bx, by) = p0, p1
    length = np.hypot(bx - ax, by - ay)
    away = np.hypot(x - ax, y - ay) if length == 0 else np.abs((x - ax) * (by - ay) - (y - ay) * (bx - ax)) / length
    share = np.minimum(away / (7 / 4), 1)[..., None]
    image("CIDepthOfField", dict(inputPoint0=list(p0), inputPoint1=list(p1), inputUnsharpMaskRadius=1.5,
                                 inputUnsharpMaskIntensity=0.75, inputRadius=2), PICTURE,
          sharp * (1 - share) + blurred * share, (-6, -6), tolerance=5e-5)
for source_, level, sharpness in ((PICTURE, 0.3, 0.8), (OPAQUE, 0.05, 0.4), (PICTURE, 0, 0.5)):
    padded = np.pad(source_, ((1, 1), (1, 1), (0, 0)), mode="edge")
    h_, w__ = source_.shape[:2]
    c = straight(source_)
    luma = c @ W
    sigma = max(level, 1e-4) * np.maximum(luma, 1)
    near, plain = np.zeros((h_, w__, 4)), np.zeros((h_, w__, 4))
    for dy in (0, 1, 2):
        for dx in (0, 1, 2):
            part = padded[dy:dy + h_, dx:dx + w__]
            other = straight(part)
            value = np.concatenate([other, np.ones((h_, w__, 1))], axis=2) * part[..., 3:] * np.exp(
                -((dx - 1) ** 2 + (dy - 1) ** 2) / 2)
            plain += value
            near += value * np.exp(-(other @ W - luma) ** 2 / (2 * sigma ** 2))[..., None]
    smooth, mean = near[..., :3] / near[..., 3:], plain[..., :3] / plain[..., 3:]
    t = np.clip((np.abs(luma - mean @ W) - level) / max(level, 1e-6), 0, 1)[..., None]
    out = smooth + sharpness * t * t * (3 - 2 * t) * (c - mean)
    image("CINoiseReduction", dict(inputNoiseLevel=level, inputSharpness=sharpness), source_,
          np.concatenate([out * source_[..., 3:], source_[..., 3:]], axis=2), tolerance=5e-5)

def cubic_matrix(count, factor, b, c):
    size = int(np.ceil(count * factor - 1e-3))
    stretch = max(1 / factor, 1)
    m = np.zeros((size, count))
    for px in range(size):
        centre = (px + 0.5) / factor - 0.5
        i = np.arange(int(np.floor(centre - 2 * stretch)) - 1, int(np.ceil(centre + 2 * stretch)) + 2)
        d = np.abs(i - centre) / stretch
        near = (12 - 9 * b - 6 * c) * d ** 3 + (-18 + 12 * b + 6 * c) * d ** 2 + 6 - 2 * b
        far = (-b - 6 * c) * d ** 3 + (6 * b + 30 * c) * d ** 2 + (-12 * b - 48 * c) * d + 8 * b + 24 * c
        w = np.where(d < 1, near, np.where(d < 2, far, 0))
        np.add.at(m[px], np.clip(i, 0, count - 1), w / w.sum())
    return m


for scale, aspect, b, c in ((0.5, 1, 0, 0.75), (1.5, 1, 1 / 3, 1 / 3), (0.4, 2, 0, 0.5), (2.3, 0.5, 1, 0), (0.13, 1, 0, 0.75)):
    mx, my = cubic_matrix(11, scale * aspect, b, c), cubic_matrix(6, scale, b, c)
    out = np.einsum("yj,xi,jic->yxc", my, mx, OPAQUE)
    out[..., 3] = np.clip(out[..., 3], 0, 1)
    image("CIBicubicScaleTransform", dict(inputScale=scale, inputAspectRatio=aspect, inputB=b, inputC=c), OPAQUE, out,
          tolerance=2e-5)
for scale, aspect in ((0.5, 1), (0.31, 1), (0.6, 2), (2, 1), (1.6, 0.3)):
    def touched(count, factor):
        size = int(np.ceil(count * factor - 1e-3))
        if factor >= 1:
            return [[min(int((k + 0.5) / factor), count - 1)] for k in range(size)]
        return [range(min(int(np.floor(k / factor + 1e-6)), count - 1), min(int(np.ceil((k + 1) / factor - 1e-6)), count))
                for k in range(size)]

    out = np.array([[PICTURE[np.ix_(list(r), list(q))].max(axis=(0, 1)) for q in touched(9, scale * aspect)]
                    for r in touched(7, scale)])
    image("CIMaximumScaleTransform", dict(inputScale=scale, inputAspectRatio=aspect), PICTURE, out)

# Parts of the picture all over the plane: folded by reflecting again and again, or by trying all copies


def tiled(name, centre, angle, width, local, tolerance=5e-5, gain=None, **more):
    """`local`: from and to coordinates around the centre, turned, in units of the width (complex numbers)."""
    turn = np.exp(1j * angle) * width

    def inverse(x, y):
        z = local((x - centre[0] + 1j * (y - centre[1])) / turn) * turn
        return centre[0] + z.real, centre[1] + z.imag

    parameters = dict(inputCenter=list(centre), inputAngle=angle, inputWidth=width, **more)
    window(name, parameters, inverse, place=(-4, -3, 16, 12), tolerance=tolerance)


def folded(z, corners, count=False):
    """Reflected at the sides of a triangle (corners counter-clockwise) until inside."""
    z, steps = z.copy(), np.zeros(z.shape)
    for _ in range(400):
        for a, b in zip(corners, corners[1:] + corners[:1]):
            along = (b - a) / abs(b - a)
            rest = (z - a) / along
            out_ = rest.imag < 0
            z = np.where(out_, a + np.conj(rest) * along, z)
            steps += out_
    return (z, steps) if count else z


SIXTH = np.exp(1j * np.pi / 3)
for centre, angle, width in (((3.3, 2.6), 0.3, 4.7), ((5.1, 1.2), -2.2, 3.1)):
    tiled("CISixfoldReflectedTile", centre, angle, width, lambda z: folded(z, [0j, 1 + 0j, SIXTH]))
    tiled("CITwelvefoldReflectedTile", centre, angle, width, lambda z: folded(z, [0j, 0.5 + 0j, (1 + SIXTH) / 3]))
    tiled("CIEightfoldReflectedTile", centre, angle, width, lambda z: folded(z, [0j, 0.5 + 0j, 0.5 + 0.5j]))
    for acute in (np.pi / 2, 1.1, -0.8):
        e = np.exp(1j * acute)

        def skewed(change):
            def local(z):
                v = z.imag / e.imag
                u = z.real - v * e.real
                return change(u) + change(v) * e
            return local

        acute_ = dict(inputAcuteAngle=float("%.7g" % acute))
        tiled("CIFourfoldTranslatedTile", centre, angle, width, skewed(lambda t: np.mod(t, 1)), **acute_)
        triangle = skewed(lambda t: 1 - np.abs(np.mod(t, 2) - 1))
        tiled("CIParallelogramTile", centre, angle, width, triangle, **acute_)
        tiled("CIFourfoldReflectedTile", centre, angle, width, triangle, **acute_)

    def quarters(z):
        best = np.full(z.shape, np.nan, complex)
        for i in range(-8, 9):
            for j in range(-8, 9):
                for k in range(4):
                    t = (z - 2 * i - 2j * j) * 1j ** k
                    inside = (t.real >= 0) & (t.real < 1) & (t.imag >= 0) & (t.imag < 1)
                    best = np.where(inside, t, best)
        return best

    tiled("CIFourfoldRotatedTile", centre, angle, width, quarters)

    def glided(z):
        odd = np.mod(np.floor(z.real), 2) == 1
        up = np.mod(z.imag, 1)
        return np.mod(z.real, 1) + 1j * np.where(odd, 1 - up, up)

    tiled("CIGlideReflectedTile", centre, angle, width, glided)

    def sixths(z):
        middles = np.array([np.sqrt(3) * np.exp(1j * np.pi / 6) * (i + j * SIXTH) for i in range(-8, 9) for j in range(-8, 9)])
        d = z[..., None] - middles
        d = np.take_along_axis(d, np.abs(d).argmin(-1)[..., None], -1)[..., 0]
        return np.abs(d) * np.exp(1j * np.mod(np.angle(d), np.pi / 3))

    tiled("CISixfoldRotatedTile", centre, angle, width, sixths)

    def halves(z):
        v = z.imag / SIXTH.imag
        u = z.real - v / 2
        p = np.mod(u, 1) + np.mod(v, 1) * SIXTH
        return np.where(np.mod(u, 1) + np.mod(v, 1) > 1, 1 + SIXTH - p, p)

    tiled("CITriangleTile", centre, angle, width, halves)
for at, side, turn, decay in (((4, 3), 6.3, 0.4, 0.85), ((3, 4), 3.7, 5.1, 0.5)):
    y, x = np.mgrid[-5:13, -6:18] + 0.5
    e = np.exp(1j * turn) * side
    corner = complex(*at) - e * (1 + SIXTH) / 3
    z, steps = folded((x + 1j * y - corner) / e, [0j, 1 + 0j, SIXTH], True)
    z = z * e + corner
    out = planes(PICTURE, lambda p: ndimage.map_coordinates(p, [z.imag - 0.5, z.real - 0.5], order=1, mode="grid-constant"))
    out[..., :3] *= (decay ** steps)[..., None]
    image("CITriangleKaleidoscope", dict(inputPoint=list(at), inputSize=side, inputRotation=turn, inputDecay=decay), PICTURE,
          out, (-6, -5), window=True, tolerance=5e-5)

# Distortions


def around(cx, cy, change):
    """A change of the vector from a centre, as a complex number."""
    def inverse(x, y):
        z = change((x - cx) + 1j * (y - cy))
        return cx + z.real, cy + z.imag
    return inverse


def bent(name, parameters, inverse, place=(0, 0, 9, 7), mode="grid-constant", **more):
    x0, y0, width, height = place
    image(name, parameters, PICTURE, sampled(PICTURE, inverse, x0, y0, width, height, mode), (x0, y0), tolerance=5e-5, **more)


for scale in (0.6, -0.9):
    inside_ = lambda z: z * (1 - scale * np.where(np.abs(z) < 5, 1 - np.abs(z) ** 2 / 25, 0) ** 2)
    bent("CIBumpDistortion", dict(inputCenter=[4, 3.5], inputRadius=5, inputScale=scale), around(4, 3.5, inside_))
    line = np.exp(0.7j)
    across = lambda z: z.real + 1j * z.imag * (1 - scale * np.where(np.abs(z.imag) < 4, 1 - z.imag ** 2 / 16, 0) ** 2)
    bent("CIBumpDistortionLinear", dict(inputCenter=[4, 3.5], inputRadius=4, inputAngle=0.7, inputScale=scale),
         around(4, 3.5, lambda z: across(z / line) * line))
bent("CIVortexDistortion", dict(inputCenter=[4, 3.5], inputRadius=6, inputAngle=9),
     around(4, 3.5, lambda z: z * np.exp(9j * np.maximum(1 - np.abs(z) / 6, 0) ** 4)))
with np.errstate(all="ignore"):
    bent("CIHoleDistortion", dict(inputCenter=[4, 3.25], inputRadius=2.5),
         around(4, 3.25, lambda z: np.where(np.abs(z) > 2.5, z * (1 - 6.25 / np.abs(z) ** 2), 1e6)),
         (-3, -3, 15, 13))
    window("CICircleSplashDistortion", dict(inputCenter=[4, 3.25], inputRadius=2.5),
           around(4, 3.25, lambda z: np.where(np.abs(z) > 2.5, z * 2.5 / np.abs(z), z)))
    for turn in (0, 1.3):
        window("CILightTunnel", dict(inputCenter=[4, 3.25], inputRadius=4.5, inputRotation=turn), around(
            4, 3.25, lambda z: np.where(np.abs(z) > 4.5, z * 4.5 / np.abs(z) * np.exp(1j * turn * (1 - 4.5 / np.abs(z))), z)),
            "nearest")


def ring(z):
    q = (np.abs(z) - 3.25) / 0.75
    move = np.where(np.abs(q) < 1, 0.75 * (1 - 1 / 1.7) * q * (1 - np.sqrt(np.maximum(1 - q * q, 0))), 0)
    return z * (1 - move / np.abs(z))


bent("CITorusLensDistortion", dict(inputCenter=[4, 3.25], inputRadius=4, inputWidth=1.5, inputRefraction=1.7),
     around(4, 3.25, ring))


def wrapped(x, y):
    z = (x - 2) + 1j * (y - 1.5)
    up = np.abs(z) - 2.2
    return np.mod(np.angle(z) - 0.4, 2 * np.pi) * 2.2, np.where(up < 0, -1e6, up)


bent("CICircularWrap", dict(inputCenter=[2, 1.5], inputRadius=2.2, inputAngle=0.4), wrapped, (-8, -8, 20, 19))
for strands, periodicity, rotation, zoom in ((1, 1, 0, 1), (-2, 2, 0.6, 1.3), (0, 1, 0, 0.7)):
    c, a0, a1 = 3.2 + 2.9j, abs(1.2 + 0.8j) / 2, np.hypot(9, 7) / 2
    period = np.log(a1 / a0) / periodicity

    def droste(x, y):
        z = np.log((x + 1j * y - c) / a0) - np.log(zoom) + 1j * rotation
        beta = np.arctan(strands * period / (2 * np.pi))
        z = z * np.exp(-1j * beta) / np.cos(beta)
        z = c + a0 * np.exp(np.mod(z.real, period) + 1j * z.imag)
        return z.real, z.imag

    window("CIDroste", dict(inputInsetPoint0=[2.6, 2.5], inputInsetPoint1=[3.8, 3.3], inputStrands=strands,
                            inputPeriodicity=periodicity, inputRotation=rotation, inputZoom=zoom), droste, tolerance=2e-4)


def ninth(low, high, grow, change):
    return lambda v: np.where(v < low, v, np.where(v >= high + grow, v - grow, change(v)))


for points, amount in (((2, 1, 6, 4), (5, 3)), ((2.5, 3, 4.25, 5), (-1, 2.75))):
    (x0, y0, x1, y1), (gx, gy) = points, amount
    place = (0, 0, int(np.ceil(9 + gx)), int(np.ceil(7 + gy)))
    parameters = dict(inputBreakpoint0=[x0, y0], inputBreakpoint1=[x1, y1], inputGrowAmount=[gx, gy])
    stretch = lambda low, high, grow: ninth(low, high, grow, lambda v: low + (v - low) * (high - low) / (high - low + grow))
    sx, sy = stretch(x0, x1, gx), stretch(y0, y1, gy)
    bent("CINinePartStretched", parameters, lambda x, y: (sx(x), sy(y)), place)
    for flip in (0, 1):
        def repeat(low, high, grow, flip):
            def change(v):
                t = (v - low) / (high - low)
                part = np.mod(t, 1)
                return low + (high - low) * np.where((np.mod(np.floor(t), 2) == 1) & bool(flip), 1 - part, part)
            return ninth(low, high, grow, change)
        rx, ry = repeat(x0, x1, gx, 0), repeat(y0, y1, gy, flip)
        bent("CINinePartTiled", dict(parameters, inputFlipYTiles=flip), lambda x, y: (rx(x), ry(y)), place)
for size, crop, centre in (((14, 8), 0.25, 0.25), ((8, 12), 0.5, 0), ((11, 9), 1, 1)):
    fill = max(size[0] / 9, size[1] / 7)
    crops = [full + (side / fill - full) * crop for full, side in zip((9, 7), size)]
    scales = [side / part for side, part in zip(size, crops)]
    eases = [min(1 + (s / min(scales) - 1) * (1 - centre), 1.5) for s in scales]
    part = lambda v, i: (9, 7)[i] / 2 + crops[i] / 2 * (eases[i] * (2 * v / size[i] - 1)
                                                        + (1 - eases[i]) * (2 * v / size[i] - 1) ** 3)
    bent("CIStretchCrop", dict(inputSize=list(size), inputCropAmount=crop, inputCenterStretchAmount=centre),
         lambda x, y: (part(x, 0), part(y, 1)), (0, 0, *size), "nearest")

# Planes in space


def homography(from_, to):
    """Takes four points to four others."""
    a = []
    for (x, y), (u, v) in zip(from_, to):
        a += [[x, y, 1, 0, 0, 0, -u * x, -u * y, u], [0, 0, 0, x, y, 1, -v * x, -v * y, v]]
    a = np.array(a, dtype=float)
    return np.append(np.linalg.solve(a[:, :8], a[:, 8]), 1).reshape(3, 3)


def mapped(m):
    def inverse(x, y):
        p = m @ np.stack([x.ravel(), y.ravel(), np.ones(x.size)])
        return tuple(np.where(p[2] > 0, v / p[2], 1e6).reshape(x.shape) for v in p[:2])
    return inverse


CORNER_KEYS = ["inputTopLeft", "inputTopRight", "inputBottomRight", "inputBottomLeft"]
named = lambda points: dict(zip(CORNER_KEYS, [list(p) for p in points]))
rectangle = lambda x, y, w, h: [(x, y + h), (x + w, y + h), (x + w, y), (x, y)]
m = homography(quad, rectangle(2, 1, 5, 4))
part = np.zeros_like(PICTURE)
part[1:5, 2:7] = PICTURE[1:5, 2:7]
x0, y0, width, height = bounds(quad)
image("CIPerspectiveTransformWithExtent", dict(named(quad), inputExtent=[2, 1, 5, 4]), PICTURE,
      sampled(part, mapped(m), x0, y0, width, height), (x0, y0), tolerance=5e-5)
window("CIPerspectiveTile", named(quad), mapped(homography(quad, rectangle(0, 0, 9, 7))), "grid-wrap", tolerance=2e-4)
inner = [(1, 6), (7.5, 6.5), (8, 0.5), (2, 1.5)]
length = lambda a, b: np.hypot(b[0] - a[0], b[1] - a[1])
size = [int(round((length(inner[0], inner[1]) + length(inner[3], inner[2])) / 2)),
        int(round((length(inner[0], inner[3]) + length(inner[1], inner[2])) / 2))]
m = homography(rectangle(0, 0, *size), inner)
image("CIPerspectiveCorrection", named(inner), PICTURE, sampled(PICTURE, mapped(m), 0, 0, *size), tolerance=5e-5)


def projected(points, m):
    p = np.linalg.inv(m) @ np.append(np.array(points, dtype=float).T, np.ones((1, 4)), axis=0)
    return (p[:2] / p[2]).T


x0, y0, width, height = bounds(projected(corners, m))
image("CIPerspectiveCorrection", dict(named(inner), inputCrop=0), PICTURE, sampled(PICTURE, mapped(m), x0, y0, width, height),
      (x0, y0), tolerance=5e-5)


def turned_about(axis, angle):
    from scipy.spatial.transform import Rotation
    return Rotation.from_rotvec(np.array(axis) * angle).as_matrix()


def in_space(name, parameters, turn, focal):
    f = focal / 43.27 * np.hypot(9, 7)
    lens = np.array([[f, 0, 4.5], [0, f, 3.5], [0, 0, 1]])
    m = lens @ np.linalg.inv(turn) @ np.linalg.inv(lens)
    x0, y0, width, height = bounds(projected(corners, m))
    image(name, parameters, PICTURE, sampled(PICTURE, mapped(m), x0, y0, width, height), (x0, y0), tolerance=1e-4)
    return lens


for pitch, yaw, roll, focal in ((0.3, -0.2, 0.5, 28), (0, 0.4, 0, 50)):
    turn = turned_about([0, 0, 1], roll) @ turned_about([0, 1, 0], yaw) @ turned_about([1, 0, 0], pitch)
    in_space("CIPerspectiveRotate", dict(inputPitch=pitch, inputYaw=yaw, inputRoll=roll, inputFocalLength=focal), turn, focal)
# Keystones: turns found by searching, so that the guides become upright and level
from scipy.optimize import least_squares
guides = [(1.5, 6.2), (7, 5.6), (8, 1), (0.5, 0.4)]
f = 28 / 43.27 * np.hypot(9, 7)
seen = np.array([[x - 4.5, y - 3.5, f] for x, y in guides])


def slopes(turn, upright, level):
    p = seen @ turn.T
    p = p[:, :2] / p[:, 2:]
    tl, tr, br, bl = p
    return ([tl[0] - bl[0], tr[0] - br[0]] if upright else []) + ([tl[1] - tr[1], bl[1] - br[1]] if level else [])


roll_of = lambda a: turned_about([0, 0, 1], a)
for kind, make, upright, level in (
        ("Vertical", lambda t: roll_of(t[0]) @ turned_about([1, 0, 0], t[1]), True, False),
        ("Horizontal", lambda t: roll_of(t[0]) @ turned_about([0, 1, 0], t[1]), False, True)):
    found = least_squares(lambda t: slopes(make(t), upright, level), [0, 0], xtol=1e-15, ftol=1e-15, gtol=1e-15)
    assert np.abs(found.fun).max() < 1e-9
    in_space("CIKeystoneCorrection" + kind, named(guides), make(found.x), 28)
# Not both can be had of any four points: uprights first, then the level line through the middle of the others' directions.
cross, unit = np.cross, lambda v: v / np.linalg.norm(v)
up = unit(cross(cross(seen[0], seen[3]), cross(seen[1], seen[2])))
right = unit(cross(cross(seen[0], seen[1]), cross(seen[3], seen[2])))
up, right = up * np.sign(up[1]), right * np.sign(right[0])
right = unit(right - up * (right @ up))
turn = np.stack([right, up, cross(right, up)])
assert np.abs(slopes(turn, True, False)).max() < 1e-9
in_space("CIKeystoneCorrectionCombined", named(guides), turn, 28)
for angle in (0.3, -0.2):
    scale = np.cos(angle) + 9 / 7 * np.sin(abs(angle))
    turn = np.exp(-1j * angle) / scale
    bent("CIStraightenFilter", dict(inputAngle=angle), around(4.5, 3.5, lambda z: z * turn), mode="nearest")

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

# More generators, in the same window


def pcg4d(px, py):
    """M. Jarzynski and M. Olano, Hash Functions for GPU Rendering, 2020; of (x, y, 0, 0), as shares of 1."""
    m = np.uint64(0xFFFFFFFF)
    v = [np.asarray(c, dtype=np.int64).astype(np.uint64) & m for c in np.broadcast_arrays(px, py, 0, 0)]
    v = [(c * np.uint64(1664525) + np.uint64(1013904223)) & m for c in v]

    def mix():
        for i, j, k in ((0, 1, 3), (1, 2, 0), (2, 0, 1), (3, 1, 2)):
            v[i] = (v[i] + v[j] * v[k]) & m

    mix()
    for i in range(4):
        v[i] = v[i] ^ (v[i] >> np.uint64(16))
    mix()
    return [(c >> np.uint64(8)).astype(float) / 2 ** 24 for c in v]


y, x = np.mgrid[-4:8, -3:13] + 0.5
colours = dict(inputColor0=dict(rgba=c0), inputColor1=dict(rgba=c1))
mixed = lambda t: colour(c0) * (1 - t[..., None]) + colour(c1) * t[..., None]
seen_at = dict(origin=(-3, -4), window=True)


def generated(name, parameters, out, tolerance=2e-5):
    image(name, parameters, None, out, (-3, -4), window=True, tolerance=tolerance)


t = np.clip(((x - p0[0]) * (p1 - p0)[0] + (y - p0[1]) * (p1 - p0)[1]) / ((p1 - p0) @ (p1 - p0)), 0, 1)
generated("CISmoothLinearGradient", dict(inputPoint0=p0.tolist(), inputPoint1=p1.tolist(), **colours), mixed(t * t * (3 - 2 * t)))
for r0, r1 in ((2, 6), (5, 1.5)):
    generated("CIRadialGradient", dict(inputCenter=[4, 1], inputRadius0=r0, inputRadius1=r1, **colours),
              mixed(np.clip((np.hypot(x - 4, y - 1) - r0) / (r1 - r0), 0, 1)))
generated("CIGaussianGradient", dict(inputCenter=[4, 1], inputRadius=9, **colours),
          mixed(1 - np.exp(-((x - 4) ** 2 + (y - 1) ** 2) / (2 * 9))))
for width, sharpness in ((4, 1), (5, 0.25)):
    cell = np.floor((x - 2.5) / width)
    within = (x - 2.5) - cell * width
    height = np.minimum(np.minimum(within, width - within) / max(width * (1 - sharpness) / 2, 0.5), 1)
    generated("CIStripesGenerator", dict(inputCenter=[2.5, 0], inputWidth=width, inputSharpness=sharpness, **colours),
              mixed(0.5 - 0.5 * np.where(cell % 2 == 0, height, -height)))
generated("CIRandomGenerator", {}, np.dstack(pcg4d(np.floor(x).astype(int), np.floor(y).astype(int))), 1e-7)
one = dict(inputColor=dict(rgba=c1))
one_colour = lambda cover: colour(c1) * cover[..., None]


def rounded_box(x0, y0, w, h, radius, smoothness):
    radius, n = min(radius, w / 2, h / 2), 2 + 3 * smoothness
    qx, qy = np.abs(x - x0 - w / 2) - (w / 2 - radius), np.abs(y - y0 - h / 2) - (h / 2 - radius)
    corner = (np.maximum(qx, 0) ** n + np.maximum(qy, 0) ** n) ** (1 / n)
    return np.where((qx > 0) & (qy > 0), corner, np.maximum(qx, qy)) - radius


for radius, smoothness in ((2.5, 0), (3, 0.6), (20, 1)):
    shape_ = dict(inputExtent=[-1.5, -2.25, 11, 8], inputRadius=radius, inputSmoothness=smoothness, **one)
    d = rounded_box(-1.5, -2.25, 11, 8, radius, smoothness)
    generated("CIRoundedRectangleGenerator", shape_, one_colour(np.clip(0.5 - d, 0, 1)))
    generated("CIRoundedRectangleStrokeGenerator", dict(shape_, inputWidth=1.5), one_colour(np.clip(1.25 - np.abs(d), 0, 1)))
from scipy.special import erf as erf_
soft = lambda v, low, high, s: 0.5 * (erf_((high - v) / (s * sqrt(2))) - erf_((low - v) / (s * sqrt(2))))
generated("CIBlurredRectangleGenerator", dict(inputExtent=[0, -1, 6, 5], inputSigma=1.7, **one),
          one_colour(soft(x, 0, 6, 1.7) * soft(y, -1, 4, 1.7)))


def smoothstep(low, high, v):
    t = np.clip((v - low) / (high - low), 0, 1)
    return t * t * (3 - 2 * t)


def sun(x, y, centre, radius, reach, strength, time):
    z = (x - centre[0]) + 1j * (y - centre[1])
    q = np.abs(z) / radius
    turn = np.angle(z) / (2 * np.pi) * 64 + time * 64
    cell = np.floor(turn)
    f = turn - cell
    a, b = pcg4d(np.mod(cell, 64).astype(int), 0)[0], pcg4d(np.mod(cell + 1, 64).astype(int), 0)[0]
    beam = np.clip(1 - (q - 1) / reach, 0, 1) ** 2 * np.maximum(1 + strength * (a + (b - a) * f * f * (3 - 2 * f) - 0.5), 0)
    return np.minimum(np.maximum(1 - smoothstep(0.9, 1.1, q), beam), 1)


for time in (0, 0.35):
    generated("CISunbeamsGenerator", dict(inputCenter=[4, 1], inputSunRadius=2.5, inputStriationStrength=0.7, inputTime=time, **one),
              one_colour(sun(x, y, (4, 1), 2.5, 2.58, 0.7 * 1.375, time)), 1e-4)
for time, overlap in ((0, 0.77), (0.35, 0.2)):
    z, strength = (x - 4) + 1j * (y - 1), 0.8 * 1.7
    turn = np.angle(z) / (2 * np.pi) * 64 + time * 64
    f, cell = turn - np.floor(turn), np.floor(turn)
    a, b = pcg4d(np.mod(cell, 64).astype(int), 0)[0], pcg4d(np.mod(cell + 1, 64).astype(int), 0)[0]
    rays = np.maximum(1 + strength * (a + (b - a) * f * f * (3 - 2 * f) - 0.5), 0)
    rings = np.stack([smoothstep(0, 1, 1 - np.abs(np.abs(z) - 5 - side * (1 - overlap) * 2.25) / 2.25) * rays
                      for side in (1, 0, -1)], axis=2)
    halo = np.dstack([rings * colour(c1)[:3], np.minimum(rings.max(2), 1) * colour(c1)[3]])
    generated("CILenticularHaloGenerator", dict(inputCenter=[4, 1], inputHaloRadius=5, inputHaloWidth=4.5, inputHaloOverlap=overlap,
                                                inputStriationStrength=0.8, inputStriationContrast=1.7, inputTime=time, **one),
              halo, 1e-4)
yy, xx = np.mgrid[-12:16, -11:21] + 0.5
keep = (x, y)
x, y = xx, yy
flat = one_colour(np.clip(0.5 - rounded_box(-1, -2, 11, 8, 3, 0.4), 0, 1))
x, y = keep
flat = planes(flat, lambda p: ndimage.gaussian_filter(p, 1.7, mode="constant", radius=gaussian_reach(1.7)))
generated("CIBlurredRoundedRectangleGenerator", dict(inputExtent=[-1, -2, 11, 8], inputRadius=3, inputSmoothness=0.4, inputSigma=1.7,
                                                     **one), flat[8:20, 8:24])
for value, softness, dither, space in ((1, 1, 1, "sRGB"), (1.5, 0.3, 0, None)):
    z, radius = (x - 5.5) + 1j * (y - 5.5), 5.5
    sixths, dist = np.angle(z) * 3 / np.pi, np.abs(z)
    noise = np.dstack(pcg4d(np.floor(x).astype(int), np.floor(y).astype(int)))
    channel_list = []
    for i, own in enumerate((0, 2, 4)):
        away = np.abs((sixths - own + 3) % 6 - 3)
        lin = np.clip(2 - away, 0, 1)
        lin = lin + (lin * lin * (3 - 2 * lin) - lin) * softness
        channel_list.append(value * (1 - np.minimum(dist / radius, 1) * (1 - lin)) + dither / 255 * (2 * noise[..., i] - 1))
    light = np.dstack(channel_list)
    light = to_light(light) if space else light
    cover = np.clip(radius + 0.5 - dist, 0, 1) * ((x > 0) & (x < 11) & (y > 0) & (y < 11))
    wheel = dict(inputValue=value, inputRadius=radius, inputSoftness=softness, inputDither=dither)
    if space is None:
        wheel["inputColorSpace"] = "kCGColorSpaceExtendedLinearSRGB"
    generated("CIHueSaturationValueGradient", wheel, np.dstack([light * cover[..., None], cover]), 3e-5)
MESH = [[-1.5, -2, 8, 3], [2, 6, 9, -1.5], [5, 5, 5, 5], [-2, 4.5, 11.25, 4.5], [0, -3, 0, 6]]
for width in (1.5, 0.4, 3):
    near = np.full(x.shape, np.inf)
    for ax, ay, bx, by in MESH:
        way = complex(bx - ax, by - ay)
        z = (x - ax) + 1j * (y - ay)
        t = np.clip((z * way.conjugate()).real / max(abs(way) ** 2, 1e-12), 0, 1)
        near = np.minimum(near, np.abs(z - t * way))
    inside_ = ((x > np.floor(-2 - width)) & (x < np.ceil(11.25 + width)) & (y > np.floor(-3 - width)) & (y < np.ceil(6 + width)))
    generated("CIMeshGenerator", dict(inputMesh=MESH, inputWidth=width, **one),
              one_colour(np.clip(width / 2 + 0.5 - near, 0, min(width, 1)) * inside_))
z = ((x - 4) + 1j * (y - 1)) * np.exp(-0.7j)
arm = lambda u, v: np.exp(-(v / 0.8) ** 2) * np.exp(-np.abs(u) / (0.3 * 10) * 2 ** (2 / 4))
generated("CIStarShineGenerator", dict(inputCenter=[4, 1], inputRadius=4, inputCrossScale=0.3, inputCrossAngle=0.7,
                                       inputCrossOpacity=-2, inputCrossWidth=0.8, inputEpsilon=-1.5, **one),
          one_colour(np.minimum(np.exp(-(np.abs(z) / 4) ** 2 * 2 ** 1.5) + arm(z.real, z.imag) + arm(z.imag, z.real), 1)), 5e-5)

# Halftones

y, x = np.mgrid[0:7, 0:9] + 0.5
luma = np.clip(straight(PICTURE) @ W, 0, 1)
turned_by = lambda angle, width: ((x - 2.5) + 1j * (y - 3)) * np.exp(-1j * angle) / width
wave_ = lambda t: np.cos(2 * np.pi * t)
dots = lambda z: 0.5 + 0.25 * (wave_(z.real) + wave_(z.imag))
for sharpness in (0.7, 0.2):
    k = max(0.001, 0.5 * (1 - sharpness))
    z = turned_by(0.4, 3.7)
    base = dict(inputCenter=[2.5, 3], inputWidth=3.7, inputSharpness=sharpness)
    for name, s in (("CIDotScreen", dots(z)), ("CILineScreen", 0.5 + 0.5 * wave_(z.imag)),
                    ("CIHatchedScreen", 0.5 + 0.5 * np.maximum(wave_(z.real), wave_(z.imag))),
                    ("CICircularScreen", 0.5 + 0.5 * wave_(np.abs(z)))):
        value = smoothstep(-k, k, luma - (1 - s))[..., None] * PICTURE[..., 3:]
        parameters = base if name == "CICircularScreen" else dict(base, inputAngle=0.4)
        image(name, parameters, PICTURE, np.concatenate([value] * 3 + [PICTURE[..., 3:]], axis=2), tolerance=1e-4)
    c = np.clip(1 - np.clip(straight(PICTURE), 0, 1), 0, 1)
    grey = c.min(axis=2)
    inks = [np.maximum(c[..., i] - 0.4 * 0.8 * grey, 0) for i in range(3)] + [np.minimum(0.8 * grey, 1)]
    left = [1 - smoothstep(-k, k, ink - (1 - dots(turned_by(0.4 + np.radians(degrees), 3.7))))
            for ink, degrees in zip(inks, (15, 75, 0, 45))]
    out = np.dstack([left[i] * left[3] for i in range(3)]) * PICTURE[..., 3:]
    image("CICMYKHalftone", dict(base, inputAngle=0.4, inputGCR=0.8, inputUCR=0.4), PICTURE,
          np.concatenate([out, PICTURE[..., 3:]], axis=2), tolerance=1e-4)

# Transitions

y, x = np.mgrid[0:8, 0:11] + 0.5
from_, to_ = placed(PICTURE, 0, 0), placed(BACK, 2, 1)
between = dict(images=dict(inputTargetImage=(BACK, (2, 1))))
RECT = dict(inputExtent=[0, 0, 11, 8])


def sweep(angle, w=11, h=8):
    s = lambda a, b: a * np.cos(angle) + b * np.sin(angle)
    ends = [s(a, b) for a in (0, w) for b in (0, h)]
    return s, min(ends), max(ends)


for time, angle, width, opacity in ((0.4, 0.5, 6, 0), (0.7, -2, 3, 1.3), (0.7, 2, 3, 1.3)):
    s, low, high = sweep(angle)
    front = low - width / 2 + time * (high - low + width)
    m = (1 - smoothstep(front - width / 2, front + width / 2, s(x, y)))[..., None]
    cover = np.minimum(opacity * 4 * m * (1 - m), 1)
    out = colour(c1) * cover + (from_ * (1 - m) + to_ * m) * (1 - cover * c1[3])
    light_ = dict(RECT, inputTime=time, inputAngle=angle, inputWidth=width, inputOpacity=opacity, inputColor=dict(rgba=c1))
    image("CISwipeTransition", light_, PICTURE, out, tolerance=2e-5, **between)
    front = low - width + time * (high - low + 2 * width)
    d = (s(x, y) - front)[..., None]
    out = np.where(d > 0, from_, to_) + colour(c1) * opacity * np.exp(-(d / (0.4 * width)) ** 2)
    out[..., 3] = np.minimum(out[..., 3], 1)
    if angle >= 0:  # the least that its attributes allow
        image("CICopyMachineTransition", light_, PICTURE, out, tolerance=2e-5, **between)
for time, angle in ((0.3, 0.4), (0.6, 3)):
    y_, x_ = np.mgrid[0:7, 0:10] + 0.5
    s, low, high = sweep(angle, 10, 7)
    v, first, _ = sweep(angle + np.pi / 2, 10, 7)
    late = pcg4d(np.floor((v(x_, y_) - first) / 2.5).astype(int), 0)[0]
    shown = (s(x_, y_) - low < time * (high - low + 6) - 6 * late)[..., None]
    image("CIBarsSwipeTransition", dict(inputTime=time, inputAngle=angle, inputWidth=2.5, inputBarOffset=6), PICTURE,
          np.where(shown, to_[:7, :10], from_[:7, :10]), tolerance=2e-5, **between)
    z = (x_ - 4) + 1j * (y_ - 3)
    q = z * 20 / (20 + np.abs(z)) * np.exp(-1j * angle) / (1.5 * 2.2)
    far = np.hypot(q.real - np.floor(q.real + 0.5), q.imag - np.floor(q.imag + 0.5)) * 1.5 * 2.2
    m = np.clip(0.5 + 0.75 * 2.2 * time * sqrt(2) * 1.01 - far, 0, 1)[..., None]
    image("CIModTransition", dict(inputTime=time, inputAngle=angle, inputCenter=[4, 3], inputRadius=2.2, inputCompression=20),
          PICTURE, from_[:7, :10] * (1 - m) + to_[:7, :10] * m, tolerance=1e-4, **between)
for time in (0.2, 0.9):
    far = np.hypot(max(4, 7), max(3, 5))
    cover = sun(x, y, (4, 3), min(time / 0.8, 1) * 1.2 * far, 2.58, 0.5 * 1.375, time)[..., None]
    fade = max(time - 0.8, 0) / 0.2
    out = colour(c1) * cover + from_ * (1 - cover * c1[3])
    image("CIFlashTransition", dict(RECT, inputCenter=[4, 3], inputTime=time, inputFadeThreshold=0.8, inputColor=dict(rgba=c1)),
          PICTURE, out * (1 - fade) + to_ * fade, tolerance=1e-4, **between)

# Light, edges, cells

y, x = np.mgrid[0:7, 0:9] + 0.5
lamp, at_, brightness, concentration = np.array([6, 8, 5.0]), np.array([3, 2, 0.0]), 3, 0.6
axis = (at_ - lamp) / np.linalg.norm(at_ - lamp)
v = np.dstack([x, y, np.zeros_like(x)]) - lamp
v /= np.linalg.norm(v, axis=2, keepdims=True)
gain = brightness * np.maximum(v @ axis, 0) ** (1 / concentration ** 2) * np.maximum(-v[..., 2], 0)
image("CISpotLight", dict(inputLightPosition=lamp.tolist(), inputLightPointsAt=at_.tolist(), inputBrightness=brightness,
                          inputConcentration=concentration, inputColor=dict(rgba=[0.9, 0.7, 0.4, 1])), PICTURE,
      np.concatenate([PICTURE[..., :3] * gain[..., None] * srgb(np.array([0.9, 0.7, 0.4])), PICTURE[..., 3:]], axis=2),
      tolerance=5e-5)
sobel = [np.dstack([ndimage.sobel(PICTURE[..., i], axis=a, mode="nearest") for i in range(3)]) for a in (1, 0)]
image("CIEdges", dict(inputIntensity=0.7), PICTURE,
      np.concatenate([0.7 * np.hypot(*sobel), PICTURE[..., 3:]], axis=2), tolerance=2e-5)
waves = np.exp(-(np.arange(-2, 3)[:, None] ** 2 + np.arange(-2, 3) ** 2) / 2) * np.sin(np.pi * np.arange(-2, 3) / 2)
waves /= np.abs(waves).sum()
gabor = [np.dstack([ndimage.correlate(PICTURE[..., i], k, mode="nearest") for i in range(3)]) for k in (waves, waves.T)]
for name, (gx, gy) in (("CISobelGradients", [g / 8 for g in sobel]), ("CIGaborGradients", gabor)):
    own = np.hypot(gx, gy).argmax(axis=2)[..., None]
    pick = lambda g: np.take_along_axis(g, own, 2)[..., 0]
    zero = np.zeros((7, 9))
    image(name, {}, PICTURE, np.dstack([pick(gx), pick(gy), zero, zero + 1]), tolerance=2e-5)
for scale, centre in ((3, (1, 2)), (2.6, (0.3, -1))):
    column, row = [np.floor((v + 0.5 - c) / scale) for v, c in ((np.arange(-8, 20), centre[0]), (np.arange(-8, 20), centre[1]))]
    low = [int(np.floor(c + np.floor((0.5 - c) / scale) * scale)) for c in centre]
    high = [int(np.ceil(c + np.floor((n - 0.5 - c) / scale) * scale + scale)) for c, n in zip(centre, (9, 7))]
    out = np.zeros((high[1] - low[1], high[0] - low[0], 4))
    for j in range(out.shape[0]):
        for i in range(out.shape[1]):
            here = (row[8:15][:, None] == row[8 + low[1] + j]) & (column[8:17] == column[8 + low[0] + i])
            out[j, i] = PICTURE[here].mean(axis=0) if here.any() else 0
    image("CIPixellate", dict(inputCenter=list(centre), inputScale=scale), PICTURE, out, tuple(low))
for scale, centre in ((3.2, (1, 2)), (2.3, (4.4, 0.3))):
    reach = int(np.ceil(1.16 * scale)) + 1
    y_, x_ = np.mgrid[-reach:7 + reach, -reach:9 + reach] + 0.5
    middles = np.array([centre[0] + 1j * centre[1] + scale * (i + j * SIXTH) for i in range(-14, 15) for j in range(-14, 15)])
    own = np.abs((x_ + 1j * y_)[..., None] - middles).argmin(-1)
    inside_ = np.zeros(own.shape, bool)
    inside_[reach:reach + 7, reach:reach + 9] = True
    values = np.pad(PICTURE, ((reach, reach), (reach, reach), (0, 0)))
    out = np.zeros_like(values)
    for k in np.unique(own[inside_]):
        out[own == k] = values[(own == k) & inside_].mean(axis=0)
    image("CIHexagonalPixellate", dict(inputCenter=list(centre), inputScale=scale), PICTURE, out, (-reach, -reach))
for radius, centre in ((2.5, (1, 2)), (1.6, (4.4, 0.3))):
    def scattered(pitch, grow):
        y_, x_ = np.mgrid[-grow:7 + grow, -grow:9 + grow] + 0.5
        best, at = np.full(x_.shape, np.inf), np.zeros(x_.shape, complex)
        for dj in (-1, 0, 1):
            for di in (-1, 0, 1):
                i = np.floor((x_ - centre[0]) / pitch).astype(int) + di
                j = np.floor((y_ - centre[1]) / pitch).astype(int) + dj
                r = pcg4d(i, j)
                s = centre[0] + (i + 0.15 + 0.7 * r[0]) * pitch + 1j * (centre[1] + (j + 0.15 + 0.7 * r[1]) * pitch)
                d = np.abs(s - x_ - 1j * y_)
                best, at = np.where(d < best, d, best), np.where(d < best, s, at)
        return best, np.floor(at.real).astype(int), np.floor(at.imag).astype(int)

    _, i, j = scattered(radius, 0)
    image("CICrystallize", dict(inputCenter=list(centre), inputRadius=radius), PICTURE,
          PICTURE[np.clip(j, 0, 6), np.clip(i, 0, 8)], tolerance=2e-5)
    grow = int(np.ceil(radius))
    best, i, j = scattered(2 * radius, grow)
    within = (i >= 0) & (i < 9) & (j >= 0) & (j < 7)
    out = np.where(within[..., None], PICTURE[np.clip(j, 0, 6), np.clip(i, 0, 8)], 0) * np.clip(radius + 0.5 - best, 0, 1)[..., None]
    image("CIPointillize", dict(inputCenter=list(centre), inputRadius=radius), PICTURE, out, (-grow, -grow), tolerance=5e-5)
for amount in (0.3, 1.5, -1):
    m = min(max(amount, 0), 1)
    s_, d_ = placed(PICTURE, 0, 0)[:7, :10], placed(BACK, 2, 1)[:7, :10]
    out = PICTURE if m == 1 else s_ * m + d_ * (1 - m)
    image("CIMix", dict(inputAmount=amount), PICTURE, out, background=(BACK, (2, 1)))

# Larger kernels, masks and their edges, lines

for suffix, size_ in (("5X5", (5, 5)), ("7X7", (7, 7)), ("9Horizontal", (1, 9)), ("9Vertical", (9, 1))):
    weights = f32(rng.uniform(-1, 2, size_))
    up_, side = size_[0] // 2, size_[1] // 2
    padded = np.pad(PICTURE, ((up_, up_), (side, side), (0, 0)))
    out = planes(padded, lambda p: ndimage.correlate(p, weights[::-1], mode="constant"))
    out[..., 3] = np.clip(out[..., 3], 0, 1)
    image("CIConvolution" + suffix, dict(inputWeights=weights.ravel().tolist()), PICTURE, out, (-side, -up_), tolerance=5e-5)
    padded = np.pad(PICTURE, ((up_ + 1, up_ + 1), (side + 1, side + 1), (0, 0)))
    out = planes(padded, lambda p: ndimage.correlate(p, weights[::-1], mode="constant")) + 0.25
    out[..., 3] = np.clip(out[..., 3], 0, 1)
    image("CIConvolution" + suffix, dict(inputWeights=weights.ravel().tolist(), inputBias=0.25), PICTURE, out,
          (-side - 1, -up_ - 1), window=True, tolerance=5e-5)
for suffix, size_ in (("3X3", (3, 3)), ("5X5", (5, 5)), ("7X7", (7, 7)), ("9Horizontal", (1, 9)), ("9Vertical", (9, 1))):
    weights = f32(rng.uniform(-1, 2, size_))
    weights[0] = weights.flat[0]
    out = planes(PICTURE, lambda p: ndimage.correlate(p, weights[::-1], mode="nearest")) - 0.5
    out[..., 3] = PICTURE[..., 3]
    image("CIConvolutionRGB" + suffix, dict(inputWeights=weights.ravel().tolist(), inputBias=-0.5), PICTURE, out, tolerance=5e-5)
blob = np.zeros((14, 17, 4))
blob[3:11, 2:15] = 1
blob[5:8, 6:9] = 0.25
blob[..., 3] = 1
inside_ = np.pad(blob[..., 0] > 0.5, 8)
signed = ndimage.distance_transform_edt(~inside_) - ndimage.distance_transform_edt(inside_)
signed = np.clip(signed / 4.5, -1, 1)
image("CISignedDistanceGradientFromRedMask", dict(inputMaximumDistance=4.5), blob,
      np.dstack([signed] * 3 + [np.ones_like(signed)]), (-8, -8), window=True)
for radius in (3, 9):
    deep = ndimage.distance_transform_edt(inside_)[8:-8, 8:-8]
    height = 1 - np.exp(-3 * np.minimum(deep, 4 * radius) / radius)
    reach = gaussian_reach(radius / 4)
    height = ndimage.gaussian_filter(height, radius / 4, mode="constant", radius=reach) * (blob[..., 0] > 0.5)
    image("CIHeightFieldFromMask", dict(inputRadius=radius), blob, np.dstack([height] * 3 + [np.ones_like(height)]), tolerance=2e-5)
light = straight(PICTURE) @ W
blur_ = lambda sigma: ndimage.gaussian_filter(light, sigma, mode="nearest", radius=gaussian_reach(sigma))
for radius in (3, 1.2):
    a, b = blur_(radius / 2), blur_(radius)
    ink = smoothstep(0.05, 0.2, np.abs(a - b) / np.maximum(b, 0.05)) * PICTURE[..., 3]
    image("CIEdgeWork", dict(inputRadius=radius), PICTURE, np.dstack([ink] * 4), tolerance=2e-4)
edge_ = 0.25 * 0.8 * np.hypot(*[ndimage.sobel(light, axis=a, mode="nearest") for a in (0, 1)])
ink = np.clip((edge_ - 0.3) * 2, 0, 1) * PICTURE[..., 3]
# Without noise and sharpening what is smoothed is the picture itself.
image("CILineOverlay", dict(inputNRNoiseLevel=0, inputNRSharpness=0, inputEdgeIntensity=0.8, inputThreshold=0.3, inputContrast=2),
      PICTURE, np.dstack([0 * ink] * 3 + [ink]), tolerance=1e-4)
order = placed(RAMP[:8, :11], 0, 0)
for time, radius in ((0.4, 1.5), (0.7, 0.8)):
    left = (order[..., :3] @ W > time).astype(float)
    cast = np.pad(left, 30)
    cast = np.roll(ndimage.gaussian_filter(cast, radius, mode="constant", radius=gaussian_reach(radius)), (-2, 1), (0, 1))
    reach = int(np.ceil(3 * radius))
    edge_ = np.zeros_like(cast)
    edge_[30 - reach - 2:30 + 8 + reach - 2, 30 - reach + 1:30 + 11 + reach + 1] = 1
    cast = (cast * edge_)[30:38, 30:41][:7, :10, None]
    out = np.where(left[:7, :10, None] > 0.5, from_[:7, :10], to_[:7, :10] * np.concatenate(
        [np.repeat(1 - 0.65 * cast, 3, axis=2), np.ones_like(cast)], axis=2))
    image("CIDisintegrateWithMaskTransition", dict(inputTime=time, inputShadowRadius=radius, inputShadowOffset=[1, -2]), PICTURE, out,
          images=dict(inputTargetImage=(BACK, (2, 1)), inputMaskImage=(order, (0, 0))), tolerance=2e-5)

shade = srgb(np.array([0.6, 0.45, 0.3]))
for t in (1, 0.4):
    point("CIColorMonochrome", dict(inputIntensity=t, inputColor=dict(rgba=[0.6, 0.45, 0.3, 1])),
          lambda c: c * (1 - t) + t * (c @ W)[:, None] * shade, 2e-5)


def unlab(v):
    fy = (v[:, 0] + 16) / 116
    f = np.stack([fy + v[:, 1] / 500, fy, fy - v[:, 2] / 200], axis=1)
    t = np.where(f ** 3 > 216 / 24389, f ** 3, (116 * f - 16) / (24389 / 27))
    return (t * D50) @ np.linalg.inv(TO_D50).T


packed = lambda v: v * [0.01, 1 / 256, 1 / 256] + [0, 0.5, 0.5]
point("CIConvertRGBtoLab", {}, lambda c: lab(c), 5e-5)
point("CIConvertRGBtoLab", dict(inputNormalize=1), lambda c: packed(lab(c)), 2e-5)
point("CIConvertLabToRGB", {}, lambda c: unlab(c * 1.0), 2e-5)
point("CIConvertLabToRGB", dict(inputNormalize=1), lambda c: unlab((c - [0, 0.5, 0.5]) * [100, 256, 256]), 1e-4)
from scipy.interpolate import CubicSpline
for knots, extrapolate in (([(0, 0.1), (0.3, 0.2), (0.55, 0.6), (0.7, 0.9), (1, 0.95)], 0),
                           ([(0, 0), (0.8, 0.9), (0.2, 0.3), (0.5, 0.4), (1.2, 1.1)], 1)):
    ordered = np.array(sorted(knots))
    spline = CubicSpline(ordered[:, 0], ordered[:, 1], bc_type="natural")

    def tone(c):
        v = np.sign(c) * np.sqrt(np.abs(c))
        low, high = ordered[0, 0], ordered[-1, 0]
        inside = np.clip(v, low, high)
        out = spline(inside)
        if extrapolate:
            out = out + (v - inside) * np.where(v < low, spline(low, 1), spline(high, 1))
        return np.sign(out) * out ** 2

    point("CIToneCurve", dict({"inputPoint%d" % i: list(k) for i, k in enumerate(knots)}, inputExtrapolate=extrapolate), tone, 5e-5)
y, x = np.mgrid[0:7, 0:9]
noise = np.dstack(pcg4d(x, y)[:3])
encode_ = lambda c: np.sign(c) * np.where(np.abs(c) <= 0.0031308, 12.92 * np.abs(c), 1.055 * np.abs(c) ** (1 / 2.4) - 0.055)
out = encode_(straight(PICTURE)) + 0.3 * (noise - 0.5)
image("CIDither", dict(inputIntensity=0.3), PICTURE,
      np.concatenate([np.sign(out) * srgb(np.abs(out)) * PICTURE[..., 3:], PICTURE[..., 3:]], axis=2), tolerance=5e-5)
image("CISampleNearest", {}, PICTURE, PICTURE, tolerance=0)
y, x = np.mgrid[-3:10, -4:13]
image("CIClamp", dict(inputExtent=[2, 1, 4, 3]), PICTURE, PICTURE[np.clip(y, 1, 3), np.clip(x, 2, 5)], (-4, -3), window=True, tolerance=0)
for sigma, passes, perceptual in ((1.2, 1, 0), (0.8, 3, 1), (0, 0, 0)):
    light = (encode_(straight(PICTURE)) if perceptual else straight(PICTURE)) @ W
    light = np.pad(light, 14, mode="edge")
    if sigma:
        light = ndimage.gaussian_filter(light, sigma, mode="nearest", radius=gaussian_reach(sigma))
    gx, gy = [ndimage.sobel(light, axis=a, mode="nearest") / 4 for a in (1, 0)]
    size_ = np.hypot(gx, gy)
    state = np.zeros(light.shape)
    for j in range(8, light.shape[0] - 8):
        for i in range(8, light.shape[1] - 8):
            angle = np.degrees(np.arctan2(gy[j, i], gx[j, i])) % 180
            di, dj = ((1, 0), (1, 1), (0, 1), (1, -1), (1, 0))[int((angle + 22.5) // 45)]
            if size_[j, i] > size_[j - dj, i - di] and size_[j, i] >= size_[j + dj, i + di]:
                state[j, i] = 1 if size_[j, i] > 0.6 else 0.5 if size_[j, i] > 0.2 else 0
    state = state[14:21, 14:23]
    for _ in range(passes):
        state = np.where((state == 0.5) & (ndimage.grey_dilation(state, size=3, mode="constant") == 1), 1, state)
    found = (state == 1).astype(float)
    image("CICannyEdgeDetector", dict(inputGaussianSigma=sigma, inputHysteresisPasses=passes, inputPerceptual=perceptual,
                                      inputThresholdHigh=0.6, inputThresholdLow=0.2), PICTURE,
          np.dstack([found] * 3 + [np.ones_like(found)]))

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

# Statistics of a rectangle

AREA = dict(inputExtent=[2, 1, 20, 4])
inside = PICTURE[1:5, 2:9]
pixel = lambda *v: np.array(v, dtype=float)[None, None]
image("CIAreaMinimum", AREA, PICTURE, inside.min(axis=(0, 1))[None, None])
image("CIAreaMinMax", AREA, PICTURE, np.stack([inside.min(axis=(0, 1)), inside.max(axis=(0, 1))])[None])
image("CIAreaMinMaxRed", AREA, PICTURE, pixel(inside[..., 0].min(), inside[..., 0].max(), 0, 1))
image("CIAreaAverageMaximumRed", AREA, PICTURE, pixel(inside[..., 0].mean(), inside[..., 0].max(), 0, 1))
all_ = inside.reshape(-1, 4)
image("CIAreaMaximumAlpha", AREA, PICTURE, all_[all_[:, 3].argmax()][None, None])
image("CIAreaMinimumAlpha", AREA, PICTURE, all_[all_[:, 3].argmin()][None, None])
image("CIAreaMaximumAlpha", dict(inputExtent=[1, 1, 5, 5]), OPAQUE, OPAQUE[1, 1][None, None])
spots = np.zeros((7, 9, 4))
spots[2, 3, 0], spots[5, 6, 0], spots[6, 1, 1] = 0.5, -2, 1
spots[..., 3] = 1
image("CIAreaBoundsRed", dict(inputExtent=[1, 1, 8, 20]), spots, pixel(2 / 8, 1 / 6, 4 / 8, 4 / 6))
image("CIAreaBoundsRed", dict(inputExtent=[0, 0, 3, 3]), spots, pixel(0, 0, 0, 0))
image("CIColumnAverage", AREA, PICTURE, inside.mean(axis=0)[None])
image("CIRowAverage", AREA, PICTURE, inside.mean(axis=1)[None])
for count, scale in ((16, 1), (5, 2.5)):
    bins, weighted = np.zeros((1, count, 4)), np.zeros((1, count, 4))
    at = lambda v: np.clip(np.floor(np.float32(v) * np.float32(count)), 0, count - 1).astype(int)
    for i in range(4):
        bins[0, :, i] = np.bincount(at(PICTURE[..., i].ravel()), minlength=count) * scale / PICTURE[..., i].size
        v = PICTURE[..., i].ravel() if i == 3 else straight(PICTURE)[..., i].ravel()
        w = np.ones(v.size) if i == 3 else PICTURE[..., 3].ravel()
        weighted[0, :, i] = np.bincount(at(v), weights=w, minlength=count) * scale / w.sum()
    parameters = dict(inputExtent=[0, 0, 9, 7], inputCount=count, inputScale=scale)
    image("CIAreaHistogram", parameters, PICTURE, bins)
    image("CIAreaAlphaWeightedHistogram", parameters, PICTURE, weighted)
BINS = f32(np.concatenate([rng.uniform(0, 0.3, (1, 12, 3)), np.zeros((1, 12, 1))], axis=2))
y, x = np.mgrid[0:20, 0:12] + 0.5
lit = (y[..., None] < 20 * BINS[..., :3] / BINS[..., :3].max()).astype(float)
place_ = (x / 12)[..., None]
lit = np.where(place_ > 0.8, 0.5 + 0.5 * lit, np.where(place_ < 0.25, 0.5 * lit, lit))
image("CIHistogramDisplayFilter", dict(inputHeight=20, inputHighLimit=0.8, inputLowLimit=0.25), BINS,
      np.concatenate([lit, np.ones((20, 12, 1))], axis=2))


def nearest(values, means):
    return ((values[:, None] - means[None]) ** 2).sum(-1).argmin(1)


encoded = lambda c: np.sign(c) * np.where(np.abs(c) <= 0.0031308, 12.92 * np.abs(c), 1.055 * np.abs(c) ** (1 / 2.4) - 0.055)
decoded = lambda c: np.sign(c) * srgb(np.abs(c))
SEEDS = f32(np.concatenate([rng.uniform(0, 3, (1, 5, 3)), rng.uniform(0, 1, (1, 5, 1))], axis=2))
for passes, perceptual, seeds in ((0, 0, SEEDS), (1, 0, SEEDS), (4, 1, SEEDS), (3, 0, None), (5, 1, None)):
    values = straight(PICTURE).reshape(-1, 3)
    if perceptual:
        values = encoded(values)
    if seeds is not None:
        means = encoded(seeds[0, :, :3]) if perceptual else seeds[0, :, :3]
    else:
        luma = values @ W
        bin_ = np.where(luma < 2.0 ** -12, 0, np.floor(16 * (np.log2(np.maximum(luma, 1e-9)) + 12)) + 1)
        order = np.sort(bin_)
        means = np.array([values[bin_ == order[int((i + 0.5) / 6 * len(order))]].mean(0) for i in range(6)])
    for step in range(max(passes, 1)):
        own = nearest(values, means)
        share = np.array([(own == k).mean() for k in range(len(means))])
        if passes:
            means = np.array([values[own == k].mean(0) if (own == k).any() else means[k] for k in range(len(means))])
    out = np.concatenate([decoded(means) if perceptual else means, share[:, None]], axis=1)[None]
    image("CIKMeans", dict(inputExtent=[0, 0, 9, 7], inputCount=6, inputPasses=passes, inputPerceptual=perceptual), PICTURE, out,
          images=dict(inputMeans=(SEEDS, (3, 4))) if seeds is not None else None, tolerance=1e-4)
for perceptual in (0, 1):
    values, palette = straight(PICTURE).reshape(-1, 3), SEEDS[0, :, :3]
    own = nearest(encoded(values), encoded(palette)) if perceptual else nearest(values, palette)
    out = palette[own].reshape(7, 9, 3) * PICTURE[..., 3:]
    more_ = dict(images=dict(inputPaletteImage=(SEEDS, (-2, 1))), tolerance=2e-5)
    image("CIPalettize", dict(inputPerceptual=perceptual), PICTURE, np.concatenate([out, PICTURE[..., 3:]], axis=2), **more_)
    y, x = np.mgrid[0:7, 0:9] + 0.5
    found = [(x.ravel()[own == k].mean(), y.ravel()[own == k].mean(), 0, 1) if (own == k).any() else (0, 0, 0, 0)
             for k in range(5)]
    image("CIPaletteCentroid", dict(inputPerceptual=perceptual), PICTURE, np.array([found]), **more_)
for radius, shadow, highlight in ((0, 0.7, 0.5), (2, -0.5, 0.2)):
    light = np.sqrt(np.maximum(straight(PICTURE) @ W, 0))
    if radius:
        light = ndimage.gaussian_filter(light, radius, mode="nearest", radius=gaussian_reach(radius))
    light = np.clip(light, 0, 1)
    t = np.clip((light - 0.4) / 0.6, 0, 1)
    gain = 2 ** (2 * shadow * (1 - light) ** 2) * (1 - (1 - highlight) * t * t * (3 - 2 * t))
    image("CIHighlightShadowAdjust", dict(inputRadius=radius, inputShadowAmount=shadow, inputHighlightAmount=highlight),
          PICTURE, np.concatenate([PICTURE[..., :3] * gain[..., None], PICTURE[..., 3:]], axis=2), tolerance=2e-5)

# Components

for levels in (7.3, 2.5, 1):
    n = max(levels, 2) - 1
    point("CIColorPosterize", dict(inputLevels=levels), lambda c: np.floor(c * n + 0.5) / n)
point("CIMaximumComponent", {}, lambda c: np.repeat(c.max(axis=1, keepdims=True), 3, axis=1))
point("CIMinimumComponent", {}, lambda c: np.repeat(c.min(axis=1, keepdims=True), 3, axis=1))
value = np.clip(straight(PIXELS) @ W, 0, 1) * PIXELS[:, 3]
image("CIMaskToAlpha", {}, PIXELS[None], np.repeat(value[None, :, None], 4, axis=2))
for name in ("CIDepthToDisparity", "CIDisparityToDepth"):
    point(name, {}, lambda c: np.repeat(np.where(c[:, :1] > 0, 1 / np.where(c[:, :1] > 0, c[:, :1], 1), 0), 3, axis=1))
ramp = [srgb(np.array(c)) for c in ([0.3, 0, 0.1], [1, 0.9, 0.8])]
point("CIFalseColor", dict(inputColor0=dict(rgba=[0.3, 0, 0.1, 1]), inputColor1=dict(rgba=[1, 0.9, 0.8, 1])),
      lambda c: ramp[0] + (c @ W)[:, None] * (ramp[1] - ramp[0]), 2e-5)
s = np.concatenate([straight(PIXELS), PIXELS[:, 3:]], axis=1)


def whole(name, parameters, out, **more):
    """A filter of straight colour and alpha."""
    image(name, parameters, PIXELS[None], np.concatenate([out[:, :3] * out[:, 3:], out[:, 3:]], axis=1)[None], **more)


for low, high, more_ in (([0, 0, 0, 0], [1, 1, 1, 1], {}), ([-0.25, 0.1, 0.2, 0.3], [3, 0.5, 0.1, 0.75], dict(window=True))):
    whole("CIColorClamp", dict(inputMinComponents=low, inputMaxComponents=high), np.minimum(np.maximum(s, low), high), **more_)
terms = [[0.1, 0.5, 0.25, -0.125], [0, 1.5, -0.5, 0.1], [-0.2, 1, 0, 0.01], [0, 0.5, 0.25, 0]]
out = np.stack([sum(c * s[:, i] ** k for k, c in enumerate(terms[i])) for i in range(4)], axis=1)
out[:, 3] = np.clip(out[:, 3], 0, 1)
whole("CIColorPolynomial", {"input%sCoefficients" % n: t for n, t in zip(("Red", "Green", "Blue", "Alpha"), terms)}, out,
      tolerance=2e-5)
terms = f32(rng.uniform(-1, 1, (3, 10))).tolist()
point("CIColorCrossPolynomial", {"input%sCoefficients" % n: t for n, t in zip(("Red", "Green", "Blue"), terms)}, lambda c: np.stack(
    [c[:, 0], c[:, 1], c[:, 2], c[:, 0] ** 2, c[:, 1] ** 2, c[:, 2] ** 2, c[:, 0] * c[:, 1], c[:, 1] * c[:, 2],
     c[:, 2] * c[:, 0], np.ones(len(c))], axis=1) @ np.array(terms).T, 2e-5)

# Folds and curls


def sampled(a, px, py, origin=(0, 0)):
    """Bilinear values of a picture, transparent outside."""
    padded_ = np.pad(a, ((2, 2), (2, 2), (0, 0)))
    place = [np.clip(py - origin[1] + 1.5, 0, a.shape[0] + 3), np.clip(px - origin[0] + 1.5, 0, a.shape[1] + 3)]
    return np.stack([ndimage.map_coordinates(padded_[..., i], place, order=1) for i in range(4)], axis=-1)


over = lambda top, bottom: top + bottom * (1 - top[..., 3:])
FACE, UNDER, BACKSIDE = (f32(np.concatenate([rng.uniform(0, 2, (16, 20, 3)) * m, m], axis=2)) for m in (
    np.ones((16, 20, 1)), np.ones((16, 20, 1)), rng.uniform(0.5, 1, (16, 20, 1))))
SPHERE = f32(np.concatenate([rng.uniform(0, 3, (9, 8, 3)), np.ones((9, 8, 1))], axis=2) * rng.uniform(0, 1, (9, 8, 1)))
yy, xx = np.mgrid[0:16, 0:20] + 0.5


def curled(angle, radius, time, back_image, sphere):
    d = np.exp(1j * angle)
    ends = [(complex(px, py) * d.conjugate()).real for px in (0, 20) for py in (0, 16)]
    fold = max(ends) + time * (min(ends) - radius - max(ends))
    z = (xx + 1j * yy) * d.conjugate()
    s_, v = z.real, z.imag
    ratio = np.clip((s_ - fold) / radius, 0, 1)
    q = np.arccos(ratio)
    rolled = s_ > fold
    layers = []
    for sign, picture_, flat in ((-1, FACE, s_), (1, back_image, 2 * fold + np.pi * radius - s_)):
        u = np.where(rolled, fold + radius * (np.pi / 2 + sign * q), flat)
        w = (u + 1j * v) * d
        seen_ = sampled(picture_, w.real, w.imag) * (s_ <= fold + radius + 0.5)[..., None]
        if sphere is not None:
            lean = sign * ratio
            place = [np.clip(6.5 + lean * d.imag * 4.5, 2.5, 10.5), np.clip(1 + lean * d.real * 4, -2.5, 4.5)]
            light = sampled(sphere, place[1], place[0], (-3, 2)) * ratio[..., None]
            seen_ = light * seen_[..., 3:] + seen_ * (1 - light[..., 3:])
        layers.append(seen_)
    layers[1] = layers[1] * np.clip(fold + radius + 0.5 - s_, 0, 1)[..., None]
    return layers


for angle, radius, time in ((0, 5, 0.3), (0.7, 3.3, 0.55), (-2.2, 6, 0.4)):
    curl_ = dict(inputAngle=angle, inputRadius=radius, inputTime=time, inputExtent=[0, 0, 20, 16])
    face, back_ = curled(angle, radius, time, BACKSIDE, SPHERE)
    image("CIPageCurlTransition", dict(curl_), FACE, over(back_, over(face, UNDER)), tolerance=3e-4, images=dict(
        inputTargetImage=(UNDER, (0, 0)), inputBacksideImage=(BACKSIDE, (0, 0)), inputShadingImage=(SPHERE, (-3, 2))))
    face, back_ = curled(angle, radius, time, BACKSIDE, None)
    sigma = 0.8 * radius / 2
    dark = np.pad(0.6 * back_[..., 3], 12)
    dark = ndimage.gaussian_filter(dark, sigma, mode="constant", radius=gaussian_reach(sigma))[12:-12, 12:-12]
    dark = np.where((xx > 3) & (xx < 18), dark, 0)
    dark = np.dstack([0 * dark, 0 * dark, 0 * dark, dark])
    curl_.update(inputShadowSize=0.8, inputShadowAmount=0.6, inputShadowExtent=[3, 0, 15, 40])
    if angle:
        curl_.pop("inputExtent")
    image("CIPageCurlWithShadowTransition", curl_, FACE, over(back_, over(dark, over(face, UNDER))), tolerance=3e-4, images=dict(
        inputTargetImage=(UNDER, (0, 0)), inputBacksideImage=(BACKSIDE, (0, 0))))
for time, still, folds, shadow in ((0.6, 5, 3, 0.4), (0.9, 0, 2.6, 1)):
    shown = np.sin(time * np.pi / 2)
    rest = 16 - still
    upper = np.pad(UNDER[still:], ((4, 4), (0, 0), (0, 0)), mode="edge")
    v = (yy - still) / shown
    taken = sampled(upper, xx, v + 4)
    strip = np.floor((yy - still) * round(folds) / (rest * shown))
    light = np.where(strip % 2 == 1, 1 - shadow * np.cos(time * np.pi / 2), 1)
    cover = np.clip(rest * shown - (yy - still) + 0.5, 0, 1)
    taken = taken * np.dstack([light * cover] * 3 + [cover])
    folded = np.where((yy < still)[..., None], UNDER, taken)
    small = np.zeros_like(folded)
    small[:7, :9] = PICTURE
    image("CIAccordionFoldTransition", dict(inputTime=time, inputBottomHeight=still, inputNumberOfFolds=folds,
                                            inputFoldShadowAmount=shadow),
          PICTURE, small * (1 - time) + folded * time, images=dict(inputTargetImage=(UNDER, (0, 0))))

# A small image enlarged by the edges of another

GUIDE = f32(np.concatenate([rng.uniform(0, 2, (14, 18, 3)), np.ones((14, 18, 1))], axis=2) * rng.uniform(0.3, 1, (14, 18, 1)))
halves = lambda a: (a[::2, ::2] + a[1::2, ::2] + a[::2, 1::2] + a[1::2, 1::2]) / 4


def twice(a):
    yy, xx = (np.mgrid[0:2 * a.shape[0], 0:2 * a.shape[1]] + 0.5) / 2 - 0.5
    return ndimage.map_coordinates(a, [yy, xx], order=1, mode="nearest")


for guide, low, large in ((GUIDE, halves, twice), (GUIDE[3:10, 2:11], lambda a: a, lambda a: a)):
    light = guide[..., :3] @ W
    for radius, epsilon in ((1, 1e-4), (2, 0.05)):
        mean = lambda a: ndimage.uniform_filter(a, 2 * radius + 1, mode="nearest")
        small = low(light)
        variance = mean(small * small) - mean(small) ** 2

        def guided(p):
            a = (mean(small * p) - mean(small) * mean(p)) / (variance + epsilon)
            return large(mean(a)) * light + large(mean(mean(p) - a * mean(small)))
        out = np.dstack([guided(PICTURE[..., i]) for i in range(4)])
        out[..., 3] = np.clip(out[..., 3], 0, 1)
        image("CIGuidedFilter", dict(inputRadius=radius, inputEpsilon=epsilon), PICTURE, out, (4, -3), tolerance=1e-4,
              images=dict(inputGuideImage=(guide, (4, -3))))
    root = np.sqrt(np.maximum(straight(guide) @ W, 0))
    for spatial, sigma in ((1.4, 0.15), (3, 0.6)):
        small = low(root)
        scale = 7 / guide.shape[0]
        out = np.zeros(guide.shape)
        for row in range(guide.shape[0]):
            for column in range(guide.shape[1]):
                py, px, total, weights = (row + 0.5) * scale, (column + 0.5) * scale, 0, 0
                for qy in range(int(py) - 7, int(py) + 8):
                    for qx in range(int(px) - 7, int(px) + 8):
                        square = (qx + 0.5 - px) ** 2 + (qy + 0.5 - py) ** 2
                        if square > 4 * spatial * spatial:
                            continue
                        held_ = min(max(qy, 0), 6), min(max(qx, 0), 8)
                        weight = np.exp(max(-square / (2 * spatial ** 2) - (small[held_] - root[row, column]) ** 2 / (2 * sigma ** 2), -80))
                        total, weights = total + PICTURE[held_] * weight, weights + weight
                out[row, column] = total / weights
        image("CIEdgePreserveUpsampleFilter", dict(inputSpatialSigma=spatial, inputLumaSigma=sigma), guide, out, tolerance=5e-5,
              images=dict(inputSmallImage=(PICTURE, (-2, 9))))

# Documents and comics

light = straight(PICTURE) @ W
paper = np.pad(light, 4, mode="edge")
paper = ndimage.grey_erosion(ndimage.grey_dilation(paper, size=(3, 3)), size=(3, 3))[4:-4, 4:-4]
paper = ndimage.gaussian_filter(paper, 1, mode="nearest", radius=gaussian_reach(1))[..., None]
for amount in (0.6, 1, 2.5):
    c = straight(PICTURE)
    c = c + (c / np.maximum(paper, 0.05) - c) * min(amount, 1)
    if amount > 1:
        t = np.clip(c, 0, 1)
        c = np.clip(t + (amount - 1) * (t * t * (3 - 2 * t) - t), 0, 1)
    image("CIDocumentEnhancer", dict(inputAmount=amount), PICTURE, np.concatenate([c * PICTURE[..., 3:], PICTURE[..., 3:]], axis=2),
          tolerance=3e-5)
coded = to_code(straight(PICTURE))
around_ = np.pad(np.concatenate([coded, PICTURE[..., 3:]], axis=2), ((1, 1), (1, 1), (0, 0)), mode="edge")
sums_ = np.zeros((7, 9, 4))
for dy in (0, 1, 2):
    for dx in (0, 1, 2):
        part = around_[dy:dy + 7, dx:dx + 9]
        near_ = np.exp(-((dx - 1) ** 2 + (dy - 1) ** 2) / 2 - (part[..., :3] @ W - coded @ W) ** 2 / (
            2 * (0.1 * np.maximum(coded @ W, 1)) ** 2))
        sums_ += np.concatenate([part[..., :3], np.ones((7, 9, 1))], axis=2) * part[..., 3:] * near_[..., None]
coded = sums_[..., :3] / sums_[..., 3:]
luma = np.clip(coded @ W, 0, 1)
y, x = np.mgrid[0:7, 0:9] + 0.5
k = 0.5 * (1 - 0.7)
printed = smoothstep(-k, k, luma - (1 - dots((x - 150 + 1j * (y - 150)) / 6)))
luma = np.maximum(coded @ W, 1e-3)
tone = coded * (np.floor(luma * 6 + 0.5) / (6 * luma) * (0.85 + 0.3 * printed))[..., None]
edge_ = 0.25 * 2 * np.hypot(*[ndimage.sobel(coded @ W, axis=a, mode="nearest") for a in (0, 1)])
ink = np.clip((edge_ - 0.1) * 8, 0, 1)[..., None] * PICTURE[..., 3:]
# Ink covers encoded colour.
image("CIComicEffect", {}, PICTURE, np.concatenate([to_light(tone * (1 - ink)) * PICTURE[..., 3:], PICTURE[..., 3:]], axis=2), tolerance=5e-4)

# Looks, on sRGB-encoded colour (section P of the project's notes on Core Image's filters)

sigmoid = lambda v: np.clip(v, 0, 1) ** 2 * (3 - 2 * np.clip(v, 0, 1))
root_of = lambda v, p: np.sign(v) * np.minimum(np.abs(v), np.where(v > 0, 1, np.inf)) ** p + p * np.maximum(v - 1, 0)
power_of = lambda v, p: np.clip(v, 0, 1) ** p + p * np.maximum(v - 1, 0)
triple = lambda v: np.repeat(v, 3, axis=1)
for extrapolates in (0, 1):
    hold = (lambda v: v) if extrapolates else (lambda v: np.clip(v, 0, 1))
    luma_ = lambda c: (c @ W)[:, None]
    saturated = lambda c, s: hold(luma_(c) + s * (c - luma_(c)))
    channels = lambda c, *functions: np.stack([f(c[:, i]) for i, f in enumerate(functions)], axis=1)

    def noir(c):
        y = 1.05 * luma_(c)
        return triple(sigmoid(sigmoid(y)) + extrapolates * (y - np.clip(y, 0, 1)))

    for name, look in dict(
            Mono=lambda c: triple(0.06 + 0.86 * luma_(c)), Tonal=lambda c: triple(luma_(c)), Noir=noir,
            Chrome=lambda c: 0.5 * saturated(c, 1.25) + 0.5 * sigmoid(saturated(c, 1.25)),
            Fade=lambda c: 0.08 + 0.84 * saturated(c, 0.75),
            Instant=lambda c: channels(saturated(c, 0.85), lambda v: 0.06 + 0.9 * root_of(v, 0.95), lambda v: 0.05 + 0.9 * v,
                                       lambda v: 0.1 + 0.78 * v),
            Process=lambda c: channels(c, lambda v: 0.95 * power_of(v, 1.1), lambda v: 0.03 + 0.97 * v, lambda v: 0.08 + 0.88 * v),
            Transfer=lambda c: channels(c, lambda v: 0.04 + 0.96 * root_of(v, 0.9), lambda v: 0.02 + 0.94 * v,
                                        lambda v: 0.02 + 0.82 * v)).items():
        point("CIPhotoEffect" + name, dict(inputExtrapolate=extrapolates), lambda c: to_light(look(hold(to_code(c)))), 3e-5)
for name, inverted, stops in (
        ("CIThermal", False, [[0.05, 0.03, 0.35], [0.75, 0.05, 0.6], [0.98, 0.5, 0.1], [1, 0.9, 0.2], [1, 1, 1]]),
        ("CIXRay", True, [[0, 0.01, 0.03], [0.12, 0.2, 0.28], [0.36, 0.48, 0.58], [0.66, 0.77, 0.84], [0.94, 0.98, 1]])):
    def ramp_colour(c):
        place = np.clip(1 - to_code(c) @ W if inverted else to_code(c) @ W, 0, 1)
        return to_light(np.stack([np.interp(place, np.linspace(0, 1, 5), np.array(stops)[:, i]) for i in range(3)], axis=1))
    point(name, {}, ramp_colour, 2e-5)
GRADIENT = f32(rng.uniform(0, 3, (4, 6, 4)) * [1, 1, 1, 0.3])
for gradient, row in ((GRADIENT, (GRADIENT[1] + GRADIENT[2]) / 2), (GRADIENT[:3], GRADIENT[1])):
    place = np.clip((straight(PIXELS) @ W) * 6 - 0.5, 0, 5)
    found = np.stack([np.interp(place, np.arange(6), row[:, i]) for i in range(4)], axis=1) * PIXELS[:, 3:]
    image("CIColorMap", {}, PIXELS[None], found[None], images=dict(inputGradientImage=(gradient, (5, -3))))
SPOTS = dict(
    inputCenterColor1=[0.5, 0.5, 0.5], inputReplacementColor1=[0.2, 0.4, 0.9], inputCloseness1=0.5, inputContrast1=0.25,
    inputCenterColor2=[1, 0.4, 0.3], inputReplacementColor2=[0.9, 0.1, 0.2], inputCloseness2=0.9, inputContrast2=0.5,
    inputCenterColor3=[1, 1, 1], inputReplacementColor3=[0.3, 1, 0.1], inputCloseness3=6, inputContrast3=0.1)


def spots(c):
    held_, near, colour_ = np.full(len(c), -1.0), np.full(len(c), np.inf), np.zeros_like(c)
    for i in "123":
        d = np.linalg.norm(c - to_light(np.array(SPOTS["inputCenterColor" + i])), axis=1)
        outer = SPOTS["inputCloseness" + i]
        inner = outer * SPOTS["inputContrast" + i]
        t = np.clip((d - inner) / (outer - inner), 0, 1)
        share = 1 - t * t * (3 - 2 * t)
        better = (share > held_) | ((share == held_) & (d < near))
        held_, near = np.where(better, share, held_), np.where(better, d, near)
        colour_[better] = to_light(np.array(SPOTS["inputReplacementColor" + i]))
    grey_ = 0.5 + 0.5 * (c @ W)[:, None]
    return grey_ + (colour_ - grey_) * held_[:, None]


point("CISpotColor", {k: dict(rgba=v + [1]) if isinstance(v, list) else v for k, v in SPOTS.items()}, spots, 3e-5)

# Tone mapping (gains come from an interpolated table, coarsest where the curve meets its end): the greys of ST 2094-50's operator listed in the project's notes on Core Image's filters.
for source, target, table in (
        (4.926108374, 1, {0.18: 0.0900, 1: 0.5, 2: 0.7452, 4: 0.9440, 4.926108374: 1}),
        (4.926108374, 2, {1: 0.8160, 2: 1.3408, 4: 1.8528, 4.926108374: 2}),
        (4.926108374, 4, {1: 1, 2: 1.8968, 4: 3.3876, 4.926108374: 4}),
        (2, 1, {0.18: 0.1409, 1: 0.7827, 2: 1}), (8, 1, {1: 0.5, 2: 0.6927, 4: 0.8455, 8: 1})):
    grey = lambda v: np.array([[[x, x, x, 1] for x in v]], dtype=float)
    image("CIToneMapHeadroom", dict(inputSourceHeadroom=source, inputTargetHeadroom=target), grey(table.keys()),
          grey(table.values()), tolerance=1e-3)

# Codes: rows from the top as `zint --dump` (2.11) prints them, an encoder of other people.


def modules(rows, width, quiet=0, height=1, sides=None):
    """1 for light, margins around, rows from the bottom."""
    dark = np.array([[int(b) for b in bin(int("1" + "".join(row.split()), 16))[3:3 + width]] for row in rows])
    dark = np.pad(np.repeat(dark, height, axis=0), ((quiet, quiet), (quiet if sides is None else sides,) * 2))
    return 1 - dark[::-1]


def code(name, parameters, light):
    image(name, parameters, None, np.dstack([light, light, light, np.ones(light.shape)]), tolerance=0)


# zint -b QRCODE --secure=2 --mask=2 -d 'hello headroom': the mask with the least penalty
QR = """FE0BF8 821A08 BAF2E8 BAB2E8 BAAAE8 82AA08 FEABF8 00B800 BE13E0 C025E8 EA9C70 9DD560 BFB388 0081C8
    FE5C30 82B568 BAF318 BAC5C0 BAB920 8244E0 FEAE90""".split()
code("CIQRCodeGenerator", dict(inputMessage="hello headroom"), modules(QR, 21, 1))
# zint -b AZTEC --secure=2 -d 'HDR 203'
code("CIAztecCodeGenerator", dict(inputMessage="HDR 203"), modules(
    "031A 71DC 304A BFF8 7018 57D4 B454 5552 D458 F7D4 901E 1FFC 4DE6 8EEC 1110".split(), 15))
# zint -b CODE128 -d 'Hdr-203'
code("CICode128BarcodeGenerator", dict(inputMessage="Hdr-203", inputBarcodeHeight=3, inputQuietSpace=4), modules(
    ["D218A21349E9B99CA7665C8698EB"], 112, 0, 3, 4))
# zint -b PDF417 --secure=0 --cols=2 -d HEADROOM
code("CIPDF417BarcodeGenerator", dict(inputMessage="HEADROOM", inputDataColumns=2, inputCorrectionLevel=0), modules(
    ["FF547ABC351816E60F5787F452", "FF547D583EA6189D0FD5C7F452", "FF54757E2E3718F92D5F07F452",
     "FF54579E37185902CAF3C7F452"], 103, 2, 3))
# zint -b DATAMATRIX --square -d 'HDR'
code("CIBarcodeGenerator", dict(inputBarcodeDescriptor=dict(payload=[73, 69, 83], rows=10, columns=10)), modules(
    "AA8 AF4 810 D2C D60 F04 F70 CC4 AB0 FFC".split(), 10, 1))


def rounded_square(u, v, half, radius):
    du, dv = np.abs(u) - half + radius, np.abs(v) - half + radius
    return np.hypot(np.maximum(du, 0), np.maximum(dv, 0)) + np.minimum(np.maximum(du, dv), 0) - radius


# The corner between the upper left pattern, the timing modules and data; in modules from the upper left of the margin.
scale, left, below = 8, 30, 100
u = ((np.arange(48) + left + 0.5) / scale)[None, :]
v = ((23 * scale - (np.arange(40) + below) - 0.5) / scale)[:, None]
u, v = np.broadcast_arrays(u, v)
dot = rounded_square(u % 1 - 0.5, v % 1 - 0.5, 0.5, 0.5)
dark = modules(QR, 21, 1)[::-1][np.floor(v).astype(int), np.floor(u).astype(int)] == 0
fu, fv = u - 4.5, v - 4.5
finder = np.minimum(np.maximum(rounded_square(fu, fv, 3.5, 2.25), -rounded_square(fu, fv, 2.5, 1.25)),
                    rounded_square(fu, fv, 1.5, 1))
cover = np.where((u < 8) & (v < 8), np.clip(0.5 - finder * scale, 0, 1), dark * np.clip(0.5 - dot * scale, 0, 1))
blue, red = np.append(srgb(np.array([0.9, 0.95, 1])), 1), np.append(srgb(np.array([0.5, 0, 0.1])), 1)
image("CIRoundedQRCodeGenerator", dict(
    inputMessage="hello headroom", inputScale=8, inputColor0=dict(rgba=[0.9, 0.95, 1, 1]),
    inputColor1=dict(rgba=[0.5, 0, 0.1, 1])), None, blue + (red - blue) * cover[..., None], (left, below), window=True)

# A lens: a table over the distance from a centre, given from the upper left, in a camera of twice the picture's pixels

camera = dict(size=[18, 14], center=[8, 5.5], table=[0, 0.05, 0.2, 0.15], inverse=[0.1, -0.05, -0.1, -0.2, -0.15])
farthest = np.hypot(10, 8.5)
for inverse_ in (False, True):
    values = np.array(camera["inverse" if inverse_ else "table"])
    knots = np.linspace(0, farthest, len(values))

    def ray(x, y):
        dx, dy = x - 4, y - (7 - 2.75)
        wanted = np.hypot(2 * dx, 2 * dy)
        low_, high_ = np.zeros_like(wanted), np.full_like(wanted, 40.0)
        for _ in range(60):
            middle = (low_ + high_) / 2
            less = middle * (1 + np.interp(middle, knots, values)) < wanted
            low_, high_ = np.where(less, middle, low_), np.where(less, high_, middle)
        ratio = np.where(wanted == 0, 1, low_ / np.where(wanted == 0, 1, wanted))
        return 4 + dx * ratio, 7 - 2.75 + dy * ratio
    y, x = np.mgrid[0:7, 0:9] + 0.5
    sx, sy = ray(x, y)
    image("CICameraCalibrationLensCorrection", dict(inputAVCameraCalibrationData=camera, inputUseInverseLookUpTable=inverse_),
          PICTURE, planes(PICTURE, lambda p: ndimage.map_coordinates(p, [sy - 0.5, sx - 0.5], order=1, mode="grid-constant")),
          tolerance=1e-4)

# A large lens: layers of equal radius, each spread by its disc, over one another from the back and divided by their cover

depth = f32(np.random.default_rng(77).uniform(0, 2, (7, 9)))
disparity = np.dstack([depth, depth * 0.5, depth * 0.25, np.ones((7, 9))])
keep = f32(np.random.default_rng(78).uniform(-0.2, 1.1, (7, 9)))
matte = np.dstack([keep, keep, keep, np.ones((7, 9))])


def radii(widest, factor):
    found = [widest]
    while found[-1] > factor * (1 + 1e-6):
        found.append(found[-1] / factor)
    return [min(widest, 1)] + [r for r in reversed(found) if r > 1.2]


def disc(source, radius):
    reach = int(np.ceil(radius + 0.5))
    weights = np.clip(radius + 0.5 - np.hypot(*np.mgrid[-reach:reach + 1, -reach:reach + 1]), 0, 1)
    return np.dstack([ndimage.convolve(source[..., i], weights / weights.sum(), mode="nearest") for i in range(4)])


for aperture, factor, masked, source in ((0.5, 1, False, PICTURE), (2, 7, True, PICTURE), (1, 9, False, disparity)):
    per = factor * 0.018 * (50 / 36) ** 2 * 9 / aperture
    widest = 2 * per
    focus = depth[1:3, 2:5].mean()
    defocus = np.clip((depth - focus) * per, -widest, widest) * (1 - np.clip(keep, 0, 1) if masked else 1)
    behind, front = radii(widest, 1.5), radii(widest, 2.5)

    def tents(amount, levels):
        return [np.interp(amount, [0] + levels, [0] + [float(i == k) for i in range(len(levels))]) for k in range(len(levels))]
    layers = [disc(source * share[..., None], r) for share, r in zip(tents(-defocus, behind), behind)][::-1]
    layers.append(source * np.interp(np.abs(defocus), [0, behind[0]], [1, 0])[..., None])
    layers += [disc(source * share[..., None], r) for share, r in zip(tents(defocus, front), front)]
    total = layers[0]
    for layer in layers[1:]:
        total = layer + total * (1 - layer[..., 3:])
    out = np.where(total[..., 3:] > 1e-5, total / np.maximum(total[..., 3:], 1e-5) * source[..., 3:], source)
    out[..., 3] = source[..., 3]
    pictures_ = dict(inputDisparityImage=(disparity, (0, 0)))
    if masked:
        pictures_["inputMatteImage"] = (matte, (0, 0))
    image("CIDepthBlurEffect", dict(inputAperture=aperture, inputScaleFactor=factor, inputFocusRect=[2, 1, 3, 2]), source, out,
          tolerance=1e-4, images=pictures_)


def cells_of(length, side=68):
    """How much of each of `side` equal parts of a line each of its pixels covers."""
    edges = np.arange(side + 1) * length / side
    pixels = np.arange(length)
    return np.clip(np.minimum(edges[1:, None], pixels + 1) - np.maximum(edges[:-1, None], pixels), 0, None) * side / length


def salient(pixels):
    """The spectral residual of Hou and Zhang (2007) by numpy's own transform."""
    luma = np.clip(pixels[..., :3] @ W, 0, 256)
    spectrum = np.fft.fft2(encode_(cells_of(luma.shape[0]) @ luma @ cells_of(luma.shape[1]).T))
    size = np.abs(spectrum)
    least = 1e-6 * size.max()
    if not (np.delete(size.ravel(), 0) > least).any():
        return np.zeros((68, 68))
    levels = np.log(np.maximum(size, least))
    residual = levels - ndimage.uniform_filter(levels, 3, mode="wrap")
    kept = np.where(size > least, np.exp(residual) * spectrum / np.where(size > 0, size, 1), 0)
    power = ndimage.gaussian_filter(np.abs(np.fft.ifft2(kept)) ** 2, 2.5, mode="reflect", radius=8)
    return (power - power.min()) / (power.max() - power.min())


for source in (PICTURE, f32(np.dstack([rng.gamma(0.4, 0.8, (31, 150, 3)), np.ones((31, 150))])), placed(np.ones((5, 6, 4)), 0, 0, 6, 5)):
    found = salient(source)
    image("CISaliencyMapFilter", {}, source, np.dstack([found] * 3 + [np.ones_like(found)])[20:44, 30:58], (30, 20), window=True,
          tolerance=2e-4)

with open("filter-formulas.json", "w") as file:
    line = lambda value: json.dumps(value, separators=(",", ":"))
    file.write('{"pictures":{\n' + ",\n".join('"%s":%s' % (n, line(p)) for n, p in pictures.items()) + "\n},\n")
    file.write('"cases":[\n' + ",\n".join(line(c) for c in cases) + "\n]}\n")

# The modes of CIBlendKernel that no filter has, in a file of their own: coverage (Porter and Duff, 1984) and whole colours.

blends = []


def whole_color(takes_upper):
    return lambda b, c: np.where(takes_upper(lum(c), lum(b)), c, b)


JOINED = dict(hardMix=limited(lambda b, c: np.where(b + c < 1, 0, 1)), darkerColor=whole_color(np.less),
              lighterColor=whole_color(np.greater))
COVERED = dict(clear=lambda a, b: (0, 0), source=lambda a, b: (1, 0), destination=lambda a, b: (0, 1),
               destinationOver=lambda a, b: (1 - b, 1), destinationIn=lambda a, b: (0, a),
               destinationOut=lambda a, b: (0, 1 - a), destinationAtop=lambda a, b: (1 - b, a),
               exclusiveOr=lambda a, b: (1 - b, 1 - a))
for upper, lower, place in ((PICTURE, BACK, (2, 1)), (UPPER, LOWER, (0, 0))):
    height, width = max(upper.shape[0], lower.shape[0] + place[1]), max(upper.shape[1], lower.shape[1] + place[0])
    c, b = placed(upper, 0, 0, width, height), placed(lower, *place, width, height)
    ca, ba = c[..., 3:], b[..., 3:]
    results = {name: (lambda f: c * f[0] + b * f[1])(shares(ca, ba)) for name, shares in COVERED.items()}
    for name, function in JOINED.items():
        light = c[..., :3] * (1 - ba) + b[..., :3] * (1 - ca) + ca * ba * function(straight(b), straight(c))
        results[name] = np.concatenate([light, ca + ba * (1 - ca)], axis=2)
    for name, out in results.items():
        blends.append(dict(mode=name, image=picture(upper), background=picture(lower, place), output=picture(out)))
with open("blend-modes.json", "w") as file:
    file.write("[\n" + ",\n".join(json.dumps(b, separators=(",", ":")) for b in blends) + "\n]\n")
