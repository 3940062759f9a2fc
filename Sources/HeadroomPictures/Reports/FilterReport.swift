internal import Foundation
package import HeadroomContainers
package import HeadroomFilters
internal import HeadroomGraphics
internal import HeadroomImage

/// `headroom filters --json`; names and keys as in Core Image.
package struct FilterReport {
  private let entries: [FilterEntry]

  package init(_ entries: [FilterEntry]) { self.entries = entries }

  package var json: JSONValue { ["schema": 1, "filters": .array(entries.map(Self.filter))] }

  /// `ColorAdjustment` for `CICategoryColorAdjustment`.
  package static func shortName(_ category: FilterCategory) -> String {
    String(category.rawValue.dropFirst("CICategory".count))
  }

  private static func filter(_ entry: FilterEntry) -> JSONValue {
    [
      "name": .string(entry.name), "displayName": .string(entry.displayName),
      "categories": .array(entry.categories.map(shortName).sorted().map { .string($0) }),
      "hdr": .bool(entry.isHDR), "description": .string(entry.documentation),
      "inputs": .array(entry.imageKeys.map(image) + entry.inputs.map(input)), "outputs": ["outputImage"],
    ]
  }

  private static func image(_ key: String) -> JSONValue {
    [
      "key": .string(key), "name": .string(swiftName(ofImage: key)), "class": "CIImage", "type": "Image",
      "default": .null, "min": .null, "max": .null, "least": .null, "most": .null, "sliderMin": .null,
      "sliderMax": .null, "identity": .null,
    ]
  }

  private static func swiftName(ofImage key: String) -> String {
    key == kCIInputImageKey ? key : FilterSettings.swiftName(of: key)
  }

  private static func input(_ input: InputDescription) -> JSONValue {
    [
      "key": .string(input.key), "name": .string(input.name), "class": .string(input.attributeClass),
      "type": .string(orNull: input.type.map { String($0.rawValue.dropFirst("CIAttributeType".count)) }),
      "default": value(input.defaultValue.keyed), "min": .number(orNull: input.minimum),
      "max": .number(orNull: input.maximum), "least": .number(orNull: input.least),
      "most": .number(orNull: input.most), "sliderMin": .number(orNull: input.slider?.lowerBound),
      "sliderMax": .number(orNull: input.slider?.upperBound), "unit": .string(orNull: input.unit?.rawValue),
      "identity": value(input.identity?.keyed),
    ]
  }

  /// Vectors, colours and transforms as arrays of their numbers.
  private static func value(_ keyed: Any?) -> JSONValue {
    func numbers(_ values: [CGFloat]) -> JSONValue { .array(values.map { .number(Double($0)) }) }
    switch keyed {
    case let vector as CIVector: return numbers(vector.values)
    case let color as CIColor: return numbers([color.red, color.green, color.blue, color.alpha])
    case let transform as CGAffineTransform: return numbers(CIVector(cgAffineTransform: transform).values)
    case let text as String: return .string(text)
    case let space as CGColorSpace: return .string(orNull: space.name as String?)
    case let number as NSNumber: return .number(shortest(number))
    default: return .null
    }
  }

  /// The parameters are float32: 0.1 should print as 0.1, not as the double nearest to the float nearest to 0.1.
  private static func shortest(_ number: NSNumber) -> Double {
    Float(exactly: number.doubleValue).flatMap { Double($0.description) } ?? number.doubleValue
  }
}
