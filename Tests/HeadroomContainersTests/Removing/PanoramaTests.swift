import HeadroomContainers
import Testing

@Suite("GPano of a picture whose frame changed") struct PanoramaTests {
  private static func packet(_ fields: [String: Int]) -> [UInt8] {
    let attributes = fields.map { "GPano:\($0.key)=\"\($0.value)\"" }.sorted().joined(separator: " ")
    return Array(
      XMPPacket.wrapped(
        """
        <rdf:Description rdf:about="" xmlns:GPano="\(XMPNamespace.panorama)" xmlns:dc="\(XMPNamespace.dublinCore)"
         GPano:ProjectionType="equirectangular" dc:format="image/jpeg" \(attributes)/>
        """
      ).utf8)
  }

  /// A whole sphere of 128 x 64.
  private static let sphere = packet([
    "FullPanoWidthPixels": 128, "FullPanoHeightPixels": 64, "CroppedAreaImageWidthPixels": 128,
    "CroppedAreaImageHeightPixels": 64, "CroppedAreaLeftPixels": 0, "CroppedAreaTopPixels": 0,
    "LargestValidInteriorRectWidth": 128,
  ])

  private static func numbers(_ bytes: [UInt8]?) throws -> [Int?] {
    let packet = try XMPPacket(parsing: #require(bytes))
    return [
      "FullPanoWidthPixels", "FullPanoHeightPixels", "CroppedAreaImageWidthPixels", "CroppedAreaImageHeightPixels",
      "CroppedAreaLeftPixels", "CroppedAreaTopPixels", "LargestValidInteriorRectWidth",
    ].map { packet[XMPNamespace.panorama, $0]?.text.flatMap { Int($0) } }
  }

  private static func part(
    _ x: Int, _ y: Int, _ width: Int, _ height: Int, at target: (Int, Int), of full: (Int, Int) = (128, 64)
  ) -> PictureFraming {
    .part(FramedPart(x: x, y: y, width: width, height: height, of: full, at: target))
  }

  @Test func `Sizes are scaled with the picture`() throws {
    let half = XMPPacket.reframing(Self.sphere, as: .scaled(from: (128, 64), to: (64, 32)))
    #expect(try Self.numbers(half) == [64, 32, 64, 32, 0, 0, 64])
  }

  @Test func `A part moves in the sphere, and is scaled with it`() throws {
    let cropped = XMPPacket.reframing(Self.sphere, as: Self.part(32, 16, 64, 32, at: (64, 32)))
    #expect(try Self.numbers(cropped) == [128, 64, 64, 32, 32, 16, nil])
    let smaller = XMPPacket.reframing(Self.sphere, as: Self.part(32, 16, 64, 32, at: (32, 16)))
    #expect(try Self.numbers(smaller) == [64, 32, 32, 16, 16, 8, nil])
    // A part of a part.
    let again = XMPPacket.reframing(try #require(cropped), as: Self.part(4, 2, 32, 16, at: (32, 16), of: (64, 32)))
    #expect(try Self.numbers(again) == [128, 64, 32, 16, 36, 18, nil])
  }

  @Test func `Numbers that count a larger version of the picture stay in proportion`() throws {
    let half = XMPPacket.reframing(Self.sphere, as: .scaled(from: (64, 32), to: (32, 16)))
    #expect(try Self.numbers(half) == [32, 16, 32, 16, 0, 0, 32])
  }

  @Test func `Turned pictures and numbers of another picture lose it, and nothing else`() throws {
    let mismatched = Self.packet(["FullPanoWidthPixels": 128, "FullPanoHeightPixels": 128])
    for bytes in [
      XMPPacket.reframing(Self.sphere, as: .other),
      XMPPacket.reframing(mismatched, as: .scaled(from: (128, 64), to: (64, 32))),
      XMPPacket.reframing(Self.packet(["FullPanoWidthPixels": 128]), as: Self.part(0, 0, 64, 32, at: (64, 32))),
    ] {
      let packet = try XMPPacket(parsing: #require(bytes))
      #expect(packet.properties.keys.allSatisfy { $0.namespace != XMPNamespace.panorama })
      #expect(packet[XMPNamespace.dublinCore, "format"] != nil)
    }
    #expect(XMPPacket.reframing(Self.sphere, as: .unchanged) == Self.sphere)
    let plain = Array(XMPPacket.wrapped("<rdf:Description xmlns:q='urn:q' q:a='1'/>").utf8)
    #expect(XMPPacket.reframing(plain, as: .other) == plain)
  }

  @Test func `Numbers that are none do not matter`() throws {
    let text = String(decoding: Self.sphere, as: UTF8.self)
      .replacing("FullPanoWidthPixels=\"128\"", with: "FullPanoWidthPixels=\"1e300\"")
      .replacing("CroppedAreaLeftPixels=\"0\"", with: "CroppedAreaLeftPixels=\"nan\"")
    let half = XMPPacket.reframing(Array(text.utf8), as: .scaled(from: (128, 64), to: (64, 32)))
    #expect(try Self.numbers(half)[2] == 64)
  }

  @Test func `Edited pictures leave data inside XMP behind, in both packets`() throws {
    let blob = String(repeating: "QUJD", count: 8000)
    let long = String(repeating: "a long story. ", count: 4000)
    let packet = Array(
      XMPPacket.wrapped(
        "<rdf:Description xmlns:q='urn:q' q:blob='\(blob)'><q:data>\(blob)</q:data><q:story>\(long)</q:story></rdf:Description>"
      ).utf8)
    let left = StillMetadata(xmp: packet, extendedXMP: packet).ofRenderedPixels
    let text = String(decoding: try #require(left.xmp), as: UTF8.self)
    #expect(!text.contains("QUJDQUJD") && text.contains("a long story") && left.extendedXMP == nil)
    #expect(StillMetadata(xmp: packet).removing([]).xmp == packet)
  }
}
