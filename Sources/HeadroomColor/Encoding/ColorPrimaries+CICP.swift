extension ColorPrimaries {
  private static let cicpTable: [(code: UInt8, primaries: ColorPrimaries)] = [
    (1, .bt709), (4, .bt470M), (5, .ebu), (6, .smpteC), (7, .smpteC), (8, .film), (9, .bt2020), (10, .xyzAxes),
    (11, .dciP3), (12, .p3D65), (22, .ebu3213),
  ]

  /// The primaries of an H.273 code; nil for reserved codes and 2, unspecified.
  public init?(cicpCode code: UInt8) {
    guard let row = Self.cicpTable.first(where: { $0.code == code }) else { return nil }
    self = row.primaries
  }

  /// The H.273 code of these primaries; nil when there is none.
  public var cicpCode: UInt8? { Self.cicpTable.first { $0.primaries == self }?.code }
}
