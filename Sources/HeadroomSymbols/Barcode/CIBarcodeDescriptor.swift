public import Foundation

/// A code that a reader found or that is to be drawn: its codewords and the symbol's form. Use one of its subclasses.
///
/// `CIBarcodeGenerator` draws the symbol; `errorCorrectedPayload` of each holds what the symbol's standard calls data
/// codewords, after errors were corrected and before new correction is added.
///
/// `@unchecked`: it is immutable, in every subclass.
public class CIBarcodeDescriptor: Hashable, CustomStringConvertible, @unchecked Sendable {
  /// The data codewords.
  package let payload: Data
  /// The symbol's other properties as numbers, for comparing.
  package let facts: [Int]

  package init(payload: Data, facts: [Int]) {
    self.payload = payload
    self.facts = facts
  }

  /// The symbol with the margin of the matching generator; nil where the codewords do not fit it.
  package var symbol: BarcodeSymbol? { nil }

  /// The class, the form and the size of the payload.
  public var description: String { "\(type(of: self)) \(facts), \(payload.count) bytes" }

  public static func == (left: CIBarcodeDescriptor, right: CIBarcodeDescriptor) -> Bool {
    type(of: left) == type(of: right) && left.payload == right.payload && left.facts == right.facts
  }

  public func hash(into hasher: inout Hasher) {
    hasher.combine(ObjectIdentifier(type(of: self)))
    hasher.combine(payload)
    hasher.combine(facts)
  }

  /// The size limit: no message that fits a symbol is longer.
  package static let mostBytes = 4096
}

/// The codewords and the form of a QR symbol (ISO/IEC 18004).
public final class CIQRCodeDescriptor: CIBarcodeDescriptor, @unchecked Sendable {
  /// How much of a symbol may be damaged. The values are the levels' letters.
  public enum ErrorCorrectionLevel: Int, Sendable {
    /// About 7 %.
    case levelL = 76
    /// About 15 %.
    case levelM = 77
    /// About 25 %.
    case levelQ = 81
    /// About 30 %.
    case levelH = 72
  }

  /// The data codewords, a byte each, before they are divided into blocks; where they are fewer than the symbol holds,
  /// it is padded as the standard specifies.
  public var errorCorrectedPayload: Data { payload }
  /// The size, 1 (21 modules) to 40 (177 modules).
  public let symbolVersion: Int
  /// The pattern that the data is masked with, 0...7.
  public let maskPattern: UInt8
  /// The error correction.
  public let errorCorrectionLevel: ErrorCorrectionLevel

  /// Makes a descriptor; nil where the version is not in 1...40, the mask not in 0...7, or the payload empty or larger
  /// than the symbol.
  public init?(
    payload errorCorrectedPayload: Data, symbolVersion: Int, maskPattern: UInt8,
    errorCorrectionLevel: ErrorCorrectionLevel
  ) {
    guard (1...40).contains(symbolVersion), maskPattern < 8, !errorCorrectedPayload.isEmpty,
      errorCorrectedPayload.count <= QRVersion(number: symbolVersion, correction: errorCorrectionLevel.own).dataCount
    else { return nil }
    self.symbolVersion = symbolVersion
    self.maskPattern = maskPattern
    self.errorCorrectionLevel = errorCorrectionLevel
    super.init(
      payload: errorCorrectedPayload, facts: [symbolVersion, Int(maskPattern), errorCorrectionLevel.rawValue])
  }

  package override var symbol: BarcodeSymbol? {
    let version = QRVersion(number: symbolVersion, correction: errorCorrectionLevel.own)
    return QRCode.symbol(of: payload.map { Int($0) }, in: version, mask: Int(maskPattern)).framed(quiet: 1)
  }
}

extension CIQRCodeDescriptor.ErrorCorrectionLevel {
  fileprivate var own: QRCorrection {
    switch self {
    case .levelL: .low
    case .levelM: .medium
    case .levelQ: .quartile
    case .levelH: .high
    }
  }
}

/// The codewords and the form of an Aztec symbol (ISO/IEC 24778).
public final class CIAztecCodeDescriptor: CIBarcodeDescriptor, @unchecked Sendable {
  /// The data codewords as bits, one after the other, the highest bit first: 6 bits each for 1 and 2 layers, 8 for up
  /// to 8 layers, 10 for up to 22, 12 beyond. They include the bits that keep a codeword from being all alike.
  public var errorCorrectedPayload: Data { payload }
  /// Whether the symbol has the smaller bull's eye.
  public let isCompact: Bool
  /// Layers around the bull's eye, 1...32; 1...4 in compact symbols.
  public let layerCount: Int
  /// How many of the codewords are data. A count larger than the symbol holds marks the symbol as a configuration of
  /// readers, and stands for 1024 fewer.
  public let dataCodewordCount: Int

  /// Makes a descriptor; nil where there are no such symbols, or the payload is shorter than the count of codewords.
  public init?(payload errorCorrectedPayload: Data, isCompact: Bool, layerCount: Int, dataCodewordCount: Int) {
    guard (1...(isCompact ? 4 : 32)).contains(layerCount), (1...2048).contains(dataCodewordCount),
      errorCorrectedPayload.count <= Self.mostBytes,
      case let form = AztecForm(isCompact: isCompact, layers: layerCount),
      case let count = Self.count(dataCodewordCount, in: form), (1...form.wordCount).contains(count),
      count <= form.mostDataWords, errorCorrectedPayload.count * 8 >= count * form.wordSize
    else { return nil }
    self.isCompact = isCompact
    self.layerCount = layerCount
    self.dataCodewordCount = dataCodewordCount
    super.init(payload: errorCorrectedPayload, facts: [isCompact ? 1 : 0, layerCount, dataCodewordCount])
  }

  private static func count(_ stated: Int, in form: AztecForm) -> Int {
    stated > form.wordCount ? stated - 1024 : stated
  }

  package override var symbol: BarcodeSymbol? {
    let form = AztecForm(isCompact: isCompact, layers: layerCount)
    let words = BitString(words: payload.map { Int($0) }, size: 8).words(of: form.wordSize)
    let count = Self.count(dataCodewordCount, in: form)
    return Aztec.symbol(
      of: Array(words.prefix(count)), in: form, isForReaders: dataCodewordCount > form.wordCount)
  }
}

/// The codewords and the form of a PDF417 symbol (ISO/IEC 15438).
public final class CIPDF417CodeDescriptor: CIBarcodeDescriptor, @unchecked Sendable {
  /// The data codewords, 0...928, two bytes each, the higher one first. The first is their total number, itself and the
  /// padding included; the rest of the symbol's codewords correct errors.
  public var errorCorrectedPayload: Data { payload }
  /// Whether the symbol lacks the part to the right of the data.
  public let isCompact: Bool
  /// Rows, 3...90.
  public let rowCount: Int
  /// Codewords of a row, 1...30.
  public let columnCount: Int

  /// Makes a descriptor; nil where rows or columns are out of range, or where the payload is empty or longer than any
  /// symbol.
  public init?(payload errorCorrectedPayload: Data, isCompact: Bool, rowCount: Int, columnCount: Int) {
    guard (3...90).contains(rowCount), (1...30).contains(columnCount), !errorCorrectedPayload.isEmpty,
      errorCorrectedPayload.count <= 2 * PDF417.mostCodewords
    else { return nil }
    self.isCompact = isCompact
    self.rowCount = rowCount
    self.columnCount = columnCount
    super.init(payload: errorCorrectedPayload, facts: [isCompact ? 1 : 0, rowCount, columnCount])
  }

  package override var symbol: BarcodeSymbol? {
    let words = BitString(words: payload.map { Int($0) }, size: 8).words(of: 16)
    return PDF417.symbol(of: words, rows: rowCount, columns: columnCount, isCompact: isCompact)?.framed(
      quiet: PDF417.margin, rowHeight: PDF417.rowHeight)
  }
}

/// The codewords and the form of a Data Matrix symbol (ISO/IEC 16022).
public final class CIDataMatrixCodeDescriptor: CIBarcodeDescriptor, @unchecked Sendable {
  /// The error correction of a symbol. Only ``v200`` is drawn: the others were withdrawn from the standard.
  public enum ECCVersion: Int, Sendable {
    /// None.
    case v000 = 0
    /// Convolutional, the weakest.
    case v050 = 50
    /// Convolutional.
    case v080 = 80
    /// Convolutional.
    case v100 = 100
    /// Convolutional, the strongest.
    case v140 = 140
    /// Reed-Solomon; rows and columns are even.
    case v200 = 200
  }

  /// The data codewords, a byte each; where they are fewer than the symbol holds, it is padded as the standard
  /// specifies.
  public var errorCorrectedPayload: Data { payload }
  /// Modules from top to bottom, finder lines included.
  public let rowCount: Int
  /// Modules from left to right, finder lines included.
  public let columnCount: Int
  /// The error correction.
  public let eccVersion: ECCVersion

  /// Makes a descriptor; nil where the standard has no symbol of the size (thirty sizes for ECC 200, otherwise odd
  /// squares of 9...49), or where the payload is empty or does not fit.
  public init?(
    payload errorCorrectedPayload: Data, rowCount: Int, columnCount: Int, eccVersion: ECCVersion
  ) {
    guard !errorCorrectedPayload.isEmpty, errorCorrectedPayload.count <= Self.mostBytes else { return nil }
    if eccVersion == .v200 {
      guard let size = DataMatrixSize(rows: rowCount, columns: columnCount),
        errorCorrectedPayload.count <= size.dataCount
      else { return nil }
    } else {
      guard rowCount == columnCount, (9...49).contains(rowCount), !rowCount.isMultiple(of: 2) else { return nil }
    }
    self.rowCount = rowCount
    self.columnCount = columnCount
    self.eccVersion = eccVersion
    super.init(payload: errorCorrectedPayload, facts: [rowCount, columnCount, eccVersion.rawValue])
  }

  package override var symbol: BarcodeSymbol? {
    guard eccVersion == .v200, let size = DataMatrixSize(rows: rowCount, columns: columnCount) else { return nil }
    return DataMatrix.symbol(of: payload.map { Int($0) }, in: size)?.framed(quiet: 1)
  }
}
