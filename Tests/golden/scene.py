"""The picture that the made inputs show: no two corners alike, smooth light, a lamp above white, hard edges."""


def light(x, y, width, height):
    """Linear light of a pixel, 1.0 = white."""
    u, v = (x + 0.5) / width, (y + 0.5) / height
    colour = [0.05 + 0.8 * u, 0.05 + 0.7 * v, 0.1 + 0.5 * (1 - u) * (1 - v)]
    distance = ((u - 0.7) ** 2 + (v - 0.3) ** 2) ** 0.5
    if distance < 0.15:
        lamp = 8 * (1 - distance / 0.15)
        colour = [colour[0] + lamp, colour[1] + 0.8 * lamp, colour[2] + 0.4 * lamp]
    if 0.1 < u < 0.3 and 0.55 < v < 0.9:
        colour = [0.9, 0.02, 0.05] if (x // 3 + y // 2) % 2 else [0.02, 0.1, 0.6]
    return colour


def opacity(x, y, width, height):
    """1 in the middle, less to the right, 0 in one corner."""
    u, v = (x + 0.5) / width, (y + 0.5) / height
    return 0.0 if u + v < 0.3 else min(1.0, 1.4 - u)


def srgb(value):
    """The sRGB code of light that is cut at white, 0 to 1."""
    value = min(max(value, 0.0), 1.0)
    return 12.92 * value if value <= 0.0031308 else 1.055 * value ** (1 / 2.4) - 0.055


def pq(value):
    """The PQ code of light of which 1.0 is 203 cd/m2, 0 to 1 (BT.2100)."""
    y = (min(max(value, 0.0), 49.0) * 203 / 10000) ** 0.1593017578125
    return ((0.8359375 + 18.8515625 * y) / (1 + 18.6875 * y)) ** 78.84375


def codes(width, height, most, channels=3, curve=srgb):
    """Rows of integer samples up to `most`: 1 channel is green alone, a 2nd or 4th is opacity."""
    rows = []
    for y in range(height):
        row = []
        for x in range(width):
            colour = light(x, y, width, height)
            samples = [colour[1]] if channels < 3 else colour
            row += [round(curve(sample) * most) for sample in samples]
            if channels in (2, 4):
                row.append(round(opacity(x, y, width, height) * most))
        rows.append(row)
    return rows


def lights(width, height, channels=3):
    """Rows of floating-point samples."""
    return [[sample for x in range(width) for sample in light(x, y, width, height)[:channels]] for y in range(height)]
