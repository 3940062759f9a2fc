package import HeadroomContainers
internal import HeadroomGraphics

extension EXIFBlock {
  /// The block in `bytes` for a file of this picture: with its orientation and its stored size, everything else
  /// byte for byte as it was.
  package static func describing(_ picture: StillHeader, in bytes: [UInt8]) -> [UInt8] {
    settingPixelSize(
      width: picture.width, height: picture.height,
      in: settingOrientation(picture.orientation.rawValue, in: bytes))
  }
}
