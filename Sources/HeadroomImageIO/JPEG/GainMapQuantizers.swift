/// The steps, in codes and row by row, by which a gain map's coefficients are divided.
struct GainMapQuantizers: Hashable, Sendable {
  static let count = 64

  let luma: [UInt16]
  let chroma: [UInt16]

  /// One step for all frequencies.
  init(flat step: Int) {
    luma = Array(repeating: UInt16(clamping: step), count: Self.count)
    chroma = luma
  }

  /// A quarter of the step for the mean of a block, an eighth more with each frequency up to the whole; a quarter more for
  /// colour differences.
  init(graded step: Double) {
    luma = Self.graded(step)
    chroma = Self.graded(1.25 * step)
  }

  private static func graded(_ step: Double) -> [UInt16] {
    (0..<count).map { index in
      let eighths = min(2 + index / 8 + index % 8, 8)
      return UInt16(min(max((step * Double(eighths) / 8).rounded(), 1), 255))
    }
  }

  /// Both, as the library takes them.
  var all: [UInt16] { luma + chroma }
}
