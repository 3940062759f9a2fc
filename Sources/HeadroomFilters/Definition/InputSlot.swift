internal import Foundation
internal import HeadroomGraphics
package import HeadroomImage
internal import HeadroomSymbols

/// Type-erased access to one parameter of a definition, for key access and the registry.
package struct InputSlot<Definition: Sendable>: Sendable {
  package let description: InputDescription
  package let get: @Sendable (Definition) -> Any?
  /// Sets the value; nil sets the default. When not strict, numbers are clamped and wrong types ignored.
  let set: @Sendable (inout Definition, Any?, _ strict: Bool) -> InputRefusal?
  let isNeutral: @Sendable (Definition) -> Bool?
  package let fingerprint: @Sendable (Definition) -> [Double]
  package let objects: @Sendable (Definition) -> [ObjectIdentifier]

  /// - Parameters:
  ///   - path: leads to the wrapper: `\.$ev`.
  ///   - name: the Swift property's name.
  ///   - documentation: the comment on the property.
  package init<Value: InputValue>(
    _ path: any WritableKeyPath<Definition, Input<Value>> & Sendable, of prototype: Definition, name: String,
    documentation: String
  ) {
    description = InputDescription(spec: prototype[keyPath: path].spec, name: name, documentation: documentation)
    get = { $0[keyPath: path].wrappedValue.keyed }
    isNeutral = { $0[keyPath: path].isNeutral }
    fingerprint = { $0[keyPath: path].wrappedValue.fingerprint }
    objects = { $0[keyPath: path].wrappedValue.objects }
    set = { definition, value, strict in
      let spec = definition[keyPath: path].spec
      guard let value else {
        definition[keyPath: path].wrappedValue = Value.absent ?? spec.defaultValue
        return nil
      }
      if strict, let numbers = Value.numbers, let number = OptionValues.number(value), !(numbers ~= number) {
        return .outOfRange
      }
      guard let typed = Value(keyed: value) else { return .wrongType }
      if strict {
        guard let legal = typed.admitted(from: spec.least, to: spec.most), legal.isSame(as: typed) else {
          return .outOfRange
        }
      }
      definition[keyPath: path].wrappedValue = typed
      return nil
    }
  }
}

/// Why a parameter did not take a value.
enum InputRefusal: Sendable {
  case wrongType
  case outOfRange
}

/// The description of one parameter.
package struct InputDescription: Sendable {
  /// Core Image's key.
  package let key: String
  /// The Swift property's name.
  package let name: String
  package let attributeClass: String
  package let type: InputType?
  package let minimum: Double?
  package let maximum: Double?
  /// The smallest value that is not clamped; nil where there is no limit.
  package let least: Double?
  /// The largest value that is not clamped; nil where there is no limit.
  package let most: Double?
  /// The range of the value's type, where that is a number.
  package let numbers: ClosedRange<Double>?
  package let slider: ClosedRange<Double>?
  package let unit: InputUnit?
  package let defaultValue: any InputValue
  package let identity: (any InputValue)?
  /// The example in the filter's definition.
  let ownExample: (any InputValue)?
  package let documentation: String

  package init<Value: InputValue>(spec: InputSpec<Value>, name: String, documentation: String) {
    key = spec.key
    self.name = name
    attributeClass = Value.attributeClass
    type = spec.type
    minimum = spec.minimum
    maximum = spec.maximum
    (least, most) = (spec.least, spec.most)
    numbers = Value.numbers
    slider = spec.slider
    unit = spec.unit
    defaultValue = spec.defaultValue
    identity = spec.identity
    ownExample = spec.example
    self.documentation = documentation
  }

  /// The dictionary under the input's key in `CIFilter.attributes`.
  package var attributes: [String: Any] {
    var result: [String: Any] = [
      kCIAttributeName: key, kCIAttributeClass: attributeClass,
      kCIAttributeDisplayName: FilterNames.displayName(of: key), kCIAttributeDescription: documentation,
    ]
    result[kCIAttributeType] = type?.rawValue
    result[kCIAttributeMin] = minimum
    result[kCIAttributeMax] = maximum
    result[kCIAttributeSliderMin] = slider?.lowerBound
    result[kCIAttributeSliderMax] = slider?.upperBound
    result[kCIAttributeDefault] = defaultValue.keyed
    result[kCIAttributeIdentity] = identity?.keyed
    return result
  }

  /// One line: key, default, limits, neutral value and what it does.
  package var summary: String {
    var facts = ["\(key): \(attributeClass)"]
    if let value = defaultValue.keyed { facts.append("default \(value)") }
    if least != nil || most != nil {
      facts.append("range \(least.map { NumberList.text($0) } ?? "")...\(most.map { NumberList.text($0) } ?? "")")
    }
    if let slider {
      facts.append("slider \(NumberList.text(slider.lowerBound))...\(NumberList.text(slider.upperBound))")
    }
    if let value = identity?.keyed { facts.append("neutral \(value)") }
    if let unit { facts.append("in \(unit.rawValue)") }
    return facts.joined(separator: ", ") + (documentation.isEmpty ? "" : ". \(documentation)")
  }
}
