import HeadroomPixels
import HeadroomRAW

/// Two sums over all samples of a picture, the second one of each sample times its place: what another program counted
/// over the same file tells whether every sample is the same and at the same place.
struct SampleSums: Equatable {
  var plain: UInt64 = 0
  var placed: UInt64 = 0

  init(plain: UInt64, placed: UInt64) {
    self.plain = plain
    self.placed = placed
  }

  /// - Parameter padsToFour: whether the other program counted a fourth plane of zeros.
  init(_ bitmap: PixelBitmap, padsToFour: Bool = false) {
    let channels = bitmap.format.channelCount
    var place: UInt64 = 1
    for value in bitmap.codes {
      plain &+= UInt64(value)
      placed &+= UInt64(value) &* (place % 65521)
      place += 1
      if padsToFour, (place - 1) % 4 == UInt64(channels) { place += 1 }
    }
  }
}

extension PixelBitmap {
  /// All integer samples, row by row.
  var codes: [UInt16] {
    (0..<height).flatMap { row in
      let samples = unsafe rowAddress(row).assumingMemoryBound(to: UInt16.self)
      return (0..<width * format.channelCount).map { unsafe samples[$0] }
    }
  }

  /// All floating point samples, row by row.
  var floats: [Float] {
    (0..<height).flatMap { row in
      let samples = unsafe rowAddress(row).assumingMemoryBound(to: Float.self)
      return (0..<width * format.channelCount).map { unsafe samples[$0] }
    }
  }
}
