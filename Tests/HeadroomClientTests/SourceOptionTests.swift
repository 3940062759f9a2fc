import Foundation
import Headroom
import Testing

/// Options of image sources that change nothing are named.
struct SourceOptionTests {
  private func png() throws -> Data {
    let image = CIImage(color: CIColor(red: 1, green: 0.5, blue: 0)).cropped(
      to: CGRect(x: 0, y: 0, width: 8, height: 8))
    let space = try #require(CGColorSpace(name: CGColorSpace.sRGB))
    return try #require(CIContext().pngRepresentation(of: image, format: .RGBA8, colorSpace: space))
  }

  @Test func `An unknown key is named once, by whatever it was given to`() throws {
    let data = try png()
    let said = try StandardError.written {
      for _ in 0..<3 {
        let source = try #require(CGImageSourceCreateWithData(data as CFData, ["madeUpOfSources": true]))
        #expect(
          CGImageSourceCreateImageAtIndex(source, 0, ["madeUpOfImages": 1, kCGImageSourceShouldCache: true]) != nil)
        let options: CFDictionary = [kCGImageSourceCreateThumbnailFromImageAlways: true, "madeUpOfThumbnails": 2]
        #expect(CGImageSourceCreateThumbnailAtIndex(source, 0, options) != nil)
      }
    }
    for name in ["madeUpOfSources", "madeUpOfImages", "madeUpOfThumbnails"] {
      #expect(said.components(separatedBy: "CGImageSource ignores the option '\(name)'").count == 2, "\(said)")
    }
    #expect(!said.contains("ShouldCache") && !said.contains("FromImageAlways"))
  }

  @Test func `A value that cannot be used is named, and the picture is whole`() throws {
    let source = try #require(CGImageSourceCreateWithData(try png() as CFData, nil))
    let said = try StandardError.written {
      let options: CFDictionary = [kCGImageSourceSubsampleFactor: 37, kCGImageSourceDecodeRequest: "brighter"]
      #expect(CGImageSourceCreateImageAtIndex(source, 0, options)?.width == 8)
      #expect(CGImageSourceCreateImageAtIndex(source, 0, [kCGImageSourceSubsampleFactor: 1])?.width == 8)
    }
    #expect(said.contains("ignores the value 37 of 'kCGImageSourceSubsampleFactor'"), "\(said)")
    #expect(said.contains("ignores the value brighter of 'kCGImageSourceDecodeRequest'"), "\(said)")
  }
}
