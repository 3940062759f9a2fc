public import Foundation

// Pixels are turned upright before they are written, since few PNG readers respect an orientation. A file's metadata
// about place and camera is dropped, as on Apple's platforms. Nil means that the image has no pixels or they cannot be
// written.
extension UIImage {
  /// A PNG file: SDR unchanged; HDR as 16 bits of PQ with BT.2020 primaries, the form that browsers and Apple's systems
  /// show as HDR. PNG's own integers end at reference white, so nothing else would keep the highlights.
  public func pngData() -> Data? { file.png }

  /// A JPEG file of 8 bits; HDR as an SDR picture with a gain map that leads to it.
  ///
  /// For an image from a file with a gain map, the SDR picture is the file's own; otherwise it is tone mapped with
  /// BT.2390, which keeps white bright.
  /// - Parameter compressionQuality: 0 smallest ... 1 best; other numbers are clamped.
  public func jpegData(compressionQuality: CGFloat) -> Data? { file.jpeg(quality: Double(compressionQuality)) }

  /// A HEIC file: HDR in 10 bits as ISO HDR, all of its light, without a gain map; SDR in 8 bits, in 10 where its pixels
  /// have more than 8.
  public func heicData() -> Data? { file.heic }

  private var file: PictureFile { PictureFile(content: content, orientation: imageOrientation.stored) }
}
