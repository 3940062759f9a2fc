import Foundation
import HeadroomColor
import HeadroomTestSupport
import HeadroomViewer
import Testing

/// What the page takes away: every format that it offers opens again with the light that was seen.
struct ViewerExportTests {
  private let folder: TemporaryFolder
  private let harness: ViewerHarness
  private static let (width, height) = (96, 64)

  init() throws {
    folder = try TemporaryFolder()
    let file = MadeFiles.pfm(width: Self.width, height: Self.height) { x, _ in
      x < 48 ? SIMD3(0.25, 0.2, 0.15) : SIMD3(3, 2.5, 2)
    }
    try Data(file).write(to: URL(filePath: folder.path("lamp.pfm")))
    harness = try ViewerHarness([folder.path("lamp.pfm")])
  }

  private func exported(_ query: String) async throws -> ViewerResponse {
    try await harness.file("/export?" + query, method: "POST")
  }

  /// The export as a file of the viewer.
  private func opened(_ query: String) async throws -> String {
    let answer = try await exported(query)
    #expect(answer.status == 200, "\(query)")
    let kept = await harness.ask("/api/upload?name=back", method: "POST", body: answer.body)
    return try #require(try kept.object["id"] as? String, "\(query)")
  }

  @Test(arguments: ["jpeg", "heic", "avif", "jxl", "png", "tiff", "exr"])
  func `Every format that is offered keeps light above white`(_ format: String) async throws {
    let offered = try #require(try await harness.ask("/api/session").object["formats"] as? [String])
    try #require(offered.contains(format))
    let id = try await opened("format=\(format)&quality=95")
    let pixel = try await harness.ask("/api/files/\(id)/pixel?x=72&y=30").object
    let light = try #require(pixel["srgb"] as? [Double])
    for (value, expected) in zip(light, [3, 2.5, 2]) {
      #expect(abs(value - expected) < 0.12 * expected, "\(format) \(light)")
    }
  }

  @Test(arguments: ["jpeg", "png", "exr"]) func `A size is that of the longer side`(_ format: String) async throws {
    let id = try await opened("format=\(format)&side=48")
    let details = try await harness.ask("/api/files/\(id)").object
    #expect(details["width"] as? Int == 48 && details["height"] as? Int == 32)
  }

  @Test(arguments: ["jpeg", "jxl", "avif"]) func `Less quality is fewer bytes`(_ format: String) async throws {
    let noise = MadeFiles.pfm(width: 128, height: 128) { x, y in
      SIMD3(repeating: 0.1 + 0.3 * Float((x &* 7919 &+ y &* 104_729) % 97) / 97)
    }
    let kept = await harness.ask("/api/upload?name=noise.pfm", method: "POST", body: noise)
    let id = try #require(try kept.object["id"] as? String)
    func count(_ quality: Int) async -> Int {
      await harness.ask("/api/files/\(id)/export?format=\(format)&quality=\(quality)", method: "POST").body.count
    }
    #expect(await count(20) < (await count(95)) * 3 / 4)
  }

  @Test func `Metadata is left out as the command leaves it out`() async throws {
    let png = try #require(Self.withPlaceAndName(try await exported("format=png").body))
    let kept = await harness.ask("/api/upload?name=tagged.png", method: "POST", body: png)
    let id = try #require(try kept.object["id"] as? String)
    func text(_ strip: String) async -> String {
      let answer = await harness.ask("/api/files/\(id)/export?format=jpeg&strip=\(strip)", method: "POST")
      return String(decoding: answer.body, as: UTF8.self)
    }
    let (place, name, rights) = ("Winterthur", "Ada Example", "All rights kept")
    let whole = await text("")
    #expect(whole.contains(place) && whole.contains(name) && whole.contains(rights))
    let noPlace = await text("gps")
    #expect(!noPlace.contains(place) && noPlace.contains(name))
    let noNames = await text("gps,personal")
    #expect(!noNames.contains(place) && !noNames.contains(name) && noNames.contains(rights))
    #expect(!(await text("all")).contains(rights))
  }

  @Test(arguments: ["format=gif", "format=jpeg&quality=101", "format=jpeg&side=0", "format=jpeg&strip=everything"])
  func `What no export can be is refused`(_ query: String) async throws {
    #expect(try await exported(query).status == 400)
  }

  /// A PNG with XMP of a place, a name and a copyright behind its header.
  private static func withPlaceAndName(_ png: [UInt8]) -> [UInt8]? {
    let packet = """
      <x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#">\
      <rdf:Description rdf:about="" xmlns:photoshop="http://ns.adobe.com/photoshop/1.0/" \
      xmlns:xmpRights="http://ns.adobe.com/xap/1.0/rights/" photoshop:City="Winterthur" \
      xmlns:aux="http://ns.adobe.com/exif/1.0/aux/" aux:OwnerName="Ada Example" \
      xmpRights:WebStatement="All rights kept"/></rdf:RDF></x:xmpmeta>
      """
    let data = Array("XML:com.adobe.xmp\0\0\0\0\0".utf8) + Array(packet.utf8)
    let body = Array("iTXt".utf8) + data
    guard png.count > 33 else { return nil }
    return png[..<33] + big(UInt32(data.count)) + body + big(checksum(body)) + png[33...]
  }

  private static func big(_ value: UInt32) -> [UInt8] {
    (0..<4).map { UInt8(truncatingIfNeeded: value >> (24 - 8 * $0)) }
  }

  /// CRC-32 as PNG has it.
  private static func checksum(_ bytes: [UInt8]) -> UInt32 {
    ~bytes.reduce(~UInt32(0)) { sum, byte in
      (0..<8).reduce(sum ^ UInt32(byte)) { value, _ in value >> 1 ^ (value & 1 == 1 ? 0xedb8_8320 : 0) }
    }
  }
}
