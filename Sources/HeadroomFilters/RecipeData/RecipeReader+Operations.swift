internal import Foundation
internal import HeadroomColor
internal import HeadroomContainers
internal import HeadroomEngine
internal import HeadroomGraphics
internal import HeadroomImage
internal import HeadroomImageIO

/// Nodes that are methods of `CIImage`, under the methods' names.
extension RecipeReader {
  private static let names = [
    "clampedToExtent", "transformed", "settingAlphaOne", "premultiplyingAlpha", "unpremultiplyingAlpha",
    "matchedToWorkingSpace", "matchedFromWorkingSpace", "convertingWorkingSpaceToLab", "convertingLabToWorkingSpace",
    "insertingIntermediate", "samplingNearest", "samplingLinear", "samplingCubic", "settingContentHeadroom",
    "toneMapped", "applyingGainMap", "applyingMedian", "blended", "resized", "color", "empty",
  ]

  mutating func operated(_ name: String, _ node: RecipeDocument.Node) throws(RecipeError) -> CIImage {
    var members = NodeMembers(node)
    let result = try operated(name, node, &members)
    try members.checkAllRead()
    return result
  }

  private mutating func operated(
    _ name: String, _ node: RecipeDocument.Node, _ members: inout NodeMembers
  ) throws(RecipeError) -> CIImage {
    switch name {
    case "color": return CIImage(color: try CIColor(json: members.take("color"), at: members.path("color")))
    case "empty": return .empty()
    case _ where !Self.names.contains(name):
      let question = NameSuggestion.question(for: name, among: Self.names)
      throw RecipeError("\(node.path).operation", "there is no operation '\(name)'\(question)")
    default: break
    }
    let image = try image(members.take("image"), at: members.path("image"))
    switch name {
    case "clampedToExtent": return image.clampedToExtent()
    case "premultiplyingAlpha": return image.premultiplyingAlpha()
    case "unpremultiplyingAlpha": return image.unpremultiplyingAlpha()
    case "convertingWorkingSpaceToLab": return image.convertingWorkingSpaceToLab()
    case "convertingLabToWorkingSpace": return image.convertingLabToWorkingSpace()
    case "insertingIntermediate": return image.insertingIntermediate()
    case "samplingNearest": return image.samplingNearest()
    case "samplingLinear": return image.samplingLinear()
    case "samplingCubic": return image.samplingCubic()
    case "settingContentHeadroom":
      guard let headroom = try members.take("headroom").double, headroom == 0 || (1...1e9) ~= headroom else {
        throw RecipeError(members.path("headroom"), "expected a ratio of 1 or more, or 0 where it is not known")
      }
      return image.settingContentHeadroom(Float(headroom))
    case "settingAlphaOne": return image.settingAlphaOne(in: try members.rectangle())
    case "transformed": return try transformed(image, &members)
    case "matchedToWorkingSpace", "matchedFromWorkingSpace": return try matched(image, name, &members)
    case "blended":
      let background = try self.image(members.take("background"), at: members.path("background"))
      return image.blended(try BlendMode(members.takeOptional("mode"), at: members.path("mode")), with: background)
    case "applyingGainMap":
      let map = try self.image(members.take("gainMap"), at: members.path("gainMap"))
      return image.applyingGainMap(map, headroom: Float(try members.number("headroom") ?? .infinity))
    case "applyingMedian":
      guard let radius = Int(exactly: try members.number("radius") ?? 1), (0...MedianOfWindow.largestReach) ~= radius
      else {
        throw RecipeError(members.path("radius"), "expected pixels, 0 to \(MedianOfWindow.largestReach)")
      }
      return image.applyingMedian(radius: radius)
    case "resized":
      guard let size = try members.take("size").doubles, size.count == 2, size.allSatisfy((1...1e9).contains) else {
        throw RecipeError(members.path("size"), "expected [width,height] in pixels, 1 or more")
      }
      return image.resized(to: CGSize(width: size[0], height: size[1]))
    default: return image.toneMapped(try ToneMapRequest(&members))
    }
  }

  private func transformed(_ image: CIImage, _ members: inout NodeMembers) throws(RecipeError) -> CIImage {
    guard let numbers = try members.take("transform").doubles, numbers.count == 6 else {
      throw RecipeError(members.path("transform"), "expected six numbers [a,b,c,d,tx,ty]")
    }
    let names: [String: Sampling] = [
      "nearest": .nearest, "linear": .linear, "cubic": .cubic, "highQuality": .highQuality,
    ]
    let name = members.takeOptional("sampling") ?? "highQuality"
    guard let text = name.text, let sampling = names[text] else {
      throw RecipeError(members.path("sampling"), "expected one of \(names.keys.sorted().joined(separator: ", "))")
    }
    let transform = CIVector(numbers.map { CGFloat($0) }).cgAffineTransformValue
    return image.transformed(by: transform, sampling: sampling)
  }

  private func matched(
    _ image: CIImage, _ name: String, _ members: inout NodeMembers
  ) throws(RecipeError) -> CIImage {
    let path = members.path("colorSpace")
    guard let text = try members.take("colorSpace").text else { throw RecipeError(path, "expected a name") }
    let space = CGColorSpace(encoding: try ColorEncoding(json: text, at: path))
    let result =
      name == "matchedToWorkingSpace"
      ? image.matchedToWorkingSpace(from: space) : image.matchedFromWorkingSpace(to: space)
    guard let result else { throw RecipeError(path, "\(text) cannot be matched") }
    return result
  }
}

/// The members of a node, each of which is taken once: members that remain are unknown.
struct NodeMembers {
  private let node: RecipeDocument.Node
  private var read: [String] = []

  init(_ node: RecipeDocument.Node) { self.node = node }

  func path(_ key: String) -> String { "\(node.path).\(key)" }

  mutating func takeOptional(_ key: String) -> JSONValue? {
    read.append(key)
    return node[key]
  }

  mutating func take(_ key: String) throws(RecipeError) -> JSONValue {
    guard let value = takeOptional(key) else { throw RecipeError(path(key), "is missing") }
    return value
  }

  mutating func number(_ key: String) throws(RecipeError) -> Double? {
    guard let value = takeOptional(key) else { return nil }
    guard let number = value.double else { throw RecipeError(path(key), "expected a number") }
    return number
  }

  mutating func rectangle() throws(RecipeError) -> CGRect {
    guard let numbers = try take("rectangle").doubles, numbers.count == 4 else {
      throw RecipeError(path("rectangle"), "expected a rectangle [x,y,width,height]")
    }
    return CGRect(x: numbers[0], y: numbers[1], width: numbers[2], height: numbers[3])
  }

  func checkAllRead() throws(RecipeError) {
    guard let key = node.members.first(where: { !read.contains($0.key) })?.key else { return }
    let question = NameSuggestion.question(for: key, among: read)
    throw RecipeError(path(key), "this operation has no such input; it has \(read.joined(separator: ", "))\(question)")
  }
}

extension BlendMode {
  fileprivate init(_ value: JSONValue?, at path: String) throws(RecipeError) {
    guard let name = (value ?? "sourceOver").text, let known = BlendMode(rawValue: name) else {
      let names = Self.allCases.map(\.rawValue)
      let question = NameSuggestion.question(for: value?.text ?? "", among: names)
      throw RecipeError(path, "expected one of \(names.joined(separator: ", "))\(question)")
    }
    self = known
  }
}

extension ToneMapRequest {
  /// `from`: the headroom of the content, `"measured"`, or `{"curve": [[in, out], ...]}` in stops; `to`: that of the
  /// result. `isEstimate` means that single pixels may exceed `from`.
  init(_ members: inout NodeMembers) throws(RecipeError) {
    let target = try members.number("to") ?? 1
    guard target >= 1 else { throw RecipeError(members.path("to"), "expected a ratio of 1 or more") }
    let name = members.takeOptional("operator") ?? .string(ToneMapOperator.rwtmo.rawValue)
    guard let text = name.text, let known = ToneMapOperator(rawValue: text) else {
      let names = ToneMapOperator.allCases.map(\.rawValue)
      let question = NameSuggestion.question(for: name.text ?? "", among: names)
      throw RecipeError(members.path("operator"), "expected one of \(names.joined(separator: ", "))\(question)")
    }
    let source = try Source(members.takeOptional("from") ?? "measured", at: members.path("from"))
    let isEstimate = members.takeOptional("isEstimate")
    self.init(source: source, targetHeadroom: target, toneMapOperator: known)
    if case .known(let headroom) = source, case .bool(true)? = isEstimate { self.source = .estimated(headroom) }
  }

  var recipeMembers: [(key: String, value: JSONValue)] {
    var members: [(key: String, value: JSONValue)] = []
    switch source {
    case .known(let headroom): members.append(("from", .number(headroom)))
    // The recipe's reader has no stream, so a given headroom is stored as an estimate.
    case .estimated(let headroom), .given(let headroom): members += [("from", .number(headroom)), ("isEstimate", true)]
    case .measured: members.append(("from", "measured"))
    case .ownCurve(let curve):
      let points = curve.stops.map { JSONValue.array([.number($0.x), .number($0.y)]) }
      members.append(("from", .object([("curve", .array(points))])))
    }
    members.append(("to", .number(targetHeadroom)))
    return members + [("operator", .string(toneMapOperator.rawValue))]
  }
}

extension ToneMapRequest.Source {
  fileprivate init(_ value: JSONValue, at path: String) throws(RecipeError) {
    if value.text == "measured" {
      self = .measured
    } else if let headroom = value.double {
      // A picture darker than white has a measured headroom below 1.
      guard (0...1e9).contains(headroom) else { throw RecipeError(path, "expected a ratio from 0 to 1e9") }
      self = .known(headroom)
    } else if case .array(let points)? = value["curve"] {
      let stops = points.compactMap(\.doubles).filter { $0.count == 2 }.map { SIMD2($0[0], $0[1]) }
      guard stops.count == points.count, let curve = MeasuredToneCurve(stops: stops) else {
        throw RecipeError(path, "expected points [in, out] in stops, rising")
      }
      self = .ownCurve(curve)
    } else {
      throw RecipeError(path, "expected a headroom, \"measured\" or a curve")
    }
  }
}
