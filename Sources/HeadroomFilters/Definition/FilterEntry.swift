package import HeadroomImage

/// The registry's record of a built-in filter.
package struct FilterEntry: Sendable {
  package let name: String
  package let displayName: String
  package let documentation: String
  /// All categories, `builtIn` included.
  package let categories: [FilterCategory]
  package let introduced: FilterAvailability
  /// The keys of the images the filter takes, in order.
  package let imageKeys: [String]
  /// The other inputs, in order.
  package let inputs: [InputDescription]
  private let make: @Sendable () -> CIFilter

  package init<Definition: RegisteredFilter>(_ definition: Definition.Type) {
    name = Definition.name
    displayName = Definition.displayName
    documentation = Definition.documentation
    categories = Definition.categories + [.builtIn]
    introduced = Definition.introduced
    imageKeys = Definition.imageKeys
    inputs = Definition.inputs.map(\.description)
    make = { BuiltInFilter<Definition>() }
  }

  /// A new filter with its defaults.
  package func makeFilter() -> CIFilter { make() }

  /// Whether values above 1 and below 0 are kept.
  package var isHDR: Bool { categories.contains(.highDynamicRange) }

  /// The dictionary that `CIFilter.attributes` returns.
  package var attributes: [String: Any] {
    var result: [String: Any] = [
      kCIAttributeFilterName: name,
      kCIAttributeFilterDisplayName: displayName,
      kCIAttributeDescription: documentation,
      kCIAttributeFilterCategories: categories.map(\.rawValue).sorted(),
      kCIAttributeFilterAvailable_iOS: introduced.iOS,
      kCIAttributeFilterAvailable_Mac: introduced.macOS,
    ]
    for key in imageKeys {
      let type = key == kCIInputGradientImageKey ? InputType.gradient : .image
      result[key] = [
        kCIAttributeName: key, kCIAttributeClass: "CIImage", kCIAttributeType: type.rawValue,
        kCIAttributeDisplayName: FilterNames.displayName(of: key),
      ]
    }
    for input in inputs { result[input.key] = input.attributes }
    return result
  }

  /// Documentation, categories and inputs as text.
  package var summary: String {
    let header = [
      displayName, documentation, "categories: " + categories.map(\.rawValue).sorted().joined(separator: " "),
    ]
    let images = imageKeys.map { "\($0): CIImage" }
    return (header + images + inputs.map(\.summary)).joined(separator: "\n  ")
  }
}
