package import HeadroomContainers

extension ManifestRecord {
  /// The record as an object, with the keys of the manifest in their order.
  ///
  /// A name that is not UTF-8 cannot stand in JSON: beside `input` and `path`, where its odd bytes are U+FFFD, there are
  /// then `inputPercentEncoded` and `pathPercentEncoded`, which have all of its bytes.
  package var json: JSONValue {
    var members = Self.name("input", input)
    members.insert(("schema", .integer(Self.schema)), at: 0)
    members += [("size", .integer(orNull: size)), ("mtimeNs", .integer(orNull: mtimeNs))]
    if let inputSHA256 { members.append(("inputSHA256", .string(inputSHA256))) }
    members += [
      ("recipe", .string(recipe)), ("version", .string(version)), ("shard", .string(orNull: shard)),
      ("status", .string(status.rawValue)), ("outputs", .array(outputs.map(\.json))),
      ("error", error?.json ?? .null), ("attempts", .integer(attempts)), ("seconds", .number(seconds)),
      ("cpuSeconds", .number(cpuSeconds)), ("peakBytes", .integer(peakBytes)), ("hdr", hdr?.json ?? .null),
      ("warnings", .array(warnings.map { .string($0) })),
    ]
    return .object(members)
  }

  /// The line of the manifest, with its line feed.
  package var line: [UInt8] { Array((json.description + "\n").utf8) }

  fileprivate static func name(_ key: String, _ path: String) -> [(key: String, value: JSONValue)] {
    var members: [(key: String, value: JSONValue)] = [(key, .string(path))]
    if case .string(let encoded) = JSONValue.percentEncoded(path) {
      members.append((key + "PercentEncoded", .string(encoded)))
    }
    return members
  }
}

extension ManifestRecord.Output {
  fileprivate var json: JSONValue {
    .object(
      ManifestRecord.name("path", path) + [
        ("bytes", .integer(bytes)), ("sha256", .string(sha256)), ("width", .integer(width)),
        ("height", .integer(height)), ("format", .string(format)), ("hdr", .string(hdr)),
        ("headroom", .number(orNull: headroom)),
      ])
  }
}

extension ManifestRecord.Failure {
  fileprivate var json: JSONValue {
    [
      "class": .string(`class`.rawValue), "code": .string(code), "message": .string(message),
      "part": .string(orNull: part), "offset": .integer(orNull: offset),
    ]
  }
}

extension ManifestRecord.Light {
  fileprivate var json: JSONValue {
    ["in": .string(kind), "inHeadroom": .number(orNull: headroom), "lost": .bool(isLost)]
  }
}
