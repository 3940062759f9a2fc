internal import Foundation
internal import Headroom

/// Makes a filter from an expression: finds the inputs by key or Swift name, and gives the literals their types.
struct FilterBuilder {
  private let expression: FilterExpression
  private let entry: FilterEntry
  private let limits: DecodeLimits

  init(_ expression: FilterExpression, limits: DecodeLimits) throws(CommandError) {
    self.expression = expression
    self.limits = limits
    if expression.name.hasPrefix("kernel:") {
      throw .usage("--filter: kernels from text come with a later version (this is \(RootCommand.version))")
    }
    guard let entry = FilterRegistry.entry(named: expression.name) else {
      throw .usage("--filter: there is no filter '\(expression.name)'\(Self.suggestion(for: expression.name))")
    }
    self.entry = entry
  }

  /// Whether a pixel of the result comes from the pixels around it: blurs, sharpening, convolutions.
  var looksAround: Bool {
    !Set(entry.categories).isDisjoint(with: [.blur, .sharpen]) || entry.name.hasPrefix("CIConvolution")
  }

  func makeFilter() throws(CommandError) -> CIFilter {
    let filter = entry.makeFilter()
    for setting in expression.settings {
      let input = try input(named: setting.key)
      let value = try value(of: setting.literal, for: input)
      do throws(FilterError) {
        try filter.set(value, forInput: input.key)
      } catch {
        throw .usage("--filter: \(error)")
      }
    }
    return filter
  }

  private func input(named name: String) throws(CommandError) -> (key: String, valueClass: String) {
    if let input = entry.inputs.first(where: { $0.key == name || $0.name == name }) {
      return (input.key, input.attributeClass)
    }
    let wanted = name.hasPrefix("input") ? name : "input\(name.prefix(1).uppercased())\(name.dropFirst())"
    if let key = entry.imageKeys.first(where: { $0 == wanted }), key != kCIInputImageKey { return (key, "CIImage") }
    let keys = entry.imageKeys.filter { $0 != kCIInputImageKey } + entry.inputs.map(\.key)
    let known = keys.joined(separator: ", ")
    // Whoever wrote a Swift name means one.
    let names = name.hasPrefix("input") ? keys : keys.map { Self.swiftName(of: $0) }
    let question = NameSuggestion.question(for: name, among: names)
    throw .usage("--filter: \(entry.name) has no input '\(name)'; it has \(known.isEmpty ? "none" : known)\(question)")
  }

  private func value(of literal: FilterLiteral, for input: (key: String, valueClass: String)) throws(CommandError)
    -> Any
  {
    switch (input.valueClass, literal) {
    case ("NSNumber", .number(let number)): return number
    case ("NSNumber", .boolean(let flag)): return flag
    case ("CIVector", .list(let numbers)): return CIVector(numbers.map { CGFloat($0) })
    case ("NSAffineTransform", .list(let numbers)) where numbers.count == 6:
      return CIVector(numbers.map { CGFloat($0) })
    case ("CIColor", .hexColor(let components)): return color(components, .sRGB)
    case ("CIColor", .list(let components)) where (3...4).contains(components.count):
      return color(components, .extendedSRGB)
    case ("CIColor", .color(let components, let space)) where (3...4).contains(components.count):
      guard let encoding = ColorEncoding(name: space), encoding.model == .rgb else {
        let question = NameSuggestion.question(for: space, among: ColorSpaceChoice.allValueStrings)
        throw .usage("--filter: \(input.key): '\(space)' is not the name of an RGB colour space\(question)")
      }
      guard let color = namedColor(components, encoding) else {
        throw .usage("--filter: \(input.key): \(space) has no values outside 0 to 1")
      }
      return color
    case ("NSString", .string(let text)), ("NSString", .word(let text)): return text
    case ("CIImage", .string(let path)), ("CIImage", .word(let path)): return try image(path)
    default:
      throw .usage("--filter: \(entry.name) \(input.key): \(Self.expectation(input.valueClass))")
    }
  }

  private func color(_ components: [Double], _ encoding: ColorEncoding) -> CIColor {
    namedColor(components, encoding) ?? CIColor(red: 0, green: 0, blue: 0)
  }

  private func namedColor(_ components: [Double], _ encoding: ColorEncoding) -> CIColor? {
    CIColor(
      red: components[0], green: components[1], blue: components[2], alpha: components.count == 4 ? components[3] : 1,
      colorSpace: CGColorSpace(encoding: encoding))
  }

  /// Another picture as an input: upright, with all its headroom.
  private func image(_ path: String) throws(CommandError) -> CIImage {
    do {
      return try CIImage(
        reading: URL(filePath: path), options: [.expandToHDR: true, .applyOrientationProperty: true], limits: limits)
    } catch {
      throw CommandError(error, file: path)
    }
  }

  private static func expectation(_ valueClass: String) -> String {
    switch valueClass {
    case "NSNumber": "expected a number"
    case "CIVector": "expected a vector such as [1,2]"
    case "NSAffineTransform": "expected six numbers [a,b,c,d,tx,ty]"
    case "CIColor": "expected a colour: #rrggbb, [r,g,b,a] or [r,g,b,a]@space"
    case "NSString": "expected text in quotes"
    case "CIImage": "expected the path of a picture"
    default: "this input cannot be set from the command line"
    }
  }

  /// The filter that was probably meant.
  private static func suggestion(for name: String) -> String {
    let question = NameSuggestion.question(for: name, among: FilterRegistry.builtIn.map(\.name))
    return question.isEmpty ? " ('headroom filters' lists them)" : question
  }

  /// `radius` for `inputRadius`.
  static func swiftName(of key: String) -> String {
    guard key.hasPrefix("input") else { return key }
    let name = key.dropFirst("input".count)
    return name.prefix(1).lowercased() + name.dropFirst()
  }
}
