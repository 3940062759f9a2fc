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
  private let planes: SourcePlanes

  /// - Throws: ``MediaError`` where the frames cannot be had, or their colour has no meaning here.
  package init(_ file: MediaFile, track: MediaTrack, color: CICP? = nil) throws(MediaError) {
    if let refusal = track.refusal { throw refusal }
    guard let facts = track.facts.video, let index = track.index, !index.frames.isEmpty else {
      throw MediaError(.malformed("no frames"), track: track.facts.id)
    }
    let cicp = color ?? facts.cicp
    do throws(MediaError) {
      planes = try SourcePlanes(cicp, facts)
    } catch {
      throw error.at(track: track.facts.id)
    }
    guard let encoding = cicp.encoding else {
      throw MediaError(
        .unsupported("the colour \(cicp.primaries)/\(cicp.transfer)/\(cicp.matrix) is not read"), track: track.facts.id)
    }
    (self.file, self.track, self.facts, self.index, self.cicp, self.encoding) =
      (file, track, facts, index, cicp, encoding)
  }

  /// The first enabled video track of a film.
  package init(path: String) throws(MediaError) {
    let file = try MediaFile(path: path)
    guard let track = file.firstVideo ?? file.tracks.first(where: { $0.facts.kind == .video }) else {
      throw MediaError(.unsupported("there is no video track"))
    }
    try self.init(file, track: track)
  }

  /// Refuses fields: what makes frames of them is missing.
  package func checkProgressive() throws(MediaError) {
    if facts.fieldOrder != .progressive { throw interlaced }
  }

  private var interlaced: MediaError {
    MediaError(
      .unsupported("interlaced video is not composed or converted: nothing makes frames of its fields"),
      track: track.facts.id, in: .source(file.path))
  }

  /// The same of one frame: a track may have both.
  func check(_ frame: DecodedFrame) throws(MediaError) {
    if frame.isInterlaced {
      throw interlaced.at(track: nil, time: index.frames.first { $0.sample == frame.sample }?.time)
    }
  }

  /// Pixels of a frame as displayed, before its transform.
  package var naturalSize: CGSize { CGSize(width: facts.displayWidth, height: facts.displayHeight) }

  /// From pixels as displayed to upright ones, with the result at the origin; origins at the top left.
  package var turn: CGAffineTransform { .turn(facts.transform, of: naturalSize) }

  /// The size of frames as they are to be seen.
  package var uprightSize: CGSize { CGRect(origin: .zero, size: naturalSize).applying(turn).size }

  /// The number of the frame that is shown at a time: the first one before it begins, the last one behind the end.
  package func frame(at time: CMTime) -> Int { index.frame(at: time) ?? 0 }

  /// A frame as displayed: its clean aperture, with square pixels, at the origin, turned.
  package func image(of frame: DecodedFrame, turned turn: GridTurn = .none) throws(MediaError) -> CIImage {
    do {
      if turn != .none, let image = try turnedPlanes(frame.picture, turn) { return image }
      let shown = displayed(try codedImage(of: frame), width: frame.picture.width, height: frame.picture.height)
      guard turn != .none else { return shown }
      let height = turn.isTransposed ? naturalSize.width : naturalSize.height
      return shown.transformed(by: turn.transform(of: naturalSize).flipped(from: naturalSize.height, to: height))
    } catch {
      throw error as? MediaError ?? MediaError(.unsupported("\(error)"), track: track.facts.id)
    }
  }

  /// A frame as coded: all its pixels, at the origin.
  func codedImage(of frame: DecodedFrame) throws(MediaError) -> CIImage {
    do {
      return CIImage(frame: try planes.bitmap(frame.picture), encoding: encoding)
    } catch {
      throw MediaError(.unsupported("\(error)"), track: track.facts.id)
    }
  }

  /// A frame whose planes are turned; nil where not all of it is shown as it is, or its chroma cannot be turned.
  private func turnedPlanes(_ picture: PlanarPicture, _ turn: GridTurn) throws -> CIImage? {
    guard facts.cleanAperture == nil, CGSize(width: picture.width, height: picture.height) == naturalSize else {
      return nil
    }
    guard let turned = try planes.meaning(of: picture).turned(turn) else { return nil }
    let bitmap = try planes.sited(turned.picture.coding.siting).bitmap(turned.picture)
    let image = CIImage(frame: bitmap, encoding: encoding)
    let (columns, rows) = turned.margin
    guard columns + rows > 0 else { return image }
    let (width, height) = (turned.picture.width - columns, turned.picture.height - rows)
    // Rows above the picture are the last ones where the origin is at the bottom.
    return image.cropped(to: CGRect(x: columns, y: 0, width: width, height: height))
      .transformed(by: CGAffineTransform(translationX: -Double(columns), y: 0))
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
