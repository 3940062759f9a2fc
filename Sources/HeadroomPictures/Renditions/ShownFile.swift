internal import Foundation
package import HeadroomColor
internal import HeadroomContainers
internal import HeadroomGraphics
package import HeadroomImage
package import HeadroomImageIO
internal import HeadroomPixels

/// Requests for files of shown pictures: finished renditions, as a page or a viewer shows them.
package enum ShownFile {
  /// The limit of PQ, as a ratio to reference white.
  package static let largestHeadroom = LightMeter.largestHeadroom

  /// SDR in 8 bits.
  package static func sdr(
    _ image: CIImage, _ encoding: ColorEncoding, as format: any ImageFormat.Type = JPEGFormat.self, quality: Double
  ) -> RenditionRequest {
    var request = RenditionRequest(image, as: format, encoding: encoding, pixelFormat: .rgb8)
    request.options.quality = quality
    request.options.chroma = quality < 95 ? .quarter : .full
    request.lightLevel = .stated
    request.gamutPeak = 1
    return request
  }

  /// Base and map of a file, reduced separately.
  package static func carried(
    base: CIImage, map: CIImage, tag: GainMapTag, _ info: StillInfo, as format: any ImageFormat.Type = JPEGFormat.self,
    quality: Double
  ) -> RenditionRequest {
    var request = sdr(base, info.encoding, as: format, quality: quality)
    request.gamutPeak = nil
    request.iccProfile = info.iccProfile
    request.gainMap = .ready(tag, map)
    return request
  }

  /// An SDR base and the map that leads from it to the HDR picture.
  package static func adaptive(
    sdr: CIImage, hdr: CIImage, headroom: Double, as format: any ImageFormat.Type = JPEGFormat.self, quality: Double
  ) -> RenditionRequest {
    var request = self.sdr(sdr, .displayP3, as: format, quality: quality)
    request.gainMap = .computed(from: hdr, options: GainMapOptions(alternateHeadroom: max(headroom, 1.01)))
    request.omitsEmptyGainMap = true
    return request
  }

  /// PQ in 16 bits, or 10 in AVIF.
  ///
  /// - Parameter hdr: metadata about the light; readers tone map by it.
  package static func pq(
    _ image: CIImage, _ hdr: HDRMetadata, as format: any ImageFormat.Type = PNGFormat.self, quality: Double? = nil
  ) -> RenditionRequest {
    var request = RenditionRequest(image, as: format, encoding: .itur2100PQ, pixelFormat: .rgb16)
    request.hdr = hdr
    request.lightLevel = .stated
    if let quality { request.options.quality = quality }
    if format.name == AVIFFormat.name {
      request.options.bitDepth = 10
      request.options.quality = 85
      request.options.speed = 10
    }
    return request
  }

  /// Linear light in half floats, in the picture's own primaries, with its transparency.
  package static func linear(
    _ image: CIImage, _ info: StillInfo, headroom: Double, as format: any ImageFormat.Type
  ) -> RenditionRequest {
    var request = RenditionRequest(
      image, as: format, encoding: format.onlyEncoding ?? info.encoding.usual(for: .float), pixelFormat: .rgbaHalf)
    request.contentHeadroom = headroom
    request.dropsConstantAlpha = true
    request.lightLevel = .stated
    return request
  }

  /// SDR with its transparency.
  package static func png(_ image: CIImage, _ info: StillInfo) -> RenditionRequest {
    let encoding = info.encoding.isPlain ? info.encoding : .sRGB
    var request = RenditionRequest(image, as: PNGFormat.self, encoding: encoding, pixelFormat: .rgba8)
    request.dropsConstantAlpha = true
    request.lightLevel = .stated
    return request
  }

  /// Metadata that states the brightest light.
  package static func metadata(headroom: Double) -> HDRMetadata {
    var hdr = HDRMetadata()
    hdr.lightLevel = ContentLightLevel(maxCLL: min(headroom, largestHeadroom) * ReferenceWhite.nits, maxFALL: 0)
    return hdr
  }
}

extension ColorEncoding {
  /// Whether its numbers fit into the 8 bits of a JPEG: RGB with a curve for SDR.
  package var isPlain: Bool { model == .rgb && !transfer.isHDR && transfer != .linear && !isExtended }
}
