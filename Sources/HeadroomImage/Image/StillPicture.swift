package import Foundation
package import HeadroomColor
package import HeadroomContainers
package import HeadroomEngine
internal import HeadroomGraphics
package import HeadroomImageIO
package import HeadroomPixels
internal import Synchronization

/// A file whose headers are read and whose pixels are decoded when a render first asks, once for all renditions.
package final class StillPicture: Sendable, PurgeableMemory {
  package let reader: any ImageReader
  package let request: DecodeRequest
  package let url: URL?
  /// The information in the headers about the requested picture.
  package let info: StillInfo
  private let decoded = Mutex<StillImage?>(nil)
  private let gainMap = Mutex<GainMapImage?>(nil)

  package convenience init(reader: any ImageReader, request: DecodeRequest = DecodeRequest(), url: URL? = nil) {
    // A missing picture is refused when it is decoded.
    let isUsual = request.index == 0 && request.layer == nil
    let info = isUsual ? reader.info : (try? reader.info(of: request)) ?? reader.info
    self.init(reader: reader, request: request, url: url, info: info)
  }

  private init(reader: any ImageReader, request: DecodeRequest, url: URL?, info: StillInfo) {
    self.reader = reader
    self.request = request
    self.url = url
    self.info = info
  }

  /// The same picture as if it had no gain map.
  package var baseAlone: StillPicture {
    var request = request
    request.includesGainMap = false
    return StillPicture(reader: reader, request: request, url: url, info: info.withoutGainMap)
  }

  /// The size of the base picture as it will be decoded, before orientation.
  package var decodedSize: (width: Int, height: Int) { reader.decodedSize(request) }

  /// The decoded picture. Concurrent callers wait for the first.
  ///
  /// - Parameter region: the pixels that are wanted, of the picture as decoded; nil wants all. Others are undefined. A
  ///   request for a second region decodes the whole picture.
  package func still(covering region: PixelRect? = nil) throws(ImageIOError) -> StillImage {
    let result: Result<StillImage, ImageIOError> = decoded.withLock { known in
      if let known, known.covers(region) { return .success(known) }
      do throws(ImageIOError) {
        var request = request
        request.region = known == nil ? region?.expanded(dx: Self.margin, dy: Self.margin) : nil
        try reader.checkMemory(request)
        let pages = reader.holdsFileWhileDecoding ? try reader.bytes.reservePages() : nil
        defer { withExtendedLifetime(pages) { reader.bytes.release() } }
        let still = try reader.bytes.reading { () throws(ImageIOError) in try reader.decode(request) }
        known = still
        // Pixels that nothing currently reads can be decoded again.
        MemoryLedger.addPurgeable(self)
        return .success(still)
      } catch {
        return .failure(error)
      }
    }
    return try result.get()
  }

  /// Pixels around a region that are also decoded: the sources of one render need slightly different regions, depending
  /// on how each is sampled.
  private static let margin = 32

  /// Whether the pixels are in memory, all of them.
  package var isDecoded: Bool { decoded.withLock { $0?.covers(nil) ?? false } }

  /// The base picture from the top, with the gain map if wanted; nil where it only comes whole.
  ///
  /// The map is decoded once for all readers of rows.
  package func rows(
    includesGainMap: Bool
  ) throws(ImageIOError) -> (source: any StillRowSource, gainMap: GainMapImage?)? {
    let known = gainMap.withLock { $0 }
    var request = request
    request.includesGainMap = includesGainMap && request.includesGainMap && known == nil
    let found = try reader.bytes.reading { () throws(ImageIOError) in try reader.rows(request) }
    guard let source = found else { return nil }
    if let made = source.gainMap { gainMap.withLock { $0 = made } }
    return (TruncationCheckedRows(source, of: reader.bytes), includesGainMap ? known ?? source.gainMap : nil)
  }

  /// Drops the pixels, unless they are being decoded; the next render decodes again.
  package func purge() {
    _ = decoded.withLockIfAvailable { $0 = nil }
    _ = gainMap.withLockIfAvailable { $0 = nil }
  }
}

extension StillImage {
  /// Whether a region has been decoded; nil asks for all.
  fileprivate func covers(_ region: PixelRect?) -> Bool {
    guard let decodedRegion else { return true }
    return region.map(decodedRegion.contains) ?? false
  }
}

/// A source whose pixels come from a file's picture.
package protocol FileSource: SourceOperation {
  var file: StillPicture { get }
}

extension FileSource {
  package var url: URL? { file.url }
}

/// A picture of a file as a source node.
package struct StillSource: FileSource {
  package enum Rendition: Hashable, Sendable {
    /// The base picture as it is.
    case base
    /// The base expanded by the gain map for a display of this headroom; infinity gives all there is.
    case expanded(headroom: Double)
    /// The gain map itself: its codes, 0 ... 1.
    case gainMap
    /// The gain map of a picture that is reduced by these factors, averaged along with the base's light; see
    /// `GainMapImage.downscaled(by:_:base:)`. Across and down are those of the stored picture.
    case smallerGainMap(across: Double, down: Double)

    package var isGainMap: Bool {
      switch self {
      case .base, .expanded: false
      case .gainMap, .smallerGainMap: true
      }
    }
  }

  package let picture: StillPicture
  package let rendition: Rendition
  /// Replaces the file's space; `.some(nil)` reads bare numbers.
  package let encodingOverride: ColorEncoding??

  package init(picture: StillPicture, rendition: Rendition, encodingOverride: ColorEncoding?? = nil) {
    self.picture = picture
    self.rendition = rendition
    self.encodingOverride = encodingOverride
  }

  package var file: StillPicture { picture }
  private var info: StillInfo { picture.info }

  package var width: Int { size.width }
  package var height: Int { size.height }

  private var size: (width: Int, height: Int) {
    switch rendition {
    case .base, .expanded: picture.decodedSize
    case .gainMap: info.gainMap.map { ($0.width, $0.height) } ?? (0, 0)
    case .smallerGainMap(let across, let down): info.gainMap?.size(smallerBy: across, down) ?? (0, 0)
    }
  }

  package var encoding: ColorEncoding? {
    if rendition.isGainMap { return nil }
    return encodingOverride ?? info.encoding
  }

  package var alpha: AlphaMode {
    let hasAlpha = !rendition.isGainMap && info.hasAlpha
    return hasAlpha ? (info.isAlphaPremultiplied ? .premultiplied : .straight) : .opaque
  }

  package var hasGainMap: Bool {
    if case .expanded = rendition { return info.gainMap != nil }
    return false
  }

  package var boundsLight: Bool { info.kind == .float && encoding != nil }

  /// Linear headroom of this rendition; 0 unknown.
  package var contentHeadroom: Double {
    switch rendition {
    case .gainMap, .smallerGainMap: return 0
    case .expanded(let headroom):
      guard let map = info.gainMap else { return info.contentHeadroom }
      return Swift.min(Swift.max(headroom, 1), exp2(map.formula.fullHeadroomStops))
    case .base:
      guard let map = info.gainMap else { return info.contentHeadroom }
      return map.formula.baseHeadroom
    }
  }

  package var fingerprint: Fingerprint {
    let name = picture.url?.lastPathComponent ?? info.format
    switch rendition {
    case .base: return Fingerprint(name, [0], objects: [ObjectIdentifier(picture)])
    case .expanded(let headroom):
      return Fingerprint("\(name) expanded to HDR", [1, headroom], objects: [ObjectIdentifier(picture)])
    case .gainMap: return Fingerprint("\(name) gain map", [2], objects: [ObjectIdentifier(picture)])
    case .smallerGainMap(let across, let down):
      return Fingerprint("\(name) gain map made smaller", [3, across, down], objects: [ObjectIdentifier(picture)])
    }
  }

  package func peak(of inputs: [Float?]) -> Float? { rendition.isGainMap ? 1 : nil }

  package func isOpaque(_ inputs: [Bool]) -> Bool { alpha == .opaque }

  package func load(_ region: PixelRect) throws -> LoadedSource {
    let still = try picture.still(covering: pictureRegion(region))
    switch rendition {
    case .base: return LoadedSource(bitmap: still.base)
    case .gainMap:
      guard let map = still.gainMap else { throw RenderError.source("the gain map cannot be decoded") }
      return LoadedSource(bitmap: map.bitmap)
    case .smallerGainMap(let across, let down): return LoadedSource(bitmap: try smallerMap(of: still, across, down))
    case .expanded(let headroom):
      let applier = still.gainMap.flatMap {
        Self.applier($0, still.encoding, still.base.width, still.base.height, headroom: headroom)
      }
      return LoadedSource(bitmap: still.base, gainMap: applier)
    }
  }

  private func smallerMap(of still: StillImage, _ across: Double, _ down: Double) throws -> PixelBitmap {
    guard let map = try still.gainMap(forPictureSmallerBy: across, down)?.bitmap else {
      throw RenderError.source("the gain map cannot be decoded")
    }
    guard map.width == width, map.height == height else {
      throw RenderError.source(
        "the gain map cannot be made smaller along with its base: its codes do not tell its gains")
    }
    return map
  }

  /// A region of this source as one of the base picture.
  private func pictureRegion(_ region: PixelRect) -> PixelRect? {
    // The averaged rows and columns begin at the picture's edges.
    if case .smallerGainMap = rendition { return nil }
    let inside = region.intersection(PixelRect(x: 0, y: 0, width: width, height: height))
    if inside.isEmpty { return PixelRect(columns: 0..<1, rows: 0..<1) }
    let stored = PixelRect(columns: inside.minX..<inside.maxX, rows: height - inside.maxY..<height - inside.minY)
    return rendition.isGainMap ? stored.scaled(from: (width, height), to: picture.decodedSize) : stored
  }

  private static func applier(
    _ map: GainMapImage, _ encoding: ColorEncoding, _ width: Int, _ height: Int, headroom: Double
  ) -> GainMapApplier? {
    let applier = GainMapApplier(
      map: map, baseEncoding: encoding, baseWidth: width, baseHeight: height,
      displayHeadroomStops: headroom.isFinite ? log2(Swift.max(headroom, 1)) : .infinity)
    return applier.isIdentity ? nil : applier
  }

  package var decodedByteCount: Int { byteCount(pixels: width * height) }

  package func decodedByteCount(of region: PixelRect) -> Int {
    guard picture.reader.decodesRegions else { return decodedByteCount }
    let inside = region.intersection(PixelRect(x: 0, y: 0, width: width, height: height))
    return byteCount(pixels: inside.isEmpty ? 0 : inside.area)
  }

  private func byteCount(pixels: Int) -> Int {
    guard !rendition.isGainMap, !picture.isDecoded else { return 0 }
    return pixels * info.decodedBytesPerPixel
  }

  /// Memory for the whole picture, whatever part of it is filled, and for its gain map.
  package func loadingMemory(of region: PixelRect) -> LoadingMemory {
    guard !picture.isDecoded else { return LoadingMemory() }
    let (width, height) = picture.decodedSize
    let rowBytes = (info.decodedBytesPerPixel * width + 63) & ~63
    let samples = info.deviceBytesPerPixel * width * height
    return LoadingMemory(
      resident: StoragePool.byteCount(holding: rowBytes * height) + gainMapByteCount,
      transient: picture.reader.decodingByteCount(picture.request) + samples, owner: ObjectIdentifier(picture))
  }

  package var rowMemory: LoadingMemory? {
    guard !rendition.isGainMap, !picture.isDecoded,
      let transient = picture.reader.rowDecodingByteCount(picture.request)
    else { return nil }
    return LoadingMemory(
      resident: hasGainMap ? gainMapByteCount : 0, transient: transient, owner: ObjectIdentifier(picture))
  }

  private var gainMapByteCount: Int {
    guard picture.request.includesGainMap, let map = info.gainMap else { return 0 }
    return PixelBitmap.byteCount(width: map.width, height: map.height, format: map.channels == 1 ? .gray8 : .rgb8)
  }

  package func rows() throws -> SourceRows? {
    guard !rendition.isGainMap, !picture.isDecoded,
      let (source, map) = try picture.rows(includesGainMap: hasGainMap)
    else { return nil }
    guard case .expanded(let headroom) = rendition, let map else { return SourceRows(source: source) }
    return SourceRows(
      source: source,
      gainMap: Self.applier(map, source.encoding, source.width, source.height, headroom: headroom))
  }
}
