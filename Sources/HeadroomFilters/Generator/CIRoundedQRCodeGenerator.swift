public import Foundation
internal import HeadroomEngine
public import HeadroomImage
internal import HeadroomPixels
internal import HeadroomSymbols

/// A QR code with round shapes.
struct RoundedQRCodeGenerator: MessageFilter, PointImplementation {
  static let name = "CIRoundedQRCodeGenerator"
  static let displayName = "Rounded QR Code Generator"
  static let introduced = FilterAvailability(iOS: "26.0", macOS: "26.0")
  static let categories: [FilterCategory] = [.generator, .stillImage]
  static let imageKeys: [String] = []

  @Input("inputMessage") var message: MessageBytes? = nil
  @Input("inputCorrectionLevel") var correctionLevel = "M"
  @Input("inputScale", type: .integer, minimum: 8, maximum: 64, slider: 16...32) var scale: Float = 16
  @Input("inputRoundedMarkers", type: .integer, minimum: 0, maximum: 2) var roundedMarkers: Int = 1
  @Input("inputRoundedData", minimum: 0, maximum: 1) var roundedData = true
  @Input("inputCenterSpaceSize", minimum: 0, maximum: 0.3333, slider: 0.2...0.3333) var centerSpaceSize: Float = 0.25
  @Input("inputColor0") var color0 = CIColor.white
  @Input("inputColor1") var color1 = CIColor.black

  var isNeutral: Bool { false }
  var alphaRule: AlphaRule { .premultiplied }
  var usesPosition: Bool { true }

  func peak(of inputs: [Float?]) -> Float? { max(color0.peak, color1.peak) }
  func isOpaque(_ inputs: [Bool]) -> Bool { color0.isOpaque && color1.isOpaque }

  var hasCode: Bool { drawing != nil }
  var objection: FilterObjection? { QRCorrection.objection(letter: correctionLevel) ?? messageObjection }

  func image(from inputs: FilterImages) -> CIImage? {
    drawing.map { drawing in
      let side = CGFloat(drawing.size * drawing.scale)
      return CIImage(generator: self, extent: CGRect(x: 0, y: 0, width: side, height: side))
    }
  }

  private var drawing: RoundedSymbol? {
    guard let message, !message.data.isEmpty, let correction = QRCorrection(letter: correctionLevel),
      let version = QRVersion(holding: message.data.count, correction: correction)
    else { return nil }
    let symbol = QRCode.symbol(of: QRCode.codewords(of: Array(message.data), in: version), in: version)
    let style = RoundedSymbol.Style(
      roundsFinders: roundedMarkers >= 1, roundsAlignments: roundedMarkers >= 2, roundsData: roundedData,
      space: min(Double(centerSpaceSize), Self.largestSpace(correction)))
    return RoundedSymbol(symbol, version: version, style: style, scale: Int(scale.rounded()))
  }

  /// The largest space that the error correction can make up for.
  private static func largestSpace(_ correction: QRCorrection) -> Double {
    switch correction {
    case .low, .medium: 0
    case .quartile: 0.25
    case .high: 0.33
    }
  }

  func makeStage(in space: WorkingSpace) -> RowStage {
    guard let drawing else { return unsafe RowStage { _, _, _, _, _ in } }
    let (light, dark) = (color0.pixel(in: space), color1.pixel(in: space))
    let side = drawing.size * drawing.scale
    return unsafe RowStage { rows, _, count, x, y in
      let row = side - 1 - y
      var values = [Float](repeating: 0, count: drawing.scale)
      var known = -1
      for i in 0..<count {
        let column = x + i
        guard (0..<side).contains(column), (0..<side).contains(row) else {
          unsafe (rows.r[i], rows.g[i], rows.b[i], rows.a[i]) = (0, 0, 0, 0)
          continue
        }
        let module = column / drawing.scale
        if module != known { drawing.coverage(module: module, row: row, into: &values) }
        known = module
        let pixel = light.mixed(with: dark, values[column - module * drawing.scale])
        unsafe (rows.r[i], rows.g[i], rows.b[i], rows.a[i]) = (pixel.r, pixel.g, pixel.b, pixel.a)
      }
    }
  }

  func evaluate(_ pixels: [Pixel], x: Float, y: Float, in space: WorkingSpace) -> Pixel {
    guard let drawing else { return .clear }
    let (column, row) = (Int(x.rounded(.down)), drawing.size * drawing.scale - 1 - Int(y.rounded(.down)))
    return color0.pixel(in: space).mixed(
      with: color1.pixel(in: space), drawing.coverage(column: column, row: row))
  }
}

/// A QR code with round shapes; see `CIFilter.roundedQRCodeGenerator()`.
public protocol CIRoundedQRCodeGenerator: CIFilterProtocol {
  /// The message of the code: any bytes.
  var message: Data { get set }
  /// How much of the code may be damaged: `L` (7 %), `M` (15 %), `Q` (25 %) or `H` (30 %).
  var correctionLevel: String { get set }
  /// Pixels of a module, 8...64.
  var scale: Float { get set }
  /// Which patterns are round: 0 none, 1 the three large ones, 2 also the small ones.
  var roundedMarkers: Int { get set }
  /// Whether data are dots rather than squares.
  var roundedData: Bool { get set }
  /// The side of the space in the middle as a fraction of the symbol's, 0...0.3333; at most 0.25 at level `Q`, 0.33 at
  /// `H`, none at `L` and `M`.
  var centerSpaceSize: Float { get set }
  /// The colour behind the code.
  var color0: CIColor { get set }
  /// The colour of the code.
  var color1: CIColor { get set }
}

extension BuiltInFilter: CIRoundedQRCodeGenerator where Definition == RoundedQRCodeGenerator {
  var message: Data {
    get { definition.message?.data ?? Data() }
    set { definition.message = MessageBytes(newValue) }
  }
  var correctionLevel: String {
    get { definition.correctionLevel }
    set { definition.correctionLevel = newValue }
  }
  var scale: Float {
    get { definition.scale }
    set { definition.scale = newValue }
  }
  var roundedMarkers: Int {
    get { definition.roundedMarkers }
    set { definition.roundedMarkers = newValue }
  }
  var roundedData: Bool {
    get { definition.roundedData }
    set { definition.roundedData = newValue }
  }
  var centerSpaceSize: Float {
    get { definition.centerSpaceSize }
    set { definition.centerSpaceSize = newValue }
  }
  var color0: CIColor {
    get { definition.color0 }
    set { definition.color0 = newValue }
  }
  var color1: CIColor {
    get { definition.color1 }
    set { definition.color1 = newValue }
  }
}

extension CIFilter {
  /// A QR code with round shapes.
  ///
  /// ## Formula
  /// The symbol of ``qrCodeGenerator()`` with a margin of one module. Data are circles of a module's width. The corner
  /// radii of the three large patterns are 2.25 modules outside the ring, 1.25 inside it and 1 in the middle; those of
  /// the small ones are 1.5, 0.75 and 0.5. A pixel is covered by `clamp(0.5 - d, 0, 1)`, d the signed distance of its
  /// centre. The space in the middle has the code's colour and is an odd number of modules wide. Core Image does not
  /// publish how it rounds corners.
  ///
  /// ## Extended range
  /// Colours above 1 stay as they are.
  ///
  /// ## Alpha
  /// Premultiplied: the colours'.
  ///
  /// ## Extent
  /// From the origin: the symbol's modules and two, times `inputScale`. No result without a message, for an unknown
  /// level, or for a message that is too long.
  ///
  /// ## Keys
  /// - `inputMessage`: default none; text is given as its UTF-8.
  /// - `inputCorrectionLevel`: default `M`; `L`, `M`, `Q` or `H`.
  /// - `inputScale`: default 16, 8...64, in pixels.
  /// - `inputRoundedMarkers`: default 1; 0 none, 1 the large patterns, 2 the small ones, too.
  /// - `inputRoundedData`: default true.
  /// - `inputCenterSpaceSize`: default 0.25, 0...0.3333; at most 0.25 at `Q`, 0.33 at `H`, none at `L` and `M`.
  /// - `inputColor0`: default white, behind the code.
  /// - `inputColor1`: default black, the code.
  public class func roundedQRCodeGenerator() -> any CIFilter & CIRoundedQRCodeGenerator {
    BuiltInFilter<RoundedQRCodeGenerator>()
  }
}
