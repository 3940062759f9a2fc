package import Foundation
internal import HeadroomColor
package import HeadroomContainers
internal import HeadroomEngine
internal import HeadroomGraphics
package import HeadroomImage
internal import HeadroomImageIO
internal import HeadroomSymbols

/// A filter whose inputs are set from data: from a recipe's JSON or from an expression on a command line.
package struct FilterSettings {
  /// What is wrong with a setting.
  package struct Problem: Error {
    /// The key of the input whose value is wrong; nil where there is no such input.
    package let key: String?
    /// The file that causes the problem, where there is one.
    package var file: String? = nil
    package let reason: String
  }

  package let filter: CIFilter

  /// A filter with its defaults, or a kernel of a text file: `kernel:FILE#NAME`.
  ///
  /// - Parameter folder: the base of the path of a kernel's file; nil for the working directory.
  /// - Throws: the problem where no filter has the name, or the text does not compile.
  package init(named name: String, relativeTo folder: URL? = nil) throws(Problem) {
    if name.hasPrefix(KernelFilter.prefix) {
      self.filter = try Self.kernel(name, folder)
      return
    }
    guard let filter = CIFilter(name: name) else {
      let question = NameSuggestion.question(for: name, among: CIFilter.filterNames(inCategory: nil))
      throw Problem(key: nil, reason: "there is no filter '\(name)'\(question)")
    }
    self.filter = filter
  }

  private static func kernel(_ name: String, _ folder: URL?) throws(Problem) -> CIFilter {
    do {
      return try KernelFilter(named: name, relativeTo: folder)
    } catch let error as ImageIOError {
      throw Problem(key: nil, file: KernelFilter.parts(name).path, reason: "\(error)")
    } catch KernelError.doesNotCompile(let report) {
      throw Problem(key: nil, file: KernelFilter.parts(name).path, reason: report)
    } catch {
      throw Problem(key: nil, reason: "\(error)")
    }
  }

  /// The result; nil where an image is missing.
  ///
  /// - Throws: the reason why a kernel cannot be run with its arguments.
  package func output() throws(Problem) -> CIImage? {
    guard let kernel = filter as? KernelFilter else { return filter.outputImage }
    do throws(KernelError) {
      return try kernel.image()
    } catch {
      throw Problem(key: nil, reason: "\(error)")
    }
  }

  /// Why there is no result: an image that is missing, a value that does not fit, or an unknown reason.
  ///
  /// - Parameter missing: makes the problem for a key whose image is missing.
  package func noResult(missing: (String) -> Problem) -> Problem {
    if let key = missingImage { return missing(key) }
    if let objection = filter.objection { return Problem(key: objection.key, reason: objection.reason) }
    return Problem(key: nil, reason: "\(filter.name) has no result with these inputs")
  }

  /// The key of an input by its key or its Swift name: `radius` for `inputRadius`.
  ///
  /// - Parameter others: other names to suggest for a misspelt one.
  package func key(named name: String, others: [String] = []) throws(Problem) -> String {
    let keys = filter.inputKeys
    if keys.contains(name) { return name }
    if let entry = FilterRegistry.entry(named: filter.name),
      let input = entry.inputs.first(where: { $0.name == name })
    {
      return input.key
    }
    if let key = keys.first(where: { Self.swiftName(of: $0) == name }) { return key }
    // A misspelt Swift name is compared with Swift names.
    let names = name.hasPrefix("input") ? keys : keys.map(ownName)
    let question = NameSuggestion.question(for: name, among: names + others)
    let known = keys.isEmpty ? "none" : keys.joined(separator: ", ")
    throw Problem(key: nil, reason: "\(filter.name) has no input '\(name)'; it has \(known)\(question)")
  }

  /// The name of an input's property: `ev` for `inputEV`.
  private func ownName(of key: String) -> String {
    let input = FilterRegistry.entry(named: filter.name)?.inputs.first { $0.key == key }
    return input?.name ?? Self.swiftName(of: key)
  }

  /// `radius` for `inputRadius`.
  package static func swiftName(of key: String) -> String {
    guard key.hasPrefix("input") else { return key }
    let name = key.dropFirst("input".count)
    return name.prefix(1).lowercased() + name.dropFirst()
  }

  /// Whether an input is an image.
  package func isImage(_ key: String) -> Bool { attributeClass(of: key) == "CIImage" }

  /// Whether an input is a table of colours, as in a `.cube` file, or other bytes from a file.
  package func isTable(_ key: String) -> Bool { attributeClass(of: key) == "NSData" && !Self.isMessage(key) }

  /// The class of an input's value.
  private func attributeClass(of key: String) -> String? {
    (filter.attributes[key] as? [String: Any])?[kCIAttributeClass] as? String
  }

  /// The first image that the filter lacks.
  package var missingImage: String? { filter.inputKeys.first { isImage($0) && filter.value(forKey: $0) == nil } }

  package func set(_ image: CIImage, for key: String) { filter.setValue(image, forKey: key) }

  /// Sets an input to a number, a list, a colour, a text; null clears it.
  ///
  /// - Parameter folder: the base of the path of a `.cube` file; nil for the working directory.
  package func set(_ value: JSONValue, for key: String, relativeTo folder: URL? = nil) throws(Problem) {
    let typed = try typed(value, key, folder)
    do throws(FilterError) {
      try filter.set(typed, forInput: key)
    } catch {
      throw Problem(key: key, reason: error.reason)
    }
  }

  private func typed(_ value: JSONValue, _ key: String, _ folder: URL?) throws(Problem) -> Any? {
    let valueClass = attributeClass(of: key)
    switch (valueClass, value) {
    case (_, .null): return nil
    case ("NSNumber", .bool(let flag)): return flag
    case ("NSNumber", _): if let number = value.double { return number }
    case ("CIVector", _):
      if let numbers = value.doubles { return CIVector(numbers.map { CGFloat($0) }) }
      // Metal has no separate type for colours.
      if filter is KernelFilter, let color = try? CIColor(json: value, at: key) { return color }
    case ("NSAffineTransform", _):
      if let numbers = value.doubles, numbers.count == 6 { return CIVector(numbers.map { CGFloat($0) }) }
    case ("CIColor", _):
      do throws(RecipeError) {
        return try CIColor(json: value, at: key)
      } catch {
        throw Problem(key: key, reason: error.reason)
      }
    case ("NSArray", .array(let lists)):
      let vectors = lists.compactMap { list in list.doubles.map { CIVector($0.map { CGFloat($0) }) } }
      if vectors.count == lists.count { return vectors }
    case ("NSString", .string(let text)): return text
    case ("NSAttributedString", _):
      do throws(RecipeError) {
        if let text = try StyledText(json: value, at: key) { return text.keyed }
      } catch {
        throw Problem(key: key, reason: error.reason)
      }
    case ("CIBarcodeDescriptor", _):
      if let descriptor = CIBarcodeDescriptor.described(by: value) { return descriptor }
    case ("AVCameraCalibrationData", _):
      if let data = AVCameraCalibrationData.described(by: value) { return data }
    case ("NSObject", .string(let name)):
      do throws(RecipeError) {
        return CGColorSpace(encoding: try ColorEncoding(json: name, at: key))
      } catch {
        throw Problem(key: key, reason: error.reason)
      }
    case ("NSData", .string(let text)) where Self.isMessage(key): if let data = Self.message(text) { return data }
    case ("NSData", .string(let text)) where text.contains("."): return try Self.cube(text, key, folder)
    case ("NSData", .string(let text)): if let data = Data(base64Encoded: text) { return data }
    default: break
    }
    throw Problem(key: key, reason: Self.isMessage(key) ? "expected text" : Self.expectation(valueClass))
  }

  /// Whether an input is the message of a code: text that could be mistaken for base64.
  static func isMessage(_ key: String) -> Bool { key == "inputMessage" }

  /// The bytes of a `.cube` file. Its path cannot be mistaken for base64, which has no point.
  private static func cube(_ path: String, _ key: String, _ folder: URL?) throws(Problem) -> Data {
    let url = path.hasPrefix("/") ? URL(filePath: path) : folder?.appending(path: path) ?? URL(filePath: path)
    do {
      let file = try FileBytes(path: url.path)
      guard file.count <= CubeFile.mostBytes else { throw Problem(key: key, file: path, reason: "is too large") }
      let bytes = Data(file.copy(0..<file.count))
      _ = try ColorLook(bytes)
      return bytes
    } catch let error as ImageIOError {
      let facts = error.facts
      throw Problem(key: key, file: path, reason: [facts.part, facts.text].compactMap { $0 }.joined(separator: ": "))
    } catch let error as Problem {
      throw error
    } catch {
      throw Problem(key: key, file: path, reason: "\(error)")
    }
  }

  private static let bytesPrefix = "base64:"

  /// A message's bytes: the text's UTF-8, or the decoded text after `base64:`.
  private static func message(_ text: String) -> Data? {
    text.hasPrefix(bytesPrefix) ? Data(base64Encoded: String(text.dropFirst(bytesPrefix.count))) : Data(text.utf8)
  }

  /// The stored form of a message: text where it is text that cannot be mistaken for the stored form of bytes.
  package static func text(ofMessage data: Data) -> String {
    guard let text = String(data: data, encoding: .utf8), !text.hasPrefix(bytesPrefix) else {
      return bytesPrefix + data.base64EncodedString()
    }
    return text
  }

  private static func expectation(_ valueClass: String?) -> String {
    switch valueClass {
    case "NSNumber": "expected a number"
    case "CIVector": "expected a vector such as [1,2]"
    case "NSAffineTransform": "expected six numbers [a,b,c,d,tx,ty]"
    case "NSArray": "expected vectors such as [[1,2,3,4],[3,4,5,6]]"
    case "NSString": "expected text in quotes"
    case "NSData": "expected bytes in base64 or the name of a .cube file"
    case "NSObject": "expected the name of a colour space"
    case "NSAttributedString": "expected \(StyledText.forms)"
    case "CIBarcodeDescriptor": "expected a code's description: \(CIBarcodeDescriptor.forms)"
    case "AVCameraCalibrationData": "expected a camera's data: \(AVCameraCalibrationData.forms)"
    case "CIImage": "expected an image"
    default: "a value of this class (\(valueClass ?? "unknown")) cannot be written as data"
    }
  }
}

extension JSONValue {
  package var double: Double? {
    switch self {
    case .integer(let value): Double(value)
    case .number(let value): value
    default: nil
    }
  }

  package var text: String? { if case .string(let text) = self { text } else { nil } }

  /// Numbers, where all values are.
  package var doubles: [Double]? {
    guard case .array(let values) = self else { return nil }
    let numbers = values.compactMap(\.double)
    return numbers.count == values.count ? numbers : nil
  }

  package subscript(key: String) -> JSONValue? {
    guard case .object(let members) = self else { return nil }
    return members.first { $0.key == key }?.value
  }
}

extension CIColor {
  /// `{"space": "displayP3", "components": [r, g, b, a]}`, `[r, g, b]` in extended sRGB, `"#rrggbb"` in sRGB.
  package convenience init(json value: JSONValue, at path: String) throws(RecipeError) {
    if let text = value.text {
      guard let components = Self.hexComponents(text) else {
        throw RecipeError(path, "'\(text)' is not #rrggbb or #rrggbbaa")
      }
      try self.init(components, .sRGB, at: path)
    } else if let components = value.doubles {
      try self.init(components, .extendedSRGB, at: path)
    } else if let components = value["components"]?.doubles, let space = value["space"]?.text,
      case .object(let members) = value, members.count == 2
    {
      try self.init(components, try ColorEncoding(json: space, at: path), at: path)
    } else {
      throw RecipeError(path, "expected a colour: \(Self.forms)")
    }
  }

  private static let forms = #"#rrggbb, [r,g,b,a] or {"space": name, "components": [r,g,b,a]}"#

  private convenience init(_ components: [Double], _ encoding: ColorEncoding, at path: String) throws(RecipeError) {
    guard (3...4).contains(components.count) else { throw RecipeError(path, "expected a colour: \(Self.forms)") }
    guard
      let color = CIColor(
        red: components[0], green: components[1], blue: components[2], alpha: components.count == 4 ? components[3] : 1,
        colorSpace: CGColorSpace(encoding: encoding))
    else { throw RecipeError(path, "\(encoding.displayName) has no values outside 0 to 1") }
    self.init(copying: color)
  }

  package static func hexComponents(_ text: String) -> [Double]? {
    let digits = text.dropFirst()
    guard text.hasPrefix("#"), digits.utf8.count == 6 || digits.utf8.count == 8, digits.allSatisfy(\.isHexDigit),
      let value = UInt32(digits, radix: 16)
    else { return nil }
    let bits = digits.utf8.count * 4
    let components = stride(from: bits - 8, through: 0, by: -8).map { Double((value >> UInt32($0)) & 0xFF) / 255 }
    return components
  }
}

extension ColorEncoding {
  /// An RGB space by name.
  package init(json name: String, at path: String) throws(RecipeError) {
    guard let encoding = ColorEncoding(name: name), encoding.model == .rgb else {
      let known = ColorEncoding.allNames.filter { ColorEncoding(name: $0)?.model == .rgb }
      let question = NameSuggestion.question(for: name, among: known)
      throw RecipeError(path, "'\(name)' is not the name of an RGB colour space\(question)")
    }
    self = encoding
  }
}
