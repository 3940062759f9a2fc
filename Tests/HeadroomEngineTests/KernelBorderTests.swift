import HeadroomTestSupport
import Testing

/// Row loops stay vector code only where the compiler sees all of them: a call in one costs 5 to 20 times its time.
@Suite("Kernels across modules")
struct KernelBorderTests {
  @Test(
    "what is inlined always, other modules can inline",
    arguments: ["HeadroomPixels", "HeadroomGraphics", "HeadroomEngine", "HeadroomImage"])
  func inlinable(_ module: String) throws {
    var inlined = 0
    for file in try SourceFolder(module).files {
      for place in file.lines.indices where file.lines[place].contains("@inline(__always)") {
        let declaration = Self.declaration(file.lines, from: place)
        guard declaration.contains("package ") || declaration.contains("public ") else { continue }
        inlined += 1
        #expect(declaration.contains("@inlinable"), "\(file.name): \(declaration)")
      }
    }
    #expect(inlined > 0)
  }

  @Test(
    "what a kernel does with a pixel is inlined in its loop",
    arguments: ["HeadroomEngine", "HeadroomImage", "HeadroomFilters", "HeadroomRAW"])
  func kernels(_ module: String) throws {
    var kernels = 0
    for file in try SourceFolder(module).files {
      var type: Substring = ""
      for place in file.lines.indices {
        let line = file.lines[place]
        if line.contains(/\b(?:struct|enum|extension) \w/) { type = line }
        guard Self.isKernel(line, of: type) else { continue }
        kernels += 1
        let above = place > 0 ? file.lines[place - 1] : ""
        #expect((above + line).contains("@inline(__always)"), "\(file.name): \(line)")
      }
    }
    #expect(kernels > 0)
  }

  /// A declaration with its attributes, which may have lines of their own above it.
  private static func declaration(_ lines: [Substring], from place: Int) -> Substring {
    let (above, line) = (place > 0 ? lines[place - 1] : "", lines[place])
    let attributes = above.drop(while: \.isWhitespace).hasPrefix("@") ? above : ""
    let isWhole = line.contains(/\b(?:func|init|var|let|subscript|deinit)\b/)
    return attributes + line + (isWhole || place + 1 == lines.count ? "" : lines[place + 1])
  }

  /// Whether a function with a body maps pixels, positions or components of a row.
  private static func isKernel(_ line: Substring, of type: Substring) -> Bool {
    guard line.hasSuffix("{") || line.hasSuffix("}") else { return false }
    return line.contains(/func apply\(_ \w+: Pixel\b/)
      || type.contains(/: .*\bWarpKernel\b/) && line.contains(/func source\(x: Float, y: Float\)/)
      || type.contains(/: .*\bComponentKernel\b/) && line.contains(/func (?:color|alpha)\(_ \w+: Float, _ \w+: Float\)/)
  }
}
