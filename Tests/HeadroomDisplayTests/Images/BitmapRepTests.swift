import Foundation
import HeadroomDisplay
import HeadroomGraphics
import HeadroomImage
import Testing

@Suite("Representations of pixels")
struct BitmapRepTests {
  private func make(
    bits: Int = 8, samples: Int = 4, hasAlpha: Bool = true, space: NSColorSpaceName = .deviceRGB,
    format: NSBitmapImageRep.Format = [], width: Int = 8, height: Int = 4, rowBytes: Int = 0, pixelBits: Int = 0
  ) -> NSBitmapImageRep? {
    unsafe NSBitmapImageRep(
      bitmapDataPlanes: nil, pixelsWide: width, pixelsHigh: height, bitsPerSample: bits, samplesPerPixel: samples,
      hasAlpha: hasAlpha, isPlanar: false, colorSpaceName: space, bitmapFormat: format, bytesPerRow: rowBytes,
      bitsPerPixel: pixelBits)
  }

  @Test("hold what is written, byte by byte and colour by colour")
  func memory() throws {
    let rep = try #require(make(rowBytes: 40))
    #expect(rep.bytesPerRow == 40 && rep.bitsPerPixel == 32 && rep.samplesPerPixel == 4 && rep.hasAlpha)
    #expect(rep.size == CGSize(width: 8, height: 4) && rep.colorAt(x: 0, y: 0)?.alphaComponent == 0)
    let data = unsafe try #require(rep.bitmapData)
    for (i, byte) in ([100, 50, 25, 200] as [UInt8]).enumerated() { unsafe data[40 + 4 * 2 + i] = byte }
    let color = try #require(rep.colorAt(x: 2, y: 1))
    #expect(abs(color.redComponent - 0.5) < 1e-6 && abs(color.alphaComponent - 200.0 / 255) < 1e-6)
    rep.setColor(NSColor(srgbRed: 1, green: 0.5, blue: 0, alpha: 0.5), atX: 3, y: 2)
    let stored = (0..<4).map { unsafe data[80 + 12 + $0] }
    #expect(stored == [128, 64, 0, 128])
    rep.setColor(.red, atX: 99, y: 0)
    #expect(rep.colorAt(x: 8, y: 0) == nil && rep.colorAt(x: -1, y: 0) == nil)
    let image = try #require(rep.cgImage)
    unsafe data[80 + 12] = 7
    let before = NSBitmapImageRep(cgImage: image).colorAt(x: 3, y: 2)
    #expect(try #require(before).redComponent > 0.9, "images never change")
  }

  @Test("keep floats above white")
  func floats() throws {
    let rep = try #require(make(bits: 32, format: [.floatingPointSamples, .alphaNonpremultiplied]))
    #expect(rep.bitmapFormat == [.floatingPointSamples, .alphaNonpremultiplied] && rep.bitsPerSample == 32)
    rep.setColor(NSColor(red: 4, green: -0.5, blue: 0, alpha: 0.5), atX: 0, y: 0)
    // sRGB itself ends at white; the same numbers in the extended space do not.
    #expect(rep.colorAt(x: 0, y: 0)?.redComponent == 1)
    let wide = try #require(rep.retagging(with: .extendedSRGB))
    wide.setColor(NSColor(red: 4, green: -0.5, blue: 0, alpha: 0.5), atX: 0, y: 0)
    let color = try #require(wide.colorAt(x: 0, y: 0))
    #expect(color.redComponent == 4 && color.greenComponent == -0.5 && color.alphaComponent == 0.5)
  }

  @Test("of other kinds than there are, are refused")
  func refusals() {
    #expect(make(bits: 12) == nil && make(samples: 5) == nil && make(space: .deviceWhite) == nil)
    #expect(make(samples: 2) == nil && make(width: 0) == nil && make(width: .max) == nil)
    #expect(make(width: 60_000, height: 60_000) == nil && make(rowBytes: 31) == nil)
    #expect(make(rowBytes: .max) == nil && make(rowBytes: -40) == nil && make(pixelBits: 24) == nil)
    #expect(make(space: .deviceCMYK) == nil && make(bits: 32) == nil)
    #expect(make(samples: 1, hasAlpha: false, space: .calibratedWhite)?.bitsPerPixel == 8)
    #expect(make(samples: 3, hasAlpha: false)?.bitsPerPixel == 24)
    #expect(make(samples: 3, hasAlpha: false, pixelBits: 32)?.bitsPerPixel == 32)
  }

  @Test("are drawn into", arguments: [8, 16])
  func drawing(_ bits: Int) throws {
    let rep = try #require(make(bits: bits, samples: 3, hasAlpha: false, pixelBits: 4 * bits))
    rep.size = CGSize(width: 4, height: 2)
    let context = try #require(NSGraphicsContext(bitmapImageRep: rep))
    context.cgContext.setFillColor(NSColor.green.cgColor)
    context.cgContext.fill(CGRect(x: 0, y: 0, width: 1, height: 1))
    #expect(rep.colorAt(x: 1, y: 2)?.greenComponent == 1 && rep.colorAt(x: 1, y: 1)?.greenComponent == 0)
    #expect(NSGraphicsContext(bitmapImageRep: try #require(make(format: .alphaNonpremultiplied))) == nil)
  }

  @Test("are written and read as files", arguments: [NSBitmapImageRep.FileType.png, .tiff, .jpeg])
  func files(_ type: NSBitmapImageRep.FileType) throws {
    let rep = try #require(make(width: 32, height: 32))
    for y in 0..<32 { for x in 0..<16 { rep.setColor(.red, atX: x, y: y) } }
    let properties: [NSBitmapImageRep.PropertyKey: Any] = [
      .compressionFactor: 0.95, .fallbackBackgroundColor: NSColor.blue,
    ]
    let data = try #require(rep.representation(using: type, properties: properties))
    let back = try #require(NSBitmapImageRep(data: data))
    #expect(back.pixelsWide == 32 && back.pixelsHigh == 32)
    let (left, right) = (try #require(back.colorAt(x: 4, y: 4)), try #require(back.colorAt(x: 28, y: 4)))
    #expect(left.redComponent > 0.97 && left.greenComponent < 0.03)
    if type == .jpeg { #expect(right.blueComponent > 0.97 && right.redComponent < 0.03) }
    if type == .png || type == .tiff { #expect(right.alphaComponent == 0) }
    #expect(NSBitmapImageRep.imageReps(with: data).count == 1)
  }

  @Test("write EXIF, and smaller files at a lower quality")
  func properties() throws {
    let rep = NSBitmapImageRep(ciImage: TestPictures.light(peak: 0.9))
    let low = try #require(rep.representation(using: .jpeg, properties: [.compressionFactor: 0.1]))
    let high = try #require(rep.representation(using: .jpeg, properties: [.compressionFactor: 1]))
    #expect(low.count < high.count)
    let exif = try #require(
      rep.representation(using: .jpeg, properties: [.exifData: ["UserComment": "kept"]]))
    #expect(String(decoding: exif, as: UTF8.self).contains("kept"))
  }

  @Test("of HDR pictures stay HDR")
  func hdr() throws {
    let rep = NSBitmapImageRep(cgImage: TestPictures.pixels(peak: 4))
    #expect(rep.bitsPerSample == 16 && rep.bitmapFormat.contains(.floatingPointSamples))
    for type in [NSBitmapImageRep.FileType.png, .tiff] {
      let back = NSBitmapImageRep(data: try #require(rep.representation(using: type, properties: [:])))
      #expect(isNear(back?.cgImage?.peak, 4, within: 0.02))
    }
    let jpeg = try #require(rep.representation(using: .jpeg, properties: [:]))
    #expect(
      isNear(unsafe NSImage(data: jpeg)?.cgImage(forProposedRect: nil, context: nil, hints: nil)?.peak, 4, within: 0.1))
    let recipe = NSCIImageRep(ciImage: TestPictures.light(peak: 4))
    let many = NSBitmapImageRep.representationOfImageReps(in: [recipe], using: .tiff, properties: [:])
    #expect(isNear(many.flatMap { NSBitmapImageRep(data: $0) }?.cgImage?.peak, 4, within: 0.02))
    #expect(isNear(CIImage(bitmapImageRep: rep).flatMap { PictureProbe.peak(of: $0) }, 4, within: 0.01))
  }

  @Test("go to other spaces with the same colours")
  func conversion() throws {
    let rep = try #require(make())
    rep.setColor(NSColor(srgbRed: 1, green: 0, blue: 0, alpha: 1), atX: 0, y: 0)
    let p3 = try #require(rep.converting(to: .displayP3, renderingIntent: .default))
    #expect(abs(try #require(p3.colorAt(x: 0, y: 0)).redComponent - 0.9175) < 0.004)
    #expect(rep.converting(to: .genericCMYK, renderingIntent: .default) == nil)
  }
}

/// The brightest component of a recipe.
enum PictureProbe {
  static func peak(of image: CIImage) -> Float? {
    TestPictures.context.createCGImage(image, from: image.extent, format: .RGBAh, colorSpace: TestPictures.linear)?.peak
  }
}
