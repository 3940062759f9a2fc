package import Foundation
package import HeadroomContainers
package import HeadroomImage
internal import HeadroomImageIO

/// Makes the image that a recipe's document describes.
package struct RecipeReader {
  package let document: RecipeDocument
  private let inputs: [String: CIImage]
  private let folder: URL?
  package let limits: DecodeLimits
  private var images: [String: CIImage]
  private var files: [String: StillPicture] = [:]

  /// - Parameters:
  ///   - inputs: the images that the caller supplies, by name.
  ///   - folder: the base of relative paths of files; nil for the working directory.
  package init(
    _ document: RecipeDocument, inputs: [String: CIImage] = [:], folder: URL? = nil, limits: DecodeLimits = .standard
  ) throws(RecipeError) {
    for name in inputs.keys.sorted() where !document.inputs.contains(name) {
      let question = NameSuggestion.question(for: name, among: document.inputs)
      throw RecipeError("$.inputs", "the recipe has no input '\(name)'\(question)")
    }
    self.document = document
    self.inputs = inputs
    self.folder = folder
    self.limits = limits
    images = inputs
  }

  /// The image of the document's output, with its other rendition. Nodes that neither of them needs are made too, so
  /// that their errors are found.
  package mutating func renditions() throws(RecipeError) -> RecipeRenditions {
    for node in document.nodes { try make(node) }
    let image = try image(named: document.output, at: "$.output")
    guard let (kind, name) = document.alternate else { return RecipeRenditions(image) }
    let path = "$.\(kind.rawValue)"
    let other = try self.image(named: name, at: path)
    let renditions = RecipeRenditions(image, alternate: kind.alternate(other))
    if let problem = renditions.problem { throw RecipeError(path, problem) }
    return renditions
  }

  /// Makes a node after those that it reads. It uses a work list, since recipes may be too deep for recursion.
  private mutating func make(_ root: RecipeDocument.Node) throws(RecipeError) {
    var way: [(node: RecipeDocument.Node, reads: [(name: String, path: String)])] = []
    var isOnWay: Set<String> = []
    func enter(_ node: RecipeDocument.Node) throws(RecipeError) {
      way.append((node, try references(of: node)))
      isOnWay.insert(node.id)
    }
    if images[root.id] != nil { return }
    try enter(root)
    while let (node, reads) = way.last {
      guard let (name, path) = reads.last else {
        images[node.id] = try made(node)
        isOnWay.remove(node.id)
        way.removeLast()
        continue
      }
      way[way.count - 1].reads.removeLast()
      guard images[name] == nil, let place = document.placesByID[name] else { continue }
      if isOnWay.contains(name) {
        let circle = way.drop { $0.node.id != name }.map(\.node.id).prefix(8) + [name]
        throw RecipeError(path, "the nodes lead back to themselves: \(circle.joined(separator: " <- "))")
      }
      try enter(document.nodes[place])
    }
  }

  /// The names of the nodes and inputs that a node reads.
  private func references(of node: RecipeDocument.Node) throws(RecipeError) -> [(name: String, path: String)] {
    let keys: [String]
    switch node.kind {
    case .file: return []
    case .operation: keys = ["image", "background", "gainMap"]
    case .filter:
      let settings = try settings(of: node)
      keys = try node.members.map { member throws(RecipeError) in try key(member.key, of: settings, in: node) }
        .enumerated().filter { settings.isImage($0.element) }.map { node.members[$0.offset].key }
    }
    var result: [(name: String, path: String)] = []
    for case (let key, let value) in node.members where keys.contains(key) {
      if let name = value.text {
        result.append((try document.check(name, at: "\(node.path).\(key)"), "\(node.path).\(key)"))
      }
    }
    return result.reversed()
  }

  // MARK: Nodes

  private mutating func made(_ node: RecipeDocument.Node) throws(RecipeError) -> CIImage {
    switch node.kind {
    case .filter: return try filtered(node)
    case .operation(let name): return try operated(name, node)
    case .file(let path): return try read(path, node)
    }
  }

  private func settings(of node: RecipeDocument.Node) throws(RecipeError) -> FilterSettings {
    guard case .filter(let name) = node.kind else { throw RecipeError(node.path, "expected a filter") }
    do throws(FilterSettings.Problem) {
      return try FilterSettings(named: name, relativeTo: folder)
    } catch {
      throw RecipeError("\(node.path).filter", [error.file, error.reason].compactMap { $0 }.joined(separator: ": "))
    }
  }

  private func key(
    _ name: String, of settings: FilterSettings, in node: RecipeDocument.Node
  ) throws(RecipeError) -> String {
    do throws(FilterSettings.Problem) {
      return try settings.key(named: name)
    } catch {
      throw RecipeError("\(node.path).\(name)", error.reason)
    }
  }

  private mutating func filtered(_ node: RecipeDocument.Node) throws(RecipeError) -> CIImage {
    let settings = try settings(of: node)
    var taken: [String: String] = [:]
    for (name, value) in node.members {
      let path = "\(node.path).\(name)"
      let key = try key(name, of: settings, in: node)
      if let other = taken.updateValue(name, forKey: key) {
        throw RecipeError(path, "is the same input as '\(other)'")
      }
      if settings.isImage(key) {
        if case .null = value { continue }
        settings.set(try image(value, at: path), for: key)
        continue
      }
      do throws(FilterSettings.Problem) {
        try settings.set(value, for: key, relativeTo: folder)
      } catch {
        throw RecipeError(path, [error.file, error.reason].compactMap { $0 }.joined(separator: ": "))
      }
    }
    do throws(FilterSettings.Problem) {
      if let output = try settings.output() { return output }
    } catch {
      throw RecipeError(node.path, error.reason)
    }
    let problem = settings.noResult {
      FilterSettings.Problem(key: $0, reason: "\(settings.filter.name) needs this image")
    }
    // A value that is the default has no member in the recipe.
    let name = problem.key.map { "." + (taken[$0] ?? FilterSettings.swiftName(of: $0)) } ?? ""
    throw RecipeError(node.path + name, problem.reason)
  }

  /// An image that a member names: a node, an input, or a file as `{"file": path}`.
  package mutating func image(_ value: JSONValue, at path: String) throws(RecipeError) -> CIImage {
    if let name = value.text { return try image(named: name, at: path) }
    guard case .object(let members) = value, let file = value["file"] else {
      throw RecipeError(path, #"expected the name of a node or an input, or {"file": path}"#)
    }
    if let other = members.first(where: { $0.key != "file" })?.key {
      throw RecipeError("\(path).\(other)", #"{"file": path} has no other members; a node that is a file may"#)
    }
    guard let name = file.text else { throw RecipeError("\(path).file", "expected a path") }
    return try CIImage(picture: picture(name, DecodeRequest(limits: limits), of: path), wanting: .upright)
  }

  private func image(named name: String, at path: String) throws(RecipeError) -> CIImage {
    try document.check(name, at: path)
    if let image = images[name] { return image }
    let place = document.inputs.firstIndex(of: name) ?? 0
    throw RecipeError("$.inputs[\(place)]", "no picture was given for '\(name)'")
  }

  // MARK: Files

  private mutating func read(_ name: String, _ node: RecipeDocument.Node) throws(RecipeError) -> CIImage {
    var wanted = FileRendition.upright
    var request = DecodeRequest(limits: limits)
    for (key, value) in node.members {
      let path = "\(node.path).\(key)"
      switch key {
      case "index":
        guard case .integer(let number) = value, (0..<1 << 20).contains(number) else {
          throw RecipeError(path, "expected the number of a picture, from 0 on")
        }
        request.index = number
      case "layer":
        guard let layer = value.text else { throw RecipeError(path, "expected the name of a layer") }
        request.layer = layer
      default: try wanted.read(key, value, at: path)
      }
    }
    try wanted.check(at: node.path)
    let picture = try picture(name, request, of: node.path)
    if wanted.kind == .gainMap, picture.info.gainMap == nil {
      throw RecipeError("\(node.path).rendition", "\(name) has no gain map")
    }
    return CIImage(picture: picture, wanting: wanted)
  }

  /// A file's picture, the same object each time the file is named.
  ///
  /// - Parameter path: the path of the object that names it.
  private mutating func picture(
    _ name: String, _ request: DecodeRequest, of path: String
  ) throws(RecipeError) -> StillPicture {
    guard !name.isEmpty else { throw RecipeError("\(path).file", "expected a path") }
    let isWhole = name.hasPrefix("/")
    let url = isWhole ? URL(filePath: name) : folder?.appending(path: name) ?? URL(filePath: name)
    let key = "\(request.index) \(request.layer ?? "") \(url.path)"
    if let known = files[key] { return known }
    do throws(ImageIOError) {
      let reader = try ImageFormats.open(try FileBytes(path: url.path), limits: limits)
      _ = try reader.info(of: request)
      let picture = StillPicture(reader: reader, request: request, url: url.absoluteURL)
      files[key] = picture
      return picture
    } catch {
      let facts = error.facts
      // A picture or a layer that the file lacks has its own member in the recipe.
      let member = facts.part.flatMap { ["index", "layer"].contains($0) ? $0 : nil } ?? "file"
      throw RecipeError("\(path).\(member)", [name, facts.part, facts.text].compactMap { $0 }.joined(separator: ": "))
    }
  }
}
