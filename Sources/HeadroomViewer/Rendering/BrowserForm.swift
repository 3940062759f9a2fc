internal import HeadroomColor
internal import HeadroomImageIO
internal import HeadroomPictures

/// The form in which a browser gets a file so that it shows the file correctly.
enum BrowserForm: Hashable {
  /// The file itself.
  case original
  /// A JPEG whose base and map are the file's own.
  case carriedGainMap
  /// A JPEG with a gain map computed from the SDR and the HDR rendition.
  case computedGainMap
  /// PQ, which keeps light exactly where a gain map would only approximate it.
  case pq
  case jpeg
  /// SDR with transparency.
  case png

  /// The most pixels that are sent to a browser at once.
  private static let mostPixels = 64_000_000

  init(_ info: StillInfo, size: PixelSize) {
    if size.pixels <= Self.mostPixels, Self.isShownRightly(info) {
      self = .original
    } else {
      self = Self.transcoded(info)
    }
  }

  /// The form of a file that browsers do not show, or not correctly.
  static func transcoded(_ info: StillInfo) -> BrowserForm {
    switch info.kind {
    case .isoHDR, .float, .raw: .pq
    case .gainMap: info.isBaseSDR && info.encoding.isPlain ? .carriedGainMap : .computedGainMap
    case .sdr: info.hasAlpha ? .png : .jpeg
    }
  }

  /// Tried with Chromium; see the sheet on browsers in the project's notes.
  private static func isShownRightly(_ info: StillInfo) -> Bool {
    guard info.countedFrames == 1 || info.format == "jpeg" else { return false }
    switch (info.format, info.kind) {
    // Browsers show CMYK in other colours.
    case ("jpeg", .sdr): return info.channels != 4
    // For Apple's own maps, browsers take some headrooms from a table.
    case ("jpeg", .gainMap): return info.channels != 4 && info.gainMap?.kinds.first != .apple
    case ("png", .sdr), ("webp", .sdr), ("avif", .sdr), ("gif", .sdr): return true
    case ("png", .isoHDR): return info.iccProfile == nil && info.cicp != nil
    case ("avif", .isoHDR): return true
    // A map on an HDR base is ignored; one larger than its base is only partly decoded.
    case ("avif", .gainMap):
      guard let map = info.gainMap else { return false }
      return info.isBaseSDR && map.width <= info.width && map.height <= info.height
    default: return false
    }
  }
}
