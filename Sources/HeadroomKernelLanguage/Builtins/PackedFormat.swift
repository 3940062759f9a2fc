/// How the pack and unpack functions of Metal lay several numbers out in 32 bits, the first lowest.
struct PackedFormat: Sendable {
  /// As it stands in names of functions, without the curve.
  let layout: String
  /// Bits of each lane.
  let widths: [Int]
  let isSigned: Bool
  /// Whether colours, not alpha, are encoded by the curve of sRGB.
  let isCurved: Bool

  var packName: String { isCurved ? "srgb_\(layout)" : layout }
  var unpackName: String { isCurved ? "\(layout)_srgb" : layout }

  /// Where each lane begins.
  var places: [Int] { widths.indices.map { widths[..<$0].reduce(0, +) } }
  /// What 1 is in each lane.
  var limits: [Float] { widths.map { Float((1 << ($0 - (isSigned ? 1 : 0))) - 1) } }

  static let all = [
    PackedFormat(layout: "unorm4x8", widths: [8, 8, 8, 8], isSigned: false, isCurved: false),
    PackedFormat(layout: "snorm4x8", widths: [8, 8, 8, 8], isSigned: true, isCurved: false),
    PackedFormat(layout: "unorm4x8", widths: [8, 8, 8, 8], isSigned: false, isCurved: true),
    PackedFormat(layout: "unorm2x16", widths: [16, 16], isSigned: false, isCurved: false),
    PackedFormat(layout: "snorm2x16", widths: [16, 16], isSigned: true, isCurved: false),
    PackedFormat(layout: "unorm10a2", widths: [10, 10, 10, 2], isSigned: false, isCurved: false),
  ]
}
