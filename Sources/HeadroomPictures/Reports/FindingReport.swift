package import HeadroomContainers

extension ConformanceFinding {
  /// `{rule, severity, message, part, offset}`; the offset is null where no one place can be named.
  package var json: JSONValue {
    [
      "rule": .string(rule), "severity": .string(severity.rawValue), "message": .string(message),
      "part": .string(part), "offset": .integer(orNull: offset),
    ]
  }

  /// `error  cicp.bit-depth  PQ needs 10 bits or more; ... (cICP, offset 0x1f)`.
  package var line: String {
    let place = offset.map { ", offset 0x\(String($0, radix: 16))" } ?? ""
    let padding = String(repeating: " ", count: 9 - severity.rawValue.count)
    return "\(severity.rawValue)\(padding)\(rule): \(message) (\(part)\(place))"
  }
}

extension FilePart {
  /// `{name, offset, size, summary, children}`.
  package var json: JSONValue {
    [
      "name": .string(name), "offset": .integer(offset), "size": .integer(byteCount), "summary": .string(summary),
      "children": .array(children.map(\.json)),
    ]
  }

  /// A line for the part and each one inside it: offset, size, name, contents.
  package func lines(depth: Int = 0) -> [String] {
    let place = String(offset, radix: 16)
    let size = String(byteCount)
    let columns =
      "0x" + String(repeating: "0", count: max(8 - place.count, 0)) + place
      + String(repeating: " ", count: max(11 - size.count, 1)) + size + "  "
    let words = summary.isEmpty ? name : "\(name)  \(summary)"
    return [columns + String(repeating: "  ", count: depth) + words] + children.flatMap { $0.lines(depth: depth + 1) }
  }
}
