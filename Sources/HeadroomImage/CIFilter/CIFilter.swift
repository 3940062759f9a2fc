public import Foundation
internal import HeadroomGraphics

/// A function from images and parameters to an image.
///
/// Set the inputs, then read ``outputImage``: it is a recipe made from the current inputs, and later changes of the
/// filter do not alter it. A filter is a mutable object for one thread at a time; images are not.
///
/// ## Own filters
/// Subclass, declare the inputs with ``KeyedInput`` and override ``outputImage``:
///
/// ```swift
/// final class Haze: CIFilter {
///   @KeyedInput var inputImage: CIImage?
///   @KeyedInput var inputAmount: Float = 0.5
///   override var outputImage: CIImage? {
///     inputImage?.applyingFilter("CIExposureAdjust", parameters: ["inputEV": -inputAmount])
///   }
/// }
/// ```
open class CIFilter: NSCopying, CIFilterProtocol, MadeByName, CustomStringConvertible, CustomDebugStringConvertible {
  private var givenName: String?

  /// Makes a filter without inputs; for subclasses.
  public init() {}

  /// The name by which the filter is made, such as `CIExposureAdjust`; for a subclass, the class's name.
  open var name: String {
    get { givenName ?? String(describing: type(of: self)) }
    set { givenName = newValue }
  }

  /// Whether the filter does anything; when false, ``outputImage`` is the input image. Default true.
  open var isEnabled = true

  /// The result for the current inputs; nil when a required image is missing.
  open var outputImage: CIImage? { nil }

  /// The keys of the inputs, images first.
  open var inputKeys: [String] {
    let inputs = declaredInputs
    for property in inputs.plainInputs { property.report() }
    return inputs.keyed.map(\.key)
  }

  /// The keys of the results.
  open var outputKeys: [String] { [kCIOutputImageKey] }

  /// Information about the filter and each input, under the `kCIAttribute...` keys and the keys of the inputs.
  open var attributes: [String: Any] {
    var result: [String: Any] = [
      kCIAttributeFilterName: name,
      kCIAttributeFilterDisplayName: FilterNames.displayName(of: name),
      kCIAttributeFilterCategories: [String](),
    ]
    for (key, input) in declaredInputs.keyed {
      result[key] = [
        kCIAttributeClass: input.attributeClass, kCIAttributeDisplayName: FilterNames.displayName(of: key),
      ]
    }
    return result.merging(Self.customAttributes() ?? [:]) { $1 }
  }

  /// Sets every input to its default.
  open func setDefaults() {
    for (_, input) in declaredInputs.keyed { input.reset() }
  }

  /// The value of an input, or the result under `outputImage`; nil for a key the filter does not have.
  ///
  /// Numbers come as `NSNumber`, points and rectangles as ``CIVector``.
  open func value(forKey key: String) -> Any? {
    if key == kCIOutputImageKey { return outputImage }
    let inputs = declaredInputs
    if let input = inputs[key] { return input.keyed }
    inputs.plainProperty(for: key)?.report()
    return nil
  }

  /// Sets an input; nil gives it its default.
  ///
  /// Properties of a subclass have to be declared with ``KeyedInput``. Numbers outside the legal range become the nearest
  /// legal one. An unknown key and a value of a wrong type are ignored, and reported on standard error, once each;
  /// ``set(_:forInput:)`` throws them.
  open func setValue(_ value: Any?, forKey key: String) {
    do throws(FilterError) {
      try set(value, forInput: key)
    } catch {
      report(error, key)
    }
  }

  /// Tells the developer that a value is ignored, once for each filter and input.
  package func report(_ error: FilterError, _ key: String) {
    DeveloperNotes.log("\(error)", about: "\(name).\(key)")
  }

  /// Sets several inputs, as ``setValue(_:forKey:)`` does.
  open func setValuesForKeys(_ keyedValues: [String: Any]) {
    for (key, value) in keyedValues { setValue(value, forKey: key) }
  }

  /// Sets an input, and throws where ``setValue(_:forKey:)`` ignores or corrects a value.
  ///
  /// - Throws: ``FilterError`` for a key the filter does not have, a value of a wrong type and a number out of range.
  open func set(_ value: Any?, forInput key: String) throws(FilterError) {
    let inputs = declaredInputs
    guard let input = inputs[key] else {
      throw inputs.plainProperty(for: key)?.error ?? .unknownKey(filter: name, key: key)
    }
    guard input.assign(value) else {
      throw .wrongType(filter: name, key: key, expected: input.attributeClass, found: FilterError.typeName(of: value))
    }
  }

  /// A filter of the same class with the same values, which changes on its own.
  ///
  /// The framework's filters have it. A client's class overrides it, since only it can make one of its own; without that it
  /// is a programming error, as it is for any class without `copy(with:)`.
  open func copy() -> Any {
    preconditionFailure("\(type(of: self)) has to override copy() to be copied")
  }

  /// As ``copy()``.
  public func copy(with zone: NSZone?) -> Any { copy() }

  /// Attributes that a subclass adds to ``attributes``.
  open class func customAttributes() -> [String: Any]? { nil }

  /// Name and the values of the inputs.
  open var description: String {
    let values = inputKeys.map { key in "\(key)=\(value(forKey: key).map { "\($0)" } ?? "nil")" }
    return ([name] + values).joined(separator: " ")
  }

  /// Name, documentation, categories, and the inputs with their ranges.
  open var debugDescription: String { description }

  private var declaredInputs: DeclaredInputs { DeclaredInputs(of: self) }
}
