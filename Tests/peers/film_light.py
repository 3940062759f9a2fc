"""The formulas of ITU-R BT.2100 and BT.1886 in numpy: what films have to hold, computed without any of our code.

Signals are 0...1, light is cd/m2 on a display of 1000 cd/m2 for HLG, colours lie along the last axis.
"""

import numpy

LUMINANCE = numpy.array([0.2627, 0.6780, 0.0593])
A, B, C = 0.17883277, 0.28466892, 0.55991073
M1, M2, C1, C2, C3 = 2610 / 16384, 2523 / 32, 3424 / 4096, 2413 / 128, 2392 / 128


def hlg_light(signal):
    """Light of HLG: the OOTF raises luminance, not each channel."""
    signal = numpy.maximum(signal, 0)
    scene = numpy.where(signal <= 0.5, signal ** 2 / 3, (numpy.exp((signal - C) / A) + B) / 12)
    return 1000 * scene * (scene @ LUMINANCE)[..., None] ** 0.2


def hlg_signal(light):
    light = numpy.maximum(light, 0) / 1000
    luminance = (light @ LUMINANCE)[..., None]
    scene = light * numpy.where(luminance > 0, luminance, 1) ** (1 / 1.2 - 1)
    return numpy.where(scene <= 1 / 12, numpy.sqrt(3 * scene), A * numpy.log(numpy.maximum(12 * scene - B, 1e-9)) + C)


def pq_light(signal):
    power = numpy.maximum(signal, 0) ** (1 / M2)
    return 10000 * (numpy.maximum(power - C1, 0) / (C2 - C3 * power)) ** (1 / M1)


def pq_signal(light):
    power = (numpy.maximum(light, 0) / 10000) ** M1
    return ((C1 + C2 * power) / (1 + C3 * power)) ** M2


def grey_code(signal, depth=10):
    """Luma of narrow range."""
    return (16 + 219 * signal) * 2 ** (depth - 8)


def grey_signal(code, depth=10):
    return (code / 2 ** (depth - 8) - 16) / 219


def hlg_grey(light):
    return float(grey_code(hlg_signal(numpy.full(3, light)))[0])


def hlg_grey_light(code):
    return float(hlg_light(numpy.full(3, grey_signal(code)))[0])


def codes(signal, depth):
    """Y', Cb, Cr of R'G'B' by BT.2020's matrix, narrow range, unrounded."""
    signal = numpy.asarray(signal, float)
    luma = signal @ LUMINANCE
    blue = (signal[..., 2] - luma) / 1.8814
    red = (signal[..., 0] - luma) / 1.4746
    scale = 2 ** (depth - 8)
    return numpy.stack([(16 + 219 * luma) * scale, (128 + 224 * blue) * scale, (128 + 224 * red) * scale], -1)


def signal(codes, depth):
    """R'G'B' of Y', Cb, Cr."""
    codes = numpy.asarray(codes, float) / 2 ** (depth - 8)
    luma, blue, red = (codes[..., 0] - 16) / 219, (codes[..., 1] - 128) / 224, (codes[..., 2] - 128) / 224
    r, b = luma + 1.4746 * red, luma + 1.8814 * blue
    return numpy.stack([r, (luma - LUMINANCE[0] * r - LUMINANCE[2] * b) / LUMINANCE[1], b], -1)
