/// The layout of several numbers in 32 bits by Metal's pack and unpack functions, the first number in the lowest bits.
struct PackedFormat: Sendable {
  /// The layout as spelled in function names, without the curve.
  let layout: String
  /// The number of bits of each lane.
  let widths: [Int]
  let isSigned: Bool
  /// Whether colours, not alpha, are encoded by the curve of sRGB.
  let isCurved: Bool

  var packName: String { isCurved ? "srgb_\(layout)" : layout }
  var unpackName: String { isCurved ? "\(layout)_srgb" : layout }

  /// The first bit of each lane.
  var places: [Int] { widths.indices.map { widths[..<$0].reduce(0, +) } }
  /// The integer that stands for 1 in each lane.
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
