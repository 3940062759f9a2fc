import Foundation
import HeadroomColor
import HeadroomContainers
import HeadroomGraphics
import HeadroomImage
import HeadroomImageIO
import HeadroomPictures
import HeadroomPixels
import HeadroomTestSupport
import Testing

/// Base and what the gain map leads to in each other's place.
@Suite struct GainMapBaseTests {
  private func copy(_ source: CGImageSource, to type: CFString, isBaseSDR: Bool) throws -> CGImageSource {
    let data = NSMutableData()
    let destination = try CGImageDestination(data: data, type: type)
    try destination.add(
      from: source, index: 0,
      properties: [
        kCGImageDestinationEncodeRequest: kCGImageDestinationEncodeToISOGainmap,
        kCGImageDestinationEncodeBaseIsSDR: isBaseSDR, kCGImageDestinationLossyCompressionQuality: 1.0,
      ])
    try destination.finalize()
    return CGImageSource(data: data as Data)
  }

  /// Light in linear BT.2020.
  private func light(_ source: CGImageSource, _ request: CFString?) throws -> [SIMD3<Double>] {
    let image = try #require(
      CGImageSourceCreateImageAtIndex(source, 0, request.map { [kCGImageSourceDecodeRequest: $0] }))
    let encoding = try #require(image.colorSpace?.encoding)
    let matrix = encoding.primaries.matrix(to: .bt2020)
    return triples(floats(image)).map { matrix.apply(encoding.decode(SIMD3(Double($0.x), Double($0.y), Double($0.z)))) }
  }

  private func stopsApart(_ one: [SIMD3<Double>], _ other: [SIMD3<Double>]) -> Double {
    zip(one, other).map { a, b in
      (0..<3).map { log2((max(a[$0], 0) + 1.0 / 16) / (max(b[$0], 0) + 1.0 / 16)).magnitude }.max() ?? 0
    }.max() ?? 0
  }

  @Test("An HDR base shows what the SDR base led to, its map leads back, and so does the way back")
  func exchanged() throws {
    let sdrBased = CGImageSource(
      data: try encoded(makeHDRImage(peak: 4), "public.jpeg", [kCGImageDestinationLossyCompressionQuality: 1.0]))
    let hdrBased = try copy(sdrBased, to: "public.avif", isBaseSDR: false)
    let base = try hdrBased.image(at: 0)
    #expect(base.colorSpace?.isPQBased == true)
    let metadata = try #require(try hdrBased.still(at: 0, allLight).gainMap?.metadata)
    #expect(metadata.isBaseHDR)
    #expect(metadata.alternateHeadroom == 0)
    #expect((exp2(metadata.baseHeadroom) - 4).magnitude < 0.1)
    let again = try copy(hdrBased, to: "public.jpeg", isBaseSDR: true)
    #expect(try again.image(at: 0).colorSpace?.isPQBased == false)
    let first = try #require(try sdrBased.still(at: 0, allLight).gainMap?.metadata)
    let last = try #require(try again.still(at: 0, allLight).gainMap?.metadata)
    #expect(!last.isBaseHDR)
    #expect((last.alternateHeadroom - first.alternateHeadroom).magnitude < 0.05)
    let hdr = try light(sdrBased, kCGImageSourceDecodeToHDR)
    let sdr = try light(sdrBased, kCGImageSourceDecodeToSDR)
    for other in [hdrBased, again] {
      #expect(stopsApart(hdr, try light(other, kCGImageSourceDecodeToHDR)) < 0.1)
      #expect(stopsApart(sdr, try light(other, kCGImageSourceDecodeToSDR)) < 0.1)
    }
  }

  private var allLight: CGImageSource.ImageRequest {
    var request = CGImageSource.ImageRequest()
    request.dynamicRange = .high(displayHeadroom: .infinity)
    return request
  }

  @Test("A container without PQ and HLG has no HDR base")
  func refused() throws {
    let source = CGImageSource(data: try encoded(makeHDRImage(peak: 4), "public.jpeg"))
    #expect(throws: ImageIOError.self) { try copy(source, to: "public.jpeg", isBaseSDR: false) }
  }
}
