extension TransferFunction {
  // H.273 gives the camera curve for 1, 6, 11, 14 and 15. Pictures need the curve of the display instead: Chromium 156
  // shows all five with the power 2.4, and a test compares with its numbers.
  private static let cicpTable: [(code: UInt8, transfer: TransferFunction)] = [
    (1, .bt1886), (4, .gamma(2.2)), (5, .gamma(2.8)), (6, .bt1886), (7, .smpte240), (8, .linear), (9, .log100),
    (10, .log316), (11, .bt1886), (12, .bt1361), (13, .sRGB), (14, .bt1886), (15, .bt1886), (16, .pq), (17, .smpte428),
    (18, .hlg),
  ]

  /// The curve with which a display reads an H.273 code; nil for reserved codes and 2, unspecified.
  public init?(cicpCode code: UInt8) {
    guard let row = Self.cicpTable.first(where: { $0.code == code }) else { return nil }
    self = row.transfer
  }

  /// The H.273 code of this curve, the lowest of several; nil when there is none.
  public var cicpCode: UInt8? { Self.cicpTable.first { $0.transfer == self }?.code }
}
