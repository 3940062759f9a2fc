internal import HeadroomColor
internal import HeadroomGraphics
internal import HeadroomImage
internal import HeadroomPixels
internal import Synchronization

/// The memory that frames are composed into and encoders read: a few frames that go round.
// Sendable: the list of free frames is guarded.
final class OutputFrames: Sendable {
  /// Planes, and the same as a destination of renders.
  // Sendable: one owner at a time, the list or the frame that is made.
  final class Frame: @unchecked Sendable {
    let picture: PlanarPicture
    let destination: CIRenderDestination

    init(_ picture: PlanarPicture, _ destination: CIRenderDestination) {
      (self.picture, self.destination) = (picture, destination)
    }
  }

  private let width: Int
  private let height: Int
  private let format: EncodedFormat
  private let encoding: ColorEncoding
  private let ycbcr: YCbCrEncoding
  private let coding: PlanarPicture.Coding
  private let free = Mutex<[Frame]>([])

  /// - Throws: ``MediaError`` where a render cannot write this colour.
  init(width: Int, height: Int, _ format: EncodedFormat, _ cicp: CICP, _ siting: YCbCrEncoding.Siting)
    throws(MediaError)
  {
    guard let encoding = cicp.encoding, let matrix = cicp.matrixCoefficients?.lumaMatrix else {
      throw MediaError(.unsupported("the colour \(cicp.primaries)/\(cicp.transfer)/\(cicp.matrix) is not written"))
    }
    (self.width, self.height, self.format, self.encoding) = (width, height, format, encoding)
    ycbcr = YCbCrEncoding(matrix: matrix, isFullRange: cicp.fullRange, siting: siting)
    coding = PlanarPicture.Coding(matrix: cicp.matrix, isFullRange: cicp.fullRange, siting: siting)
  }

  /// A frame to write into; it comes back by itself when nobody reads its ``Lent`` any more.
  func take() throws(MediaError) -> Frame {
    if let frame = free.withLock({ $0.popLast() }) { return frame }
    do {
      let picture = try PlanarPicture(
        width: width, height: height, bitDepth: format.bitDepth, subsampling: format.chroma, coding: coding,
        hasAlpha: format.hasAlpha)
      let destination = CIRenderDestination(bitmap: try PixelBitmap(planar: picture, ycbcr: ycbcr), encoding: encoding)
      destination.isDithered = format.bitDepth == 8
      return Frame(picture, destination)
    } catch {
      throw MediaError(.outOfMemory)
    }
  }

  /// A written frame as a picture that gives its memory back.
  func lend(_ frame: Frame) -> PlanarPicture { frame.picture.kept(by: Lent(frame, to: self)) }

  private final class Lent {
    private let frame: Frame
    private let frames: OutputFrames

    init(_ frame: Frame, to frames: OutputFrames) { (self.frame, self.frames) = (frame, frames) }
    deinit { frames.free.withLock { $0.append(frame) } }
  }
}
