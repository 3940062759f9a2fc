public import HeadroomImage

extension MadeByName {
  /// Makes the filter of a name: a built-in one, or one registered with `CIFilter.registerName(_:constructor:classAttributes:)`.
  ///
  /// All inputs have their defaults. Nil when no filter has that name.
  public init?(name: String) {
    self.init(name: name, parameters: nil)
  }

  /// Makes the filter of a name and sets inputs by key.
  ///
  /// Keys that the filter does not have, and values of a wrong type, are ignored; to have them reported, use
  /// `CIFilter.set(_:forInput:)` instead.
  public init?(name: String, parameters: [String: Any]?) {
    // Unwrapped before the cast: Swift 6.3 casts a nil object to a type parameter without checking for nil.
    guard let filter = FilterRegistry.makeFilter(named: name), let made = filter as? Self else { return nil }
    for (key, value) in parameters ?? [:] { filter.setValue(value, forKey: key) }
    self = made
  }

  /// The same under its older name.
  public init?(name: String, withInputParameters parameters: [String: Any]?) {
    self.init(name: name, parameters: parameters)
  }
}
