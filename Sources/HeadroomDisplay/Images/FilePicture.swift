internal import Foundation
internal import HeadroomColor
internal import HeadroomContainers
internal import HeadroomGraphics
internal import HeadroomImage
internal import HeadroomImageIO

/// A file's picture in one of its renditions. Its headers are read; its pixels are decoded on each access.
struct FilePicture: Sendable {
  private let source: CGImageSource
  private let still: StillPicture
  private let range: CGImageSource.DynamicRange

  var info: StillInfo { still.info }

  /// Nil where the headers cannot be read.
  ///
  /// - Parameter prefersHDR: whether a gain map is applied. Pictures in PQ, HLG and floats are the same in either case.
  init?(_ source: CGImageSource, prefersHDR: Bool) {
    guard let reader = try? source.reader(), reader.info.frameCount > 0 else { return nil }
    self.source = source
    still = StillPicture(reader: reader)
    range = prefersHDR ? .high(displayHeadroom: .infinity) : .asStored
  }

  private init(_ other: FilePicture, range: CGImageSource.DynamicRange) {
    source = other.source
    still = other.still
    self.range = range
  }

  /// The linear headroom that the headers state; 0 where they do not.
  var statedHeadroom: Double {
    switch range {
    case .standard: 1
    case .asStored: StillSource(picture: still, rendition: .base).contentHeadroom
    case .high: StillSource(picture: still, rendition: .expanded(headroom: .infinity)).contentHeadroom
    }
  }

  /// The file's own SDR rendition, or its PQ or HLG picture tone mapped; nil where there is neither.
  var standard: FilePicture? {
    info.gainMap != nil || info.encoding.transfer.isHDR ? FilePicture(self, range: .standard) : nil
  }

  /// The SDR and the HDR rendition, upright, to be written together; nil for pictures with a single rendition, and
  /// where the HDR one is not wanted.
  var bothRenditions: (standard: CIImage, high: CIImage)? {
    isAdaptive ? (picture(headroom: 1), picture(headroom: .infinity)) : nil
  }

  /// Whether the file defines how the picture looks with less headroom than it has.
  var isAdaptive: Bool { if case .high = range { info.gainMap != nil } else { false } }

  /// The picture with its gain map weighted for a headroom, upright.
  func picture(headroom: Double) -> CIImage { CIImage(picture: still, headroom: headroom) }

  /// The pixels as stored, not turned.
  var pixels: CGImage? {
    var request = CGImageSource.ImageRequest()
    request.dynamicRange = range
    return try? source.image(at: 0, request)
  }

  /// Smaller pixels, not turned, from the picture itself.
  func thumbnail(maxPixelSize: Int) -> CGImage? {
    var request = CGImageSource.ThumbnailRequest()
    request.maxPixelSize = maxPixelSize
    request.isUpright = false
    request.image.dynamicRange = range
    return try? source.thumbnail(at: 0, request)
  }
}
