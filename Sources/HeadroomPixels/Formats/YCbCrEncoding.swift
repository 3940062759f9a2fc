public import HeadroomColor

/// How Y'CbCr samples of a biplanar bitmap stand for R'G'B'.
public struct YCbCrEncoding: Hashable, Sendable {
  /// The position of a chroma sample among its luma samples. Only subsampled formats use it. Raw values are those of
  /// `Chroma420SampleLocType` of H.273.
  public enum Siting: UInt8, Hashable, Sendable, CaseIterable {
    /// Horizontally on the even luma samples, vertically between two rows: MPEG-2, H.264 and most HEVC.
    case left
    /// Between luma samples both ways: JPEG.
    case center
    /// On the even luma samples both ways: BT.2020 and BT.2100.
    case topLeft
    /// Horizontally between luma samples, vertically on the upper of two rows.
    case top
    /// On the even luma samples of a row, vertically on the lower of two rows.
    case bottomLeft
    /// Horizontally between luma samples, vertically on the lower of two rows.
    case bottom
  }

  /// The weights of red and blue in luma.
  public var matrix: YCbCrMatrix
  /// Whether luma uses every code; otherwise codes 16...235 (times 4 at 10 bits) and chroma 16...240.
  public var isFullRange: Bool
  /// Where chroma samples lie.
  public var siting: Siting

  /// Makes an encoding from its parts.
  public init(matrix: YCbCrMatrix, isFullRange: Bool, siting: Siting) {
    self.matrix = matrix
    self.isFullRange = isFullRange
    self.siting = siting
  }

  /// The same from the weights of red and blue in luma.
  public init(kr: Double, kb: Double, isFullRange: Bool, siting: Siting) {
    self.init(matrix: YCbCrMatrix(kr: kr, kb: kb), isFullRange: isFullRange, siting: siting)
  }

  /// BT.601, narrow range, left-sited.
  public static let bt601 = YCbCrEncoding(matrix: .bt601, isFullRange: false, siting: .left)
  /// BT.709, narrow range, left-sited.
  public static let bt709 = YCbCrEncoding(matrix: .bt709, isFullRange: false, siting: .left)
  /// BT.2020 with non-constant luminance, narrow range, sited at the top left.
  public static let bt2020 = YCbCrEncoding(matrix: .bt2020, isFullRange: false, siting: .topLeft)
  /// The encoding of JFIF files: BT.601, full range, centred chroma.
  public static let jpeg = YCbCrEncoding(matrix: .bt601, isFullRange: true, siting: .center)

  /// The same matrix and siting with every code used for luma.
  public var fullRange: YCbCrEncoding { YCbCrEncoding(matrix: matrix, isFullRange: true, siting: siting) }
}

extension YCbCrEncoding.Siting {
  /// The position of a chroma sample between the two luma rows that share it.
  package enum Line: Hashable, Sendable { case upper, between, lower }

  /// Whether a chroma sample lies between two luma samples of a row; otherwise on the even one.
  package var isBetweenColumns: Bool {
    switch self {
    case .center, .top, .bottom: true
    case .left, .topLeft, .bottomLeft: false
    }
  }

  package var line: Line {
    switch self {
    case .left, .center: .between
    case .topLeft, .top: .upper
    case .bottomLeft, .bottom: .lower
    }
  }
}
