/// The members of all filters; the protocols of the typed filters refine it.
public protocol CIFilterProtocol: AnyObject {
  /// The result for the current parameters; nil when a required image is missing.
  var outputImage: CIImage? { get }

  /// Attributes that a client's filter class adds to ``CIFilter/attributes``.
  static func customAttributes() -> [String: Any]?
}

extension CIFilterProtocol {
  public static func customAttributes() -> [String: Any]? { nil }
}
