internal import HeadroomColor
import HeadroomContainers
internal import HeadroomGraphics
internal import HeadroomImageIO
internal import HeadroomPixels

extension FuzzTarget {
  /// One target for each container: headers, structure, rules, properties, pixels, rows, renditions.
  static let containers: [FuzzTarget] = ImageFormats.all.map { format in
    FuzzTarget(
      name: format.name, seeds: { try Seeds.files(of: format) },
      run: { bytes in
        read(bytes, format)
        if format == PNGFormat.self, let repaired = PNGChecksums.repaired(bytes) { read(repaired, format) }
      })
  }

  /// The containers whose codecs take most of the time, without them: many more files of structure are tried.
  static let headers: [FuzzTarget] = ImageFormats.all.filter { $0.abilities.contains(.lossy) }.map { format in
    FuzzTarget(
      name: "\(format.name)-headers", seeds: { try Seeds.files(of: format) },
      run: { bytes in
        let file = FileBytes(bytes)
        guard format.recognizes(file) else { return }
        expectTyped { () throws(ImageIOError) in try readHeaders(try format.open(file, limits: limits), format) }
      })
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
      expectTyped { () throws(ImageIOError) in try readHeaders(reader, format) }
      for index in 0..<min(reader.info.frameCount, 3) { readPicture(reader, index) }
    }
    render(CGImageSource(bytes: file, limits: limits), length: file.count)
  }

  private static func readHeaders(_ reader: any ImageReader, _ format: any ImageFormat.Type) throws(ImageIOError) {
    _ = reader.structure()
    _ = ImageProperties(reader).dictionary
    for index in 0..<min(reader.info.frameCount, 3) {
      expectTyped { () throws(ImageIOError) in _ = try reader.info(at: index) }
      expectTyped { () throws(ImageIOError) in _ = try ConformanceChecker.findings(of: reader, index: index) }
    }
    guard let reader = reader as? any CodedEditing else { return }
    for edit in edits {
      // What is changed has to be readable again.
      let result: CodedEditResult
      do throws(ImageIOError) { result = try reader.edited(by: edit) } catch .internalError(let text) {
        fatalError(text)
      } catch { continue }
      _ = try format.open(FileBytes(result.bytes), limits: limits)
    }
  }

  /// Changes around coded pictures: each alone, and all at once.
  private static let edits: [CodedEdit] = [
    CodedEdit(stripped: .location), CodedEdit(stripped: .all), CodedEdit(removesGainMap: true),
    CodedEdit(turn: .right), CodedEdit(stripped: [.location, .personal], turn: .upMirrored, removesGainMap: true),
    CodedEdit { (metadata) throws(ImageIOError) in
      var metadata = metadata
      metadata.xmp = Array(XMPPacket.wrapped("<rdf:Description rdf:about=\"\" xmlns:q=\"urn:q\" q:a=\"1\"/>").utf8)
      return metadata
    },
  ]

  private static func readPicture(_ reader: any ImageReader, _ index: Int) {
    expectTyped { () throws(ImageIOError) in _ = try reader.preview(at: index, limits: limits) }
    for (allowPartial, scale) in [(false, 1), (true, 2), (true, 8)] {
      let request = DecodeRequest(index: index, allowPartial: allowPartial, scaleDenominator: scale, limits: limits)
      expectTyped { () throws(ImageIOError) in
        let size = reader.decodedSize(request)
        let picture = try reader.decode(request)
        if size.width < picture.base.width || size.height < picture.base.height { fatalError("larger than was said") }
      }
      expectTyped { () throws(ImageIOError) in try readRows(reader, request) }
      expectTyped { () throws(ImageIOError) in try readPart(reader, request) }
    }
  }

  private static func readPart(_ reader: any ImageReader, _ request: DecodeRequest) throws(ImageIOError) {
    let size = reader.decodedSize(request)
    var request = request
    let wanted = PixelRect(
      columns: size.width / 4..<size.width / 2 + 1, rows: size.height / 3..<size.height / 2 + 1)
    request.region = wanted
    let picture = try reader.decode(request)
    if let decoded = picture.decodedRegion, !decoded.contains(wanted) { fatalError("less than was asked for") }
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

  /// What applications ask for: a rendition, where the file has more than one, and a thumbnail.
  private static func render(_ source: CGImageSource, length: Int) {
    guard let info = try? source.info(at: 0) else { return }
    if info.gainMap != nil || info.encoding.transfer.isHDR {
      // One of them, as each makes tables of its own: lengths change often enough.
      let ranges: [CGImageSource.DynamicRange] = [
        .high(displayHeadroom: .infinity), .high(displayHeadroom: 2), .standard,
      ]
      var request = CGImageSource.ImageRequest()
      request.dynamicRange = ranges[length % ranges.count]
      expectTyped { () throws(ImageIOError) in _ = try source.image(at: 0, request) }
      for type in [kCGImageAuxiliaryDataTypeHDRGainMap, kCGImageAuxiliaryDataTypeISOGainMap] {
        _ = CGImageSourceCopyAuxiliaryDataInfoAtIndex(source, 0, type)
      }
    }
    var small = CGImageSource.ThumbnailRequest()
    small.origin = .embeddedOrPicture
    small.maxPixelSize = 8
    small.image.allowsPartial = true
    expectTyped { () throws(ImageIOError) in _ = try source.thumbnail(at: 0, small) }
  }

  /// Runs `body`; its errors are expected unless they say that this library has a bug.
  static func expectTyped(_ body: () throws(ImageIOError) -> Void) {
    do throws(ImageIOError) {
      try body()
    } catch {
      if case .internalError(let text) = error { fatalError("internal error: \(text)") }
    }
  }
}
