package import HeadroomColor

/// The colour of a film.
package struct ProjectColorProperties: Hashable, Sendable {
  /// Sets of primaries by the names that the command gives them, and their codes of H.273.
  package enum Primaries: String, CaseIterable, Hashable, Sendable {
    case bt709, bt2020
    /// With the white of D65.
    case p3
    /// With the white of cinemas.
    case dcip3
    /// 525 lines (SMPTE C) and 625 lines (EBU).
    case bt601_525 = "bt601-525"
    case bt601_625 = "bt601-625"

    package var cicpCode: UInt8 {
      switch self {
      case .bt709: 1
      case .bt601_625: 5
      case .bt601_525: 6
      case .bt2020: 9
      case .dcip3: 11
      case .p3: 12
      }
    }
  }

  /// Matrices from R'G'B' to Y'CbCr, and their codes of H.273.
  package enum Matrix: String, CaseIterable, Hashable, Sendable {
    case bt709, bt601, bt2020

    package var cicpCode: UInt8 {
      switch self {
      case .bt709: 1
      case .bt601: 6
      case .bt2020: 9
      }
    }
  }

  package var transfer: VideoDynamicRange
  package var primaries: Primaries
  package var matrix: Matrix

  /// - Parameters:
  ///   - primaries: nil is the usual of the transfer: BT.2020 for HLG and PQ, BT.709 for SDR.
  ///   - matrix: nil is the usual of the primaries: BT.2020's for themselves, BT.601's for theirs, else BT.709's.
  package init(transfer: VideoDynamicRange, primaries: Primaries? = nil, matrix: Matrix? = nil) {
    self.transfer = transfer
    self.primaries = primaries ?? (transfer == .sdr ? .bt709 : .bt2020)
    self.matrix = matrix ?? Self.usualMatrix(of: self.primaries)
  }

  private static func usualMatrix(of primaries: Primaries) -> Matrix {
    switch primaries {
    case .bt2020: .bt2020
    case .bt601_525, .bt601_625: .bt601
    case .bt709, .p3, .dcip3: .bt709
    }
  }

  /// As codes of narrow range.
  package var cicp: CICP {
    let code: UInt8 =
      switch transfer {
      case .sdr: 1
      case .pq: 16
      case .hlg: 18
      }
    return CICP(primaries: primaries.cicpCode, transfer: code, matrix: matrix.cicpCode, fullRange: false)
  }
}

extension ProjectColorProperties {
  init(_ node: JSONNode) throws(ProjectError) {
    let object = try node.object("a film's colour", keys: ["transfer", "primaries", "matrix"])
    let transfer: VideoDynamicRange =
      try object.required("transfer", "the transfer function (hlg, pq or sdr)").choice("a transfer function")
    let primaries: Primaries? = try object["primaries"]?.choice("a set of primaries")
    self.init(
      transfer: transfer, primaries: primaries, matrix: try object["matrix"]?.choice("a matrix"))
  }
}
