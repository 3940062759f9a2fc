/// Multiplies colour by alpha and divides it by alpha, over planar rows in place.
package enum AlphaRow {
  /// Straight to premultiplied.
  package static func premultiply(_ rows: RowPointers, _ count: Int) {
    let (r, g, b, a) = unsafe (rows.r, rows.g, rows.b, rows.a)
    for i in 0..<count {
      let alpha = unsafe a[i]
      unsafe r[i] *= alpha
      unsafe g[i] *= alpha
      unsafe b[i] *= alpha
    }
  }

  /// Premultiplied to straight; black where alpha is zero.
  package static func unpremultiply(_ rows: RowPointers, _ count: Int) {
    let (r, g, b, a) = unsafe (rows.r, rows.g, rows.b, rows.a)
    for i in 0..<count {
      let alpha = unsafe a[i]
      // Three divisions, not one reciprocal: a color equal to its alpha has to become exactly one.
      let divisor: Float = alpha == 0 ? 1 : alpha
      let keep: Float = alpha == 0 ? 0 : 1
      unsafe r[i] = r[i] / divisor * keep
      unsafe g[i] = g[i] / divisor * keep
      unsafe b[i] = b[i] / divisor * keep
    }
  }
}
