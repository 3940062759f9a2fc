/// What gives ``CIFilter`` its initialisers by name.
///
/// They return objects of subclasses, which an initialiser can do only in an extension of a protocol, and only of one that
/// is not limited to classes. Nothing else conforms.
public protocol MadeByName {}

extension MadeByName {
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
