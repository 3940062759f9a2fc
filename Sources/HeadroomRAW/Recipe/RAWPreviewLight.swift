internal import Foundation
internal import HeadroomColor
internal import HeadroomContainers
internal import HeadroomGraphics
internal import HeadroomImage
internal import HeadroomImageIO
internal import HeadroomPixels

/// The light of a camera's preview, as large as needed for comparing.
struct RAWPreviewLight: Sendable {
  /// Smaller previews have bars, frames and sharpening that reflect the camera's menu more than its colours.
  static let leastSide = 120
  /// A preview is large enough from this number of pixels of its longer side on; larger ones have smaller copies, or
  /// are decoded at reduced size.
  private static let enoughSide = 480

  let picture: SmallPicture
  let primaries: ColorPrimaries

  struct Failure: Error { let reason: NeutralReason }

  /// Uses the smallest preview that is large enough, otherwise the largest.
  init(_ header: RAWHeader, limits: DecodeLimits) throws(Failure) {
    guard !header.previews.isEmpty else { throw Failure(reason: .noPreview) }
    let large = header.previews.filter { max($0.width, $0.height) >= Self.enoughSide }
    for preview in large.reversed() + header.previews.filter({ max($0.width, $0.height) < Self.enoughSide }) {
      guard let reader = try? ImageFormats.open(preview.bytes, limits: limits),
        max(reader.info.width, reader.info.height) >= Self.leastSide
      else { continue }
      let encoding = Self.encoding(of: preview, reader, header)
      guard let picture = try? Self.light(reader, encoding, limits) else { continue }
      guard Self.hasColor(picture) else { throw Failure(reason: .greyPreview) }
      (self.picture, primaries) = (picture, encoding.primaries)
      return
    }
    throw Failure(reason: .smallPreviews)
  }

  // MARK: Colour

  /// By its profile, otherwise by the file's field for it (PreviewColorSpace), otherwise by EXIF.
  private static func encoding(
    of preview: RAWPreview, _ reader: any ImageReader, _ header: RAWHeader
  ) -> ColorEncoding {
    if reader.info.iccProfile != nil { return reader.info.encoding }
    if let stated = preview.encoding { return stated }
    let isAdobeRGB = [reader.info.metadata.exif, header.metadata.exif].contains { $0.map(statesAdobeRGB) ?? false }
    return isAdobeRGB ? .adobeRGB1998 : reader.info.encoding
  }

  /// Design rule for Camera File system: the option file "R03" specifies that uncalibrated means Adobe RGB; some
  /// cameras write 2.
  private static func statesAdobeRGB(_ exif: [UInt8]) -> Bool {
    guard let block = try? EXIFBlock(parsing: exif) else { return false }
    let space = block.exif[0xA001]?.integers.first
    if case .ascii(let text)? = block.interoperability[1], text.hasPrefix("R03"), space != 1 { return true }
    return space == 2
  }

  private static func hasColor(_ picture: SmallPicture) -> Bool {
    let step = max(picture.count / 20_000, 1)
    return stride(from: 0, to: picture.count, by: step).contains { index in
      let light = picture[index]
      return light.max() - light.min() > 0.02 * max(light.max(), 0.05)
    }
  }

  // MARK: Light

  private static func light(
    _ reader: any ImageReader, _ encoding: ColorEncoding, _ limits: DecodeLimits
  ) throws -> SmallPicture {
    var request = DecodeRequest(includesGainMap: false, limits: limits)
    let longest = max(reader.info.width, reader.info.height)
    request.scaleDenominator = [8, 4, 2].first { longest / $0 >= enoughSide } ?? 1
    let still = StillPicture(reader: reader, request: request)
    var options: [CIImageOption: Any] = [:]
    if encoding != reader.info.encoding { options[.colorSpace] = CGColorSpace(encoding: encoding) }
    let image = try CIImage(picture: still, options: options)
    let linear = ColorEncoding(primaries: encoding.primaries, transfer: .linear).extended
    var means = AreaMeans(
      longerSide: 2 * enoughSide, ofWidth: Int(image.extent.width), height: Int(image.extent.height))
    try image.forEachBand(encoding: linear) { band, first in means.add(band, firstRow: first) }
    return means.picture
  }
}

extension AreaMeans {
  /// Adds the rows of a bitmap, which begins with the picture's row `firstRow`.
  mutating func add(_ band: PixelBitmap, firstRow: Int) {
    let buffer = RowBuffer(capacity: band.width)
    for row in 0..<band.height {
      unsafe RowCodec.unpack(band, row: row, x: 0, count: band.width, into: buffer.rows)
      unsafe add(buffer.rows, y: firstRow + row)
    }
  }
}
