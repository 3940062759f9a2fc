/// Why the bytes of an HDR metadata block were refused.
public enum HDRMetadataError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The block has a wrong number of bytes. `block` is its short name, such as "mdcv".
  case wrongLength(block: String, expected: Int, found: Int)
  /// The block carries none of the fields it could carry.
  case empty(block: String)

  public var description: String {
    switch self {
    case .wrongLength(let block, let expected, let found): "\(block): \(found) bytes where \(expected) are needed"
    case .empty(let block): "\(block): no field is present"
    }
  }
}
