import CoreImage
import CoreImage.CIFilterBuiltins
import Foundation
import ImageIO
import UniformTypeIdentifiers

// A thumbnail with HDR of each photo that is named, as a program for macOS has it.

func thumbnail(of url: URL, side: CGFloat, to folder: URL) throws {
  guard let photo = CIImage(contentsOf: url, options: [.expandToHDR: true, .applyOrientationProperty: true]) else {
    throw CocoaError(.fileReadCorruptFile)
  }
  let scale = CIFilter.lanczosScaleTransform()
  scale.inputImage = photo
  scale.scale = Float(min(side / max(photo.extent.width, photo.extent.height), 1))
  guard let small = scale.outputImage, let space = CGColorSpace(name: CGColorSpace.itur_2100_PQ) else { return }
  let name = url.deletingPathExtension().lastPathComponent + "-thumbnail.heic"
  try CIContext().writeHEIF10Representation(
    of: small, to: folder.appendingPathComponent(name), colorSpace: space,
    options: [kCGImageDestinationLossyCompressionQuality as CIImageRepresentationOption: 0.8])
}

let start = CFAbsoluteTimeGetCurrent()
let folder = URL(fileURLWithPath: FileManager.default.currentDirectoryPath)
for path in CommandLine.arguments.dropFirst() {
  autoreleasepool {
    do {
      try thumbnail(of: URL(fileURLWithPath: path), side: 512, to: folder)
    } catch {
      print("\(path): \(error.localizedDescription)")
    }
  }
}
print("done in \(CFAbsoluteTimeGetCurrent() - start) s")
