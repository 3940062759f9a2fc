internal import ArgumentParser
internal import Foundation
internal import Headroom

/// A recipe's document in a file.
struct RecipeFile: Sendable {
  let path: String
  private(set) var document: RecipeDocument
  /// Inputs that were given other values, `NODE.KEY`, and how each was written.
  private var settings: [String: String] = [:]
  private let limits: DecodeLimits

  /// A document is at most this large.
  private static let maximumByteCount = 16 << 20

  init(path: String, limits: DecodeLimits) throws(CommandError) {
    self.path = path
    self.limits = limits
    do {
      let text = try SmallFile(path, atMost: Self.maximumByteCount)
      if text.bytes.contains(0) { throw ImageIOError.unreadable(path: path, reason: "is no text") }
      guard text.isWhole else {
        throw RecipeError("$", "it has more than the \(Self.maximumByteCount) bytes that are read")
      }
      document = try RecipeDocument(text.bytes)
    } catch {
      throw CommandError(error, file: path)
    }
  }

  /// What relative paths in it are relative to.
  private var folder: URL? { path == "-" ? nil : URL(filePath: path).deletingLastPathComponent() }

  /// What it makes of these inputs.
  private func renditions(inputs: [String: CIImage]) throws(CommandError) -> RecipeRenditions {
    do throws(RecipeError) {
      var reader = try RecipeReader(document, inputs: inputs, folder: folder, limits: limits)
      return try reader.renditions()
    } catch {
      var failure = CommandError(error, file: path)
      if error.path.hasPrefix("$.inputs[") { failure.text += " (--input NAME=FILE)" }
      throw failure
    }
  }

  /// What it makes of files.
  func renditions(_ bindings: [RecipeBinding]) throws(CommandError) -> RecipeRenditions {
    var inputs: [String: CIImage] = [:]
    for binding in bindings {
      if inputs[binding.name] != nil { throw .usage("--input: '\(binding.name)' is given twice") }
      guard document.inputs.contains(binding.name) else {
        let question = NameSuggestion.question(for: binding.name, among: document.inputs)
        let known = document.inputs.isEmpty ? "none" : document.inputs.joined(separator: ", ")
        throw .usage("--input: \(path) has no input '\(binding.name)'; it has \(known)\(question)")
      }
      inputs[binding.name] = try FilterChain.picture(binding.file, limits)
    }
    return try renditions(inputs: inputs)
  }

  /// A picture of its renditions as an input.
  func input(_ renditions: RecipeRenditions) throws(CommandError) -> InputPicture {
    do throws(CommandError) {
      return try InputPicture(renditions, path: path)
    } catch {
      throw CommandError(error, file: path)
    }
  }

  /// The image that it makes of a picture, its one input.
  func image(of picture: CIImage) throws(CommandError) -> CIImage {
    try renditions(inputs: [document.inputs[0]: picture]).image
  }

  func checkTakesOnePicture() throws(CommandError) {
    if document.hasAlternate {
      throw .usage(
        "--recipe: it makes one picture of another; \(path) makes two renditions ('headroom render' writes both)")
    }
    guard document.inputs.count == 1 else {
      let names = document.inputs.isEmpty ? "none" : document.inputs.joined(separator: ", ")
      throw .usage(
        "--recipe: it takes the picture as its one input; \(path) has \(names) ('headroom render' binds inputs by name)"
      )
    }
  }

  /// `NODE.KEY=VALUE` of `--set`.
  mutating func set(_ setting: RecipeSetting) throws(CommandError) {
    let written = "\(setting.node).\(setting.key)"
    let key: String
    do throws(RecipeError) {
      key = try document.set(setting.key, of: setting.node, to: setting.literal.json)
    } catch {
      throw .usage("--set \(written): \(error.reason)")
    }
    guard let other = settings.updateValue(written, forKey: "\(setting.node).\(key)") else { return }
    throw .usage("--set: '\(written)' is given twice" + (other == written ? "" : ", once as '\(other)'"))
  }
}

/// `--set NODE.KEY=VALUE`: another value for an input of a recipe's node, written as in filter expressions.
struct RecipeSetting {
  let node: String
  let key: String
  let literal: FilterLiteral

  init(parsing text: String) throws {
    guard let equals = text.firstIndex(of: "="), let dot = text[..<equals].lastIndex(of: "."), dot > text.startIndex,
      case let key = text[text.index(after: dot)..<equals], !key.isEmpty
    else { throw ValidationError("a setting is NODE.KEY=VALUE") }
    node = String(text[..<dot])
    self.key = String(key)
    var scanner = ExpressionScanner(String(text[text.index(after: equals)...]))
    literal = try FilterLiteral(argument: &scanner, key: self.key)
    guard scanner.isAtEnd else { throw ValidationError("'\(scanner.rest)' follows the value") }
  }
}

/// `--input NAME=FILE`: the picture that a recipe's input is.
struct RecipeBinding {
  let name: String
  let file: String

  init(parsing text: String) throws {
    guard let equals = text.firstIndex(of: "="), equals > text.startIndex,
      case let file = text[text.index(after: equals)...], !file.isEmpty
    else { throw ValidationError("an input is NAME=FILE") }
    name = String(text[..<equals])
    self.file = String(file)
  }
}
