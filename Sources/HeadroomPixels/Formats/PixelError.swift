/// Why pixel memory could not be had or described.
public enum PixelError: Error, Hashable, Sendable {
  /// A width or height below one.
  case invalidSize(width: Int, height: Int)
  /// The bytes of a bitmap of this size cannot be counted in an `Int`.
  case sizeOverflow(width: Int, height: Int, format: PixelFormat)
  /// The system gave no memory.
  case outOfMemory(byteCount: Int)
  /// The process would take more than its ``MemoryLedger`` allows.
  case memoryLimit(needed: Int, limit: Int)
  /// A byte count below zero.
  case invalidByteCount(Int)
  /// Rows are closer together than a row of pixels is long.
  case rowBytesTooSmall(plane: Int, rowBytes: Int, needed: Int)
  /// A plane reaches outside its storage.
  case storageTooSmall(plane: Int, needed: Int, available: Int)
  /// An offset or row length is not a multiple of the size of a component, so that components cannot be read in place.
  case misaligned(plane: Int, alignment: Int)
  /// The planes given are not as many as the format has.
  case wrongPlaneCount(given: Int, needed: Int)
}

extension PixelError: CustomStringConvertible {
  public var description: String {
    switch self {
    case .invalidSize(let width, let height): "no bitmap can be \(width) by \(height) pixels"
    case .sizeOverflow(let width, let height, let format):
      "a bitmap of \(width) by \(height) pixels (\(format)) is too large to address"
    case .outOfMemory(let byteCount): "no memory for \(byteCount) bytes of pixels"
    case .memoryLimit(let needed, let limit):
      "needs \(ByteAmount.text(needed)) of memory, the limit is \(ByteAmount.text(limit))"
    case .invalidByteCount(let byteCount): "\(byteCount) is no size for pixel storage"
    case .rowBytesTooSmall(let plane, let rowBytes, let needed):
      "rows of plane \(plane) are \(rowBytes) bytes apart but need \(needed)"
    case .storageTooSmall(let plane, let needed, let available):
      "plane \(plane) ends at byte \(needed) of storage that has \(available)"
    case .misaligned(let plane, let alignment): "plane \(plane) does not lie on multiples of \(alignment) bytes"
    case .wrongPlaneCount(let given, let needed): "\(given) planes given for a format of \(needed)"
    }
  }
}
