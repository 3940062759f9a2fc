internal import Foundation

/// The few HTML elements of the gallery's pages.
enum HTML {
  static func page(_ title: String, _ body: String) -> String {
    """
    <!DOCTYPE html>
    <html lang="en"><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>\(escaped(title))</title>
    <style>
    body { background: #1c1c1e; color: #ddd; font: 15px/1.5 system-ui, sans-serif; margin: 2em auto; max-width: 1400px; padding: 0 1em }
    a { color: #8cf } h1, h2, h3 { color: #fff } .facts, figcaption { color: #999 } td { padding: .2em 1.5em .2em 0; vertical-align: top }
    pre, code { background: #2c2c2e; border-radius: 4px; padding: .1em .3em } pre { padding: .6em; overflow-x: auto }
    figure { margin: 1em 0; display: grid; grid-template-columns: repeat(auto-fit, minmax(min(320px, 100%), 1fr)); gap: 6px }
    figcaption { grid-column: 1 / -1 } figure a { color: #999; text-decoration: none; font-size: 13px }
    nav { position: sticky; top: 0; padding: .6em 0; background: #1c1c1e } input, select { font: inherit; padding: .2em .5em }
    img { display: block; width: 100%; background: repeating-conic-gradient(#555 0 25%, #777 0 50%) 0 0 / 16px 16px }
    </style>
    \(body)
    </html>

    """
  }

  static func picture(_ file: String, _ text: String) -> String {
    let address = escaped(file.addingPercentEncoding(withAllowedCharacters: .urlPathAllowed) ?? file)
    return
      "<a href=\"\(address)\"><img loading=\"lazy\" src=\"\(address)\" alt=\"\(escaped(text))\">\(escaped(text))</a>"
  }

  static func escaped(_ text: String) -> String {
    text.replacing("&", with: "&amp;").replacing("<", with: "&lt;").replacing(">", with: "&gt;")
      .replacing("\"", with: "&quot;")
  }

  /// Text in which words between backquotes become code.
  static func inline(_ text: String) -> String {
    escaped(text).split(separator: "`", omittingEmptySubsequences: false).enumerated()
      .map { $0.offset % 2 == 1 ? "<code>\($0.element)</code>" : String($0.element) }.joined()
  }
}

/// A description as written in the source: paragraphs, lists, headings.
struct DocumentationText {
  private let text: String

  init(_ text: String) { self.text = text }

  var html: String {
    text.split(separator: "\n\n").map(block).joined(separator: "\n")
  }

  private func block(_ block: Substring) -> String {
    var lines = block.split(separator: "\n")
    var html = ""
    if let first = lines.first, first.hasPrefix("## ") {
      html = "<h2>\(HTML.inline(String(first.dropFirst(3))))</h2>\n"
      lines.removeFirst()
    }
    if lines.isEmpty { return html }
    guard lines[0].hasPrefix("- ") else { return html + "<p>\(HTML.inline(lines.joined(separator: " ")))</p>" }
    var items: [String] = []
    for line in lines {
      if line.hasPrefix("- ") {
        items.append(String(line.dropFirst(2)))
      } else if !items.isEmpty {
        items[items.count - 1] += " " + line
      }
    }
    return html + "<ul>" + items.map { "<li>\(HTML.inline($0))" }.joined() + "</ul>"
  }
}
