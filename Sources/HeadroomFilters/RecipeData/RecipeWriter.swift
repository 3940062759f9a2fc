package import Foundation
package import HeadroomColor
internal import HeadroomContainers
package import HeadroomEngine
internal import HeadroomGraphics
package import HeadroomImage
internal import HeadroomImageIO
internal import HeadroomSymbols

/// Writes a recipe as JSON: nodes made by filters under the filters' names, others as operations.
package struct RecipeWriter {
  private let folder: URL?
  private var lines: [String] = []
  private var idsByNode: [ObjectIdentifier: String] = [:]
  private var idsByText: [String: String] = [:]
  private var countsByName: [String: Int] = [:]
  /// Images that exist only in memory, by their names in the document.
  package private(set) var inputs: [(name: String, image: CIImage)] = []
  /// The nodes and inputs by their ids.
  package private(set) var written: [String: RecipeNode] = [:]
  /// The members that name the results.
  private var results: [(key: String, id: String)] = []

  /// - Parameter folder: files in it, or below, are named relative to it.
  package init(_ image: CIImage, folder: URL?) throws(RecipeError) {
    try self.init(RecipeRenditions(image), folder: folder)
  }

  /// - Parameter folder: files in it, or below, are named relative to it.
  package init(_ renditions: RecipeRenditions, folder: URL?) throws(RecipeError) {
    self.folder = folder
    for (key, image) in renditions.members {
      try writeAll(to: image.node)
      results.append((key, id(of: image.node)))
    }
  }

  /// Writes a node and all nodes that it depends on.
  private mutating func writeAll(to root: RecipeNode) throws(RecipeError) {
    var pending: [(node: RecipeNode, isReady: Bool)] = [(root, false)]
    // Uses a work list: recipes may be too deep for recursion.
    while let (node, isReady) = pending.popLast() {
      if idsByNode[ObjectIdentifier(node)] != nil { continue }
      if isReady {
        try write(node)
      } else {
        pending.append((node, true))
        for read in reads(of: node).reversed() where idsByNode[ObjectIdentifier(read)] == nil {
          pending.append((read, false))
        }
      }
    }
  }

  /// The document, with one node per line.
  package var text: String {
    let names = JSONValue.array(inputs.map { .string($0.name) })
    let nodes = lines.isEmpty ? "" : "\n    " + lines.joined(separator: ",\n    ") + "\n  "
    let results = results.map { "\(JSONValue.string($0.key)): \(JSONValue.string($0.id))" }.joined(separator: ",\n  ")
    return """
      {
        "schema": 1,
        "inputs": \(names),
        "nodes": [\(nodes)],
        \(results)
      }

      """
  }

  /// The nodes that a written node refers to.
  private func reads(of node: RecipeNode) -> [RecipeNode] { node.origin == nil ? node.inputs : node.originImages }

  private func id(of node: RecipeNode) -> String { idsByNode[ObjectIdentifier(node)] ?? "" }

  private mutating func write(_ node: RecipeNode) throws(RecipeError) {
    if let input = try input(node) {
      idsByNode[ObjectIdentifier(node)] = input
      written[input] = node
      return
    }
    let (name, members) = try described(node)
    // Equal nodes are written once.
    let text = JSONValue.object(members).description.dropFirst()
    if let known = idsByText[String(text)] {
      idsByNode[ObjectIdentifier(node)] = known
      return
    }
    let id = unused(name)
    written[id] = node
    lines.append("{\"id\":\(JSONValue.string(id)),\(text)")
    idsByText[String(text)] = id
    idsByNode[ObjectIdentifier(node)] = id
  }

  /// A name that no other node has: the filter's name, followed by a number from the second use on.
  private mutating func unused(_ name: String) -> String {
    let count = (countsByName[name] ?? 0) + 1
    countsByName[name] = count
    // Names of files may end in numbers of their own.
    return count == 1 ? name : unused("\(name)-\(count)")
  }

  // MARK: Sources

  private func source(_ node: RecipeNode) -> (any SourceOperation)? {
    switch node.origin?.author {
    case .source(let source): return source
    // Text is drawn into memory, but the filter draws it again.
    case .filter: return nil
    // A source may also have a sampling mode.
    case .method: return nil
    case nil: break
    }
    if case .source(let source) = node.kind { return source }
    return nil
  }

  /// The input's name of a node whose pixels are in this process's memory.
  private mutating func input(_ node: RecipeNode) throws(RecipeError) -> String? {
    guard let source = source(node) else { return nil }
    if let still = source as? StillSource {
      guard still.recipeMembers != nil else {
        throw Self.problem("a file that is read in a way that recipes have no words for")
      }
      if still.picture.url != nil { return nil }
    }
    let name = unused("image")
    inputs.append((name, CIImage(node: node)))
    return name
  }

  private func path(of url: URL) -> String {
    let path = url.standardizedFileURL.path
    guard let folder = folder?.standardizedFileURL.path else { return path }
    let prefix = folder.hasSuffix("/") ? folder : folder + "/"
    return path.hasPrefix(prefix) ? String(path.dropFirst(prefix.count)) : path
  }

  // MARK: Nodes

  private typealias Members = [(key: String, value: JSONValue)]

  private func described(_ node: RecipeNode) throws(RecipeError) -> (name: String, members: Members) {
    if let still = source(node) as? StillSource, let url = still.picture.url {
      let members: Members = [("file", .string(path(of: url)))] + (still.recipeMembers ?? [])
      return (url.deletingPathExtension().lastPathComponent, members)
    }
    if let origin = node.origin {
      switch origin.author {
      case .filter(let name):
        return (Self.shortName(name), [("filter", .string(portable(name)))] + (try members(of: origin, node)))
      case .method(let name): return (name, [("operation", .string(name))] + (try members(of: origin, node)))
      case .source: break
      }
    }
    return try data(node)
  }

  /// The name of a filter; for a kernel's text, with its file named as the document names files.
  private func portable(_ name: String) -> String {
    guard name.hasPrefix(KernelFilter.prefix) else { return name }
    let (file, kernel) = KernelFilter.parts(name)
    return KernelFilter.prefix + path(of: URL(filePath: file)) + (kernel.map { "#" + $0 } ?? "")
  }

  /// `gaussianBlur` for `CIGaussianBlur`, `zebra` for a kernel of that name.
  private static func shortName(_ name: String) -> String {
    if name.hasPrefix(KernelFilter.prefix) { return KernelFilter.parts(name).function ?? "kernel" }
    guard name.hasPrefix("CI") else { return name }
    let rest = name.dropFirst(2)
    return rest.prefix(1).lowercased() + rest.dropFirst()
  }

  private func members(of origin: NodeOrigin, _ node: RecipeNode) throws(RecipeError) -> Members {
    var members: Members = []
    for (key, image) in zip(origin.imageKeys, node.originImages) {
      members.append((FilterSettings.swiftName(of: key), .string(id(of: image))))
    }
    members.sort { $0.key == "image" && $1.key != "image" }
    for (key, value) in origin.settings() {
      if FilterSettings.isMessage(key), let message = value as? Data {
        members.append((key, .string(FilterSettings.text(ofMessage: message))))
      } else if let value = try JSONValue(setting: value) {
        members.append((key, value))
      }
    }
    return members
  }

  private func data(_ node: RecipeNode) throws(RecipeError) -> (name: String, members: Members) {
    let image = node.inputs.first.map { JSONValue.string(id(of: $0)) } ?? .null
    func method(_ name: String, _ members: Members = []) -> (name: String, members: Members) {
      (name, [("operation", .string(name)), ("image", image)] + members)
    }
    switch node.kind {
    case .crop:
      return ("crop", [("filter", "CICrop"), ("image", image), ("inputRectangle", JSONValue(rectangle: node.extent))])
    case .clamp: return method("clampedToExtent")
    case .intermediate: return method("insertingIntermediate")
    case .affine(let transform, let sampling):
      let numbers = JSONValue(numbers: [
        transform.a, transform.b, transform.c, transform.d, transform.tx, transform.ty,
      ])
      if sampling == .highQuality {
        return ("affineTransform", [("filter", "CIAffineTransform"), ("image", image), ("inputTransform", numbers)])
      }
      return method("transformed", [("transform", numbers), ("sampling", .string("\(sampling)"))])
    case .color(let conversion): return try method(conversion.method, conversion.recipeMembers(node.extent))
    case .point(let operation as BlendOperation) where node.inputs.count == 2:
      let background = JSONValue.string(id(of: node.inputs[1]))
      return method("blended", [("background", background), ("mode", .string(operation.mode.rawValue))])
    case .point(let operation as ConstantColor):
      if node.extent.isNull { return ("empty", [("operation", "empty")]) }
      let values = [operation.components.x, operation.components.y, operation.components.z, Double(operation.alpha)]
      return ("color", [("operation", "color"), ("color", try JSONValue(color: values, operation.encoding))])
    default: throw Self.problem("'\(node.kind.label)', which no filter with a name made")
    }
  }

  private static func problem(_ what: String) -> RecipeError { RecipeError("$", "the recipe holds \(what)") }
}

extension HeadroomEngine.ColorConversion {
  /// The method of `CIImage` that makes the conversion.
  fileprivate var method: String {
    switch self {
    case .toWorkingSpace: "matchedToWorkingSpace"
    case .fromWorkingSpace: "matchedFromWorkingSpace"
    case .premultiply: "premultiplyingAlpha"
    case .unpremultiply: "unpremultiplyingAlpha"
    case .alphaOne: "settingAlphaOne"
    case .toneMap: "toneMapped"
    case .workingSpaceToLab: "convertingWorkingSpaceToLab"
    case .labToWorkingSpace: "convertingLabToWorkingSpace"
    }
  }

  fileprivate func recipeMembers(_ extent: CGRect) throws(RecipeError) -> [(key: String, value: JSONValue)] {
    switch self {
    case .toWorkingSpace(let encoding), .fromWorkingSpace(let encoding):
      return [("colorSpace", .string(try encoding.recipeName))]
    case .alphaOne: return [("rectangle", JSONValue(rectangle: extent))]
    case .toneMap(let request): return request.recipeMembers
    case .premultiply, .unpremultiply, .workingSpaceToLab, .labToWorkingSpace: return []
    }
  }
}

extension ColorEncoding {
  fileprivate var recipeName: String {
    get throws(RecipeError) {
      guard let name else { throw RecipeError("$", "the recipe holds a colour space without a name") }
      return name
    }
  }
}

extension JSONValue {
  fileprivate init(numbers: [CGFloat]) { self = .array(numbers.map { .number(Double($0)) }) }

  fileprivate init(rectangle: CGRect) {
    self.init(numbers: [rectangle.origin.x, rectangle.origin.y, rectangle.size.width, rectangle.size.height])
  }

  /// A colour with its space, in the extended form where a component needs it: a `CIColor` made without a space keeps
  /// values outside 0...1, and a recipe that names a bounded space for them is refused.
  package init(color components: [Double], _ encoding: ColorEncoding) throws(RecipeError) {
    let isBounded = components.prefix(3).allSatisfy((0...1).contains)
    self = .object([
      ("space", .string(try (isBounded ? encoding : encoding.extended).recipeName)),
      ("components", .array(components.map { .number($0) })),
    ])
  }

  /// The value of a filter's input; nil where it has none.
  fileprivate init?(setting value: Any?) throws(RecipeError) {
    switch value {
    case nil: return nil
    case let vector as CIVector: self.init(numbers: vector.values)
    case let vectors as [CIVector]: self = .array(vectors.map { JSONValue(numbers: $0.values) })
    case let transform as CGAffineTransform:
      self.init(numbers: [transform.a, transform.b, transform.c, transform.d, transform.tx, transform.ty])
    case let color as CIColor:
      try self.init(color: color.components.map { Double($0) }, color.colorSpace.encoding)
    case let text as String: self = .string(text)
    case let space as CGColorSpace: self = .string(try space.encoding.recipeName)
    case let data as Data: self = .string(data.base64EncodedString())
    case let text as NSAttributedString:
      guard let styled = StyledText(keyed: text) else { return nil }
      self = try styled.json()
    case let descriptor as CIBarcodeDescriptor: self = descriptor.json
    case let camera as AVCameraCalibrationData: self = camera.json
    case let value?:
      guard let number = OptionValues.number(value) else {
        throw RecipeError("$", "the recipe holds a value of a kind that has no form as data (\(type(of: value)))")
      }
      guard number.isFinite else { return nil }
      // Parameters are floats: the shortest number that reads back as the same one.
      let short = Double(Float(number).description) ?? number
      self = Float(short) == Float(number) && Double(Float(number)) == number ? .number(short) : .number(number)
    }
  }
}
