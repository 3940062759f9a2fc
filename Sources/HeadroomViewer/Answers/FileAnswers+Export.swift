internal import HeadroomColor
internal import HeadroomContainers
internal import HeadroomDisplay
internal import HeadroomGraphics
internal import HeadroomImage
internal import HeadroomImageIO
internal import HeadroomPictures

/// Formats for exporting the shown picture.
enum ExportFormat: String, CaseIterable, Sendable {
  case jpeg, heic, avif, jxl, png, tiff, exr

  /// The formats that this build can write.
  static let written = allCases.filter { $0.container.writer != nil }

  var container: any ImageFormat.Type {
    switch self {
    case .jpeg: JPEGFormat.self
    case .heic: HEICFormat.self
    case .avif: AVIFFormat.self
    case .jxl: JPEGXLFormat.self
    case .png: PNGFormat.self
    case .tiff: TIFFFormat.self
    case .exr: OpenEXRFormat.self
    }
  }

  /// How a picture with light above white is stored.
  var form: Form {
    switch self {
    case .jpeg, .heic, .avif: .gainMap
    case .jxl, .png: .pq
    case .tiff, .exr: .light
    }
  }

  enum Form { case gainMap, pq, light }
}

/// The settings of an export, like the command's options of the same names.
struct ExportChoice {
  let format: ExportFormat
  let quality: Double
  /// The most pixels of the longer side.
  let side: Int
  /// The parts removed from the metadata.
  let strip: MetadataParts

  private static let usualQuality = 90.0

  init(_ query: ViewerQuery) throws(ViewerError) {
    format = try query.word("format", default: ExportFormat.jpeg)
    quality = try query.number("quality", in: 0...100, default: Self.usualQuality)
    side = try query.integer("side", in: 1...65_535, default: .max)
    strip = try Self.parts(query["strip"] ?? "")
  }

  private static func parts(_ text: String) throws(ViewerError) -> MetadataParts {
    var parts: MetadataParts = []
    for name in text.split(separator: ",") {
      guard let part = MetadataParts.named[String(name)] else { throw .badRequest("strip is of gps, personal and all") }
      parts.formUnion(part)
    }
    return parts
  }
}

extension FileAnswers {
  /// The shown picture as a file: base and map in JPEG, HEIC and AVIF, PQ in PNG and JPEG XL, linear light in TIFF and
  /// OpenEXR.
  func export() throws -> ViewerResponse {
    let choice = try ExportChoice(query)
    guard choice.format.container.writer != nil else {
      throw ViewerError.badRequest("this build writes no \(choice.format.rawValue)")
    }
    var request = try exported(choice)
    request.metadata = file.info.metadata.ofRenderedPixels.removing(choice.strip)
    let name = Self.headerText(stem) + "." + (choice.format.container.extensions.first ?? choice.format.rawValue)
    return ViewerResponse(request.format.mimeType, try renderer.file(request))
      .with("Content-Disposition", "attachment; filename=\"\(name)\"")
  }

  private func exported(_ choice: ExportChoice) throws -> RenditionRequest {
    let display = try ShownDisplay(query)
    let (format, form) = (choice.format.container, choice.format.form)
    if filters.isEmpty, display.changesNothing, form == .gainMap, BrowserForm.transcoded(file.info) == .carriedGainMap {
      return try carried(side: choice.side, as: format, quality: choice.quality)
    }
    let seen = try shown(on: display, side: choice.side)
    let headroom = min(display.headroom, try exposedHeadroom(display))
    if form == .light { return ShownFile.linear(seen, file.info, headroom: headroom, as: format) }
    let hdr = seen.limited(to: ShownFile.largestHeadroom)
    if headroom <= 1 { return sdr(hdr, choice) }
    let limited = min(headroom, ShownFile.largestHeadroom)
    if form == .pq {
      return ShownFile.pq(hdr, ShownFile.metadata(headroom: limited), as: format, quality: choice.quality)
    }
    let own = display.exposure == 0 && file.info.gainMap != nil
    let sdr =
      own
      ? try resampled(side: choice.side) { $0.shown(on: 1) }
      : hdr.toneMapped(to: 1, from: limited, toneMapOperator: .bt2390)
    return ShownFile.adaptive(sdr: sdr, hdr: hdr, headroom: limited, as: format, quality: choice.quality)
  }

  private func sdr(_ image: CIImage, _ choice: ExportChoice) -> RenditionRequest {
    choice.format == .png
      ? ShownFile.png(image, file.info)
      : ShownFile.sdr(
        image, file.info.encoding.ordinarySpace, as: choice.format.container, quality: choice.quality)
  }

  private var stem: String {
    let name = entry.name
    return name.lastIndex(of: ".").map { $0 == name.startIndex ? name : String(name[..<$0]) } ?? name
  }

  /// A name without characters that would end or change the header that contains it.
  private static func headerText(_ name: String) -> String {
    String(
      name.unicodeScalars.map {
        (32...126).contains($0.value) && !"\"\\/;%".unicodeScalars.contains($0) ? Character($0) : "_"
      })
  }
}
