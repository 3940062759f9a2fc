internal import HeadroomColor
internal import HeadroomContainers
internal import HeadroomDisplay
internal import HeadroomGraphics
internal import HeadroomImage
internal import HeadroomImageIO

/// Formats that what is seen can be taken away in.
enum ExportFormat: String, CaseIterable, Sendable {
  case jpeg, heic, avif, png

  var container: any ImageFormat.Type {
    switch self {
    case .jpeg: JPEGFormat.self
    case .heic: HEICFormat.self
    case .avif: AVIFFormat.self
    case .png: PNGFormat.self
    }
  }
}

extension FileAnswers {
  private static let exportQuality = 90.0

  /// What is seen as a file of full size: base and map in JPEG, HEIC and AVIF, PQ in PNG.
  func export() throws -> ViewerResponse {
    let format = try query.word("format", default: ExportFormat.jpeg)
    var request = try exported(format)
    request.metadata = file.info.metadata.ofRenderedPixels
    let name = Self.headerText(stem) + "." + format.rawValue
    return ViewerResponse(request.format.mimeType, try renderer.file(request))
      .with("Content-Disposition", "attachment; filename=\"\(name)\"")
  }

  private func exported(_ format: ExportFormat) throws -> RenditionRequest {
    let display = try ShownDisplay(query)
    let info = file.info
    if filters.isEmpty, display.changesNothing, format != .png, BrowserForm.transcoded(info) == .carriedGainMap {
      return try carried(side: .max, as: format.container, quality: Self.exportQuality)
    }
    let hdr = try shown(on: display, side: .max).limited(to: FileForms.largestHeadroom)
    let headroom = min(display.headroom, try exposedHeadroom(display), FileForms.largestHeadroom)
    if headroom <= 1 {
      return format == .png
        ? FileForms.png(hdr, info)
        : FileForms.sdr(hdr, info.encoding.ordinarySpace, as: format.container, quality: Self.exportQuality)
    }
    if format == .png { return FileForms.pq(hdr, FileForms.metadata(headroom: headroom)) }
    let own = display.exposure == 0 && info.gainMap != nil
    let sdr =
      own
      ? try resampled(side: .max) { $0.shown(on: 1) } : hdr.toneMapped(to: 1, from: headroom, toneMapOperator: .bt2390)
    return FileForms.adaptive(
      sdr: sdr, hdr: hdr, headroom: headroom, as: format.container, quality: Self.exportQuality)
  }

  private var stem: String {
    let name = entry.name
    return name.lastIndex(of: ".").map { $0 == name.startIndex ? name : String(name[..<$0]) } ?? name
  }

  /// A name without what would end or bend the header that it stands in.
  private static func headerText(_ name: String) -> String {
    String(
      name.unicodeScalars.map {
        (32...126).contains($0.value) && !"\"\\/;%".unicodeScalars.contains($0) ? Character($0) : "_"
      })
  }
}
