import AVFoundation
import AppKit
import CoreGraphics
import CoreImage
import CoreImage.CIFilterBuiltins
import CoreMedia
import CoreVideo
import IOSurface
import ImageIO
import Metal
import MetalKit
import MobileCoreServices
import QuartzCore
import Testing
import UIKit
import UniformTypeIdentifiers
import VideoToolbox

#if !canImport(UIKit) || !canImport(CoreImage) || !canImport(AVFoundation)
  #error("modules under their names can be imported")
#endif
#if canImport(SwiftUI) || canImport(Photos)
  #error("modules that are not there cannot")
#endif

/// Programs as they are on Apple platforms, import lines and all.
@Suite("Apple's import lines")
struct ImportLineTests {
  private func picture() -> CIImage {
    CIImage(color: CIColor(red: 0.25, green: 0.5, blue: 1)).cropped(to: CGRect(x: 0, y: 0, width: 16, height: 8))
  }

  @Test("names may say their module")
  func qualified() {
    let image: CoreImage.CIImage = picture()
    let size: CGFloat = image.extent.width
    #expect(size == 16)
  }

  @Test("built-in filters by their functions")
  func builtins() throws {
    let filter = CIFilter.gaussianBlur()
    filter.inputImage = picture().clampedToExtent()
    filter.radius = 2
    let output = try #require(filter.outputImage?.cropped(to: picture().extent))
    #expect(CIContext().createCGImage(output, from: output.extent)?.width == 16)
  }

  @Test("a key of Image I/O is an option of Core Image by its cast, and a string elsewhere")
  func options() throws {
    let space = try #require(CGColorSpace(name: CGColorSpace.sRGB))
    let sizes = try [0.2, 0.95].map { quality in
      try #require(
        CIContext().jpegRepresentation(
          of: picture(), colorSpace: space,
          options: [kCGImageDestinationLossyCompressionQuality as CIImageRepresentationOption: quality])
      ).count
    }
    #expect(sizes[0] < sizes[1])
    let properties = [kCGImageDestinationLossyCompressionQuality: 0.8] as CFDictionary
    #expect(properties[kCGImageDestinationLossyCompressionQuality] as? Double == 0.8)
    #expect(CGColorSpace(name: .displayP3) == CGColorSpace(name: CGColorSpace.displayP3))
  }

  @Test("Core Foundation's names")
  func coreFoundation() throws {
    let start: CFTimeInterval = CACurrentMediaTime()
    let now: CFAbsoluteTime = CFAbsoluteTimeGetCurrent()
    #expect(now > 0 && CACurrentMediaTime() >= start)
    let options =
      [
        kCGImageSourceShouldCache: kCFBooleanFalse!, kCGImageSourceShouldAllowFloat: kCFBooleanTrue as Any,
      ] as CFDictionary
    #expect(options[kCGImageSourceShouldCache] as? Bool == false)
    let count: CFNumber = 3 as NSNumber
    #expect(count.intValue == 3 && noErr == OSStatus(0))
    #expect(autoreleasepool { 5 } == 5)
    var error: Unmanaged<CFError>?
    #expect(error == nil)
    error = nil
  }

  @Test("a pointer into an image's bytes")
  func bytes() throws {
    let image = try #require(CIContext().createCGImage(picture(), from: picture().extent))
    let data = try #require(image.dataProvider?.data)
    let pointer = try #require(CFDataGetBytePtr(data))
    #expect(CFDataGetLength(data) == image.bytesPerRow * image.height)
    #expect(pointer[3] == 255 && pointer[2] == 255)
    // It holds without the data, and changes of a copy do not reach the image.
    var copy = try #require(image.dataProvider?.data) as Data
    copy[0] = copy[0] &+ 1
    #expect(CFDataGetBytePtr(image.dataProvider?.data) == pointer && pointer[0] != copy[0])
  }

  @Test("a frame's pixels as a texture, and as an image")
  func frames() throws {
    var buffer: CVPixelBuffer?
    CVPixelBufferCreate(kCFAllocatorDefault, 16, 8, kCVPixelFormatType_32BGRA, nil, &buffer)
    let frame = try #require(buffer)
    CIContext().render(picture(), to: frame)
    let device = try #require(MTLCreateSystemDefaultDevice())
    var cache: CVMetalTextureCache?
    #expect(CVMetalTextureCacheCreate(kCFAllocatorDefault, nil, device, nil, &cache) == kCVReturnSuccess)
    var made: CVMetalTexture?
    CVMetalTextureCacheCreateTextureFromImage(
      kCFAllocatorDefault, try #require(cache), frame, nil, .bgra8Unorm, 16, 8, 0, &made)
    let held = try #require(made)
    let texture = try #require(CVMetalTextureGetTexture(held))
    var pixel: UInt32 = 0
    texture.getBytes(&pixel, bytesPerRow: 4, from: MTLRegionMake2D(3, 3, 1, 1), mipmapLevel: 0)
    #expect(pixel >> 24 == 255 && pixel & 255 == 255)
    var image: CGImage?
    #expect(VTCreateCGImageFromCVPixelBuffer(frame, options: nil, imageOut: &image) == noErr)
    #expect(image?.width == 16)
  }
}
