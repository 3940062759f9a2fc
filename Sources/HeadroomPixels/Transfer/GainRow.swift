/// One gain for the three colours of a pixel, a function of the largest: how a tone curve keeps hue.
package enum GainRow {
  /// Multiplies each pixel by `results(max(r, g, b)) / max(r, g, b)`, in place, and limits the result to `limit`.
  ///
  /// - Parameters:
  ///   - results: the result for the largest component, constant above its domain.
  ///   - scale: the largest component is multiplied by this before it is looked up. A curve with a corner is followed
  ///     best when the scale puts the corner at a power of two, where pieces of the table meet.
  ///   - smallest: largest components below this (above 0), after scaling, take its gain; so do pixels
  ///     without a positive component.
  ///   - limit: the largest component of the result. Rounding may exceed it by a millionth.
  package static func apply(
    results: CurveTable, scale: Float = 1, smallest: Float, limit: Float, _ r: UnsafeMutablePointer<Float>,
    _ g: UnsafeMutablePointer<Float>, _ b: UnsafeMutablePointer<Float>, _ count: Int
  ) {
    let chunk = 256
    unsafe withUnsafeTemporaryAllocation(of: Float.self, capacity: 512) { buffer in
      guard let mapped = buffer.baseAddress else { return }
      let arguments = unsafe mapped + chunk
      var start = 0
      while start < count {
        let length = min(chunk, count - start)
        let (red, green, blue) = unsafe (r + start, g + start, b + start)
        for i in 0..<length {
          let (x, y, z) = unsafe (red[i], green[i], blue[i])
          let larger = x > y ? x : y
          let largest = (larger > z ? larger : z) * scale
          unsafe arguments[i] = largest > smallest ? largest : smallest
        }
        unsafe results.apply(arguments, to: mapped, length)
        for i in 0..<length {
          let factor = unsafe mapped[i] / arguments[i] * scale
          let (x, y, z) = unsafe (red[i] * factor, green[i] * factor, blue[i] * factor)
          unsafe red[i] = x > limit ? limit : x
          unsafe green[i] = y > limit ? limit : y
          unsafe blue[i] = z > limit ? limit : z
        }
        start += length
      }
    }
  }
}
