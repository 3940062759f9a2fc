internal import CHeadroomMath
package import HeadroomPixels

/// The number of pixels in a row kernel's own rows at a time: they stay in the first-level cache. Every pixel is
/// computed independently, so pieces of other sizes give the same bits.
let lookChunk = 128

/// Light is limited to 20 stops above white, so that no sum or product of it overflows.
let brightestLight: Float = 1_048_576

/// Light that is safe for arithmetic: NaN becomes 0, infinities become the brightest light.
@inline(__always) func tamed(_ light: Float) -> Float {
  let known: Float = light == light ? light : 0
  return headroom_clamp(known, -brightestLight, brightestLight)
}

@inline(__always) func largest(_ a: Float, _ b: Float, _ c: Float) -> Float { headroom_max(a, headroom_max(b, c)) }

@inline(__always) func smallest(_ a: Float, _ b: Float, _ c: Float) -> Float { headroom_min(a, headroom_min(b, c)) }

extension RowPointers {
  /// Copies red, green and blue to other rows.
  package func copyColors(to target: RowPointers, _ count: Int) {
    for plane in 0..<3 { unsafe target.plane(plane).update(from: self.plane(plane), count: count) }
  }
}

/// Runs a kernel over the chunks of a row: start and length of each.
@inline(__always) func forEachChunk(of count: Int, _ body: (Int, Int) -> Void) {
  var start = 0
  while start < count {
    let length = min(lookChunk, count &- start)
    body(start, length)
    start &+= length
  }
}
