import Foundation
import HeadroomColor
import HeadroomGraphics

extension CIImage: CustomStringConvertible, CustomDebugStringConvertible {
  /// Extent and tags in one line.
  public var description: String {
    let space = colorSpace?.encoding.displayName ?? "unknown"
    return "<CIImage: extent \(extent.recipeText) colorSpace \(space) contentHeadroom \(contentHeadroom)>"
  }

  /// The recipe, one node per line, inputs indented below; with the conversion from the file's colour space.
  public var debugDescription: String {
    (description + "\n" + node.recipeLines(indent: 1).joined(separator: "\n"))
  }

  /// The recipe as a Graphviz graph.
  package var recipeDot: String {
    var names: [ObjectIdentifier: String] = [:]
    var lines: [String] = []
    node.addDot(to: &lines, names: &names)
    return (["digraph recipe {", "  node [shape=box, fontname=\"sans-serif\"];"] + lines + ["}"])
      .joined(separator: "\n")
  }
}

extension RecipeNode {
  fileprivate func recipeLines(indent: Int) -> [String] {
    let pad = String(repeating: "  ", count: indent)
    var lines = ["\(pad)\(kind.label) \(extent.recipeText)\(isOpaque ? " opaque" : "")"]
    if case .source(let source) = kind {
      let step = source.encoding.map { "\($0.displayName) to working space" } ?? "no colour matching"
      lines = ["\(pad)colormatch \(step)", "\(pad)  \(kind.label) \(extent.recipeText)\(isOpaque ? " opaque" : "")"]
    }
    return lines + inputs.flatMap { $0.recipeLines(indent: indent + 1) }
  }

  fileprivate func addDot(to lines: inout [String], names: inout [ObjectIdentifier: String]) {
    if names[ObjectIdentifier(self)] != nil { return }
    for input in inputs { input.addDot(to: &lines, names: &names) }
    let name = "n\(names.count)"
    names[ObjectIdentifier(self)] = name
    let label = kind.label.replacing("\\", with: "\\\\").replacing("\"", with: "\\\"")
    lines.append("  \(name) [label=\"\(label)\\l\(extent.recipeText)\\l\"];")
    for input in inputs { lines.append("  \(names[ObjectIdentifier(input)] ?? "?") -> \(name);") }
  }
}

extension CGRect {
  /// `[x y width height]`, `[infinite]` or `[empty]`.
  var recipeText: String {
    if isNull || isEmpty { return "[empty]" }
    if isUnbounded { return "[infinite]" }
    func short(_ value: CGFloat) -> String { NumberList.text(value) }
    return "[\(short(minX)) \(short(minY)) \(short(width)) \(short(height))]"
  }
}
