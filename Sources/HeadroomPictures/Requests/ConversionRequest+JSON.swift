package import HeadroomContainers
internal import HeadroomImageIO

extension ConversionRequest {
  /// The version of the keys.
  private static let schema = 1

  /// Reads a request.
  ///
  /// - Parameters:
  ///   - bytes: JSON.
  ///   - name: the document's name in errors.
  ///   - format: the format if the document names none, derived from an output's name.
  /// - Throws: the mistake and its place, such as `$.quality`.
  package init(parsing bytes: [UInt8], name: String, format: TargetFormat? = nil) throws(PictureError) {
    let value: JSONValue
    do throws(JSONSyntaxError) {
      value = try JSONValue(parsing: bytes)
    } catch {
      throw PictureError(.input, file: name, "\(error)")
    }
    do throws(RequestProblem) {
      try self.init(value, format: format)
    } catch {
      throw PictureError(.input, file: name, part: error.path, error.reason)
    }
  }

  /// A request is at most this large.
  private static let mostBytes = 1 << 20

  /// Reads a request from a file; `-` is standard input.
  package init(path: String, format: TargetFormat? = nil) throws(PictureError) {
    let file: SmallFile
    do throws(ImageIOError) {
      file = try SmallFile(path, atMost: Self.mostBytes)
    } catch {
      throw PictureError(error, file: path)
    }
    guard file.isWhole else {
      throw PictureError(.input, file: path, "it has more than the \(Self.mostBytes) bytes that are read")
    }
    try self.init(parsing: file.bytes, name: path, format: format)
  }

  private init(_ document: JSONValue, format: TargetFormat?) throws(RequestProblem) {
    try self.init(members: Self.members(of: document), at: "$", format: format)
  }

  /// A request that is a part of another document.
  ///
  /// - Parameters:
  ///   - members: its settings, without those keys that are the document's own.
  ///   - path: the part's place in the document, such as `$.outputs[1]`.
  ///   - ownKeys: the document's own keys of the part, for suggestions.
  ///   - format: the format if no member names one.
  /// - Throws: the mistake and its place, of kind `usage`.
  package init(
    members: [(key: String, value: JSONValue)], at path: String, of file: String, ownKeys: [String],
    format: TargetFormat?
  ) throws(PictureError) {
    do throws(RequestProblem) {
      try self.init(members: Self.members(members, at: path, ownKeys: ownKeys), at: path, format: format)
    } catch {
      throw PictureError(.usage, file: file, part: error.path, error.reason)
    }
  }

  private init(members: [Member], at path: String, format: TargetFormat?) throws(RequestProblem) {
    var format = format
    for member in members where member.setting == .format {
      let text = try Self.text(of: member.value, at: member.path)
      do throws(PictureError) {
        format = try TargetFormat(named: text)
      } catch {
        throw RequestProblem(member.path, error.text)
      }
    }
    guard let format else { throw RequestProblem(path, "'format' is missing") }
    self.init(target: Target(format: format))
    for member in members where member.setting != .format {
      for (path, text) in try Self.texts(of: member) {
        do { try set(member.setting, to: text) } catch { throw RequestProblem(path, "\(error)") }
      }
    }
    try checkOverlay(members, at: path)
  }

  /// A member that is a setting.
  fileprivate struct Member {
    let setting: Setting
    let value: JSONValue
    let path: String
  }

  private static func members(of document: JSONValue) throws(RequestProblem) -> [Member] {
    guard case .object(let all) = document else {
      throw RequestProblem("$", "expected an object, found \(document.kindName)")
    }
    var settings = all
    // The parser refuses duplicate keys.
    if let place = all.firstIndex(where: { $0.key == "schema" }) {
      guard case .integer(schema) = all[place].value else {
        throw RequestProblem("$.schema", "this version reads schema \(schema)")
      }
      settings.remove(at: place)
    }
    let members = try members(settings, at: "$", ownKeys: ["schema"])
    guard settings.count < all.count else { throw RequestProblem("$", "'schema' is missing; it is \(schema)") }
    return members
  }

  private static func members(
    _ settings: [(key: String, value: JSONValue)], at path: String, ownKeys: [String]
  ) throws(RequestProblem) -> [Member] {
    var members: [Member] = []
    for (key, value) in settings {
      guard let setting = Setting(rawValue: key) else {
        let question = NameSuggestion.question(for: key, among: Setting.allCases.map(\.rawValue) + ownKeys)
        throw RequestProblem("\(path).\(key)", "is no setting\(question)")
      }
      // Null counts as missing.
      if case .null = value { continue }
      members.append(Member(setting: setting, value: value, path: "\(path).\(key)"))
    }
    return members
  }

  /// The values of a member in the form of options; a list gives several.
  private static func texts(of member: Member) throws(RequestProblem) -> [(path: String, text: String)] {
    guard case .array(let values) = member.value else {
      return [(member.path, try text(of: member.value, at: member.path))]
    }
    guard member.setting.takesSeveral else { throw RequestProblem(member.path, "expected one value, found a list") }
    var texts: [(path: String, text: String)] = []
    for (place, value) in values.enumerated() {
      let path = "\(member.path)[\(place)]"
      texts.append((path, try text(of: value, at: path)))
    }
    return texts
  }

  private static func text(of value: JSONValue, at path: String) throws(RequestProblem) -> String {
    switch value {
    case .string(let text): return text
    case .integer(let number): return String(number)
    case .number(let number): return "\(number)"
    case .decimal(let digits): return digits
    case .bool(let flag): return "\(flag)"
    case .null, .array, .object:
      throw RequestProblem(path, "expected text, a number, true or false, found \(value.kindName)")
    }
  }

  /// Settings of an overlay require one.
  private func checkOverlay(_ members: [Member], at path: String) throws(RequestProblem) {
    guard overlay?.path.isEmpty ?? false else { return }
    let other = members.first { [.at, .overlaySize, .overlayOpacity].contains($0.setting) }
    throw RequestProblem(other?.path ?? path, "there is no 'overlay'")
  }
}

extension Setting {
  /// Whether a list means several values, in order.
  fileprivate var takesSeveral: Bool { self == .filters || self == .strip }
}

/// A mistake in a request, and its place.
struct RequestProblem: Error {
  let path: String
  let reason: String

  init(_ path: String, _ reason: String) { (self.path, self.reason) = (path, reason) }
}
