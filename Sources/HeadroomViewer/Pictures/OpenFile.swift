internal import HeadroomColor
internal import HeadroomContainers
internal import HeadroomGraphics
internal import HeadroomImage
internal import HeadroomImageIO
private import Synchronization

/// A file with its headers, and its pixels as decoded: at full size, or at a half, a quarter or an eighth.
final class OpenFile: Sendable {
  let entry: LibraryEntry
  let reader: any ImageReader
  /// The layers to choose from; see ``PictureLayer``.
  let layers: [PictureLayer]
  /// The requested layer; nil for the first.
  let layerName: String?
  var layer: PictureLayer? { layers.first { $0.name == layerName } }
  /// The information in its headers.
  let info: StillInfo
  private let usualRequest: DecodeRequest
  private let pictures = Mutex<[Int: StillPicture]>([:])
  private let automaticStops = Mutex<Double?>(nil)

  init(_ entry: LibraryEntry, layer name: String? = nil, limits: DecodeLimits) throws {
    self.entry = entry
    layerName = name
    reader = try ImageFormats.open(entry.open(), limits: limits)
    layers = PictureLayer.all(reader)
    var request = DecodeRequest(limits: limits)
    if let name {
      guard let layer = layers.first(where: { $0.name == name }) else {
        throw ViewerError(status: 404, message: "the file has no layer '\(name)'", file: entry.name)
      }
      (request.index, request.layer) = (layer.index, layer.layer)
    }
    usualRequest = request
    info = name == nil ? reader.info : try reader.info(of: request)
  }

  /// The size of the upright picture.
  var size: PixelSize {
    let size = info.orientation.uprightSize(width: info.width, height: info.height)
    return PixelSize(width: size.width, height: size.height)
  }

  /// The picture, decoded at this fraction of its size where the container can.
  func picture(scale: Int = 1) -> StillPicture {
    pictures.withLock { pictures in
      if let known = pictures[scale] { return known }
      var request = usualRequest
      request.scaleDenominator = scale
      let picture = StillPicture(reader: reader, request: request)
      pictures[scale] = picture
      return picture
    }
  }

  /// The base with at least `side` pixels on its longer side, and its gain map; not kept.
  func small(side: Int) throws(ImageIOError) -> StillImage {
    var request = usualRequest
    request.scaleDenominator = scale(for: side)
    request.matchGainMap(info.gainMap, toBaseOf: reader)
    return try StillPicture(reader: reader, request: request).still()
  }

  /// The smallest fraction that still has the wanted pixels on its longer side. Averaging a fully decoded picture costs
  /// more than decoding it again at a smaller size.
  func scale(for side: Int?) -> Int {
    guard let side, side < size.longest else { return 1 }
    return [8, 4, 2].first { scale in
      var request = usualRequest
      request.scaleDenominator = scale
      let decoded = reader.decodedSize(request)
      // A container that cannot do so gives the whole picture, which needs to be kept only once.
      return max(decoded.width, decoded.height) >= side && decoded.width < info.width
        && decoded.width * decoded.height >= DecodeRequest.fewestPixels
    } ?? 1
  }

  /// The stops that make the light relative to white, measured once.
  func automaticStops(measuring measure: (StillPicture) throws -> Double) rethrows -> Double {
    guard info.isBrightnessUnknown else { return 0 }
    if let known = automaticStops.withLock({ $0 }) { return known }
    let measured = try measure(picture())
    automaticStops.withLock { $0 = measured }
    return measured
  }

  // MARK: Memory

  /// Bytes of the pixels in memory.
  var decodedByteCount: Int {
    pictures.withLock { $0.values.filter(\.isDecoded) }.reduce(0) {
      $0 + StillSource(picture: $1, rendition: .base).decodedByteCount
    }
  }

  func purge() {
    for picture in pictures.withLock({ Array($0.values) }) { picture.purge() }
  }
}
