import Foundation
import HeadroomDisplay
import HeadroomGraphics
import HeadroomSymbols
import Testing

@Suite("Fonts of UIKit and AppKit", .enabled(if: FontFacts.missing == nil, "the libraries of text are not installed"))
struct FontTests {
  @Test("have measures in proportion to their size")
  func measures() {
    let (small, large) = (UIFont.systemFont(ofSize: 10), UIFont.systemFont(ofSize: 100))
    #expect(small.pointSize == 10 && large.fontName == small.fontName && !small.familyName.isEmpty)
    for measure in [\UIFont.ascender, \.descender, \.lineHeight, \.capHeight, \.xHeight] {
      #expect(abs(large[keyPath: measure] - 10 * small[keyPath: measure]) < 1e-9)
    }
    #expect(large.descender < 0 && large.ascender > large.capHeight && large.capHeight > large.xHeight)
    #expect(large.xHeight > 30 && large.lineHeight == large.ascender - large.descender)
    #expect(NSFont.systemFont(ofSize: 100).capHeight == large.capHeight)
  }

  @Test("of the system have weights, slants and letters of one width")
  func system() {
    #expect(UIFont.boldSystemFont(ofSize: 12).fontName != UIFont.systemFont(ofSize: 12).fontName)
    #expect(UIFont.systemFont(ofSize: 12, weight: .bold) == UIFont.boldSystemFont(ofSize: 12))
    let wide = UIFont.monospacedSystemFont(ofSize: 20, weight: .regular)
    let widths = ["i", "W", "."].map { $0.size(withAttributes: [.font: wide]).width }
    #expect(Set(widths).count == 1 && widths[0] > 5)
    #expect(UIFont.italicSystemFont(ofSize: 12) != UIFont.systemFont(ofSize: 12))
    #expect(UIFont.preferredFont(forTextStyle: .title1).pointSize == 28)
    #expect(UIFont.systemFont(ofSize: 0).pointSize == UIFont.systemFontSize)
    #expect(UIFont.systemFont(ofSize: .nan).pointSize == UIFont.systemFontSize)
    #expect(UIFont.systemFont(ofSize: 12).withSize(20).pointSize == 20)
  }

  @Test("are found by name, and those of Apple's systems have stand-ins")
  func names() throws {
    let name = UIFont.boldSystemFont(ofSize: 12).fontName
    #expect(try #require(UIFont(name: name, size: 12)).fontName == name)
    #expect(UIFont(name: "No Such Font At All", size: 12) == nil && UIFont(name: "", size: 12) == nil)
    #expect(UIFont(name: "a\0b", size: 12) == nil)
    #expect(try #require(UIFont(name: "HelveticaNeue-Bold", size: 12)).pointSize == 12)
    #expect(NSFont(name: "Menlo", size: 0)?.pointSize == NSFont.systemFontSize)
  }
}
