internal import HeadroomColor
internal import HeadroomContainers
internal import HeadroomGraphics

extension Radiance {
  /// Reads the text before the scanlines.
  struct HeaderScanner {
    private let bytes: FileBytes
    private let limits: DecodeLimits
    private var position = 0
    /// GEGL writes upright pictures only. A line that begins with X in one of its files was written by a program that
    /// counts Y downwards, as in the files with which KDE tests its reader; Radiance counts Y upwards.
    private var countsDownwards = false

    init(_ bytes: FileBytes, limits: DecodeLimits) {
      self.bytes = bytes
      self.limits = limits
    }

    mutating func header() throws(ImageIOError) -> Header {
      var header = Header()
      while true {
        let start = position
        let line = try line()
        if line.isEmpty { break }
        // Lines that begin with white space are the headers of this picture's sources.
        if line.hasPrefix("#") || line.hasPrefix("\t") || line.hasPrefix(" ") { continue }
        guard let equals = line.firstIndex(of: "=") else { continue }
        let value = line[line.index(after: equals)...]
        try read(String(line[..<equals]), String(value), at: start, into: &header)
      }
      header.resolution = position
      try readResolution(into: &header)
      header.raster = position
      return header
    }

    /// The next line without its end.
    private mutating func line() throws(ImageIOError) -> String {
      let limit = min(bytes.count, max(limits.maxMetadataBytes, 0))
      guard let end = bytes.firstIndex(of: 10, in: position..<max(limit, position)) else {
        guard limit == bytes.count else {
          throw .overLimit(
            part: "header", quantity: "header length", declared: UInt64(bytes.count), limit: UInt64(limit), offset: 0)
        }
        throw .truncated(part: "header", needed: 1, available: 0, offset: bytes.count)
      }
      var text = bytes.copy(position..<end)
      if text.last == 13 { text.removeLast() }
      position = end + 1
      return String(decoding: text, as: UTF8.self)
    }

    private mutating func read(
      _ name: String, _ value: String, at offset: Int, into header: inout Header
    ) throws(ImageIOError) {
      switch name {
      case "FORMAT":
        let name = value.filter { $0 != " " }
        guard let components = Components(rawValue: name) else {
          throw .unsupported(part: "FORMAT", text: "'\(name.prefix(40))' is neither 32-bit_rle_rgbe nor _xyze")
        }
        header.components = components
      case "EXPOSURE": multiply(&header.exposure, value, name, &header.warnings)
      case "PIXASPECT": multiply(&header.pixelAspect, value, name, &header.warnings)
      case "COLORCORR":
        guard let numbers = numbers(value, 3) else { return ignore(name, value, &header.warnings) }
        let product = header.colorCorrection * SIMD3(numbers[0], numbers[1], numbers[2])
        guard (0..<3).allSatisfy({ product[$0] > 0 && product[$0].isFinite }) else {
          return ignore(name, value, &header.warnings)
        }
        header.colorCorrection = product
      case "PRIMARIES":
        guard let numbers = numbers(value, 8), let primaries = ColorPrimaries(redGreenBlueWhite: numbers) else {
          return ignore(name, value, &header.warnings)
        }
        header.primaries = primaries
      case "SOFTWARE": countsDownwards = value == "GEGL"
      default: break
      }
    }

    private func multiply(_ product: inout Double, _ value: String, _ name: String, _ warnings: inout WarningList) {
      let factor = numbers(value, 1)?.first ?? 0
      guard factor > 0, (product * factor).isFinite, product * factor > 0 else { return ignore(name, value, &warnings) }
      product *= factor
    }

    private func ignore(_ name: String, _ value: String, _ warnings: inout WarningList) {
      warnings.append("\(name): '\(value.prefix(60))' is ignored")
    }

    private func numbers(_ text: String, _ count: Int) -> [Double]? {
      let values = text.split(whereSeparator: { $0 == " " || $0 == "\t" }).compactMap { Double($0) }
      return values.count == count && values.allSatisfy(\.isFinite) ? values : nil
    }

    /// The resolution line: the axis of the scanlines first, then the axis within them; signs state their directions.
    private mutating func readResolution(into header: inout Header) throws(ImageIOError) {
      let offset = position
      let text = try line()
      let words = text.split(separator: " ")
      guard words.count == 4, let rows = UInt64(words[1]), let columns = UInt64(words[3]),
        let orientation = orientation(String(words[0]), String(words[2]))
      else {
        throw .malformed(part: "resolution", text: "'\(text.prefix(60))' is no resolution line", offset: offset)
      }
      try limits.check(width: columns, height: rows, part: "resolution", offset: offset)
      (header.width, header.height, header.orientation) = (Int(columns), Int(rows), orientation)
    }

    private func orientation(_ first: String, _ second: String) -> CGImagePropertyOrientation? {
      let turned = ["-Y": "+Y", "+Y": "-Y"][second]
      if countsDownwards, first.hasSuffix("X"), let turned { return Radiance.orientations["\(first) \(turned)"] }
      return Radiance.orientations["\(first) \(second)"]
    }
  }

  /// The place of the stored picture's row 0 and column 0, by the signs and axes of the resolution line.
  static let orientations: [String: CGImagePropertyOrientation] = [
    "-Y +X": .up, "-Y -X": .upMirrored, "+Y -X": .down, "+Y +X": .downMirrored,
    "+X -Y": .leftMirrored, "-X -Y": .right, "-X +Y": .rightMirrored, "+X +Y": .left,
  ]
}
