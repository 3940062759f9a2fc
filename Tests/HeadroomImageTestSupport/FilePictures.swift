internal import Foundation
internal import HeadroomColor
internal import HeadroomGraphics
package import HeadroomImage
internal import HeadroomPictures
internal import HeadroomPixels

/// Small pictures as files and bitmaps hold them: integers with curves, halves, alpha of both kinds, a gain map.
package enum FilePictures {
  /// Made once. Empty where one of them could not be made.
  package static let all: [CIImage] = (try? made()) ?? []

  package static func pair(_ index: Int) -> [CIImage] {
    let first = index % all.count
    return [all[first], all[(first + 1 + index / all.count % (all.count - 1)) % all.count]]
  }

  private static func made() throws -> [CIImage] { try files() + bitmaps() }

  private static func space(_ name: CFString) throws -> CGColorSpace {
    guard let space = CGColorSpace(name: name) else { throw CocoaError(.featureUnsupported) }
    return space
  }

  private static func read(_ data: Data?, _ options: [CIImageOption: Any] = [:]) throws -> CIImage {
    guard let data, let image = CIImage(data: data, options: options) else { throw CocoaError(.fileReadCorruptFile) }
    return image
  }

  private static func files() throws -> [CIImage] {
    let context = CIContext()
    let light = (0..<5).map { index in
      TestPictures.random(width: 31 + 3 * index, height: 23 - index, seed: UInt64(index), isOpaque: index % 2 == 1)
    }
    let bright = light[3].settingContentHeadroom(8)
    return try [
      read(context.pngRepresentation(of: light[0], format: .RGBA8, colorSpace: space(CGColorSpace.sRGB))),
      read(context.jpegRepresentation(of: light[1], colorSpace: space(CGColorSpace.displayP3))),
      read(context.pngRepresentation(of: light[2], format: .RGBA16, colorSpace: space(CGColorSpace.itur_2100_PQ))),
      read(
        context.jpegRepresentation(
          of: bright.toneMapped(to: 1), colorSpace: space(CGColorSpace.sRGB),
          options: [.hdrImage: bright, .hdrGainMapAsRGB: true]), [.expandToHDR: true]),
      read(context.openEXRRepresentation(of: light[4])),
    ]
  }

  private static func bitmaps() throws -> [CIImage] {
    let size = CGSize(width: 29, height: 21)
    let light = TestPictures.random(width: 29, height: 21, seed: 9)
    let kinds: [(format: CIFormat, space: CFString)] = [
      (.RGBA8, CGColorSpace.sRGB), (.BGRA8, CGColorSpace.displayP3), (.RGBAh, CGColorSpace.extendedSRGB),
      (.RGBA16, CGColorSpace.itur_2100_HLG),
    ]
    return try kinds.map { format, name in
      let rowBytes = 29 * 16
      var data = Data(count: rowBytes * 21)
      let space = try space(name)
      unsafe data.withUnsafeMutableBytes { bytes in
        guard let base = bytes.baseAddress else { return }
        unsafe CIContext().render(
          light, toBitmap: base, rowBytes: rowBytes, bounds: light.extent, format: format, colorSpace: space)
      }
      return CIImage(bitmapData: data, bytesPerRow: rowBytes, size: size, format: format, colorSpace: space)
    }
  }
}
