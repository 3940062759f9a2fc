internal import Foundation
internal import HeadroomEngine
internal import HeadroomImage
internal import HeadroomPixels
internal import HeadroomSymbols

/// A code: a pixel for each module, black on white, opaque.
protocol SymbolFilter: FilterDefinition {
  /// The modules, margins included; nil where there is no message, or no symbol holds it.
  var symbol: BarcodeSymbol? { get }
}

extension SymbolFilter {
  func image(from inputs: FilterImages) -> CIImage? {
    symbol.map { CIImage(generator: SymbolImage($0), extent: CGRect(x: 0, y: 0, width: $0.width, height: $0.height)) }
  }
}

/// A code that encodes a message.
protocol MessageFilter: FilterDefinition {
  var message: MessageBytes? { get }
  /// Whether there is a code for the message.
  var hasCode: Bool { get }
}

extension MessageFilter {
  var objection: FilterObjection? { messageObjection }

  var messageObjection: FilterObjection? {
    let key = "inputMessage"
    guard let message, !message.data.isEmpty else { return FilterObjection(key: key, reason: "is missing") }
    if hasCode { return nil }
    return FilterObjection(key: key, reason: "no code with these settings holds its \(message.data.count) bytes")
  }
}

extension MessageFilter where Self: SymbolFilter {
  var hasCode: Bool { symbol != nil }
}

extension QRCorrection {
  /// Why this is not a valid level.
  static func objection(letter: String) -> FilterObjection? {
    if QRCorrection(letter: letter) != nil { return nil }
    return FilterObjection(key: "inputCorrectionLevel", reason: "'\(letter)' is not one of L, M, Q, H")
  }
}

extension RegisteredFilter where Self: SymbolFilter {
  static var imageKeys: [String] { [] }
  var isNeutral: Bool { false }
}

/// The pixels of a code.
struct SymbolImage: PointImplementation {
  private let symbol: BarcodeSymbol
  /// 0 for a dark module, 1 for a light one, in rows from the bottom.
  private let light: [Float]

  init(_ symbol: BarcodeSymbol) {
    self.symbol = symbol
    let (width, height) = (symbol.width, symbol.height)
    light = (0..<height).reversed().flatMap { row in (0..<width).map { symbol[$0, row] ? 0 : 1 } }
  }

  var fingerprint: Fingerprint {
    // Packs 32 modules into a number.
    let words = stride(from: 0, to: symbol.modules.count, by: 32).map { start in
      symbol.modules[start..<min(start + 32, symbol.modules.count)].reduce(0) { Double($0) * 2 + ($1 ? 1 : 0) }
    }
    return Fingerprint("code", [Double(symbol.width), Double(symbol.height)] + words)
  }

  var alphaRule: AlphaRule { .premultiplied }
  var usesPosition: Bool { true }
  func peak(of inputs: [Float?]) -> Float? { 1 }
  func contentHeadroom(of inputs: [Float]) -> Float? { 1 }
  func isOpaque(_ inputs: [Bool]) -> Bool { true }

  func makeStage(in space: WorkingSpace) -> RowStage {
    let (light, width) = (light, symbol.width)
    return unsafe RowStage { rows, _, count, x, y in
      let (r, g, b, a) = unsafe (rows.r, rows.g, rows.b, rows.a)
      let isInside = y >= 0 && (y + 1) * width <= light.count
      let first = min(max(-x, 0), count)
      let inside = isInside ? first..<max(min(count, width - x), first) : 0..<0
      for plane in 0..<4 {
        let row = unsafe rows.plane(plane)
        unsafe row.update(repeating: 0, count: inside.lowerBound)
        unsafe (row + inside.upperBound).update(repeating: 0, count: count - inside.upperBound)
      }
      unsafe light.withUnsafeBufferPointer { light in
        let row = isInside ? unsafe light.baseAddress.map { unsafe $0 + y * width + x } : nil
        guard let row = unsafe row else { return }
        for i in inside {
          let value = unsafe row[i]
          unsafe r[i] = value
          unsafe g[i] = value
          unsafe b[i] = value
          unsafe a[i] = 1
        }
      }
    }
  }

  func evaluate(_ pixels: [Pixel], x: Float, y: Float, in space: WorkingSpace) -> Pixel {
    let (column, row) = (Int(x.rounded(.down)), Int(y.rounded(.down)))
    guard (0..<symbol.width).contains(column), (0..<symbol.height).contains(row) else { return .clear }
    let value: Float = symbol[column, symbol.height - 1 - row] ? 0 : 1
    return Pixel(r: value, g: value, b: value, a: 1)
  }
}
