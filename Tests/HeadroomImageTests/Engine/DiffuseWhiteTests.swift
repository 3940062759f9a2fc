import Foundation
import HeadroomColor
import HeadroomContainers
internal import HeadroomEngine
import HeadroomFilters
import HeadroomGraphics
import HeadroomImage
import HeadroomImageIO
import HeadroomImageTestSupport
import HeadroomPictures
import HeadroomPixels
import Testing

/// A file in memory of one PQ picture of 16 bits.
private struct PQFile: ImageReader {
  let bytes = FileBytes([])
  let info: StillInfo
  let picture: StillImage

  init(nits: [Double], hdr: HDRMetadata) throws {
    let bitmap = try PixelBitmap(width: nits.count, height: 1, format: .rgb16, alpha: .opaque)
    let row = unsafe bitmap.rowAddress(0).assumingMemoryBound(to: UInt16.self)
    for (x, value) in nits.enumerated() {
      let code = UInt16((TransferFunction.pq.encode(value / 203) * 65_535).rounded())
      for channel in 0..<3 { unsafe row[3 * x + channel] = code }
    }
    picture = StillImage(base: bitmap, encoding: .itur2100PQ, hdr: hdr)
    var info = StillInfo(
      format: "png", width: nits.count, height: 1, bitDepth: 16, channels: 3, encoding: .itur2100PQ, kind: .isoHDR,
      hdr: hdr)
    (info.contentHeadroom, info.contentHeadroomSource) = hdr.contentHeadroom(for: .itur2100PQ)
    self.info = info
  }

  func decode(_ request: DecodeRequest) throws(ImageIOError) -> StillImage { picture }
}

@Suite("Nominal diffuse white and viewing environments")
struct DiffuseWhiteTests {
  private static let nits = [0, 10, 100, 203, 600, 1000.0]

  private func image(_ hdr: HDRMetadata) throws -> CIImage {
    try CIImage(picture: StillPicture(reader: try PQFile(nits: Self.nits, hdr: hdr)), options: [:])
  }

  private func light(_ image: CIImage) throws -> [Float] {
    try tiled(image, PixelRect(enclosing: image.extent)).map(\.g)
  }

  @Test("the stated diffuse white is 1.0, and the headroom counts from it", arguments: [100.0, 203, 400])
  func placement(_ white: Double) throws {
    let hdr = HDRMetadata(
      lightLevel: ContentLightLevel(maxCLL: 1000, maxFALL: 0), diffuseWhite: NominalDiffuseWhite(nits: white))
    let read = try image(hdr)
    for (found, nits) in zip(try light(read), Self.nits) {
      #expect(abs(Double(found) - nits / white) < 2e-4 * max(nits / white, 1))
    }
    #expect(abs(Double(read.contentHeadroom) - 1000 / white) < 1e-3)
    #expect(read.colorSpace == CGColorSpace(encoding: .itur2100PQ))
    #expect(read.hdrMetadata == hdr)
    // What is written has the codes that were read.
    let data = try #require(
      CIContext().pngRepresentation(of: read, format: .RGBX16, colorSpace: CGColorSpace(encoding: .itur2100PQ)))
    let back = try CGImageSource(data: data).image(at: 0)
    let wanted = try PQFile(nits: Self.nits, hdr: hdr).picture.base
    for x in 0..<Self.nits.count {
      let one = unsafe wanted.rowAddress(0).load(fromByteOffset: 6 * x, as: UInt16.self)
      let other = unsafe back.bitmap.rowAddress(0).load(fromByteOffset: 6 * x, as: UInt16.self)
      #expect(abs(Int(one) - Int(other)) <= 2)
    }
  }

  @Test("impossible values of diffuse white change nothing")
  func mistakes() throws {
    let usual = try light(image(HDRMetadata()))
    for nits in [0, 0.001, 1e6, .nan] {
      #expect(try light(image(HDRMetadata(diffuseWhite: NominalDiffuseWhite(nits: nits)))) == usual)
    }
  }

  @Test("viewing environments are carried and change no pixel")
  func environments() throws {
    let hdr = HDRMetadata(
      ambient: AmbientViewingEnvironment(illuminanceLux: 314), reference: ReferenceViewingEnvironment(surroundNits: 25))
    let read = try image(hdr)
    #expect(read.hdrMetadata == hdr)
    #expect(try light(read) == light(image(HDRMetadata())))
    // The room stays what it was when the light changes.
    let brighter = read.applyingFilter("CIExposureAdjust", parameters: ["inputEV": 1])
    #expect(brighter.hdrMetadata == hdr)
  }
}
