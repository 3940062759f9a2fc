import Foundation
import HeadroomColor
import HeadroomEngine
import HeadroomGraphics

extension CIImage: CustomStringConvertible, CustomDebugStringConvertible {
  /// Extent and tags in one line.
  public var description: String {
    let space = colorSpace?.encoding.displayName ?? "unknown"
    return "<CIImage: extent \(extent.recipeText) colorSpace \(space) contentHeadroom \(contentHeadroom)>"
  }

  /// The recipe, one node per line, inputs indented below; with the conversion from the file's colour space. A node
  /// with several readers is printed below the first of them.
  public var debugDescription: String {
    ([description] + RecipeText(node).lines).joined(separator: "\n")
  }

  package var recipeDot: String { Self.recipeDot([("output", self)]) }

  /// The recipe of images as one Graphviz graph: with several images, each ends in its name.
  package static func recipeDot(_ images: [(name: String, image: CIImage)]) -> String {
    var lines = ["digraph recipe {", "  node [shape=box, fontname=\"sans-serif\"];"]
    let order = RecipeOrder(images.map(\.image.node))
    for (place, entry) in order.entries.enumerated() {
      let label = entry.node.kind.label.replacing("\\", with: "\\\\").replacing("\"", with: "\\\"")
      lines.append("  n\(place) [label=\"\(label)\\l\(entry.node.extent.recipeText)\\l\"];")
      lines += entry.inputs.map { "  n\($0) -> n\(place);" }
    }
    if images.count > 1 {
      for (place, (image, root)) in zip(images, order.roots).enumerated() {
        lines += ["  result\(place) [label=\"\(image.name)\", shape=plaintext];", "  n\(root) -> result\(place);"]
      }
    }
    return (lines + ["}"]).joined(separator: "\n")
  }
}

/// A recipe as indented text.
private struct RecipeText {
  private(set) var lines: [String] = []

  /// Descends with an explicit stack: recipes may be deeper than the thread's.
  init(_ root: RecipeNode) {
    let order = RecipeOrder([root])
    var readers = [Int](repeating: 0, count: order.entries.count)
    for entry in order.entries { for input in entry.inputs { readers[input] += 1 } }
    var names: [Int: Int] = [:]
    var pending = order.roots.map { (place: $0, indent: 1) }
    while let (place, indent) = pending.popLast() {
      let pad = String(repeating: "  ", count: min(indent, Self.deepestIndent))
      let entry = order.entries[place]
      if let name = names[place] {
        lines.append("\(pad)as #\(name)")
        continue
      }
      var mark = ""
      if readers[place] > 1 {
        names[place] = names.count + 1
        mark = " (#\(names.count))"
      }
      lines += Self.lines(of: entry.node, pad: pad, mark: mark)
      pending += entry.inputs.reversed().map { ($0, indent + 1) }
    }
  }

  /// Deeper nodes are not indented further, so that a chain of thousands stays readable.
  private static let deepestIndent = 40

  private static func lines(of node: RecipeNode, pad: String, mark: String) -> [String] {
    let line = "\(node.kind.label) \(node.extent.recipeText)\(node.isOpaque ? " opaque" : "")\(mark)"
    guard case .source(let source) = node.kind else { return [pad + line] }
    let step = source.encoding.map { "\($0.displayName) to working space" } ?? "no colour matching"
    return ["\(pad)colormatch \(step)", "\(pad)  \(line)"]
  }
}

extension CGRect {
  /// `[x y width height]`, `[infinite]` or `[empty]`.
  package var recipeText: String {
    if isNull || isEmpty { return "[empty]" }
    if isUnbounded { return "[infinite]" }
    func short(_ value: CGFloat) -> String { NumberList.text(value) }
    return "[\(short(minX)) \(short(minY)) \(short(width)) \(short(height))]"
  }
}
