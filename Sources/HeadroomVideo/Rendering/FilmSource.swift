package import Foundation
package import HeadroomColor
internal import HeadroomContainers
package import HeadroomGraphics
package import HeadroomImage
internal import HeadroomPixels

/// A video track whose frames become images.
package struct FilmSource: Sendable {
  package let file: MediaFile
  package let track: MediaTrack
  package let facts: VideoFacts
  package let index: FrameIndex
  /// What the codes mean; differs from the facts' where a client says so.
  package let cicp: CICP
  private let encoding: ColorEncoding
  private let ycbcr: YCbCrEncoding

  /// - Throws: ``MediaError`` where the frames cannot be had, or their colour has no meaning here.
  package init(_ file: MediaFile, track: MediaTrack, color: CICP? = nil) throws(MediaError) {
    if let refusal = track.refusal { throw refusal }
    guard let facts = track.facts.video, let index = track.index, !index.frames.isEmpty else {
      throw MediaError(.malformed("no frames"), track: track.facts.id)
    }
    let cicp = color ?? facts.cicp
    guard let encoding = cicp.encoding, let matrix = cicp.matrixCoefficients?.lumaMatrix else {
      throw MediaError(
        .unsupported("the colour \(cicp.primaries)/\(cicp.transfer)/\(cicp.matrix) is not read"), track: track.facts.id)
    }
    (self.file, self.track, self.facts, self.index, self.cicp, self.encoding) =
      (file, track, facts, index, cicp, encoding)
    ycbcr = YCbCrEncoding(matrix: matrix, isFullRange: cicp.fullRange, siting: facts.siting)
  }

  /// The first enabled video track of a film.
  package init(path: String) throws(MediaError) {
    let file = try MediaFile(path: path)
    guard let track = file.firstVideo ?? file.tracks.first(where: { $0.facts.kind == .video }) else {
      throw MediaError(.unsupported("there is no video track"))
    }
    try self.init(file, track: track)
  }

  /// Pixels of a frame as displayed, before its transform.
  package var naturalSize: CGSize { CGSize(width: facts.displayWidth, height: facts.displayHeight) }

  /// From pixels as displayed to upright ones, with the result at the origin; origins at the top left.
  package var turn: CGAffineTransform { .turn(facts.transform, of: naturalSize) }

  /// The size of frames as they are to be seen.
  package var uprightSize: CGSize { CGRect(origin: .zero, size: naturalSize).applying(turn).size }

  /// The number of the frame that is shown at a time: the first one before it begins, the last one behind the end.
  package func frame(at time: CMTime) -> Int { index.frame(at: time) ?? 0 }

  /// A frame as displayed: its clean aperture, with square pixels, at the origin, not turned.
  package func image(of frame: DecodedFrame) throws(MediaError) -> CIImage {
    displayed(try codedImage(of: frame), width: frame.picture.width, height: frame.picture.height)
  }

  /// A frame as coded: all its pixels, at the origin.
  func codedImage(of frame: DecodedFrame) throws(MediaError) -> CIImage {
    do {
      return CIImage(frame: try PixelBitmap(planar: frame.picture, ycbcr: ycbcr), encoding: encoding)
    } catch {
      throw MediaError(.unsupported("\(error)"), track: track.facts.id)
    }
  }

  private func displayed(_ image: CIImage, width: Int, height: Int) -> CIImage {
    let aperture = facts.cleanAperture.map { $0.rectangle(width: width, height: height) }
    let seen = aperture ?? CGRect(x: 0, y: 0, width: width, height: height)
    guard seen.size != naturalSize || seen.origin != .zero, !seen.isEmpty else { return image }
    let scale = CGAffineTransform(scaleX: naturalSize.width / seen.width, y: naturalSize.height / seen.height)
    return image.cropped(to: seen).transformed(by: CGAffineTransform(translationX: -seen.minX, y: -seen.minY))
      .transformed(by: scale)
  }
}

extension CleanAperture {
  /// The part in a picture, origin at the bottom left.
  fileprivate func rectangle(width: Int, height: Int) -> CGRect {
    let middle = CGPoint(
      x: Double(width) / 2 + horizontalOffset, y: Double(height) / 2 - verticalOffset)
    let whole = CGRect(x: 0, y: 0, width: width, height: height)
    return CGRect(x: middle.x - self.width / 2, y: middle.y - self.height / 2, width: self.width, height: self.height)
      .intersection(whole)
  }
}
