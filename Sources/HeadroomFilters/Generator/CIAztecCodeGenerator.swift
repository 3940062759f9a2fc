public import Foundation
public import HeadroomImage
internal import HeadroomSymbols

/// An Aztec code.
struct AztecCodeGenerator: SymbolFilter, MessageFilter {
  static let name = "CIAztecCodeGenerator"
  static let introduced = FilterAvailability(iOS: "8.0", macOS: "10.10")
  static let categories: [FilterCategory] = [.generator, .stillImage]

  @Input("inputMessage") var message: MessageBytes? = nil
  @Input("inputCorrectionLevel", type: .integer, minimum: 5, maximum: 95, slider: 5...95) var correctionLevel: Float =
    23
  @Input("inputLayers", type: .integer, minimum: 1, maximum: 32, slider: 1...32) var layers: Float? = nil
  @Input("inputCompactStyle", type: .boolean, minimum: 0, maximum: 1, slider: 0...1) var compactStyle: Float? = nil

  var symbol: BarcodeSymbol? {
    guard let message, !message.data.isEmpty, let bits = Aztec.bits(of: Array(message.data)),
      let found = Aztec.form(
        holding: bits, percent: Int(correctionLevel.rounded()), isCompact: compactStyle.map { $0 != 0 },
        layers: layers.map { Int($0.rounded()) })
    else { return nil }
    return Aztec.symbol(of: found.words, in: found.form)
  }
}

/// An Aztec code; see `CIFilter.aztecCodeGenerator()`.
public protocol CIAztecCodeGenerator: CIFilterProtocol {
  /// The message of the code: any bytes.
  var message: Data { get set }
  /// How much of the symbol corrects errors, per cent, 5...95.
  var correctionLevel: Float { get set }
  /// Layers around the bull's eye, 1...32; 0 uses as few as hold the message.
  var layers: Float { get set }
  /// Whether the bull's eye is the smaller one, 1 or 0; reads 0 where it is not set.
  var compactStyle: Float { get set }
}

extension BuiltInFilter: CIAztecCodeGenerator where Definition == AztecCodeGenerator {
  var message: Data {
    get { definition.message?.data ?? Data() }
    set { definition.message = MessageBytes(newValue) }
  }
  var correctionLevel: Float {
    get { definition.correctionLevel }
    set { definition.correctionLevel = newValue }
  }
  var layers: Float {
    get { definition.layers ?? 0 }
    set { definition.layers = newValue > 0 ? newValue : nil }
  }
  var compactStyle: Float {
    get { definition.compactStyle ?? 0 }
    set { definition.compactStyle = newValue }
  }
}

extension CIFilter {
  /// An Aztec code.
  ///
  /// ## Formula
  /// ISO/IEC 24778: the shortest encoding in the code's five alphabets and plain bytes, in the smallest symbol that
  /// leaves room for the correction and three more codewords. A pixel for each module, black on white, without a
  /// margin: the code needs none.
  ///
  /// ## Extended range
  /// Black is 0 and white is 1, reference white.
  ///
  /// ## Alpha
  /// Opaque.
  ///
  /// ## Extent
  /// From the origin: 15 to 151 pixels a side. No result without a message, or where it fits none of the allowed
  /// symbols.
  ///
  /// ## Keys
  /// - `inputMessage`: default none; text is given as its UTF-8.
  /// - `inputCorrectionLevel`: default 23, 5...95.
  /// - `inputLayers`: default none: as few as hold the message; 1...32.
  /// - `inputCompactStyle`: default none: where the message fits; 1 always, 0 never.
  public class func aztecCodeGenerator() -> any CIFilter & CIAztecCodeGenerator { BuiltInFilter<AztecCodeGenerator>() }
}
