public import HeadroomImage
public import HeadroomSymbols

/// The symbol of a code's description.
struct BarcodeGenerator: SymbolFilter {
  static let name = "CIBarcodeGenerator"
  static let introduced = FilterAvailability(iOS: "11.0", macOS: "10.13")
  static let categories: [FilterCategory] = [.generator, .stillImage, .video]

  @Input("inputBarcodeDescriptor") var barcodeDescriptor: DescribedCode? = nil

  var objection: FilterObjection? {
    if symbol != nil { return nil }
    let reason = barcodeDescriptor == nil ? "is missing" : "describes no code"
    return FilterObjection(key: "inputBarcodeDescriptor", reason: reason)
  }

  var symbol: BarcodeSymbol? { barcodeDescriptor?.descriptor.symbol }
}

/// The symbol of a code's description; see `CIFilter.barcodeGenerator()`.
public protocol CIBarcodeGenerator: CIFilterProtocol {
  /// The codewords and the form of the symbol.
  var barcodeDescriptor: CIBarcodeDescriptor? { get set }
}

extension BuiltInFilter: CIBarcodeGenerator where Definition == BarcodeGenerator {
  var barcodeDescriptor: CIBarcodeDescriptor? {
    get { definition.barcodeDescriptor?.descriptor }
    set { definition.barcodeDescriptor = newValue.map { DescribedCode($0) } }
  }
}

extension CIFilter {
  /// The symbol of a code's description.
  ///
  /// ## Formula
  /// Error correction is computed for the description's codewords, and they are placed as the symbol's standard
  /// specifies; the filter makes no choices of its own. A pixel for each module, three for a row of PDF417, black on
  /// white.
  ///
  /// ## Extended range
  /// Black is 0 and white is 1, reference white.
  ///
  /// ## Alpha
  /// Opaque.
  ///
  /// ## Extent
  /// From the origin, with the margin of the generator of the same code; one white pixel around Data Matrix. No result
  /// without a description, where PDF417 codewords do not leave room for a number of correction codewords that the
  /// standard allows, or for Data Matrix with a correction other than ECC 200.
  ///
  /// ## Keys
  /// - `inputBarcodeDescriptor`: default none; a `CIQRCodeDescriptor`, `CIAztecCodeDescriptor`,
  ///   `CIPDF417CodeDescriptor` or `CIDataMatrixCodeDescriptor`.
  public class func barcodeGenerator() -> any CIFilter & CIBarcodeGenerator { BuiltInFilter<BarcodeGenerator>() }
}
