internal import HeadroomContainers

/// Where a reference's media lies.
enum OTIOMedia {
  /// The path that a URL names: a `file:` URL's, or a relative one seen from the project's folder.
  static func path(of node: JSONNode) throws(ProjectError) -> String {
    let url = try node.text("a URL")
    let path: String
    if let rest = afterScheme("file:", url) {
      path = try decoded(filePath(rest[...], node), node)
    } else if let end = url.firstRange(of: "://"), isScheme(url[..<end.lowerBound]) {
      throw node.problem("'\(ProjectError.shown(url))' is not a file")
    } else {
      // Many programs write plain paths there, in which a percent sign is itself.
      path = (try? decoded(url, node)) ?? url
    }
    return try SourceReader.checked(path: path, node)
  }

  private static func afterScheme(_ scheme: String, _ url: String) -> String? {
    guard url.prefix(scheme.count).lowercased() == scheme else { return nil }
    return String(url.dropFirst(scheme.count))
  }

  private static func isScheme(_ text: Substring) -> Bool {
    !text.isEmpty && text.allSatisfy { $0.isASCII && ($0.isLetter || $0.isNumber || "+-.".contains($0)) }
  }

  /// `//host/path`, `/path`, or `path`, without a query (RFC 8089).
  private static func filePath(_ rest: Substring, _ node: JSONNode) throws(ProjectError) -> String {
    let bare = rest.prefix { $0 != "?" && $0 != "#" }
    guard bare.hasPrefix("//") else { return String(bare) }
    let host = bare.dropFirst(2).prefix { $0 != "/" }
    guard host.isEmpty || host.lowercased() == "localhost" else {
      throw node.problem("the file lies on another machine ('\(ProjectError.shown(host))')")
    }
    return String(bare.dropFirst(2 + host.count))
  }

  /// Percent escapes become bytes of the path, which need not be text.
  private static func decoded(_ text: String, _ node: JSONNode) throws(ProjectError) -> String {
    var bytes: [UInt8] = []
    var rest = text.utf8[...]
    while let byte = rest.popFirst() {
      guard byte == UInt8(ascii: "%") else {
        bytes.append(byte)
        continue
      }
      guard let digits = String(rest.prefix(2)), digits.utf8.count == 2, digits.allSatisfy(\.isHexDigit),
        let value = UInt8(digits, radix: 16)
      else { throw node.problem("a percent sign without two hexadecimal digits") }
      rest.removeFirst(2)
      bytes.append(value)
    }
    return SystemPath.string(bytes)
  }
}
