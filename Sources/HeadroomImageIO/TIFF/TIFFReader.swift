internal import HeadroomColor
internal import HeadroomContainers
internal import HeadroomGraphics
internal import HeadroomPixels

/// A TIFF file whose directories have been read.
///
/// Pages are pictures of the chain that are neither reduced versions of others nor masks. Floats are linear unless a
/// profile states otherwise: extended linear sRGB, 1.0 is reference white.
struct TIFFReader: ImageReader {
  let info: StillInfo
  let file: TIFF.File
  /// The directories of the pages.
  let pages: [TIFF.Directory]
  let firstPage: TIFF.Page
  var bytes: FileBytes { file.bytes }

  init(_ bytes: FileBytes, limits: DecodeLimits) throws(ImageIOError) {
    file = try TIFF.File(bytes, limits: limits)
    try Self.refuseRAW(file)
    pages = Self.pages(of: file)
    guard let first = pages.first else {
      throw .malformed(part: "IFD0", text: "the file has no picture", offset: nil)
    }
    firstPage = try TIFF.Page(first, of: file, part: "IFD0", limits: limits)
    info = try Self.info(firstPage, of: file, frameCount: pages.count)
  }

  func info(at index: Int) throws(ImageIOError) -> StillInfo {
    if index == 0 { return info }
    return try Self.info(try page(at: index, limits: file.limits), of: file, frameCount: pages.count)
  }

  private func page(at index: Int, limits: DecodeLimits) throws(ImageIOError) -> TIFF.Page {
    guard pages.indices.contains(index) else {
      throw .noPicture(at: index, of: pages.count)
    }
    return try TIFF.Page(pages[index], of: file, part: "IFD\(index)", limits: limits)
  }

  func decodedSize(_ request: DecodeRequest) -> (width: Int, height: Int) {
    guard let page = try? page(at: request.index, limits: request.limits) else { return (info.width, info.height) }
    let smaller = reduced(page, index: request.index, by: request.scaleDenominator, limits: request.limits)
    return (smaller?.width ?? page.width, smaller?.height ?? page.height)
  }

  func decode(_ request: DecodeRequest) throws(ImageIOError) -> StillImage {
    let full = try page(at: request.index, limits: request.limits)
    let page = reduced(full, index: request.index, by: request.scaleDenominator, limits: request.limits) ?? full
    let info = try info(at: request.index)
    let layout = try TIFF.SampleLayout(page, of: file)
    let (bitmap, region, warnings, isPartial) = try Self.decode(page, of: file, layout, request)
    // Inks fill the four components that a bitmap has.
    let alpha = try layout.ofInkAlpha.map { alpha throws(ImageIOError) in
      try Self.decode(page, of: file, alpha, request).0
    }
    var still = StillImage(
      base: bitmap, encoding: info.encoding, iccProfile: info.iccProfile, orientation: info.orientation,
      hdr: info.hdr, contentHeadroom: info.contentHeadroom, contentHeadroomSource: info.contentHeadroomSource,
      metadata: info.metadata, warnings: info.warnings + warnings, isPartial: isPartial)
    still.decodedRegion = region
    return try still.converted(info.deviceColor, alpha: alpha, isPremultiplied: layout.isPremultiplied)
  }

  func rowDecodingByteCount(_ request: DecodeRequest) -> Int? {
    guard let page = try? page(at: request.index, limits: request.limits) else { return nil }
    return page.segments.down > 1 || page.compression == .none ? 0 : nil
  }

  func rows(_ request: DecodeRequest) throws(ImageIOError) -> (any StillRowSource)? {
    let full = try page(at: request.index, limits: request.limits)
    let page = reduced(full, index: request.index, by: request.scaleDenominator, limits: request.limits) ?? full
    // A strip that is the whole picture has to be decompressed at once.
    guard page.segments.down > 1 || page.compression == .none else { return nil }
    let info = try info(at: request.index)
    func source(_ layout: TIFF.SampleLayout) throws(ImageIOError) -> TIFFRowSource {
      try TIFFRowSource(page, of: file, layout: layout, encoding: info.encoding, request: request)
    }
    let layout = try TIFF.SampleLayout(page, of: file)
    let alpha = try layout.ofInkAlpha.map { alpha throws(ImageIOError) in try source(alpha) }
    return info.deviceColor.rows(try source(layout), alpha: alpha, isPremultiplied: layout.isPremultiplied)
  }

  /// Strips or tiles that are decoded before a check for the first damage.
  private static let bandsPerBatch = 4096

  private static func decode(
    _ page: TIFF.Page, of file: TIFF.File, _ layout: TIFF.SampleLayout, _ request: DecodeRequest
  ) throws(ImageIOError) -> (PixelBitmap, region: PixelRect?, warnings: [String], isPartial: Bool) {
    let decoder = try TIFF.PictureDecoder(page, of: file, layout: layout, limits: request.limits)
    if !request.allowPartial { try decoder.checkPlausible() }
    let bitmap: PixelBitmap
    do throws(PixelError) {
      bitmap = try PixelBitmap(
        width: page.width, height: page.height, format: decoder.layout.format, alpha: .straight)
    } catch {
      throw ImageIOError(error)
    }
    let wanted = request.region.map(decoder.covering)
    let all = wanted?.bands ?? 0..<decoder.bandCount
    var damage: [ImageIOError] = []
    for first in stride(from: all.lowerBound, to: all.upperBound, by: bandsPerBatch) {
      let bands = first..<min(first + bandsPerBatch, all.upperBound)
      damage += try decoder.decode(
        bands: bands, columns: wanted?.columns, into: bitmap, row: decoder.rows(ofBand: first).lowerBound,
        allowPartial: request.allowPartial)
    }
    var warnings = damage.prefix(3).map { "\($0)" }
    if damage.count > 3 { warnings.append("\(page.part): \(damage.count - 3) more strips or tiles are damaged") }
    return (bitmap, wanted?.region, warnings, !damage.isEmpty)
  }
}

// MARK: - Pages

extension TIFFReader {
  /// NewSubfileType: a smaller version of another picture, a mask.
  private static let reducedBit: UInt64 = 1
  private static let maskBit: UInt64 = 4

  private static func subfileType(_ directory: TIFF.Directory, _ file: TIFF.File) -> UInt64 {
    if let type = file.first(TIFF.Tag.newSubfileType, of: directory) { return type }
    // The field it replaces: 2 is a reduced picture.
    return file.first(TIFF.Tag.subfileType, of: directory) == 2 ? reducedBit : 0
  }

  /// The chain's pictures at full size. Where all are small, the first one's subdirectories hold the large one.
  private static func pages(of file: TIFF.File) -> [TIFF.Directory] {
    func full(_ directories: [TIFF.Directory]) -> [TIFF.Directory] {
      directories.filter {
        subfileType($0, file) & (reducedBit | maskBit) == 0 && $0[TIFF.Tag.imageWidth] != nil
      }
    }
    let chain = full(file.directories)
    if !chain.isEmpty { return chain }
    guard let first = file.directories.first else { return [] }
    let below = full(file.subdirectories(TIFF.Tag.subDirectories, of: first, part: "IFD0/SubIFDs"))
    return below.isEmpty ? file.directories.filter { $0[TIFF.Tag.imageWidth] != nil } : below
  }

  /// A stored version of a page that is `denominator` times smaller, with the same kind of samples: one of its
  /// subdirectories, or of those that follow it in the chain.
  private func reduced(
    _ page: TIFF.Page, index: Int, by denominator: Int, limits: DecodeLimits
  ) -> TIFF.Page? {
    guard denominator > 1 else { return nil }
    var candidates = file.subdirectories(TIFF.Tag.subDirectories, of: page.directory, part: "SubIFDs")
    if let place = file.directories.firstIndex(of: page.directory) {
      candidates += file.directories[(place + 1)...].prefix { Self.subfileType($0, file) & Self.reducedBit != 0 }
    }
    func fits(_ small: Int, _ full: Int) -> Bool {
      let wanted = (full + denominator - 1) / denominator
      return (max(wanted - 1, 1)...wanted).contains(small)
    }
    for directory in candidates where Self.subfileType(directory, file) == Self.reducedBit {
      guard let found = try? TIFF.Page(directory, of: file, part: "\(page.part)/reduced", limits: limits),
        fits(found.width, page.width), fits(found.height, page.height), found.photometric == page.photometric,
        found.bitsPerSample == page.bitsPerSample, found.samplesPerPixel == page.samplesPerPixel,
        found.sampleFormat == page.sampleFormat
      else { continue }
      return found
    }
    return nil
  }

  /// Throws for DNG, and for camera files with a sensor's pictures.
  private static func refuseRAW(_ file: TIFF.File) throws(ImageIOError) {
    guard let first = file.directories.first else { return }
    if first[TIFF.Tag.dngVersion] != nil {
      throw .unsupported(part: "DNGVersion", text: "a RAW file (DNG), not a TIFF picture")
    }
    // Canon marks its files after the header.
    if file.bytes.hasBytes(Array("CR".utf8), at: 8), !file.isBig {
      throw .unsupported(part: "header", text: "a RAW file (CR2), not a TIFF picture")
    }
    let below = file.subdirectories(TIFF.Tag.subDirectories, of: first, part: "SubIFDs")
    let sensors = [TIFF.Photometric.colorFilterArray, .linearRaw].map { UInt64($0.rawValue) }
    let isSensor = (file.directories.prefix(8) + below.prefix(8)).contains { directory in
      file.first(TIFF.Tag.photometric, of: directory).map(sensors.contains) ?? false
    }
    guard !isSensor else {
      throw .unsupported(part: "PhotometricInterpretation", text: "a RAW file of a camera, not a TIFF picture")
    }
  }
}
