/// One gain for the three colours of a pixel, a function of the largest: how a tone curve keeps hue.
package enum GainRow {
  /// Multiplies each pixel by `gain(max(r, g, b))`, in place, and limits the result to `limit`.
  ///
  /// - Parameters:
  ///   - gain: the gain as a function of the largest component; pixels without a positive one take that at zero.
  ///   - scale: the largest component is multiplied by this before the gain is looked up. A curve with a corner is
  ///     followed best when the scale puts the corner at a power of two, where pieces of the table meet.
  ///   - limit: the largest component of the result. Interpolation may exceed it by a millionth.
  package static func apply(
    _ gain: CurveTable, scale: Float = 1, limit: Float, _ r: UnsafeMutablePointer<Float>,
    _ g: UnsafeMutablePointer<Float>,
    _ b: UnsafeMutablePointer<Float>, _ count: Int
  ) {
    let chunk = 256
    unsafe withUnsafeTemporaryAllocation(of: Float.self, capacity: 256) { buffer in
      guard let gains = buffer.baseAddress else { return }
      var start = 0
      while start < count {
        let length = min(chunk, count - start)
        let (red, green, blue) = unsafe (r + start, g + start, b + start)
        for i in 0..<length {
          let (x, y, z) = unsafe (red[i], green[i], blue[i])
          let larger = x > y ? x : y
          unsafe gains[i] = (larger > z ? larger : z) * scale
        }
        unsafe gain.apply(gains, length)
        for i in 0..<length {
          let factor = unsafe gains[i]
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
