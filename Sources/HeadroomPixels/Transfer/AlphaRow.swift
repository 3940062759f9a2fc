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

  /// As ``unpremultiply(_:_:)``, but light without alpha, as the glows of OpenEXR files, stays as it is.
  package static func unpremultiplyKeepingLight(_ rows: RowPointers, _ count: Int) {
    let (r, g, b, a) = unsafe (rows.r, rows.g, rows.b, rows.a)
    for i in 0..<count {
      let alpha = unsafe a[i]
      let divisor: Float = alpha == 0 ? 1 : alpha
      unsafe r[i] /= divisor
      unsafe g[i] /= divisor
      unsafe b[i] /= divisor
    }
  }

  /// Undoes ``unpremultiplyKeepingLight(_:_:)``.
  package static func premultiplyKeepingLight(_ rows: RowPointers, _ count: Int) {
    let (r, g, b, a) = unsafe (rows.r, rows.g, rows.b, rows.a)
    for i in 0..<count {
      let alpha = unsafe a[i]
      let factor: Float = alpha == 0 ? 1 : alpha
      unsafe r[i] *= factor
      unsafe g[i] *= factor
      unsafe b[i] *= factor
    }
  }
}
