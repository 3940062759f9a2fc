internal import HeadroomColor
internal import HeadroomContainers
internal import HeadroomPictures
internal import HeadroomPixels

extension FileAnswers {
  /// Pixels that are rendered at a time where a picture is too large to be kept.
  private static let stripPixels = 4 << 20

  /// Counts of all pixels of the file, or of a rectangle.
  func scopes() throws -> ViewerResponse {
    let meter = ScopeMeter(stops: try query.exposure())
    let counts = ScopeCounts()
    try forEachStrip { meter.add($0, to: counts) }
    return ViewerResponse.binary(counts.bytes)
  }

  /// Levels and gamut of all pixels of the file, or of a rectangle.
  func statistics() throws -> ViewerResponse {
    let part = try part()
    var meter = PictureMeter(width: part.width, height: part.height)
    for strip in Self.strips(of: part) {
      meter.add(try renderer.linear(try resampled(side: .max, rectangle: strip) { $0.light }))
    }
    let found = meter.measurement
    return ViewerResponse([
      "schema": 1, "maxCLL": .number(found.maxCLL), "maxFALL": .number(found.maxFALL),
      "p9999": .number(Double(found.peak9999) * ReferenceWhite.nits), "minimum": .number(Double(found.least)),
      "maximum": .number(Double(found.peak)), "mean": .number(found.mean), "aboveWhite": .number(found.aboveWhite),
      "outOfSRGB": .number(1 - found.insideBT709), "outOfP3": .number(1 - found.insideP3),
    ])
  }

  /// Calls `body` with the light of the wanted part, some rows at a time from the top.
  private func forEachStrip(_ body: (PixelBitmap) -> Void) throws {
    for strip in Self.strips(of: try part()) { body(try light(side: .max, rectangle: strip)) }
  }

  private func part() throws -> PixelRect {
    try query.rectangle(inside: size) ?? PixelRect(width: size.width, height: size.height)
  }

  private static func strips(of part: PixelRect) -> [PixelRect] {
    let height = max(stripPixels / part.width, 1)
    return stride(from: part.minY, to: part.maxY, by: height).map { y in
      PixelRect(x: part.minX, y: y, width: part.width, height: min(height, part.maxY - y))
    }
  }
}
