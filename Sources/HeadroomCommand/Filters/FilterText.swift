internal import Foundation
internal import Headroom
internal import HeadroomPictures

/// The description of a filter as text: what it does, its inputs and their ranges in words, and a command to start
/// from.
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
    let example = FilterExample.command(entry).replacing("\n", with: "\n  ")
    return (head + ["inputs"] + images + inputs + ["example", "  \(example)"]).joined(separator: "\n")
  }

  /// Kind, range, default and identity of an input.
  static func facts(_ input: InputDescription) -> String {
    var facts = [kind(input)]
    if let range = range(input) { facts.append(range) }
    if let value = FilterExample.words(input.defaultValue.keyed, input) { facts.append("\(value) without it") }
    if let identity = FilterExample.words(input.identity?.keyed, input) { facts.append("\(identity) changes nothing") }
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
    case "NSData" where input.key == "inputMessage": "text in quotes, or base64:..."
    case "NSData" where input.key.contains("Cube"): "the path of a .cube file"
    case "NSArray": "lines [[x0,y0,x1,y1],...] in a recipe"
    default: "\(input.attributeClass), which only a recipe can set"
    }
  }

  private static func range(_ input: InputDescription) -> String? {
    guard input.attributeClass == "NSNumber" else { return nil }
    switch (input.least.map(limit), input.most.map(limit)) {
    case (let low?, let high?): return "from \(low) to \(high)"
    case (let low?, nil): return "\(low) or more"
    case (nil, let high?): return "\(high) or less"
    case (nil, nil): return input.type == .boolean ? nil : "any value"
    }
  }

  /// A limit, with all of its digits if it is an integer.
  private static func limit(_ value: Double) -> String {
    abs(value) < 1e9 && value == value.rounded() ? String(Int(value)) : ShortNumber.text(value)
  }
}
