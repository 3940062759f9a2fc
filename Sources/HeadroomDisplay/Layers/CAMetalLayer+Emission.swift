internal import Foundation
internal import HeadroomColor
internal import HeadroomGraphics
internal import HeadroomPixels

extension CAMetalLayer {
  /// The light of the frame that was presented last; nil before the first.
  func presentedPicture(on state: DisplayState) -> LayerPicture? {
    guard let frame = frames.current, let stored = try? frame.texture.storedBitmap() else { return nil }
    let contents = LayerContents(
      bitmap: stored, encoding: frame.encoding, headroom: frame.encoding.contentHeadroomDefault)
    let path = path(of: isOpaque ? contents.opaque : contents, metadata: frame.metadata, on: state)
    return try? path.picture()
  }

  /// The number of frames taken up to the one that is shown; 0 before the first.
  package var presentedFrameNumber: Int { frames.current.map { $0.number + 1 } ?? 0 }

  private func path(of contents: LayerContents, metadata: CAEDRMetadata?, on state: DisplayState) -> EmissionPath {
    path(of: contents, on: state) { path, target in
      if let metadata, toneMapMode != .never {
        metadata.mapTones(of: &path, to: target, on: state)
      } else if toneMapMode == .ifSupported {
        path.toneMap = LightTone(
          ToneCurve(contentHeadroom: contentHeadroom(of: contents), targetHeadroom: target))
      }
    }
  }
}
