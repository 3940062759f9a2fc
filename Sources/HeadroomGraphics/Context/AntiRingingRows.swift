internal import HeadroomPixels

/// The rows of a worker that are resampled together, so that they can be clamped to the light of the
/// source; see ``AntiRingingLimiter``.
@safe struct AntiRingingRows: ~Copyable {
  /// The most rows that are drawn.
  static let most = 32

  let values: RowBuffer
  let least: RowBuffer
  let most: RowBuffer
  private let work: UnsafeMutablePointer<Float>
  private let width: Int
  /// The rows that are ready to be drawn.
  private(set) var ready = 0..<0
  /// The existing rows.
  private var made = 0..<0

  init(width: Int) {
    self.width = width
    let rows = Self.most + 2 * AntiRinging.reach
    let capacity = width * rows + 2 * AntiRinging.margin
    values = RowBuffer(capacity: capacity)
    least = RowBuffer(capacity: capacity)
    most = RowBuffer(capacity: capacity)
    unsafe work = .allocate(capacity: AntiRinging.scratchCount(lines: rows, stride: width))
  }

  deinit { unsafe work.deallocate() }

  /// Where a row lies in each of the buffers.
  func offset(of row: Int) -> Int { AntiRinging.margin + (row - made.lowerBound) * width }

  /// Begins with other rows, before they are written.
  mutating func begin(_ rows: Range<Int>) { made = rows }

  /// Clamps the written rows to their bounds.
  ///
  /// - Parameter wanted: the rows that have their surroundings.
  mutating func finish(_ wanted: Range<Int>, isOpaque: Bool) {
    for plane in 0..<(isOpaque ? 3 : 4) {
      let first = AntiRinging.margin
      let limiter = unsafe AntiRingingLimiter(
        values.rows.plane(plane) + first, least: least.rows.plane(plane) + first, most: most.rows.plane(plane) + first,
        lines: made.count, count: width, stride: width)
      unsafe limiter.run(work)
    }
    ready = wanted
  }
}
