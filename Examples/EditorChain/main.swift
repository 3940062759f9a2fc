// An editor's chain of filters on an HDR photo: light, colour, a vignette, a signature; a slider that moves; both renditions.
// usage: EditorChain PHOTO OUTPUT.heic
import Foundation
import Headroom

/// What the sliders say. Everything is a recipe until it is written.
struct Edit {
  var exposure = 0.0
  var highlights = 1.0
  var warmth = 0.0
  var vibrance = 0.0
  var vignette = 0.0
  var signature = ""

  func applied(to photo: CIImage) -> CIImage {
    let light = CIFilter.exposureAdjust()
    light.inputImage = photo
    light.ev = Float(exposure)

    let shadows = CIFilter.highlightShadowAdjust()
    shadows.inputImage = light.outputImage
    shadows.highlightAmount = Float(highlights)

    let white = CIFilter.temperatureAndTint()
    white.inputImage = shadows.outputImage
    white.neutral = CIVector(x: 6500 + 1000 * warmth, y: 0)

    let colour = CIFilter.vibrance()
    colour.inputImage = white.outputImage
    colour.amount = Float(vibrance)

    let edge = CIFilter.vignette()
    edge.inputImage = colour.outputImage
    edge.intensity = Float(vignette)
    edge.radius = 2
    return signed(edge.outputImage ?? photo).cropped(to: photo.extent)
  }

  /// The text in the lower right corner, in reference white: on an HDR screen it does not glare.
  private func signed(_ image: CIImage) -> CIImage {
    guard !signature.isEmpty else { return image }
    let text = CIFilter.textImageGenerator()
    text.text = signature
    text.fontSize = Float(image.extent.height / 16)
    guard let made = text.outputImage else { return image }
    let margin = image.extent.height / 32
    let place = CGAffineTransform(
      translationX: image.extent.maxX - made.extent.width - margin, y: image.extent.minY + margin)
    return made.transformed(by: place).composited(over: image)
  }
}

guard CommandLine.arguments.count == 3 else {
  print("usage: EditorChain PHOTO OUTPUT.heic")
  exit(2)
}
let url = URL(filePath: CommandLine.arguments[1])
let options: [CIImageOption: Any] = [.expandToHDR: true, .applyOrientationProperty: true]
guard let photo = CIImage(contentsOf: url, options: options) else {
  print("\(url.path): no picture")
  exit(3)
}
let context = CIContext()

// The slider moves: the plan of the recipe is bound to new numbers, and what comes before the filter is not computed again.
var edit = Edit(highlights: 0.9, warmth: -0.3, vibrance: 0.2, vignette: 0.6, signature: "Headroom")
for step in 0..<8 {
  edit.exposure = -Double(step) / 16
  let start = ContinuousClock.now
  let preview = context.createCGImage(edit.applied(to: photo), from: photo.extent)
  print("exposure \(edit.exposure): \(preview?.width ?? 0) pixels wide in \(ContinuousClock.now - start)")
}

let result = edit.applied(to: photo)
try context.writeHEIFRepresentation(
  of: result.applyingFilter("CIToneMapHeadroom"), to: URL(filePath: CommandLine.arguments[2]), format: .RGBA8,
  colorSpace: CGColorSpace(name: CGColorSpace.displayP3)!, options: [.hdrImage: result])
let written = CIImage(contentsOf: URL(filePath: CommandLine.arguments[2]), options: [.expandToHDR: true])
print("headroom \(photo.contentHeadroom) became \(written?.contentHeadroom ?? 0)")
