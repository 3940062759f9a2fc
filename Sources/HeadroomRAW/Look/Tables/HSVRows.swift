internal import CHeadroomMath
internal import HeadroomPixels

/// A chunk's hue in sixths of a turn (0 ... 6), saturation (0 ... 1) and value.
@unsafe struct HSVRows {
  var h: UnsafeMutablePointer<Float>
  var s: UnsafeMutablePointer<Float>
  var v: UnsafeMutablePointer<Float>

  init(_ base: UnsafeMutablePointer<Float>) {
    unsafe h = unsafe base
    unsafe s = unsafe base + lookChunk
    unsafe v = unsafe base + 2 * lookChunk
  }
}

/// Splits light into hue, saturation and value; the negative part of each component stays in `rows`.
func split(_ rows: RowPointers, _ out: HSVRows, _ count: Int, isHighRange: Bool) {
  if isHighRange {
    for i in 0..<count { unsafe split(rows, out, i) { HDRProfileEncoding.encode($0) } }
  } else {
    for i in 0..<count { unsafe split(rows, out, i) { $0 } }
  }
}

@inline(__always) private func split(_ rows: RowPointers, _ out: HSVRows, _ i: Int, _ encode: (Float) -> Float) {
  let (red, green, blue) = unsafe (tamed(rows.r[i]), tamed(rows.g[i]), tamed(rows.b[i]))
  let r = encode(headroom_max(red, 0))
  let g = encode(headroom_max(green, 0))
  let b = encode(headroom_max(blue, 0))
  let most = largest(r, g, b)
  let gap = most - smallest(r, g, b)
  // The reciprocal of smaller numbers is not safe for arithmetic.
  let share: Float = gap > 1e-30 ? 1 / gap : 0
  let fromRed = (g - b) * share
  let fromGreen = 2 + (b - r) * share
  let fromBlue = 4 + (r - g) * share
  let later: Float = g == most ? fromGreen : fromBlue
  let hue: Float = r == most ? fromRed : later
  let turned: Float = hue < 0 ? hue + 6 : hue
  unsafe out.h[i] = turned
  unsafe out.s[i] = gap / (most > 0 ? most : 1)
  unsafe out.v[i] = most
  unsafe rows.r[i] = headroom_min(red, 0)
  unsafe rows.g[i] = headroom_min(green, 0)
  unsafe rows.b[i] = headroom_min(blue, 0)
}

/// Joins them again, adding the light to `rows`.
func join(_ rows: RowPointers, _ color: HSVRows, _ count: Int, isHighRange: Bool) {
  if isHighRange {
    for i in 0..<count { unsafe join(rows, color, i) { HDRProfileEncoding.decode($0) } }
  } else {
    for i in 0..<count { unsafe join(rows, color, i) { $0 } }
  }
}

@inline(__always) private func join(_ rows: RowPointers, _ color: HSVRows, _ i: Int, _ decode: (Float) -> Float) {
  let (h, v) = unsafe (color.h[i], color.v[i])
  let depth = unsafe v * color.s[i]
  unsafe rows.r[i] += decode(v - depth * fall(h + 5))
  unsafe rows.g[i] += decode(v - depth * fall(h + 3))
  unsafe rows.b[i] += decode(v - depth * fall(h + 1))
}

/// How far a channel lies below the value, 0 ... 1, as a function of the sixths of the circle from its own start, for
/// any number.
@inline(__always) private func fall(_ sixths: Float) -> Float {
  let place = sixths - 6 * (sixths * (1 / 6)).rounded(.down)
  let ramp = headroom_min(place, 4 - place)
  return headroom_clamp(ramp, 0, 1)
}
