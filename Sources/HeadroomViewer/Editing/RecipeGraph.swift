internal import Foundation
internal import HeadroomContainers
internal import HeadroomEngine
internal import HeadroomFilters
internal import HeadroomGraphics
internal import HeadroomImage

/// A recipe as requested: its nodes, their inputs, and every parameter.
struct RecipeGraph {
  let json: JSONValue

  /// - Parameter name: the name of the file of an input; nil for inputs that are not files.
  init(_ writer: RecipeWriter, name: (CIImage) -> String?) throws {
    let document = try JSONValue(parsing: Array(writer.text.utf8))
    guard case .array(let written)? = document.member("nodes") else {
      throw ViewerError(status: 500, message: "no nodes")
    }
    let inputs = writer.inputs.map { input -> JSONValue in
      [
        "id": .string(input.name), "title": .string(name(input.image) ?? input.name), "kind": "picture",
        "extent": Self.extent(input.image.extent), "reads": [], "parameters": .object([]),
      ]
    }
    let nodes = written.map { Self.node($0, writer.written) }
    json = ["nodes": .array(inputs + nodes), "output": document.member("output") ?? .null]
  }

  private static func node(_ node: JSONValue, _ written: [String: RecipeNode]) -> JSONValue {
    guard case .object(let members) = node else { return .null }
    let id = node.member("id")?.text ?? ""
    let filter = node.member("filter")?.text
    let title = filter ?? node.member("operation")?.text ?? node.member("file")?.text ?? id
    let named = members.filter { !["id", "filter", "operation", "file"].contains($0.key) }
    let images = imageNames(filter)
    let reads = named.filter { images.contains($0.key) }
    return [
      "id": .string(id), "title": .string(title), "kind": .string(filter == nil ? "operation" : "filter"),
      "extent": written[id].map { extent($0.extent) } ?? .null,
      "reads": .array(reads.map { ["key": .string($0.key), "node": $0.value] }),
      "parameters": .object(named.filter { !images.contains($0.key) }),
    ]
  }

  /// The members of a node that name other nodes.
  private static func imageNames(_ filter: String?) -> [String] {
    guard let filter else { return ["image", "background", "gainMap"] }
    return FilterRegistry.entry(named: filter)?.imageKeys.map(FilterSettings.swiftName) ?? ["image"]
  }

  /// `[x, y, width, height]` from the lower left; null where it has no bounds.
  private static func extent(_ extent: CGRect) -> JSONValue {
    guard !extent.isInfinite, !extent.isNull else { return .null }
    return .array([extent.minX, extent.minY, extent.width, extent.height].map { .number(Double($0)) })
  }
}

extension JSONValue {
  /// The value of an object's member.
  fileprivate func member(_ name: String) -> JSONValue? {
    guard case .object(let members) = self else { return nil }
    return members.first { $0.key == name }?.value
  }
}
