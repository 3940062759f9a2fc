package import HeadroomColor
internal import HeadroomContainers

/// A colour with its space: red, green, blue, alpha, not premultiplied.
package struct ProjectColor: Hashable, Sendable {
  /// Four.
  package var components: [Double]
  package var encoding: ColorEncoding

  /// - Parameter components: red, green, blue; alpha is 1.
  package init(_ components: [Double], _ encoding: ColorEncoding) {
    (self.components, self.encoding) = (components.count == 3 ? components + [1] : components, encoding)
  }

  package static let black = ProjectColor([0, 0, 0], .sRGB)
}

extension ProjectColor {
  private static let forms = #"a colour: #rrggbb, [r,g,b], [r,g,b,a] or {"space": name, "components": [r,g,b,a]}"#

  init(_ node: JSONNode) throws(ProjectError) {
    switch node.value {
    case .string(let text): try self.init(hexadecimal: text, node)
    case .array: self.init(try node.doubles(Self.forms, counts: 3...4), .extendedSRGB)
    case .object: try self.init(object: node.object("a colour", keys: ["space", "components"]))
    case .null, .bool, .integer, .number, .decimal: throw node.expected(Self.forms)
    }
  }

  private init(hexadecimal text: String, _ node: JSONNode) throws(ProjectError) {
    let digits = text.utf8.dropFirst()
    guard text.hasPrefix("#"), digits.count == 6 || digits.count == 8, digits.allSatisfy(Self.isHexadecimal),
      let value = UInt32(text.dropFirst(), radix: 16)
    else { throw node.problem("'\(ProjectError.shown(text))' is not \(Self.forms)") }
    let shifts = stride(from: UInt32(digits.count) * 4, to: 0, by: -8)
    self.init(shifts.map { Double((value >> ($0 - 8)) & 0xFF) / 255 }, .sRGB)
  }

  private static func isHexadecimal(_ byte: UInt8) -> Bool { Unicode.Scalar(byte).properties.isASCIIHexDigit }

  private init(object: JSONObject) throws(ProjectError) {
    let space = try object.required("space", "the colour's space")
    let name = try space.text("the name of a colour space")
    guard let encoding = ColorEncoding(name: name), encoding.model == .rgb else {
      let known = ColorEncoding.allNames.filter { ColorEncoding(name: $0)?.model == .rgb }
      throw space.unknown(name, "the name of an RGB colour space", among: known)
    }
    let components = try object.required("components", "the colour's list of components")
    self.init(try components.doubles(Self.forms, counts: 3...4), encoding)
  }
}
