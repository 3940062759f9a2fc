internal import Foundation
internal import Headroom
internal import HeadroomPictures

/// Values that show what a filter does: its defaults, or where a default changes nothing, a value well along the
/// slider.
enum FilterExample {
  /// A generator shows its defaults, none of which is neutral.
  ///
  /// - Returns: a number, vector, transform, colour or text for `CIFilter`; nil leaves the input unchanged.
  static func value(_ input: InputDescription, of entry: FilterEntry) -> Any? {
    if input.attributeClass == "NSAffineTransform" { return CGAffineTransform(a: 1, b: 0.2, c: 0, d: 1, tx: 0, ty: 0) }
    if input.type == .time { return NSNumber(value: 0.5) }
    if let example = input.example { return example }
    let value = input.defaultValue.keyed
    guard !entry.imageKeys.isEmpty, input.attributeClass == "NSNumber", let number = value as? NSNumber,
      number == input.identity?.keyed as? NSNumber, let slider = input.slider
    else { return value }
    var shown = slider.lowerBound + (slider.upperBound - slider.lowerBound) * 0.75
    // A slider that goes far beyond its neutral value is a factor: 1.5 shows its effect, 75 shows nothing.
    let neutral = number.doubleValue
    if slider.lowerBound > 0, shown > 4 * neutral { shown = 1.5 * neutral }
    return NSNumber(value: (shown * 100).rounded() / 100)
  }

  /// A value as written in an expression; nil where there is none, or no way to write it.
  static func words(_ value: Any?, _ input: InputDescription) -> String? {
    func list(_ values: [CGFloat]) -> String {
      "[" + values.map { ShortNumber.text(Double($0)) }.joined(separator: ",") + "]"
    }
    switch value {
    case let vector as CIVector: return list(vector.values)
    case let lines as [CIVector]: return "[" + lines.map { list($0.values) }.joined(separator: ",") + "]"
    case let space as CGColorSpace: return (space.name as String?).map { "\"\($0)\"" }
    case let color as CIColor: return list([color.red, color.green, color.blue, color.alpha])
    case let transform as CGAffineTransform: return list(CIVector(cgAffineTransform: transform).values)
    case let text as String: return text.isEmpty ? nil : "\"\(text)\""
    case let message as Data where input.example is Data: return text(message).map { "\"\($0)\"" }
    case let number as NSNumber:
      if input.type == .boolean { return number.boolValue ? "true" : "false" }
      return ShortNumber.text(number.doubleValue)
    default: return nil
    }
  }

  /// Bytes that are a short text; nil for numbers.
  private static func text(_ bytes: Data) -> String? {
    let isText = bytes.count < 64 && bytes.allSatisfy { (32...126).contains($0) }
    return isText ? String(decoding: bytes, as: UTF8.self) : nil
  }

  /// The values of an example that an expression cannot contain, by key.
  private static func unsayable(_ entry: FilterEntry) -> [String: Any] {
    var values: [String: Any] = [:]
    // The recipe takes one picture.
    guard entry.imageKeys.allSatisfy({ $0 == kCIInputImageKey }) else { return values }
    for input in entry.inputs where input.attributeClass == "NSArray" || words(input.example, input) == nil {
      values[input.key] = input.example
    }
    // Accompanying values are included.
    if !values.isEmpty { for input in entry.inputs { values[input.key] = values[input.key] ?? input.example } }
    return values
  }

  /// A command to start from; where an expression cannot contain an input that the filter needs, two commands that
  /// write a recipe and use it.
  ///
  /// - Parameter inputs: how many inputs an expression sets.
  static func command(_ entry: FilterEntry, inputs: Int = 2) -> String {
    let values = unsayable(entry)
    return values.isEmpty ? expression(entry, inputs) : recipe(entry, values)
  }

  private static func recipe(_ entry: FilterEntry, _ values: [String: Any]) -> String {
    let takesPicture = entry.imageKeys.contains(kCIInputImageKey)
    let filter = entry.makeFilter()
    for (key, value) in values { filter.setValue(value, forKey: key) }
    if takesPicture { filter.setValue(CIImage.placeholder, forKey: kCIInputImageKey) }
    // Filter and values are built in, and a test makes every example: no user input reaches this.
    guard let document = try? filter.outputImage?.recipeJSON() else { preconditionFailure("an example without result") }
    let lines = String(decoding: document, as: UTF8.self).split(separator: "\n").map { line in line.drop { $0 == " " } }
    let use =
      takesPicture
      ? "headroom convert photo.jpg out.jpg --recipe recipe.json" : "headroom render recipe.json --output out.jpg"
    return "echo '\(lines.joined(separator: " "))' > recipe.json\n\(use)"
  }

  private static func expression(_ entry: FilterEntry, _ inputs: Int) -> String {
    var settings = entry.imageKeys.filter { $0 != kCIInputImageKey }.map {
      "\(FilterSettings.swiftName(of: $0))=other.png"
    }
    settings += entry.inputs.prefix(inputs).compactMap { input in
      let value = input.type == .rectangle ? "[0,0,640,480]" : words(value(input, of: entry), input)
      return value.map { "\(input.name)=\($0)" }
    }
    return "headroom convert photo.jpg out.jpg --filter '\(([entry.name] + settings).joined(separator: " "))'"
  }

  /// The same in Swift.
  static func swift(_ entry: FilterEntry, inputs: Int = 2) -> String {
    var settings = entry.imageKeys.filter { $0 != kCIInputImageKey }.map { "\"\($0)\": other" }
    settings += entry.inputs.prefix(inputs).compactMap { input in
      literal(value(input, of: entry)).map { "\"\(input.key)\": \($0)" }
    }
    settings += unsayable(entry).keys.sorted().map { "\"\($0)\": \(FilterSettings.swiftName(of: $0))" }
    let parameters = settings.isEmpty ? "" : ", parameters: [\(settings.joined(separator: ", "))]"
    guard entry.imageKeys.contains(kCIInputImageKey) else {
      return "CIFilter(name: \"\(entry.name)\"\(parameters))?.outputImage"
    }
    return "image.applyingFilter(\"\(entry.name)\"\(parameters))"
  }

  private static func literal(_ value: Any?) -> String? {
    func list(_ values: [CGFloat]) -> String { values.map { ShortNumber.text(Double($0)) }.joined(separator: ", ") }
    switch value {
    case let vector as CIVector: return "CIVector(values: [\(list(vector.values))], count: \(vector.count))"
    case let color as CIColor:
      return "CIColor(red: \(ShortNumber.text(color.red)), green: \(ShortNumber.text(color.green)), "
        + "blue: \(ShortNumber.text(color.blue)), alpha: \(ShortNumber.text(color.alpha)))"
    case let text as String: return text.isEmpty ? nil : "\"\(text)\""
    case let message as Data: return text(message).map { "Data(\"\($0)\".utf8)" }
    case let number as NSNumber: return ShortNumber.text(number.doubleValue)
    default: return nil
    }
  }
}

extension CIImage {
  /// Stands for the picture that a recipe is used with.
  fileprivate static var placeholder: CIImage {
    CIImage(
      bitmapData: Data(count: 8 * 8 * 4), bytesPerRow: 8 * 4, size: CGSize(width: 8, height: 8), format: .RGBA8,
      colorSpace: CGColorSpace(name: CGColorSpace.sRGB))
  }
}
