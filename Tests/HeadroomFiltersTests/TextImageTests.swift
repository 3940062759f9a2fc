import Foundation
import HeadroomColor
internal import HeadroomEngine
import HeadroomFilters
import HeadroomGraphics
import HeadroomImage
import HeadroomImageTestSupport
import HeadroomPixels
import HeadroomRAW
import HeadroomSymbols
import HeadroomTestSupport
import Testing

/// Text: what has to hold whatever fonts a machine has.
@Suite struct TextImageTests {
  private static func image(_ text: String, _ parameters: [String: Any] = [:]) -> CIImage? {
    guard let filter = CIFilter(name: "CITextImageGenerator") else { return nil }
    filter.setValue(text, forKey: "inputText")
    for (key, value) in parameters { filter.setValue(value, forKey: key) }
    return filter.outputImage
  }

  /// Alpha in rows from the bottom.
  private static func coverage(_ image: CIImage) throws -> [[Float]] {
    let rect = PixelRect(enclosing: image.extent)
    let picture = try TestPicture.render(image, rect)
    return (0..<rect.height).map { y in (0..<rect.width).map { picture.pixels[(y * rect.width + $0) * 4 + 3] } }
  }

  private static func sum(_ rows: [[Float]]) -> Float { rows.joined().reduce(0, +) }

  @Test func `text is white on nothing, upright, from left to right`() throws {
    let image = try #require(Self.image("L", ["inputFontSize": 64]))
    let rect = PixelRect(enclosing: image.extent)
    #expect(image.extent.origin == .zero)
    let picture = try TestPicture.render(image, rect)
    for index in stride(from: 0, to: picture.pixels.count, by: 4) {
      let alpha = picture.pixels[index + 3]
      #expect(picture.pixels[index..<index + 3].allSatisfy { abs($0 - alpha) < 1e-6 })
    }
    // The foot of an L is below, its stem on the left.
    let rows = try Self.coverage(image)
    let lower = Self.sum(Array(rows[..<(rows.count / 2)]))
    #expect(lower > Self.sum(Array(rows[(rows.count / 2)...])))
    let left = Self.sum(rows.map { Array($0[..<($0.count / 2)]) })
    #expect(left > Self.sum(rows.map { Array($0[($0.count / 2)...]) }))
  }

  @Test func `size, scale, padding and lines make the extent`() throws {
    let small = try #require(Self.image("Hamburg", ["inputFontSize": 20])).extent
    let scaled = try #require(Self.image("Hamburg", ["inputFontSize": 20, "inputScaleFactor": 3])).extent
    let large = try #require(Self.image("Hamburg", ["inputFontSize": 60])).extent
    #expect(scaled == large)
    #expect(abs(large.width - 3 * small.width) <= 3)
    let padded = try #require(Self.image("Hamburg", ["inputFontSize": 20, "inputPadding": 7])).extent
    #expect(padded == CGRect(x: 0, y: 0, width: small.width + 14, height: small.height + 14))
    let two = try #require(Self.image("Hamburg\nHamburg", ["inputFontSize": 20])).extent
    #expect(two.width == small.width)
    #expect(abs(two.height - 2 * small.height) <= 1)
    #expect(try #require(Self.image("Hamburg\n", ["inputFontSize": 20])).extent == small)
    #expect(try #require(Self.image("Hamburg\r\nHamburg", ["inputFontSize": 20])).extent == two)
  }

  @Test func `padding moves the pixels and nothing else`() throws {
    let plain = try Self.coverage(#require(Self.image("Agj", ["inputFontSize": 30])))
    let padded = try Self.coverage(#require(Self.image("Agj", ["inputFontSize": 30, "inputPadding": 5])))
    for y in plain.indices {
      for x in plain[y].indices { #expect(padded[y + 5][x + 5] == plain[y][x]) }
    }
    // Glyphs may stand out of their box: cut off there, not here.
    #expect(Self.sum(padded) >= Self.sum(plain))
  }

  @Test func `what cannot be drawn gives nothing`() {
    for (text, parameters) in [
      ("", [:]), ("\n\n", ["inputFontSize": 0]), ("text", ["inputFontSize": 0]), ("text", ["inputScaleFactor": 0]),
      ("text", ["inputFontSize": 1e9]), ("text", ["inputFontSize": 9000]), ("text", ["inputScaleFactor": 1e6]),
      (String(repeating: "a", count: 100_001), [:]), (String(repeating: "text ", count: 5000), ["inputFontSize": 2000]),
    ] as [(String, [String: Any])] {
      #expect(Self.image(text, parameters) == nil, "\(text.prefix(9)) \(parameters)")
    }
    #expect(CIFilter.textImageGenerator().outputImage == nil)
    #expect(CIFilter.attributedTextImageGenerator().outputImage == nil)
  }

  @Test func `a font that is not there is replaced`() throws {
    let image = try #require(Self.image("text", ["inputFontName": "No Such Font-Bold"]))
    #expect(Self.sum(try Self.coverage(image)) > 10)
    for name in ["", "-", "\u{0}", String(repeating: "x", count: 10_000), "../../etc/passwd"] {
      #expect(Self.image("text", ["inputFontName": name]) != nil, "\(name.prefix(20))")
    }
  }

  @Test func `bold has more ink`() throws {
    let regular = try Self.coverage(
      #require(Self.image("Headroom", ["inputFontName": "DejaVuSans", "inputFontSize": 40])))
    let bold = try Self.coverage(
      #require(Self.image("Headroom", ["inputFontName": "DejaVuSans-Bold", "inputFontSize": 40])))
    #expect(Self.sum(bold) > 1.2 * Self.sum(regular))
  }

  @Test func `letters of scripts that join take other forms`() throws {
    // Three letters that join are narrower than the same three apart.
    let joined = try #require(Self.image("\u{0628}\u{0628}\u{0628}", ["inputFontSize": 60]))
    let apart = try #require(Self.image("\u{0628}\u{200C}\u{0628}\u{200C}\u{0628}", ["inputFontSize": 60]))
    #expect(joined.extent.width < apart.extent.width)
  }

  @Test func `text from right to left stands on the right, and numbers in it keep their order`() throws {
    // Alef, a thin stroke, is the first letter and so the rightmost one; the wide last one lies left.
    let rows = try Self.coverage(#require(Self.image("\u{0627}\u{0633}", ["inputFontSize": 60])))
    let columns = rows[0].indices.map { x in rows.map { $0[x] }.reduce(0, +) }
    let ink = columns.indices.filter { columns[$0] > 0 }
    let right = columns[(ink[ink.count - 1] - 8)...].reduce(0, +)
    #expect(right > 0)
    // Two lines of a right-to-left text end at the same edge: the short one lies right.
    let lines = try Self.coverage(
      #require(Self.image("\u{05D0}\u{05D1}\u{05D2}\u{05D3}\u{05D4}\u{05D5}\n\u{05D0}", ["inputFontSize": 40])))
    let second = lines[..<(lines.count / 2)]
    let half = lines[0].count / 2
    let (leftInk, rightInk) = (second.map { $0[..<half].reduce(0, +) }, second.map { $0[half...].reduce(0, +) })
    #expect(leftInk.reduce(0, +) == 0)
    #expect(rightInk.reduce(0, +) > 0)
    // A number between Hebrew letters reads from left to right: its image is that of the mirrored runs.
    let mixed = try #require(Self.image("\u{05D0}12", ["inputFontSize": 40]))
    let visual = try #require(Self.image("\u{202D}12\u{05D0}\u{202C}", ["inputFontSize": 40]))
    #expect(try Self.coverage(mixed) == Self.coverage(visual))
  }

  @Test func `accents lie on their letters`() throws {
    let composed = try Self.coverage(#require(Self.image("\u{E9}", ["inputFontSize": 50])))
    let combined = try Self.coverage(#require(Self.image("e\u{301}", ["inputFontSize": 50])))
    #expect(combined[0].count == composed[0].count)
    let error = zip(composed.joined(), combined.joined()).reduce(0) { $0 + abs($1.0 - $1.1) }
    #expect(error < 0.05 * Self.sum(composed))
  }

  @Test func `characters that no font has are shown as missing, and nothing traps`() throws {
    for text in ["\u{10FFFD}", "\u{FFFF}", "a\u{0}b", "\u{1F469}\u{200D}\u{1F680}", "\t", "\u{202E}abc", "\u{FEFF}"] {
      if let image = Self.image(text, ["inputFontSize": 20]) { _ = try Self.coverage(image) }
    }
    // Marks without end on one letter.
    let stacked = try #require(Self.image("a" + String(repeating: "\u{301}", count: 5000), ["inputFontSize": 20]))
    _ = try Self.coverage(stacked)
  }

  // MARK: Attributes

  @Test func `runs have fonts and colours of their own`() throws {
    let text = NSMutableAttributedString(string: "")
    let red = CIColor(red: 1, green: 0, blue: 0)
    text.append(
      NSAttributedString(
        string: "A", attributes: [.font: TextFont(name: "DejaVu Sans", size: 60), .foregroundColor: red]))
    text.append(NSAttributedString(string: "A", attributes: [.font: TextFont(name: "DejaVu Sans", size: 30)]))
    let filter = CIFilter.attributedTextImageGenerator()
    filter.text = text
    let image = try #require(filter.outputImage)
    let rect = PixelRect(enclosing: image.extent)
    let picture = try TestPicture.render(image, rect)
    func ink(_ columns: Range<Int>, _ channel: Int) -> Float {
      (0..<rect.height).reduce(0) { sum, y in
        columns.reduce(sum) { $0 + picture.pixels[(y * rect.width + $1) * 4 + channel] }
      }
    }
    let split = rect.width * 2 / 3
    #expect(ink(0..<split - 2, 1) == 0)
    #expect(ink(0..<split - 2, 0) > 100)
    #expect(ink(split + 2..<rect.width, 1) > 30)
    #expect(
      rect.height
        == PixelRect(
          enclosing: try #require(Self.image("A", ["inputFontName": "DejaVu Sans", "inputFontSize": 60])).extent
        ).height)
    // The same by AttributedString.
    var other = AttributedString("AA")
    let first = other.startIndex..<other.index(afterCharacter: other.startIndex)
    other[TextAttributes.Font.self] = TextFont(name: "DejaVu Sans", size: 30)
    other[first][TextAttributes.Font.self] = TextFont(name: "DejaVu Sans", size: 60)
    other[first][TextAttributes.ForegroundColor.self] = red
    filter.setValue(other, forKey: "inputText")
    #expect(try TestPicture.render(#require(filter.outputImage), rect) == picture)
  }

  @Test func `colours above white stay`() throws {
    let color = try #require(
      CIColor(red: 4, green: 2, blue: 0.5, colorSpace: CGColorSpace(encoding: .extendedLinearSRGB)))
    let filter = CIFilter.attributedTextImageGenerator()
    filter.text = NSAttributedString(
      string: "\u{2588}", attributes: [.font: TextFont(name: "DejaVu Sans", size: 40), .foregroundColor: color])
    let image = try #require(filter.outputImage)
    let rect = PixelRect(enclosing: image.extent)
    let picture = try TestPicture.render(image, rect)
    let centre = (rect.height / 2 * rect.width + rect.width / 2) * 4
    #expect(zip(picture.pixels[centre..<centre + 4], [4, 2, 0.5, 1]).allSatisfy { abs($0 - $1) < 1e-4 })
  }

  @Test func `several threads draw the same`() async throws {
    let expected = try Self.coverage(#require(Self.image("threads \u{0628}\u{0628}", ["inputFontSize": 25])))
    try await withThrowingTaskGroup(of: Bool.self) { group in
      for _ in 0..<8 {
        group.addTask {
          try Self.coverage(#require(Self.image("threads \u{0628}\u{0628}", ["inputFontSize": 25]))) == expected
        }
      }
      for try await isSame in group { #expect(isSame) }
    }
  }
}
