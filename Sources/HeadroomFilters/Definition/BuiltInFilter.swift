internal import Foundation
internal import HeadroomGraphics
internal import HeadroomImage

/// The filter object around a definition: stores its images, and gives access to its parameters by key.
final class BuiltInFilter<Definition: RegisteredFilter>: CIFilter, ObjectingFilter {
  /// The parameters. A value: it is copied into the recipe.
  var definition = Definition()
  private var images: [String: CIImage] = [:]

  override init() {
    super.init()
    name = Definition.name
  }

  /// The image to work on; of two, the upper one.
  var inputImage: CIImage? {
    get { images[kCIInputImageKey] }
    set { images[kCIInputImageKey] = newValue }
  }

  /// The lower of two images.
  var backgroundImage: CIImage? {
    get { images[kCIInputBackgroundImageKey] }
    set { images[kCIInputBackgroundImageKey] = newValue }
  }

  override var outputImage: CIImage? {
    if let inputImage, !isEnabled || definition.isNeutral { return inputImage }
    return definition.image(from: FilterImages(images))?.made(by: definition, from: images)
  }

  var ownObjection: FilterObjection? { definition.objection }

  override var inputKeys: [String] { Definition.keys }

  override var attributes: [String: Any] { FilterEntry(Definition.self).attributes }

  override func copy() -> Any {
    let copy = BuiltInFilter()
    (copy.name, copy.isEnabled) = (name, isEnabled)
    (copy.definition, copy.images) = (definition, images)
    return copy
  }

  override func setDefaults() { definition = Definition() }

  override func value(forKey key: String) -> Any? {
    if key == kCIOutputImageKey { return outputImage }
    if Definition.imageKeys.contains(key) { return images[key] }
    return slot(key)?.get(definition)
  }

  override func setValue(_ value: Any?, forKey key: String) {
    do throws(FilterError) {
      try set(value, key, isStrict: false)
    } catch {
      report(error, key)
    }
  }

  override func set(_ value: Any?, forInput key: String) throws(FilterError) { try set(value, key, isStrict: true) }

  /// - Parameter isStrict: refuses numbers out of range, which else become the nearest legal one.
  private func set(_ value: Any?, _ key: String, isStrict: Bool) throws(FilterError) {
    let value = OptionValues.present(value)
    if Definition.imageKeys.contains(key) {
      guard value == nil || value is CIImage else { throw wrongType(key, "CIImage", value) }
      images[key] = value as? CIImage
      return
    }
    guard let slot = slot(key) else { throw .unknownKey(filter: name, key: key) }
    switch slot.set(&definition, value, isStrict) {
    case .wrongType: throw wrongType(key, slot.description.attributeClass, value)
    case .outOfRange: throw outOfRange(slot.description, value)
    case nil: break
    }
  }

  override var debugDescription: String { "\(description)\n\(FilterEntry(Definition.self).summary)" }

  private func slot(_ key: String) -> InputSlot<Definition>? { Definition.inputs.first { $0.description.key == key } }

  private func outOfRange(_ input: InputDescription, _ value: Any?) -> FilterError {
    let number = OptionValues.number(value) ?? .nan
    // The limits of the type are mentioned only where they are the ones exceeded.
    let beyond = input.numbers.flatMap { $0 ~= number || number.isNaN ? nil : $0 }
    return .outOfRange(
      filter: name, key: input.key,
      value: (value as? Double).map { NumberList.text($0) } ?? value.map { "\($0)" } ?? "nil",
      minimum: input.least ?? beyond?.lowerBound,
      maximum: input.most ?? beyond?.upperBound)
  }

  private func wrongType(_ key: String, _ expected: String, _ value: Any?) -> FilterError {
    .wrongType(filter: name, key: key, expected: expected, found: FilterError.typeName(of: value))
  }
}

/// A filter that can report which of its values prevents a result.
private protocol ObjectingFilter {
  var ownObjection: FilterObjection? { get }
}

extension CIFilter {
  /// The value that prevents a result, where the filter can report it; nil for clients' filters.
  var objection: FilterObjection? { (self as? any ObjectingFilter)?.ownObjection }
}
