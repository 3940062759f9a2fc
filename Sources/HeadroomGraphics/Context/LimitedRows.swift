internal import HeadroomPixels

/// The rows of a worker that are resampled together, so that they can be held within the light of the source; see
/// ``LightLimiter``.
@safe struct LimitedRows: ~Copyable {
  /// Rows that are drawn, at most.
  static let most = 32

  let values: RowBuffer
  let least: RowBuffer
  let most: RowBuffer
  private let work: UnsafeMutablePointer<Float>
  private let width: Int
  /// The rows that are ready to be drawn.
  private(set) var ready = 0..<0
  /// The rows that are there.
  private var made = 0..<0

  init(width: Int) {
    self.width = width
    let rows = Self.most + 2 * LightLimit.reach
    values = RowBuffer(capacity: width * rows)
    least = RowBuffer(capacity: width * rows)
    most = RowBuffer(capacity: width * rows)
    unsafe work = .allocate(capacity: LightLimit.scratchCount(lines: rows, stride: width))
  }

  deinit { unsafe work.deallocate() }

  /// Where a row lies in each of the buffers.
  func offset(of row: Int) -> Int { (row - made.lowerBound) * width }

  /// Begins with other rows, before they are written.
  mutating func begin(_ rows: Range<Int>) { made = rows }

  /// Holds what was written within its bounds.
  ///
  /// - Parameter wanted: the rows that have others around them.
  mutating func finish(_ wanted: Range<Int>, isOpaque: Bool) {
    for plane in 0..<(isOpaque ? 3 : 4) {
      let limiter = unsafe LightLimiter(
        values.rows.plane(plane), least: least.rows.plane(plane), most: most.rows.plane(plane), lines: made.count,
        count: width, stride: width)
      unsafe limiter.run(work)
    }
    ready = wanted
  }
}
