internal import Foundation
internal import Headroom

/// One filter for people: what it does, its inputs and their ranges in words, and a command to start from.
struct FilterText {
  private let entry: FilterEntry

  init(_ entry: FilterEntry) { self.entry = entry }

  var text: String {
    let categories = entry.categories.map(FilterReport.shortName).sorted().joined(separator: ", ")
    let head = [
      "\(entry.name) (\(entry.displayName))", "  " + entry.documentation.replacing("\n", with: "\n  "),
      "  \(categories)", "  \(entry.isHDR ? "keeps values above 1 and below 0" : "works on 0 to 1")",
    ]
    let images = entry.imageKeys.map { key in
      key == kCIInputImageKey
        ? "  \(key)  the picture itself" : "  \(key) or \(FilterSettings.swiftName(of: key))  the path of a picture"
    }
    let inputs = entry.inputs.flatMap { input in
      ["  \(input.key) or \(input.name)  \(Self.facts(input))"]
        + (input.documentation.isEmpty ? [] : ["      " + input.documentation.replacing("\n", with: "\n      ")])
    }
    return (head + ["inputs"] + images + inputs + ["example", "  \(example)"]).joined(separator: "\n")
  }

  private static func facts(_ input: InputDescription) -> String {
    var facts = [kind(input)]
    if let range = range(input) { facts.append(range) }
    if let value = words(input.defaultValue.keyed, input) { facts.append("\(value) without it") }
    if let identity = words(input.identity?.keyed, input) { facts.append("\(identity) changes nothing") }
    return facts.joined(separator: "; ")
  }

  private static func kind(_ input: InputDescription) -> String {
    let unit = input.unit.map { " in \($0.rawValue)" } ?? ""
    return switch input.attributeClass {
    case "NSNumber": (input.type == .boolean ? "true or false" : "a number") + unit
    case "CIVector": "a vector such as [1,2]\(unit)"
    case "NSAffineTransform": "six numbers [a,b,c,d,tx,ty]"
    case "CIColor": "a colour: #rrggbb, [r,g,b,a] or [r,g,b,a]@space"
    case "NSString": "text in quotes"
    case "CIImage": "the path of a picture"
    default: "\(input.attributeClass), which cannot be set from the command line"
    }
  }

  private static func range(_ input: InputDescription) -> String? {
    guard input.attributeClass == "NSNumber" else { return nil }
    switch (input.minimum.map(ShortNumber.text), input.maximum.map(ShortNumber.text)) {
    case (let low?, let high?): return "from \(low) to \(high)"
    case (let low?, nil): return "\(low) or more"
    case (nil, let high?): return "\(high) or less"
    case (nil, nil): return input.type == .boolean ? nil : "any value"
    }
  }

  // MARK: Values

  /// A value as an expression takes it.
  private static func words(_ value: Any?, _ input: InputDescription) -> String? {
    func list(_ values: [CGFloat]) -> String {
      "[" + values.map { ShortNumber.text(Double($0)) }.joined(separator: ",") + "]"
    }
    switch value {
    case let vector as CIVector: return list(vector.values)
    case let color as CIColor: return list([color.red, color.green, color.blue, color.alpha])
    case let transform as CGAffineTransform: return list(CIVector(cgAffineTransform: transform).values)
    case let text as String: return text.isEmpty ? nil : "'\(text)'"
    case let number as NSNumber:
      if input.type == .boolean { return number.boolValue ? "true" : "false" }
      return ShortNumber.text(number.doubleValue)
    default: return nil
    }
  }

  private var example: String {
    var settings = entry.imageKeys.filter { $0 != kCIInputImageKey }.map {
      "\(FilterSettings.swiftName(of: $0))=other.png"
    }
    settings += entry.inputs.prefix(2).compactMap { input in
      Self.exampleValue(input).map { "\(input.name)=\($0)" }
    }
    let expression = ([entry.name] + settings).joined(separator: " ")
    return "headroom convert photo.jpg out.jpg --filter '\(expression)'"
  }

  /// A value that shows something: the default, or where that changes nothing, one a good way along the slider.
  private static func exampleValue(_ input: InputDescription) -> String? {
    if input.attributeClass == "NSAffineTransform" { return "[1,0.2,0,1,0,0]" }
    if input.type == .rectangle { return "[0,0,64,64]" }
    guard let value = words(input.defaultValue.keyed, input) else { return nil }
    guard input.attributeClass == "NSNumber", value == words(input.identity?.keyed, input), let slider = input.slider
    else { return value.replacing("'", with: "\"") }
    let shown = slider.lowerBound + (slider.upperBound - slider.lowerBound) * 0.75
    return ShortNumber.text((shown * 100).rounded() / 100)
  }
}
