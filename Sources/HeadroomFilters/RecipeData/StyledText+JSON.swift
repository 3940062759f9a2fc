internal import Foundation
package import HeadroomContainers
internal import HeadroomGraphics
internal import HeadroomImage
internal import HeadroomSymbols

extension StyledText {
  package static let forms = #"text, or a list of {"text": words, "font": name, "size": points, "color": colour}"#

  /// The form that recipes store: plain text where it has the default attributes, otherwise its runs.
  package func json() throws(RecipeError) -> JSONValue {
    if let only = runs.first, runs.count == 1, only.style == Style() { return .string(only.text) }
    var list: [JSONValue] = []
    for run in runs {
      let color = run.style.color
      list.append(
        .object([
          ("text", .string(run.text)), ("font", .string(run.style.font.name)), ("size", .number(run.style.font.size)),
          ("color", try JSONValue(color: color.components.map { Double($0) }, color.colorSpace.encoding)),
        ]))
    }
    return .array(list)
  }

  /// Reads the form that recipes store; nil where it is something else.
  init?(json value: JSONValue, at path: String) throws(RecipeError) {
    switch value {
    case .string(let text): self.init([Run(text: text, style: Style())])
    case .array(let list):
      var runs: [Run] = []
      for item in list {
        guard let text = item["text"]?.text else { return nil }
        var style = Style()
        if let name = item["font"]?.text { style.font.name = name }
        if let size = item["size"]?.double { style.font.size = size }
        if let color = item["color"] { style.color = try CIColor(json: color, at: path) }
        runs.append(Run(text: text, style: style))
      }
      self.init(runs)
    default: return nil
    }
  }
}
