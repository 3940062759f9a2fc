internal import Foundation
internal import Headroom
internal import HeadroomPictures

/// A photo on which filters are shown, decoded and reduced in advance, so that the times are the filters' own.
struct GalleryPhoto {
  /// Pixels of the longer side.
  static let size = 640.0

  let name: String
  let image: CIImage
  var frame: CGRect { image.extent }

  init(path: String, number: Int, _ renderer: GalleryRenderer, _ common: CommonOptions) throws(PictureError) {
    let input = try PictureSource(path: path, common.resources)
    let (width, height) = input.uprightSize
    let scale = min(Self.size / Double(max(width, height)), 1)
    let target = (width: Int(Double(width) * scale), height: Int(Double(height) * scale))
    let whole = try input.decodedSmall(for: target).image(headroom: .infinity)
    let image = whole.resized(to: CGSize(width: target.width, height: target.height))
    name = "\(number + 1)-\(InputFile(path: path).stem)"
    self.image = try renderer.decoded(image)
  }

  /// The scene of `headroom demo`, used without a given photo.
  static func demo(_ renderer: GalleryRenderer) throws(PictureError) -> GalleryPhoto {
    GalleryPhoto(name: "demo", image: try renderer.decoded(DemoScene(width: size, height: size * 5 / 8).image))
  }

  private init(name: String, image: CIImage) {
    self.name = name
    self.image = image
  }

  /// The photo or a part of it mirrored: a second image that differs everywhere and has the same lights.
  func mirrored(_ image: CIImage) -> CIImage {
    image.transformed(by: CGAffineTransform(a: -1, b: 0, c: 0, d: 1, tx: frame.minX + frame.maxX, ty: 0))
  }

  /// The photo, transparent at the left edge.
  var fading: CIImage {
    image.applyingFilter(
      "CIBlendWithMask",
      parameters: [kCIInputMaskImageKey: mask, kCIInputBackgroundImageKey: CIImage.clear.cropped(to: frame)])
  }

  /// A mask from 0 at the left edge to 1 at the right one.
  var mask: CIImage {
    let black = CIColor(red: 0, green: 0, blue: 0)
    let white = CIColor(red: 1, green: 1, blue: 1)
    let ramp = CIFilter(
      name: "CILinearGradient",
      parameters: [
        "inputPoint0": CIVector(x: frame.minX, y: frame.midY), "inputColor0": black,
        "inputPoint1": CIVector(x: frame.maxX, y: frame.midY), "inputColor1": white,
      ])
    return (ramp?.outputImage ?? CIImage.empty()).cropped(to: frame)
  }

  /// A soft relief: a chequered plane, blurred.
  var relief: CIImage {
    let squares = CIFilter(name: "CICheckerboardGenerator", parameters: ["inputWidth": 40.0])?.outputImage
    return (squares ?? CIImage.empty()).applyingGaussianBlur(sigma: 8).cropped(to: frame)
  }
}
