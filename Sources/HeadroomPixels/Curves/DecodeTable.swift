package import HeadroomColor

/// The value of every code of an integer format, for ``RowCodec/unpack(_:row:x:count:into:decodeTable:)``.
@safe package final class DecodeTable: @unchecked Sendable {
  // Sendable: written only while it is being made.
  private let storage: UnsafeMutablePointer<Float>

  /// Number of codes.
  package let count: Int

  /// - Parameters:
  ///   - codeCount: number of codes, at least 2; see ``PixelFormat/codeCount``.
  ///   - function: the value of a signal, which is the code divided by the largest code.
  package init(codeCount: Int, function: (Double) -> Double) {
    precondition(codeCount >= 2, "a table needs two codes")
    count = codeCount
    let raw = UnsafeMutableRawPointer.allocate(byteCount: codeCount * 4, alignment: 64)
    unsafe storage = unsafe raw.initializeMemory(as: Float.self, repeating: 0, count: codeCount)
    for code in 0..<codeCount { unsafe storage[code] = Float(function(Double(code) / Double(codeCount - 1))) }
  }

  /// Signal to linear light by a transfer function, each entry computed in double precision and rounded once.
  package convenience init(codeCount: Int, decoding function: TransferFunction) {
    self.init(codeCount: codeCount) { function.decode($0) }
  }

  deinit { unsafe storage.deallocate() }

  /// The entries, valid as long as the table lives.
  package var entries: UnsafePointer<Float> { unsafe UnsafePointer(storage) }

  /// The value of a code.
  package subscript(code code: Int) -> Float {
    precondition(code >= 0 && code < count, "no such code")
    return unsafe storage[code]
  }
}
