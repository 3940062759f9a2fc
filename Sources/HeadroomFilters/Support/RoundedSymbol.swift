internal import HeadroomSymbols

/// Draws a QR symbol with round shapes, as the dark share of each pixel.
///
/// Each module is a piece of a shape: nothing, a square, a dot, or a part of one of the large patterns. Shapes are
/// given by signed distances in modules; a pixel's darkness is its coverage, estimated from the distance of its centre.
struct RoundedSymbol: Sendable {
  private enum Piece: UInt8, Sendable {
    case light
    case square
    case dot
    case finder
    case alignment
  }

  /// Which parts are drawn round.
  struct Style: Sendable {
    let roundsFinders: Bool
    let roundsAlignments: Bool
    let roundsData: Bool
    /// The side of the space in the middle, as a fraction of the symbol's; 0 for none.
    let space: Double
  }

  /// Pixels of a module.
  let scale: Int
  /// Modules along a side, a margin of one included.
  let size: Int
  /// Row after row from the top.
  private var pieces: [Piece]
  /// The position of a module in its pattern, across and down.
  private var places: [SIMD2<UInt8>]

  init(_ symbol: BarcodeSymbol, version: QRVersion, style: Style, scale: Int) {
    self.scale = scale
    size = symbol.width + 2
    pieces = [Piece](repeating: .light, count: size * size)
    places = [SIMD2<UInt8>](repeating: .zero, count: size * size)
    addSquares(of: symbol, as: style.roundsData ? .dot : .square, x: 0..<symbol.width, y: 0..<symbol.height)
    for (x, y) in version.alignmentPlaces {
      add(.alignment, side: 5, x: x - 2, y: y - 2, isRound: style.roundsAlignments, symbol)
    }
    let last = symbol.width - 7
    for (x, y) in [(0, 0), (last, 0), (0, last)] {
      add(.finder, side: 7, x: x, y: y, isRound: style.roundsFinders, symbol)
    }
    addSpace(of: Int(style.space * Double(symbol.width)))
  }

  private func index(_ x: Int, _ y: Int) -> Int { (y + 1) * size + x + 1 }

  private mutating func addSquares(of symbol: BarcodeSymbol, as piece: Piece, x: Range<Int>, y: Range<Int>) {
    for row in y { for column in x { pieces[index(column, row)] = symbol[column, row] ? piece : .light } }
  }

  /// Adds one of the patterns that are not data.
  private mutating func add(
    _ piece: Piece, side: Int, x: Int, y: Int, isRound: Bool, _ symbol: BarcodeSymbol
  ) {
    guard isRound else {
      addSquares(of: symbol, as: .square, x: x..<x + side, y: y..<y + side)
      return
    }
    for row in 0..<side {
      for column in 0..<side {
        pieces[index(x + column, y + row)] = piece
        places[index(x + column, y + row)] = SIMD2(UInt8(column), UInt8(row))
      }
    }
  }

  /// Adds the space in the middle: as many whole modules as fit, an odd number like the symbol's.
  private mutating func addSpace(of modules: Int) {
    let side = modules.isMultiple(of: 2) ? modules - 1 : modules
    guard side > 0 else { return }
    let start = (size - side) / 2
    for y in start..<start + side { for x in start..<start + side { pieces[y * size + x] = .square } }
  }

  /// How much of a pixel is dark, 0...1; pixels are counted from the upper left.
  func coverage(column: Int, row: Int) -> Float {
    let (x, y) = (column / scale, row / scale)
    guard column >= 0, row >= 0, x < size, y < size else { return 0 }
    return coverage(x, y, column % scale, row % scale)
  }

  /// The coverage of a row of a module's pixels.
  func coverage(module x: Int, row: Int, into values: inout [Float]) {
    let y = row / scale
    switch pieces[y * size + x] {
    case .light: for i in 0..<scale { values[i] = 0 }
    case .square: for i in 0..<scale { values[i] = 1 }
    default: for i in 0..<scale { values[i] = coverage(x, y, i, row % scale) }
    }
  }

  private func coverage(_ x: Int, _ y: Int, _ innerX: Int, _ innerY: Int) -> Float {
    let index = y * size + x
    let place = places[index]
    let u = (Float(innerX) + 0.5) / Float(scale)
    let v = (Float(innerY) + 0.5) / Float(scale)
    let distance: Float
    switch pieces[index] {
    case .light: return 0
    case .square: return 1
    case .dot: distance = Self.square(u - 0.5, v - 0.5, half: 0.5, radius: 0.5)
    case .finder: distance = Self.finder(u + Float(place.x) - 3.5, v + Float(place.y) - 3.5)
    case .alignment: distance = Self.alignment(u + Float(place.x) - 2.5, v + Float(place.y) - 2.5)
    }
    return min(max(0.5 - distance * Float(scale), 0), 1)
  }

  /// A ring of one module around three by three.
  private static func finder(_ x: Float, _ y: Float) -> Float {
    let ring = max(square(x, y, half: 3.5, radius: 2.25), -square(x, y, half: 2.5, radius: 1.25))
    return min(ring, square(x, y, half: 1.5, radius: 1))
  }

  /// A ring of one module around one.
  private static func alignment(_ x: Float, _ y: Float) -> Float {
    let ring = max(square(x, y, half: 2.5, radius: 1.5), -square(x, y, half: 1.5, radius: 0.75))
    return min(ring, square(x, y, half: 0.5, radius: 0.5))
  }

  /// The signed distance from a square with round corners around the origin.
  private static func square(_ x: Float, _ y: Float, half: Float, radius: Float) -> Float {
    let (dx, dy) = (abs(x) - half + radius, abs(y) - half + radius)
    let outside = (max(dx, 0) * max(dx, 0) + max(dy, 0) * max(dy, 0)).squareRoot()
    return outside + min(max(dx, dy), 0) - radius
  }
}
