internal import HeadroomPixels

/// The pixels of a chunk that an expensive step changes, gathered side by side: usually they are few, and vector code
/// cannot skip the others by a condition.
@safe struct ChosenPixels {
  private let places: UnsafeMutablePointer<Int32>
  /// The number of chosen pixels.
  private let count: Int
  /// The count with some pixels repeated, so that only whole vectors are processed.
  let paddedCount: Int

  /// The most numbers that a row of chosen pixels may have.
  static var capacity: Int { lookChunk + lanes }
  private static var lanes: Int { 8 }

  /// Calls `body` with the pixels whose number in `row` is below a limit; does not call it where there are none.
  @inline(__always)
  static func below(
    _ limit: Float, in row: UnsafePointer<Float>, _ count: Int, _ body: (ChosenPixels) -> Void
  ) {
    unsafe withUnsafeTemporaryAllocation(of: Int32.self, capacity: capacity) { buffer in
      guard let places = buffer.baseAddress else { return }
      var chosen = 0
      for index in 0..<count {
        unsafe places[chosen] = Int32(truncatingIfNeeded: index)
        chosen &+= unsafe row[index] < limit ? 1 : 0
      }
      guard chosen > 0 else { return }
      let padded = (chosen + lanes - 1) / lanes * lanes
      for index in chosen..<padded { unsafe places[index] = places[chosen - 1] }
      body(unsafe ChosenPixels(places: places, count: chosen, paddedCount: padded))
    }
  }

  /// Gathers their numbers from a row.
  @inline(__always) func gather(_ row: UnsafePointer<Float>, into target: UnsafeMutablePointer<Float>) {
    for index in 0..<paddedCount { unsafe target[index] = row[Int(places[index])] }
  }

  /// Scatters numbers back to their pixels.
  @inline(__always) func scatter(_ numbers: UnsafePointer<Float>, to row: UnsafeMutablePointer<Float>) {
    for index in 0..<count { unsafe row[Int(places[index])] = numbers[index] }
  }
}
