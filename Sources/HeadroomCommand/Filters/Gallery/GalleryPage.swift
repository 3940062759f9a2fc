internal import Foundation
internal import Headroom
internal import HeadroomPictures

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
      \(results.map { Self.figure($0, withPhoto: true) }.joined(separator: "\n"))
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

  /// A filter's result on a photo, in SDR and two stops darker.
  ///
  /// - Parameter withPhoto: whether the photo is shown beside it.
  static func figure(_ result: GalleryResult, withPhoto: Bool) -> String {
    var cells = withPhoto ? pair(result.photo, "the photo") : []
    if let picture = result.picture { cells += pair(picture, withPhoto ? "the result" : result.photo) }
    var notes = [result.failure.map { "No picture: \($0)" } ?? result.settings.joined(separator: " ")]
    if result.picture == nil, result.failure == nil { notes.append("no result") }
    if let seconds = result.seconds { notes.append("\(ShortNumber.text((seconds * 1e4).rounded() / 10)) ms") }
    let caption = notes.filter { !$0.isEmpty }.joined(separator: " · ")
    return "<figure>\(cells.joined())<figcaption>\(HTML.escaped(caption))</figcaption></figure>"
  }

  /// A picture, and the same two stops darker.
  static func pair(_ name: String, _ text: String) -> [String] {
    [
      HTML.picture(GalleryResult.file(name), text),
      HTML.picture(GalleryResult.file(name, isDark: true), "\(text), two stops down"),
    ]
  }
}

/// All filters on one page.
struct GalleryIndex {
  let pages: [GalleryPage]
  let photos: [String]

  var html: String {
    let photo = photos.count == 1 ? "this photo" : "these photos"
    return HTML.page(
      "Filters",
      """
      <h1>\(pages.count) filters</h1>
      <p>Each on \(photo), as an SDR display shows it, and two stops darker, so that light above white shows. Times are of \
      one render at this size. A name leads to a page with the filter's inputs.</p>
      <figure>\(photos.flatMap { GalleryPage.pair($0, $0) }.joined())</figure>
      <nav><input type="search" placeholder="Name, category or words" aria-label="Search" autofocus> \
      <select aria-label="Category"><option value="">All categories\(options)</select> <output></output></nav>
      \(pages.map(Self.section).joined(separator: "\n"))
      <script>\(Self.search)</script>
      """)
  }

  private static func section(_ page: GalleryPage) -> String {
    let categories = page.entry.categories.map(FilterReport.shortName).sorted().joined(separator: ", ")
    return """
      <section data-categories="\(HTML.escaped(categories))"><h2><a href="\(page.entry.name).html">\(page.entry.name)</a></h2>
      <p>\(HTML.inline(page.summary)) <span class="facts">\(HTML.escaped(categories))</span></p>
      \(page.results.map { GalleryPage.figure($0, withPhoto: false) }.joined(separator: "\n"))</section>
      """
  }

  private var options: String {
    let names = Set(pages.flatMap { $0.entry.categories.map(FilterReport.shortName) })
    return names.sorted().map { "<option>\(HTML.escaped($0))" }.joined()
  }

  /// Shows the sections that match all words of the search and the chosen category; the page also works without it.
  private static let search = """
    const [field, choice, count] = ["input", "select", "output"].map((name) => document.querySelector(name));
    const sections = [...document.querySelectorAll("section")];
    function show() {
      const words = field.value.toLowerCase().split(/\\s+/).filter(Boolean);
      let shown = 0;
      for (const section of sections) {
        const text = section.textContent.toLowerCase();
        const categories = section.dataset.categories.split(", ");
        section.hidden = !words.every((word) => text.includes(word)) || (choice.value && !categories.includes(choice.value));
        if (!section.hidden) shown += 1;
      }
      count.textContent = shown + " shown";
    }
    field.addEventListener("input", show);
    choice.addEventListener("input", show);
    show();
    """
}
