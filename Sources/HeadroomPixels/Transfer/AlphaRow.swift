/// Multiplies colour by alpha and divides it by alpha, over planar rows in place. Where every alpha is 1, as in most
/// pictures, nothing needs to be done; the check costs a tenth of the operation.
package enum AlphaRow {
  /// Whether every value is exactly 1.
  package static func isOne(_ row: UnsafePointer<Float>, _ count: Int) -> Bool {
    let one = Float(1).bitPattern
    var difference: UInt32 = 0
    for x in 0..<count { unsafe difference |= row[x].bitPattern ^ one }
    return difference == 0
  }

  /// Straight to premultiplied.
  package static func premultiply(_ rows: RowPointers, _ count: Int) {
    if unsafe isOne(rows.a, count) { return }
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
    if unsafe isOne(rows.a, count) { return }
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

  /// As ``unpremultiply(_:_:)``, but light without alpha, such as the glows of OpenEXR files, stays as it is.
  package static func unpremultiplyKeepingEmission(_ rows: RowPointers, _ count: Int) {
    if unsafe isOne(rows.a, count) { return }
    let (r, g, b, a) = unsafe (rows.r, rows.g, rows.b, rows.a)
    for i in 0..<count {
      let alpha = unsafe a[i]
      let divisor: Float = alpha == 0 ? 1 : alpha
      unsafe r[i] /= divisor
      unsafe g[i] /= divisor
      unsafe b[i] /= divisor
    }
  }

  /// Undoes ``unpremultiplyKeepingEmission(_:_:)``.
  package static func premultiplyKeepingEmission(_ rows: RowPointers, _ count: Int) {
    if unsafe isOne(rows.a, count) { return }
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
