public import Foundation

// Pixels are turned upright before they are written, since few readers of PNG look at an orientation. What a file said of
// place and camera is left behind, as on Apple's platforms. Nil means that the image has no pixels or they cannot be written.
extension UIImage {
  /// A PNG file: SDR as it is; HDR as 16 bits of PQ with BT.2020 primaries, the form that browsers and Apple's systems show as
  /// HDR. PNG's own integers end at reference white, so nothing else would keep the highlights.
  public func pngData() -> Data? { file.png }

  /// A JPEG file of 8 bits; HDR as an SDR picture with a gain map that leads to it.
  ///
  /// The SDR picture is the one of the file where the image came from a file with a gain map, else tone mapped with BT.2390,
  /// which keeps white bright.
  /// - Parameter compressionQuality: 0 smallest ... 1 best; other numbers count as the nearer end.
  public func jpegData(compressionQuality: CGFloat) -> Data? { file.jpeg(quality: Double(compressionQuality)) }

  /// A HEIC file of 8 bits; HDR as ``jpegData(compressionQuality:)`` writes it.
  public func heicData() -> Data? { file.heic }

  private var file: PictureFile { PictureFile(content: content, orientation: imageOrientation.stored) }
}
