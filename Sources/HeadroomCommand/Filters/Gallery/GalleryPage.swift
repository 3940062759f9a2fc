internal import Foundation
internal import Headroom

/// The page of one filter: what it does, its inputs, its pictures, and how to call it.
struct GalleryPage {
  let entry: FilterEntry
  let results: [GalleryResult]

  /// The first sentence of the description.
  var summary: String { String(entry.documentation.prefix { $0 != "\n" }) }

  var html: String {
    let categories = entry.categories.map(FilterReport.shortName).sorted().joined(separator: ", ")
    return HTML.page(
      entry.name,
      """
      <p><a href="index.html">All filters</a></p>
      <h1>\(entry.name)</h1>
      <p class="facts">\(HTML.escaped(entry.displayName)) &middot; \(HTML.escaped(categories)) &middot; \
      \(entry.isHDR ? "keeps values above 1 and below 0" : "works on 0 to 1") &middot; \
      iOS \(entry.introduced.iOS), macOS \(entry.introduced.macOS)</p>
      \(DocumentationText(entry.documentation).html)
      <h2>Inputs</h2>
      <table>\(inputs)</table>
      <h2>Pictures</h2>
      \(results.map(Self.figure).joined(separator: "\n"))
      <h2>Command</h2>
      <pre>\(HTML.escaped(FilterExample.command(entry)))</pre>
      <h2>Swift</h2>
      <pre>\(HTML.escaped(FilterExample.swift(entry)))</pre>
      """)
  }

  private var inputs: String {
    let images = entry.imageKeys.map { key in
      Self.row(key, key == kCIInputImageKey ? "the picture itself" : "a picture", "")
    }
    let others = entry.inputs.map { Self.row($0.key, FilterText.facts($0), $0.documentation) }
    return (images + others).joined()
  }

  private static func row(_ key: String, _ facts: String, _ documentation: String) -> String {
    "<tr><td><code>\(HTML.escaped(key))</code><td>\(HTML.escaped(facts))<td>\(HTML.inline(documentation))"
  }

  /// The photo and what became of it: in SDR, and two stops darker.
  static func figure(_ result: GalleryResult) -> String {
    let photo = result.photo
    var cells = [HTML.picture("\(photo).png", "the photo"), HTML.picture("\(photo)-dark.png", "two stops down")]
    if let picture = result.picture {
      cells += [HTML.picture("\(picture).png", "the result"), HTML.picture("\(picture)-dark.png", "two stops down")]
    }
    var notes = [result.failure.map { "No picture: \($0)" } ?? result.settings.joined(separator: " ")]
    if result.picture == nil, result.failure == nil { notes.append("no result") }
    if let seconds = result.seconds { notes.append("\(ShortNumber.text((seconds * 1e4).rounded() / 10)) ms") }
    let caption = notes.filter { !$0.isEmpty }.joined(separator: " · ")
    return "<figure>\(cells.joined())<figcaption>\(HTML.escaped(caption))</figcaption></figure>"
  }
}

/// All filters on one page.
struct GalleryIndex {
  let pages: [GalleryPage]
  let photos: [String]

  var html: String {
    let sections = pages.map { page in
      """
      <section><h2><a href="\(page.entry.name).html">\(page.entry.name)</a></h2>
      <p>\(HTML.inline(page.summary))</p>
      \(page.results.map(GalleryPage.figure).joined(separator: "\n"))</section>
      """
    }
    return HTML.page(
      "Filters",
      """
      <h1>\(pages.count) filters</h1>
      <p>Each on \(photos.count == 1 ? "a photo" : "\(photos.count) photos"): the photo, the result as an SDR display shows \
      it, and both two stops darker, so that light above white shows. Times are of one render at this size.</p>
      \(sections.joined(separator: "\n"))
      """)
  }
}
