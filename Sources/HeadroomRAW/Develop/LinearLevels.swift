internal import HeadroomContainers
internal import HeadroomPixels

/// Maps stored numbers to linear reference values with white balance (DNG 1.7.1, chapter 5), prepared by column.
struct LinearLevels: Sendable {
  /// Samples of a row: pixels times planes.
  let samples: Int
  /// The values of stored integers; nil where they stand for themselves.
  let table: FloatTable?
  private let blackRows: Int
  private let patternRows: Int
  private let black: FloatTable
  private let deltaV: FloatTable
  private let scale: FloatTable
  private let gain: FloatTable
  /// No linearised number below this is clipped or nearly clipped in any colour.
  let clipFloor: Float

  /// The share of white at which the sensor's wells are full.
  let saturation: Float
  /// A sample counts as clipped from here on, where 1 is white: noise spreads the level of full wells.
  let clipLevel: Float
  /// Between this level and the clip level estimates are faded in, so that nothing jumps.
  let nearlyClipped: Float
  /// The most rows of a black pattern that are prepared; cameras have 1 or 2, Fujifilm's have 6.
  private static let mostBlackRows = 64

  init(
    _ levels: SensorLevels, size: (width: Int, height: Int), planes: Int, pattern: ColorFilterArray?,
    multipliers: SIMD3<Double>, saturation: Double = 1
  ) throws(ImageIOError) {
    try Self.check(levels, planes: planes)
    self.saturation = Float(saturation)
    clipLevel = 0.99 * Float(saturation)
    nearlyClipped = 0.96 * Float(saturation)
    samples = size.width * planes
    blackRows = levels.blackRows
    patternRows = pattern?.rows ?? 1
    table = levels.linearization.isEmpty ? nil : FloatTable(levels.linearization.map(Float.init))
    let deltaH = (0..<size.width).map { $0 < levels.blackDeltaH.count ? levels.blackDeltaH[$0] : 0 }
    let deltaV = (0..<size.height).map { $0 < levels.blackDeltaV.count ? levels.blackDeltaV[$0] : 0 }
    self.deltaV = FloatTable(deltaV.map(Float.init))
    black = FloatTable(Self.blackRows(levels, deltaH: deltaH, planes: planes))
    let rise = (deltaH.max() ?? 0) + (deltaV.max() ?? 0)
    let scales = try Self.scales(levels, rise: rise, planes: planes, colors: pattern == nil ? planes : 3)
    let colors = Self.colors(pattern, width: size.width, planes: planes)
    scale = FloatTable(colors.map { scales[$0] })
    gain = FloatTable(colors.map { planes == 1 && pattern == nil ? 1 : Float(multipliers[$0]) })
    let least = (levels.black.min() ?? 0) + (deltaH.min() ?? 0) + (deltaV.min() ?? 0)
    clipFloor = Float(least) + 0.999 * nearlyClipped / (scales.max() ?? 1)
  }

  /// The colour of each sample of each row of the pattern.
  private static func colors(_ pattern: ColorFilterArray?, width: Int, planes: Int) -> [Int] {
    guard let pattern else { return (0..<width * planes).map { $0 % planes } }
    return (0..<pattern.rows).flatMap { row in (0..<width).map { pattern.plane(row: row, column: $0) } }
  }

  private static func check(_ levels: SensorLevels, planes: Int) throws(ImageIOError) {
    let (rows, columns) = (levels.blackRows, levels.blackColumns)
    guard 1...mostBlackRows ~= rows, 1...65_536 ~= columns,
      levels.black.count == rows * columns * planes || levels.black.count == rows * columns
    else {
      throw .malformed(
        part: "BlackLevel",
        text: "\(levels.black.count) values for a pattern of \(rows)x\(columns) with \(planes) planes", offset: nil)
    }
    let all = [levels.black, levels.blackDeltaH, levels.blackDeltaV, levels.white]
    guard all.allSatisfy({ $0.allSatisfy(\.isFinite) }), !levels.white.isEmpty else {
      throw .malformed(part: "BlackLevel", text: "black or white is not a finite number", offset: nil)
    }
  }

  /// Black at a position of the pattern; one number may stand for all planes.
  private static func black(_ levels: SensorLevels, _ cell: Int, _ plane: Int, _ planes: Int) -> Double {
    let isShared = levels.black.count == levels.blackRows * levels.blackColumns
    return isShared ? levels.black[cell] : levels.black[cell * planes + plane]
  }

  private static func blackRows(_ levels: SensorLevels, deltaH: [Double], planes: Int) -> [Float] {
    var result: [Float] = []
    for row in 0..<levels.blackRows {
      for (column, delta) in deltaH.enumerated() {
        let cell = row * levels.blackColumns + column % levels.blackColumns
        for plane in 0..<planes { result.append(Float(black(levels, cell, plane, planes) + delta)) }
      }
    }
    return result
  }

  /// For each colour 1 / (white - the largest black of the plane it is stored in).
  private static func scales(
    _ levels: SensorLevels, rise: Double, planes: Int, colors: Int
  ) throws(ImageIOError) -> [Float] {
    var result: [Float] = []
    for color in 0..<colors {
      let plane = planes == 1 ? 0 : color
      let cells = 0..<levels.blackRows * levels.blackColumns
      let top = (cells.map { black(levels, $0, plane, planes) }.max() ?? 0) + rise
      let white = levels.white[min(color, levels.white.count - 1)]
      let scale = Float(1 / (white - top))
      guard white > top, scale.isNormal else {
        throw .malformed(part: "WhiteLevel", text: "white \(white) is not above black \(top)", offset: nil)
      }
      result.append(scale)
    }
    return result
  }
}

extension LinearLevels {
  /// The tables for a span of a row.
  @unsafe struct Span {
    let black: UnsafePointer<Float>
    let scale: UnsafePointer<Float>
    let gain: UnsafePointer<Float>
    let rise: Float
  }

  func span(row: Int, sample: Int) -> Span {
    unsafe Span(
      black: black.pointer(at: row % blackRows * samples + sample),
      scale: scale.pointer(at: row % patternRows * samples + sample),
      gain: gain.pointer(at: row % patternRows * samples + sample), rise: deltaV.pointer(at: row)[0])
  }
}
