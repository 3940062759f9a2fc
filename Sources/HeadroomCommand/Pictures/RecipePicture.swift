internal import Foundation
internal import Headroom

/// The image of a recipe in the place of a file's picture: what its first file says of colours and camera, and what the
/// recipe itself says of its light.
struct RecipePicture: Sendable {
  let image: CIImage
  /// The SDR picture that belongs to the image, where it is not to be made from it.
  let sdr: CIImage?
  let info: StillInfo
  /// Whether the numbers are those of an SDR file, which stay what they are where their meaning does.
  let hasOwnSDRNumbers: Bool
  /// The kind of its first file.
  let storedKind: HDRKind

  /// Images that begin at the origin.
  init(image: CIImage, sdr: CIImage, info: StillInfo) {
    self.image = image
    self.sdr = sdr
    self.info = info
    storedKind = info.kind
    hasOwnSDRNumbers = false
  }

  init(_ image: CIImage) throws(CommandError) {
    sdr = nil
    let bounds = image.extent
    guard !bounds.isNull, !bounds.isEmpty else {
      throw CommandError(.input, part: "$.output", "the recipe leaves no pixels")
    }
    guard !bounds.isInfinite else {
      throw CommandError(.input, part: "$.output", "the image has no bounds; CICrop gives it some")
    }
    let extent = bounds.integral
    let origin = CGAffineTransform(translationX: -extent.minX, y: -extent.minY)
    self.image = extent.origin == .zero ? image : image.transformed(by: origin)
    let files = image.sourcePictures
    hasOwnSDRNumbers = files.first.map { $0.info.isBaseSDR && !image.beginsWithGainMap } ?? false
    var info =
      files.first?.info
      ?? StillInfo(
        format: "recipe", width: 0, height: 0, bitDepth: 8, channels: 3, encoding: .sRGB, kind: .float)
    storedKind = info.kind
    info.width = Int(extent.width)
    info.height = Int(extent.height)
    info.orientation = .up
    info.gainMap = nil
    (info.kind, info.contentHeadroom) = Self.light(image, files.map(\.info))
    let isKnown = files.first?.info.contentHeadroomSource != .unknown
    info.contentHeadroomSource =
      info.kind == .sdr ? .standardRange : info.contentHeadroom > 0 ? .explicit : isKnown ? .assumed : .unknown
    self.info = info
  }

  /// SDR where the recipe ends in it, or its files are and it says nothing else: what filters brighten is then cut, as it is
  /// where a file is converted.
  private static func light(_ image: CIImage, _ files: [StillInfo]) -> (HDRKind, Double) {
    let headroom = Double(image.contentHeadroom)
    let bound = image.node.peak.map(Double.init)
    let areSDR = !files.isEmpty && files.allSatisfy { $0.kind == .sdr } && !image.tags.isHeadroomStated
    if areSDR || (headroom > 0 && headroom <= 1) || (bound ?? .infinity) <= 1 { return (.sdr, 1) }
    let kind = files.first { $0.kind != .sdr }?.kind ?? .float
    return (kind, headroom)
  }

  var header: StillHeader {
    StillHeader(
      width: Int(image.extent.width), height: Int(image.extent.height), format: .rgbaFloat,
      alpha: image.isOpaque ? .opaque : .premultiplied,
      encoding: info.encoding, iccProfile: info.iccProfile, hdr: info.hdr, metadata: info.metadata)
  }

  /// Stands where a file's reader is asked for headers.
  var reader: any ImageReader { Reader(info: info) }

  private struct Reader: ImageReader {
    let bytes = FileBytes([])
    let info: StillInfo

    func decode(_ request: DecodeRequest) throws(ImageIOError) -> StillImage {
      throw .internalError("a recipe is rendered, not decoded")
    }
  }
}
