package import HeadroomColor
package import HeadroomContainers
package import HeadroomPixels

/// What a file says of the pictures of a track.
package struct VideoFacts: Sendable {
  /// Where ``cicp`` is from.
  package enum ColorSource: String, Hashable, Sendable {
    case container, bitstream
    /// By the size of the pictures: nothing states it.
    case assumed
  }

  package enum FieldOrder: String, Hashable, Sendable {
    case progressive
    case topFieldFirst, bottomFieldFirst
  }

  /// Of coded pictures.
  package var width: Int
  package var height: Int
  /// As displayed: cut to the clean aperture, with square pixels, not turned.
  package var displayWidth: Double
  package var displayHeight: Double
  /// From pixels as displayed to the screen, origin at the top left: a, b, c, d, tx, ty.
  package var transform: [Double] = [1, 0, 0, 1, 0, 0]
  /// Width and height of a pixel.
  package var pixelAspectRatio: (width: Int, height: Int) = (1, 1)
  /// The part of the coded picture that is meant to be seen; nil is all of it.
  package var cleanAperture: CleanAperture?
  /// Bits of a code.
  package var bitDepth: Int
  package var chroma: PlanarPicture.Subsampling
  package var hasAlpha = false
  package var siting: YCbCrEncoding.Siting = .left
  /// What codes mean; without codes for "unspecified".
  package var cicp: CICP
  package var colorSource: ColorSource
  /// Mastering display, light level, viewing environment; what no display could have is left out.
  package var hdr: HDRMetadata = HDRMetadata()
  package var dolbyVision: DolbyVisionConfiguration?
  package var hasHDR10Plus = false
  package var fieldOrder: FieldOrder = .progressive
  /// Frames of a second on average; 0 where it is not known.
  package var nominalFrameRate: Double = 0
  /// The shortest time from a frame to the next; invalid where it is not known.
  package var minFrameDuration: CMTime = .invalid
  package var isVariableFrameRate = false
  /// Whether frames are stored in another order than they are presented.
  package var reordersFrames = false
  /// Number of frames that are presented.
  package var frameCount: Int = 0

  package init(
    width: Int, height: Int, bitDepth: Int, chroma: PlanarPicture.Subsampling, cicp: CICP, colorSource: ColorSource
  ) {
    (self.width, self.height) = (width, height)
    (displayWidth, displayHeight) = (Double(width), Double(height))
    (self.bitDepth, self.chroma) = (bitDepth, chroma)
    (self.cicp, self.colorSource) = (cicp, colorSource)
  }

  /// Whether light goes beyond reference white by design.
  package var dynamicRange: VideoDynamicRange { VideoDynamicRange(transfer: cicp.transfer) }
}

/// The range of light that a transfer function is made for.
package enum VideoDynamicRange: String, CaseIterable, Hashable, Sendable {
  case sdr, hlg, pq

  /// - Parameter transfer: transfer characteristics of H.273.
  package init(transfer: UInt8) {
    self = transfer == 18 ? .hlg : transfer == 16 ? .pq : .sdr
  }
}
