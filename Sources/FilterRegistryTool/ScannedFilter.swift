/// What the registry needs to know of a filter's definition.
package struct ScannedFilter {
  package let path: String
  /// The Core Image name.
  package let name: String
  /// The type that holds the parameters.
  package let typeName: String
  package let documentation: String
  package let inputs: [ScannedInput]

  /// Reads a filter file.
  package static func scan(_ source: SourceFile, protocols: ProtocolComments) -> Result<ScannedFilter, Complaints> {
    func refuse(_ line: Int, _ text: String) -> Result<ScannedFilter, Complaints> {
      .failure(Complaints(complaints: [source.complaint(line, text)]))
    }
    let names = source.lines.indices.filter { source.lines[$0].contains("static let name = ") }
    guard let nameLine = names.first, names.count == 1 else {
      return refuse(0, "a filter file holds exactly one definition with 'static let name = \"\(source.stem)\"'")
    }
    guard let name = source.lines[nameLine].firstMatch(of: /static let name = "(\w+)"/)?.1, name == source.stem else {
      return refuse(nameLine, "the name must be that of the file, \(source.stem)")
    }
    let structs = source.lines[..<nameLine].indices.filter { index in
      let line = source.lines[index]
      return ["struct", "package struct", "public struct"].contains { start in
        line.match(start, /(package |public )?struct \w+:/) != nil
      }
    }
    guard let line = structs.last, let type = source.lines[line].firstMatch(of: /struct (\w+):/)?.1 else {
      return refuse(nameLine, "the definition must be a top-level 'struct Name: Kind {' above its name")
    }
    // The typed constructor's comment is the one that readers of the documentation see; filters without have their own.
    let constructor = source.lines.firstIndex {
      $0.match("  public class func", /\ \ public class func \w+\(\) -> any CIFilter/) != nil
    }
    let documentation = source.comment(above: constructor ?? line)
    guard !documentation.isEmpty else { return refuse(constructor ?? line, "the filter has no documentation comment") }
    let found = ScannedInput.scan(source, comments: protocols.comments(for: source))
    let undocumented = found.inputs.filter(\.documentation.isEmpty).map {
      source.complaint($0.line, "\($0.key) has no documentation comment, here or on the protocol's property")
    }
    // Readers of the documentation find the keys in it; at run time they are known from the inputs.
    let (text, keys) = splitKeys(documentation)
    let unnamed = found.inputs.filter { constructor != nil && !keys.contains("`\($0.key)`") }.map {
      source.complaint(constructor ?? line, "the constructor's comment has no line about `\($0.key)` under '## Keys'")
    }
    let complaints = found.complaints + undocumented + unnamed
    guard complaints.isEmpty else { return .failure(Complaints(complaints: complaints)) }
    return .success(
      ScannedFilter(
        path: source.path, name: String(name), typeName: String(type), documentation: text,
        inputs: found.inputs))
  }
}

extension ScannedFilter {
  /// A comment without its last section, the keys, and that section.
  private static func splitKeys(_ documentation: String) -> (text: String, keys: String) {
    guard let heading = documentation.firstRange(of: "\n\n## Keys\n") else { return (documentation, "") }
    return (String(documentation[..<heading.lowerBound]), String(documentation[heading.upperBound...]))
  }
}

/// One `@Input` property.
package struct ScannedInput {
  package let key: String
  package let property: String
  package let documentation: String
  package let line: Int

  package static func scan(
    _ source: SourceFile, comments: [String: String]
  ) -> (inputs: [ScannedInput], complaints: [Complaint]) {
    var inputs: [ScannedInput] = []
    var complaints: [Complaint] = []
    for index in source.lines.indices where source.lines[index].trimmed.hasPrefix("@Input") {
      // The property may follow on a later line, when the arguments are long.
      let text = source.lines[index...].prefix(4).joined(separator: " ").drop(while: \.isWhitespace)
      guard let match = text.prefixMatch(of: /@Input\(\s*"(\w+)".*?\)\s+(?:package |public )?var (\w+)/) else {
        complaints.append(source.complaint(index, "cannot read this input: write '@Input(\"inputKey\", ...) var name'"))
        continue
      }
      let own = source.comment(above: index)
      inputs.append(
        ScannedInput(
          key: String(match.1), property: String(match.2),
          documentation: own.isEmpty ? comments[String(match.2)] ?? "" : own, line: index))
    }
    return (inputs, complaints)
  }
}
