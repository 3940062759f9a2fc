/// The place of a tag: `exif:Flash.Fired`, `dc:subject[0]`, `dc:title[x-default]`; below a tag also `[0]` or `Fired`.
///
/// Fields without a prefix are in the namespace of their parent.
struct MetadataPath: Hashable {
  enum Step: Hashable {
    case field(prefix: String?, name: String)
    case item(Int)
    case language(String)
  }

  let steps: [Step]

  /// The step of a path that has one.
  var onlyStep: Step? { steps.count == 1 ? steps[0] : nil }

  /// Nil when the text is not a path.
  init?(_ text: String) {
    var steps: [Step] = []
    var rest = Substring(text)
    while !rest.isEmpty {
      if rest.hasPrefix("[") {
        guard let end = rest.firstIndex(of: "]"), let step = Self.index(rest[rest.index(after: rest.startIndex)..<end])
        else { return nil }
        steps.append(step)
        rest = rest[rest.index(after: end)...]
      } else {
        if rest.hasPrefix(".") {
          if steps.isEmpty { return nil }
          rest = rest.dropFirst()
        } else if !steps.isEmpty {
          return nil
        }
        let end = rest.firstIndex { $0 == "." || $0 == "[" } ?? rest.endIndex
        guard let step = Self.field(rest[..<end]) else { return nil }
        steps.append(step)
        rest = rest[end...]
      }
      guard steps.count <= 32 else { return nil }
    }
    guard !steps.isEmpty else { return nil }
    self.steps = steps
  }

  private static func index(_ text: Substring) -> Step? {
    if let number = Int(text) { return number >= 0 ? .item(number) : nil }
    let isLanguage = !text.isEmpty && text.allSatisfy { $0.isASCII && ($0.isLetter || $0.isNumber || $0 == "-") }
    return isLanguage ? .language(text.lowercased()) : nil
  }

  private static func field(_ text: Substring) -> Step? {
    let parts = text.split(separator: ":", omittingEmptySubsequences: false).map(String.init)
    guard parts.allSatisfy(isName) else { return nil }
    switch parts.count {
    case 1: return .field(prefix: nil, name: parts[0])
    case 2: return .field(prefix: parts[0], name: parts[1])
    default: return nil
    }
  }

  /// Whether a text may be a prefix or the name of a tag: XML's names, but without dots, which separate steps.
  static func isName(_ text: String) -> Bool {
    guard let first = text.unicodeScalars.first, text.utf8.count <= 256 else { return false }
    func starts(_ scalar: Unicode.Scalar) -> Bool { scalar == "_" || scalar.properties.isAlphabetic }
    return starts(first)
      && text.unicodeScalars.allSatisfy { starts($0) || ("0"..."9").contains($0) || $0 == "-" }
  }
}
