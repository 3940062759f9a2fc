internal import HeadroomGraphics

/// An input of a client's filter class that can also be reached by key, like `@objc dynamic var` on Apple platforms.
///
/// The key is the property's name: `@KeyedInput var inputRadius: Float = 3` is set with `setValue(5, forKey: "inputRadius")`.
/// Properties may be of any type; numbers are converted as needed.
@propertyWrapper
public final class KeyedInput<Value> {
  /// The value.
  public var wrappedValue: Value
  private let defaultValue: Value

  /// Makes an input with a default.
  public init(wrappedValue: Value) {
    self.wrappedValue = wrappedValue
    defaultValue = wrappedValue
  }

  /// Makes an input that is nil at first.
  public init<Wrapped>() where Value == Wrapped? {
    wrappedValue = nil
    defaultValue = nil
  }
}

/// Key access to a wrapper whose value's type is not known.
protocol KeyedInputBox: AnyObject {
  var keyed: Any? { get }
  var attributeClass: String { get }
  /// Sets the value, the default for nil; false when the type is wrong.
  @discardableResult func assign(_ value: Any?) -> Bool
  func reset()
}

extension KeyedInput: KeyedInputBox {
  package var keyed: Any? {
    guard let value = OptionValues.present(wrappedValue) else { return nil }
    return (value as? any InputValue)?.keyed ?? value
  }

  package var attributeClass: String {
    (Value.self as? any InputValue.Type)?.attributeClass ?? String(describing: Value.self)
  }

  func assign(_ value: Any?) -> Bool {
    guard let value = OptionValues.present(value) else {
      reset()
      return true
    }
    if let typed = value as? Value {
      wrappedValue = typed
      return true
    }
    guard let type = Value.self as? any InputValue.Type, let typed = type.init(keyed: value) as? Value else {
      return false
    }
    wrappedValue = typed
    return true
  }

  package func reset() { wrappedValue = defaultValue }
}
