/// Pictures that move: a recipe, or a program's own view.
///
/// The viewer asks for the next frame when the page has room for one; a source that is slower or faster than the page neither piles
/// up nor starves it.
package protocol LiveSource: Sendable {
  /// The next frame for a display.
  ///
  /// - Parameters:
  ///   - headroom: of the display, as a ratio to its SDR white; 1 and more.
  ///   - time: seconds since the page began to watch.
  /// - Throws: why there is none; the page is told.
  func frame(headroom: Double, time: Double) throws -> LiveFrame
}

/// One frame, as the page takes it.
package struct LiveFrame: Sendable {
  package enum Format: UInt32, Sendable {
    /// PQ of BT.2020 in 32-bit words: red in the lowest ten bits, then green, blue, and two bits of alpha.
    case rgb10a2 = 1
    /// Linear BT.2020 light in three half floats, 1.0 = reference white.
    case rgbHalf = 2
  }

  package let width: Int
  package let height: Int
  package let format: Format
  /// Rows from the top, one behind the other.
  package let pixels: [UInt8]

  package init(width: Int, height: Int, format: Format, pixels: [UInt8]) {
    self.width = width
    self.height = height
    self.format = format
    self.pixels = pixels
  }

  /// What stands in front of the pixels: eight words, the time in two of them.
  package func header(number: UInt32, time: Double) -> [UInt8] {
    let words = [0x4852_464d, number, UInt32(width), UInt32(height), format.rawValue]
    let bits = time.bitPattern
    return (words + [UInt32(truncatingIfNeeded: bits), UInt32(truncatingIfNeeded: bits >> 32), 0]).flatMap { word in
      (0..<4).map { UInt8(truncatingIfNeeded: word >> (8 * UInt32($0))) }
    }
  }
}
