internal import HeadroomPixels

/// One number for each pixel.
///
/// `@unchecked Sendable`: while it is filled, each row is written only by the thread that measures it; afterwards it is
/// only read.
@safe
final class FloatPlane: @unchecked Sendable {
  let width: Int
  let height: Int
  private let values: UnsafeMutableBufferPointer<Float>
  /// Owns the memory.
  private let storage: PixelStorage

  /// - Throws: `PixelError` if memory is missing.
  init(width: Int, height: Int) throws(PixelError) {
    self.width = width
    self.height = height
    storage = try StoragePool.shared.storage(byteCount: width * height * MemoryLayout<Float>.stride)
    storage.clear()
    unsafe values = UnsafeMutableBufferPointer(
      start: storage.base.assumingMemoryBound(to: Float.self), count: width * height)
  }

  subscript(x: Int, row: Int) -> Float {
    get { unsafe values[row * width + x] }
    set { unsafe values[row * width + x] = newValue }
  }

  /// Calls `body` with a row's values. The buffer must not escape.
  func withRow<Result>(_ row: Int, _ body: (UnsafeBufferPointer<Float>) -> Result) -> Result {
    unsafe body(UnsafeBufferPointer(rebasing: values[(row * width)..<((row + 1) * width)]))
  }

  /// The value below which this share of all values lies, interpolated between neighbours as NumPy does.
  /// Values must not be negative.
  func quantile(_ share: Double) -> Float {
    let position = share * Double(width * height - 1)
    let low = Int(position)
    let fraction = Float(position - Double(low))
    let value = orderStatistic(low)
    return fraction > 0 ? value + (orderStatistic(low + 1) - value) * fraction : value
  }

  /// The value at `rank` in increasing order. For numbers that are not negative the order of the bit patterns is the
  /// order of the values, so a count of the upper halves finds the few candidates without sorting everything.
  private func orderStatistic(_ rank: Int) -> Float {
    var counts = [Int](repeating: 0, count: 1 << 16)
    for index in 0..<(width * height) { unsafe counts[Int(values[index].bitPattern >> 16)] += 1 }
    var before = 0
    var bin = 0
    while before + counts[bin] <= rank {
      before += counts[bin]
      bin += 1
    }
    let candidates = unsafe values.filter { Int($0.bitPattern >> 16) == bin }.sorted()
    return candidates[rank - before]
  }
}
