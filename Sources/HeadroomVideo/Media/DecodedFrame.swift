internal import CHeadroomMedia
package import HeadroomColor
package import HeadroomPixels

/// A decoded frame: planes in the decoder's memory, which lives as long as they do, and what the coded picture says of
/// itself. It is only read.
package struct DecodedFrame: Sendable {
  /// The number of its sample.
  package let sample: Int
  /// Its planes; their ``PlanarPicture/Coding`` is as far as the coded picture states it.
  package let picture: PlanarPicture
  package let hasAlpha: Bool
  /// Primaries, transfer, matrix and range as the coded picture states them, 2 where it does not.
  package let cicp: CICP
  /// Whether the range of codes is stated.
  package let statesRange: Bool
  /// Where chroma lies; nil where the coded picture does not say.
  package let siting: YCbCrEncoding.Siting?
  package let hdr: HDRMetadata
  package let hasHDR10Plus: Bool
  package let hasDolbyVision: Bool
  package let isInterlaced: Bool
  package let isTopFieldFirst: Bool
  package let isKey: Bool
  /// Frames of a second by the stream itself; nil where it does not say.
  package let rate: (numerator: Int32, denominator: Int32)?
  /// Width and height of a pixel; nil where not stated.
  package let pixelAspectRatio: (width: Int, height: Int)?

  init(_ frame: hr_media_frame) throws(MediaError) {
    let keeper = unsafe FrameKeeper(frame.handle)
    guard unsafe frame.is_planar, unsafe frame.chroma_across >= frame.chroma_down, unsafe frame.chroma_across < 2 else {
      throw MediaError(.unsupported(unsafe "pixels of the form \(String(cString: frame.format)) are not read"))
    }
    sample = unsafe Int(frame.token)
    hasAlpha = unsafe frame.has_alpha
    cicp = unsafe CICP(frame.color)
    statesRange = unsafe frame.color.range != 0
    siting = unsafe frame.color.chromaSiting
    hdr = unsafe HDRMetadata(frame.light)
    (hasHDR10Plus, hasDolbyVision) = unsafe (frame.has_hdr10plus, frame.has_dovi)
    (isInterlaced, isTopFieldFirst) = unsafe (frame.is_interlaced, frame.is_top_field_first)
    isKey = unsafe frame.is_key
    rate = unsafe frame.rate_num > 0 && frame.rate_den > 0 ? (frame.rate_num, frame.rate_den) : nil
    pixelAspectRatio =
      unsafe frame.aspect_num > 0 && frame.aspect_den > 0 ? (Int(frame.aspect_num), Int(frame.aspect_den)) : nil
    do {
      picture = unsafe try Self.picture(of: frame, cicp, siting ?? .left, keeper)
    } catch {
      throw error == .outOfMemory(byteCount: 0) ? MediaError(.outOfMemory) : MediaError(.unsupported("\(error)"))
    }
  }

  private static func picture(
    of frame: hr_media_frame, _ cicp: CICP, _ siting: YCbCrEncoding.Siting, _ keeper: FrameKeeper
  ) throws(PixelError) -> PlanarPicture {
    let (width, height) = unsafe (Int(frame.width), Int(frame.height))
    let (across, down) = unsafe (Int(frame.chroma_across), Int(frame.chroma_down))
    func plane(_ base: UnsafeMutablePointer<UInt8>?, _ rowBytes: Int32, isChroma: Bool) -> PlanarPicture.Plane? {
      guard let base = unsafe base else { return nil }
      return unsafe PlanarPicture.Plane(
        base: UnsafeMutableRawPointer(base), rowBytes: Int(rowBytes),
        width: isChroma ? (width + (1 << across) - 1) >> across : width,
        height: isChroma ? (height + (1 << down) - 1) >> down : height)
    }
    let (bases, rows) = unsafe (frame.planes, frame.row_bytes)
    let isMonochrome = unsafe frame.components == 1
    let luma = unsafe plane(bases.0, rows.0, isChroma: false)
    let chroma =
      unsafe isMonochrome ? [] : [plane(bases.1, rows.1, isChroma: true), plane(bases.2, rows.2, isChroma: true)]
    let alpha =
      unsafe frame.has_alpha
      ? isMonochrome ? plane(bases.1, rows.1, isChroma: false) : plane(bases.3, rows.3, isChroma: false) : nil
    // Planes in several blocks belong to the frame; those in one to the block.
    let owner: AnyObject = unsafe keeper.storage(frame.block, frame.block_count) ?? keeper
    return unsafe try PlanarPicture(
      width: width, height: height, bitDepth: Int(frame.bit_depth),
      subsampling: subsampling(isMonochrome: isMonochrome, across: across, down: down),
      coding: PlanarPicture.Coding(
        matrix: frame.is_rgb ? 0 : cicp.matrix, isFullRange: cicp.fullRange, siting: siting),
      planes: ([luma] + chroma).compactMap { $0 }, alpha: alpha, owner: owner)
  }

  private static func subsampling(isMonochrome: Bool, across: Int, down: Int) -> PlanarPicture.Subsampling {
    isMonochrome ? .monochrome : down == 1 ? .quarter : across == 1 ? .half : .full
  }
}

/// Holds a frame of FFmpeg's.
// Sendable: the handle is only let go.
@safe private final class FrameKeeper: @unchecked Sendable {
  private let handle: UnsafeMutableRawPointer?

  init(_ handle: UnsafeMutableRawPointer?) { unsafe self.handle = unsafe handle }
  deinit { unsafe hr_frame_release(handle) }

  /// The block that holds all planes, kept by this object; nil where there is none.
  func storage(_ block: UnsafeMutablePointer<UInt8>?, _ count: Int) -> PixelStorage? {
    guard let block = unsafe block else { return nil }
    return unsafe PixelStorage(foreign: UnsafeMutableRawPointer(block), byteCount: count) {
      withExtendedLifetime(self) {}
    }
  }
}
