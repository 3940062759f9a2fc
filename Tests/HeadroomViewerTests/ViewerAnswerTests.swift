import Foundation
import HeadroomColor
import HeadroomTestSupport
import HeadroomViewer
import Testing

/// Answers about a small picture whose light is known.
struct ViewerAnswerTests {
  private let folder: TemporaryFolder
  private let harness: ViewerHarness
  private static let (width, height) = (64, 48)

  init() throws {
    folder = try TemporaryFolder()
    let file = MadeFiles.pfm(width: Self.width, height: Self.height, Self.light)
    try Data(file).write(to: URL(filePath: folder.path("ramp.pfm")))
    try Data("no picture".utf8).write(to: URL(filePath: folder.path("broken.jpg")))
    harness = try ViewerHarness([folder.path("ramp.pfm"), folder.path("broken.jpg"), folder.path("ramp.pfm")])
  }

  /// Linear sRGB light: stops from the left to the right, more red below.
  private static func light(_ x: Int, _ y: Int) -> SIMD3<Float> {
    let level = exp2(Float(x) / 8 - 5)
    return SIMD3(level, level, level * (1 - Float(y) / Float(height)))
  }

  @Test func `The list and the session say what there is`() async throws {
    let list = try await harness.ask("/api/files?offset=0&limit=10").object
    #expect(list["total"] as? Int == 2)
    let files = try #require(list["files"] as? [[String: Any]])
    #expect(files.map { $0["name"] as? String } == ["ramp.pfm", "broken.jpg"])
    let session = try await harness.ask("/api/session").object
    #expect(session["files"] as? Int == 2)
    #expect(session["live"] as? Bool == false)
  }

  @Test func `Details have the upright size and the kind`() async throws {
    let details = try await harness.json("")
    #expect(details["width"] as? Int == Self.width)
    #expect(details["height"] as? Int == Self.height)
    #expect(details["kind"] as? String == "float")
    #expect((details["browser"] as? [String: Any])?["original"] as? Bool == false)
  }

  @Test func `A broken file has its error in its place, and the rest goes on`() async throws {
    for rest in ["", "/preview", "/light", "/picture", "/thumbnail", "/scopes", "/pixel?x=0&y=0", "/tone"] {
      let answer = try await harness.file(rest, at: 1)
      #expect(answer.status == 415, "\(rest)")
      let error = try #require(try answer.object["error"] as? [String: Any])
      #expect(error["file"] as? String == "broken.jpg")
    }
    #expect(try await harness.file("/light").status == 200)
  }

  @Test func `Light is linear BT.2020 in half floats, rows from the top`() async throws {
    let answer = try await harness.file("/light")
    #expect(answer.header("X-Width") == "64")
    #expect(answer.header("X-Height") == "48")
    let values = answer.halfFloats
    #expect(values.count == Self.width * Self.height * 3)
    let toBT2020 = ColorPrimaries.bt709.matrix(to: .bt2020)
    for (x, y) in [(0, 0), (63, 0), (63, 47), (20, 30)] {
      let expected = toBT2020.apply(SIMD3<Double>(Self.light(x, y)))
      for channel in 0..<3 {
        let value = Double(values[(y * Self.width + x) * 3 + channel])
        #expect(abs(value - expected[channel]) <= 0.001 * abs(expected[channel]) + 1e-5, "\(x) \(y) \(channel)")
      }
    }
  }

  @Test func `A rectangle of light is that part, and its scale is said`() async throws {
    let whole = try await harness.file("/light").halfFloats
    let part = try await harness.file("/light?rect=8,4,16,12")
    #expect(part.header("X-Width") == "16" && part.header("X-Scale") == "1.0")
    let values = part.halfFloats
    #expect(Array(values[0..<48]) == Array(whole[792..<840]))
    let small = try await harness.file("/light?max=16")
    #expect(small.header("X-Width") == "16" && small.header("X-Height") == "12" && small.header("X-Scale") == "4.0")
  }

  @Test(arguments: [
    "/light?rect=60,0,8,4", "/light?rect=0,0,0,4", "/light?rect=a", "/light?max=0", "/light?max=99999",
    "/light?headroom=0.5", "/rendition?headroom=0.5", "/tone?exposure=nan", "/rendition?layer=glass", "/pixel?x=64&y=0",
    "/pixel?x=1",
    "/rendition?exposure=1e9", "/thumbnail?size=-4", "/light?rect=99999999999999999999,0,1,1",
  ])
  func `What makes no sense is refused with a sentence`(_ rest: String) async throws {
    let answer = try await harness.file(rest)
    #expect(answer.status == 400)
    #expect((try answer.object["error"] as? [String: Any])?["message"] is String)
  }

  @Test func `Unknown ids, words and methods are not found`() async throws {
    let unknown = String(repeating: "0", count: 32)
    for target in [
      "/api/files/\(unknown)", "/api/files/", "/api/nothing", "/page/../index.html", "/page/%2e%2e", "/api",
    ] {
      #expect(await harness.ask(target).status == 404, "\(target)")
    }
    #expect(try await harness.file("/nothing").status == 404)
    #expect(try await harness.file("/").status == 404)
    #expect(try await harness.file("/light/more").status == 404)
    #expect(try await harness.file("/light", method: "POST").status == 405)
    #expect(try await harness.file("/export").status == 405)
    #expect(await harness.ask("/api/files", method: "DELETE").status == 405)
  }

  @Test func `A pixel is what was put there`() async throws {
    let pixel = try await harness.json("/pixel?x=40&y=24")
    let expected = SIMD3<Double>(Self.light(40, 24))
    let linear = try #require(pixel["srgb"] as? [Double])
    for channel in 0..<3 { #expect(abs(linear[channel] - expected[channel]) < 1e-5) }
    let code = try #require(pixel["code"] as? [Double])
    #expect(code.prefix(3).elementsEqual((0..<3).map { expected[$0] }))
    #expect(pixel["inSRGB"] as? Bool == true)
    #expect(abs(try #require(pixel["alpha"] as? Double) - 1) < 1e-6)
  }

  @Test func `Answers by version may be kept, others not`() async throws {
    let entry = try #require(harness.viewer.library.page(offset: 0, limit: 1).entries.first)
    let lasting = try await harness.file("/light?v=\(entry.version)")
    #expect(lasting.header("Cache-Control")?.contains("immutable") == true)
    let again = try await harness.file("/light?v=\(entry.version)")
    #expect(again.body == lasting.body)
    for rest in ["/light", "/light?v=other"] {
      #expect(try await harness.file(rest).header("Cache-Control") == "no-store")
    }
  }

  @Test func `A file without a gain map has none`() async throws {
    for rest in ["/gainmap", "/map", "/base"] { #expect(try await harness.file(rest).status == 404) }
  }

  @Test func `What the page brings is a file like others`() async throws {
    let bytes = MadeFiles.pfm(width: 4, height: 4) { _, _ in SIMD3(2, 1, 0.5) }
    let answer = try await harness.ask("/api/upload?name=new%20one.pfm", method: "POST", body: bytes).object
    let id = try #require(answer["id"] as? String)
    let pixel = try await harness.ask("/api/files/\(id)/pixel?x=1&y=1").object
    #expect(abs((try #require(pixel["srgb"] as? [Double]))[0] - 2) < 1e-5)
    #expect(await harness.ask("/api/upload?name=x", method: "POST").status == 400)
  }

  @Test func `Bytes that are no picture are refused by name, and the list stays as it was`() async throws {
    let answer = await harness.ask("/api/upload?name=notes.txt", method: "POST", body: Array("Dear diary,".utf8))
    #expect(answer.status == 415)
    #expect((try answer.object["error"] as? [String: Any])?["file"] as? String == "notes.txt")
    #expect(try await harness.ask("/api/files?offset=0&limit=10").object["total"] as? Int == 2)
  }

  @Test func `Comparing a file with itself finds nothing`() async throws {
    let entry = try #require(harness.viewer.library.page(offset: 0, limit: 1).entries.first)
    let pair = "a=\(entry.id)&b=\(entry.id)"
    #expect(await harness.ask("/api/compare/map?\(pair)").halfFloats.allSatisfy { $0 == 0 })
    let pixel = try await harness.ask("/api/compare/pixel?\(pair)&x=1&y=1").object
    #expect(pixel["deltaEITP"] as? Double == 0)
    let summary = try await harness.ask("/api/compare?\(pair)&headroom=2").object
    #expect(summary["headroom"] as? Double == 2)
    #expect(await harness.ask("/api/compare?a=\(entry.id)&b=nobody").status == 404)
  }

  @Test(arguments: [1.0, 4, 16]) func `A patch is one light, and says that nothing is brighter`(_ level: Double)
    async throws
  {
    let answer = await harness.ask("/api/patches?level=\(level)")
    #expect(answer.header("Content-Type") == "image/png")
    let id = try #require(
      try await harness.ask("/api/upload?name=patch.png", method: "POST", body: answer.body).object["id"] as? String)
    let details = try await harness.ask("/api/files/\(id)").object
    #expect(abs(try #require(details["contentHeadroom"] as? Double) - level) < 0.01 * level)
    let side = try #require(details["width"] as? Int)
    for place in ["x=0&y=0", "x=\(side / 2)&y=\(side / 2)", "x=\(side - 1)&y=\(side - 1)"] {
      let linear = try #require(try await harness.ask("/api/files/\(id)/pixel?\(place)").object["linear"] as? [Double])
      #expect(linear.allSatisfy { abs($0 - level) < 0.005 * level })
    }
  }

  @Test func `A patch of less than white, or of more than PQ holds, is none`() async throws {
    for level in ["0", "0.5", "1000", "nan"] { #expect(await harness.ask("/api/patches?level=\(level)").status == 400) }
  }
}
