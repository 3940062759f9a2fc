public import Foundation
public import HeadroomImage
internal import HeadroomSymbols

/// A PDF417 bar code.
struct PDF417BarcodeGenerator: SymbolFilter, MessageFilter {
  static let name = "CIPDF417BarcodeGenerator"
  static let displayName = "PDF417 Barcode Generator"
  static let introduced = FilterAvailability(iOS: "9.0", macOS: "10.11")
  static let categories: [FilterCategory] = [.generator, .stillImage, .video]

  /// Core Image's value for no limit.
  private static let largest = 9223372036854775807.0

  @Input("inputMessage") var message: MessageBytes? = nil
  @Input("inputMinWidth", type: .integer, minimum: 56, maximum: 583, slider: 56...583) var minWidth: Float? = nil
  @Input("inputMaxWidth", type: .integer, minimum: 56, maximum: 583, slider: 56...583) var maxWidth: Float? = nil
  @Input("inputMinHeight", type: .integer, minimum: 13, maximum: 283, slider: 13...283) var minHeight: Float? = nil
  @Input("inputMaxHeight", type: .integer, minimum: 13, maximum: 283, slider: 13...283) var maxHeight: Float? = nil
  @Input("inputDataColumns", type: .integer, minimum: 1, maximum: 30, slider: 1...30) var dataColumns: Float? = nil
  @Input("inputRows", type: .integer, minimum: 3, maximum: 90, slider: 3...90) var rows: Float? = nil
  @Input("inputPreferredAspectRatio", minimum: 0, maximum: Self.largest, slider: 0...Self.largest)
  var preferredAspectRatio: PlainNumber? = nil
  @Input("inputCompactionMode", type: .integer, minimum: 0, maximum: 3, slider: 0...3) var compactionMode: Float? = nil
  @Input("inputCompactStyle", type: .boolean, minimum: 0, maximum: 1, slider: 0...1) var compactStyle: Float? = nil
  @Input("inputCorrectionLevel", type: .integer, minimum: 0, maximum: 8, slider: 0...8) var correctionLevel: Float? =
    nil
  @Input("inputAlwaysSpecifyCompaction", type: .boolean, minimum: 0, maximum: 1, slider: 0...1)
  var alwaysSpecifyCompaction: Float? = nil

  var symbol: BarcodeSymbol? {
    guard let message,
      let text = PDF417Message(
        Array(message.data), compaction: PDF417Compaction(rawValue: Int((compactionMode ?? 0).rounded())) ?? .automatic,
        statesCompaction: alwaysSpecifyCompaction == 1)
    else { return nil }
    let recommended = PDF417.recommendedLevel(for: text.codewords.count + 1)
    let correctionCount = 2 << (correctionLevel.map { Int($0.rounded()) } ?? recommended)
    guard let shape = layout.shape(holding: text.codewords.count + 1 + correctionCount) else { return nil }
    // The first codeword is the number of data codewords, which are padded with 900.
    let count = shape.rows * shape.columns - correctionCount
    let filling = [Int](repeating: 900, count: count - 1 - text.codewords.count)
    return PDF417.symbol(
      of: [count] + text.codewords + filling, rows: shape.rows, columns: shape.columns, isCompact: layout.isCompact)?
      .framed(quiet: PDF417.margin, rowHeight: PDF417.rowHeight)
  }

  private var layout: PDF417Layout {
    func whole(_ value: Float?) -> Int? { value.map { Int($0.rounded()) } }
    return PDF417Layout(
      isCompact: compactStyle == 1, rows: whole(rows), columns: whole(dataColumns), minimumWidth: whole(minWidth),
      maximumWidth: whole(maxWidth), minimumHeight: whole(minHeight), maximumHeight: whole(maxHeight),
      ratio: Double(preferredAspectRatio?.value ?? 0))
  }
}

/// A PDF417 bar code; see `CIFilter.pdf417BarcodeGenerator()`.
public protocol CIPDF417BarcodeGenerator: CIFilterProtocol {
  /// The message of the code: any bytes.
  var message: Data { get set }
  /// The least width in pixels, 56...583; 0 sets no limit.
  var minWidth: Float { get set }
  /// The largest width in pixels, 56...583; 0 sets no limit.
  var maxWidth: Float { get set }
  /// The least height in pixels, 13...283; 0 sets no limit.
  var minHeight: Float { get set }
  /// The largest height in pixels, 13...283; 0 sets no limit.
  var maxHeight: Float { get set }
  /// Codewords in a row, 1...30; 0 lets the filter choose.
  var dataColumns: Float { get set }
  /// Rows, 3...90; 0 lets the filter choose.
  var rows: Float { get set }
  /// The ratio of width to height to approximate; 0 stands for 3.
  var preferredAspectRatio: Float { get set }
  /// How the message is encoded: 0 the shortest way, 1 digits, 2 text, 3 bytes.
  var compactionMode: Float { get set }
  /// Whether the part to the right of the data is left out, 1 or 0.
  var compactStyle: Float { get set }
  /// The level of error correction: 2^(level + 1) codewords correct errors, 0...8.
  var correctionLevel: Float { get set }
  /// Whether text compaction is announced at the start even where it need not be, 1 or 0.
  var alwaysSpecifyCompaction: Float { get set }
}

extension BuiltInFilter: CIPDF417BarcodeGenerator where Definition == PDF417BarcodeGenerator {
  var message: Data {
    get { definition.message?.data ?? Data() }
    set { definition.message = MessageBytes(newValue) }
  }
  var minWidth: Float {
    get { definition.minWidth ?? 0 }
    set { definition.minWidth = newValue > 0 ? newValue : nil }
  }
  var maxWidth: Float {
    get { definition.maxWidth ?? 0 }
    set { definition.maxWidth = newValue > 0 ? newValue : nil }
  }
  var minHeight: Float {
    get { definition.minHeight ?? 0 }
    set { definition.minHeight = newValue > 0 ? newValue : nil }
  }
  var maxHeight: Float {
    get { definition.maxHeight ?? 0 }
    set { definition.maxHeight = newValue > 0 ? newValue : nil }
  }
  var dataColumns: Float {
    get { definition.dataColumns ?? 0 }
    set { definition.dataColumns = newValue > 0 ? newValue : nil }
  }
  var rows: Float {
    get { definition.rows ?? 0 }
    set { definition.rows = newValue > 0 ? newValue : nil }
  }
  var preferredAspectRatio: Float {
    get { definition.preferredAspectRatio?.value ?? 0 }
    set { definition.preferredAspectRatio = newValue > 0 ? PlainNumber(newValue) : nil }
  }
  var compactionMode: Float {
    get { definition.compactionMode ?? 0 }
    set { definition.compactionMode = newValue }
  }
  var compactStyle: Float {
    get { definition.compactStyle ?? 0 }
    set { definition.compactStyle = newValue }
  }
  var correctionLevel: Float {
    get { definition.correctionLevel ?? 0 }
    set { definition.correctionLevel = newValue }
  }
  var alwaysSpecifyCompaction: Float {
    get { definition.alwaysSpecifyCompaction ?? 0 }
    set { definition.alwaysSpecifyCompaction = newValue }
  }
}

extension CIFilter {
  /// A PDF417 bar code.
  ///
  /// ## Formula
  /// ISO/IEC 15438: digits, text and bytes in the codewords that the standard's annex P chooses. Each allowed symbol
  /// has as few rows as hold the message; the one whose ratio of width to height is closest to
  /// `inputPreferredAspectRatio` is chosen. A pixel for each module across and three for a row, black on white, two
  /// white pixels around.
  ///
  /// ## Extended range
  /// Black is 0 and white is 1, reference white.
  ///
  /// ## Alpha
  /// Opaque.
  ///
  /// ## Extent
  /// From the origin. No result without a message, for a message that the compaction cannot encode, or where no allowed
  /// symbol holds it.
  ///
  /// ## Keys
  /// - `inputMessage`: default none; text is given as its UTF-8.
  /// - `inputMinWidth`: default none; 56...583, in pixels.
  /// - `inputMaxWidth`: default none; 56...583, in pixels.
  /// - `inputMinHeight`: default none; 13...283, in pixels.
  /// - `inputMaxHeight`: default none; 13...283, in pixels.
  /// - `inputDataColumns`: default none: by the ratio; 1...30.
  /// - `inputRows`: default none: by the ratio; 3...90.
  /// - `inputPreferredAspectRatio`: default none: 3; 0 and more.
  /// - `inputCompactionMode`: default none: 0; 0 whatever is shortest, 1 digits, 2 text, 3 bytes.
  /// - `inputCompactStyle`: default none: 0; 1 leaves out the part to the right of the data.
  /// - `inputCorrectionLevel`: default none: what the standard recommends for the message; 0...8.
  /// - `inputAlwaysSpecifyCompaction`: default none: 0; 1 announces text at the start as well.
  public class func pdf417BarcodeGenerator() -> any CIFilter & CIPDF417BarcodeGenerator {
    BuiltInFilter<PDF417BarcodeGenerator>()
  }
}
