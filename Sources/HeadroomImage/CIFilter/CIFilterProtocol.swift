/// What all filters have; the protocols of the typed filters refine it.
public protocol CIFilterProtocol {
  /// The result, made from the parameters as they are now; nil when a required image is missing.
  var outputImage: CIImage? { get }

  /// Attributes that a client's filter class adds to ``CIFilter/attributes``.
  static func customAttributes() -> [String: Any]?
}

extension CIFilterProtocol {
  public static func customAttributes() -> [String: Any]? { nil }

  /// Makes the filter of a name: a built-in one, or one registered with ``CIFilter/registerName(_:constructor:classAttributes:)``.
  ///
  /// All inputs have their defaults. Nil when no filter has that name.
  public init?(name: String) {
    guard let made = FilterRegistry.makeFilter(named: name) as? Self else { return nil }
    self = made
  }

  /// Makes the filter of a name and sets inputs by key.
  ///
  /// Keys that the filter does not have, and values of a wrong type, are ignored; to be told of them, use
  /// ``CIFilter/set(_:forInput:)`` instead.
  public init?(name: String, parameters: [String: Any]?) {
    guard let made = FilterRegistry.makeFilter(named: name) else { return nil }
    for (key, value) in parameters ?? [:] { made.setValue(value, forKey: key) }
    guard let made = made as? Self else { return nil }
    self = made
  }

  /// The same under its older name.
  public init?(name: String, withInputParameters parameters: [String: Any]?) {
    self.init(name: name, parameters: parameters)
  }
}
