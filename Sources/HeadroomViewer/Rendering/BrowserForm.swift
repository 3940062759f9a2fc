internal import HeadroomColor
internal import HeadroomImageIO
internal import HeadroomPictures

/// How a browser gets a file so that it shows what the file holds.
enum BrowserForm: Hashable {
  /// The file itself.
  case original
  /// A JPEG whose base and map are the file's own.
  case carriedGainMap
  /// A JPEG with a gain map that is made from the SDR and the HDR rendition.
  case computedGainMap
  /// PQ, which keeps light as it is where a gain map would only come near it.
  case pq
  case jpeg
  /// SDR with transparency.
  case png

  /// More pixels than this are not handed to a browser at once.
  private static let mostPixels = 64_000_000

  init(_ info: StillInfo, size: PixelSize) {
    if size.pixels <= Self.mostPixels, Self.isShownRightly(info) {
      self = .original
    } else {
      self = Self.transcoded(info)
    }
  }

  /// What a file becomes that browsers do not show, or not as it is meant.
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
    // CMYK is shown in other colours.
    case ("jpeg", .sdr): return info.channels != 4
    // Of Apple's own maps browsers take some headrooms from a table.
    case ("jpeg", .gainMap): return info.channels != 4 && info.gainMap?.kinds.first != .apple
    case ("png", .sdr), ("webp", .sdr), ("avif", .sdr), ("gif", .sdr): return true
    case ("png", .isoHDR): return info.iccProfile == nil && info.cicp != nil
    case ("avif", .isoHDR): return true
    // A map on an HDR base is ignored, one larger than its base is decoded in part.
    case ("avif", .gainMap):
      guard let map = info.gainMap else { return false }
      return info.isBaseSDR && map.width <= info.width && map.height <= info.height
    default: return false
    }
  }
}
