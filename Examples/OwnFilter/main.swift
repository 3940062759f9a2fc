// A filter of one's own: halation, the red glow that film has around lights. It is light that film scatters, so it starts
// above white. Registered by name, it is used like the built-in ones, and works in recipes too.
// usage: OwnFilter PHOTO OUTPUT.jpg
import Foundation
import Headroom

/// Light above a limit; the kernel is compiled here, and runs in one pass with its neighbours.
struct Above: PointKernel {
  var limit: Float
  @inline(__always) func apply(_ p: Pixel) -> Pixel {
    Pixel(r: max(p.r - limit, 0), g: max(p.g - limit, 0), b: max(p.b - limit, 0), a: p.a)
  }
}

final class Halation: CIFilter {
  @KeyedInput var inputImage: CIImage?
  @KeyedInput var inputRadius: Float = 12
  @KeyedInput var inputIntensity: Float = 0.5

  private static let above = CIColorKernel { Above(limit: $0.float(1)) }

  override var outputImage: CIImage? {
    guard let input = inputImage,
      let bright = Self.above.apply(extent: input.extent, arguments: [input, 1.0])
    else { return nil }
    let scattered = bright.clampedToExtent()
      .applyingFilter("CIGaussianBlur", parameters: [kCIInputRadiusKey: inputRadius])
      .applyingFilter(
        "CIColorMatrix",
        parameters: [
          "inputRVector": CIVector(x: CGFloat(inputIntensity), y: 0, z: 0, w: 0),
          "inputGVector": CIVector(x: 0, y: CGFloat(inputIntensity) * 0.2, z: 0, w: 0),
          "inputBVector": CIVector(x: 0, y: 0, z: 0, w: 0),
        ]
      )
      .cropped(to: input.extent)
    return scattered.applyingFilter("CIAdditionCompositing", parameters: [kCIInputBackgroundImageKey: input])
      .cropped(to: input.extent)
  }
}

struct Maker: CIFilterConstructor {
  func filter(withName name: String) -> CIFilter? { Halation() }
}

guard CommandLine.arguments.count == 3 else {
  print("usage: OwnFilter PHOTO OUTPUT.jpg")
  exit(2)
}
CIFilter.registerName(
  "Halation", constructor: Maker(), classAttributes: [kCIAttributeFilterCategories: [kCICategoryStylize]])
guard let photo = CIImage(contentsOf: URL(filePath: CommandLine.arguments[1]), options: [.expandToHDR: true]) else {
  print("\(CommandLine.arguments[1]): no picture")
  exit(3)
}
let filmed = photo.applyingFilter("Halation", parameters: ["inputRadius": photo.extent.width / 60])
try CIContext().writeJPEGRepresentation(
  of: filmed.applyingFilter("CIToneMapHeadroom"), to: URL(filePath: CommandLine.arguments[2]),
  colorSpace: CGColorSpace(name: CGColorSpace.displayP3)!, options: [.hdrImage: filmed])
let written = CIImage(contentsOf: URL(filePath: CommandLine.arguments[2]), options: [.expandToHDR: true])
print("headroom \(photo.contentHeadroom), with halation \(written?.contentHeadroom ?? 0)")
