internal import HeadroomColor
internal import HeadroomImageIO
internal import HeadroomPixels

extension FuzzTarget {
  /// One target for each container: headers, structure, rules, properties, pixels, rows.
  static let containers: [FuzzTarget] = ImageFormats.all.map { format in
    FuzzTarget(name: format.name, seeds: { try Seeds.files(of: format) }, run: { read($0, format) })
  }

  /// What one input may ask for: much less than a photo, so that runs are many and memory is bounded.
  private static let limits = DecodeLimits(
    maxPixels: 1 << 16, maxDimension: 4096, maxMetadataBytes: 1 << 20, maxDecompressedMetadataBytes: 4 << 20,
    maxFrames: 64)

  private static func read(_ bytes: [UInt8], _ format: any ImageFormat.Type) {
    let file = FileBytes(bytes)
    guard format.recognizes(file) else { return }
    expectTyped { () throws(ImageIOError) in
      let reader = try format.open(file, limits: limits)
      _ = reader.structure()
      _ = reader.conformanceFindings()
      _ = ImageProperties(reader).dictionary
      for index in 0..<min(reader.info.frameCount, 3) {
        expectTyped { () throws(ImageIOError) in _ = try reader.info(at: index) }
      }
      for allowPartial in [false, true] {
        let request = DecodeRequest(allowPartial: allowPartial, scaleDenominator: allowPartial ? 2 : 1, limits: limits)
        expectTyped { () throws(ImageIOError) in _ = try reader.decode(request) }
        expectTyped { () throws(ImageIOError) in try readRows(reader, request) }
      }
    }
  }

  private static func readRows(_ reader: any ImageReader, _ request: DecodeRequest) throws(ImageIOError) {
    guard let source = try reader.rows(request) else { return }
    let count = min(7, source.height)
    guard let band = try? PixelBitmap(width: source.width, height: count, format: source.format, alpha: source.alpha)
    else { return }
    for row in stride(from: 0, to: source.height, by: count) {
      try source.read(min(count, source.height - row), into: band, row: 0)
    }
  }

  /// Runs `body`; its errors are expected unless they say that this library has a bug.
  private static func expectTyped(_ body: () throws(ImageIOError) -> Void) {
    do throws(ImageIOError) {
      try body()
    } catch {
      if case .internalError(let text) = error { fatalError("internal error: \(text)") }
    }
  }
}
