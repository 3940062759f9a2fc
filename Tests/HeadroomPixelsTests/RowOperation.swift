import HeadroomColor
import HeadroomPixels

/// A kernel that changes one row in place.
@safe struct RowOperation {
  private let body: (UnsafeMutablePointer<Float>, Int) -> Void

  static func decode(_ function: TransferFunction) -> RowOperation {
    unsafe RowOperation { unsafe TransferRow.decode(function, $0, $1) }
  }

  static func encode(_ function: TransferFunction) -> RowOperation {
    unsafe RowOperation { unsafe TransferRow.encode(function, $0, $1) }
  }

  static func table(_ table: CurveTable) -> RowOperation { unsafe RowOperation { unsafe table.apply($0, $1) } }

  /// The row afterwards; done in pieces that end at the cuts.
  func callAsFunction(_ row: [Float], cuts: [Int] = []) -> [Float] {
    var row = row
    let count = row.count
    unsafe row.withUnsafeMutableBufferPointer { buffer in
      guard let base = buffer.baseAddress else { return }
      for (from, to) in zip([0] + cuts, cuts + [count]) { unsafe body(base + from, to - from) }
    }
    return row
  }

  /// Cuts of the row that change a bit of the result.
  func cutsThatShow(_ row: [Float]) -> [Int] {
    let whole = self(row)
    return (1..<row.count).filter { cut in
      !zip(whole, self(row, cuts: [cut])).allSatisfy { $0.bitPattern == $1.bitPattern || ($0.isNaN && $1.isNaN) }
    }
  }
}
