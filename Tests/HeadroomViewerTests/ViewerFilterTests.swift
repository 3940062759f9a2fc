import Foundation
import HeadroomColor
import HeadroomEngine
import HeadroomFilters
import HeadroomTestSupport
import HeadroomViewer
import Testing

/// Filters on a small picture whose light is known.
struct ViewerFilterTests {
  private let folder: TemporaryFolder
  private let harness: ViewerHarness
  private static let (width, height) = (96, 64)

  init() throws {
    let folder = try TemporaryFolder()
    func write(_ name: String, _ light: (Int, Int) -> SIMD3<Float>) throws {
      let file = MadeFiles.pfm(width: Self.width, height: Self.height, light)
      try Data(file).write(to: URL(filePath: folder.path(name)))
    }
    try write("waves.pfm", Self.light)
    try write("it's half.pfm") { _, _ in SIMD3(repeating: 0.5) }
    self.folder = folder
    harness = try ViewerHarness([folder.path("waves.pfm"), folder.path("it's half.pfm")])
  }

  /// Smooth light from 0 to 4.
  private static func light(_ x: Int, _ y: Int) -> SIMD3<Float> {
    let wave = sin(Float(x) / 11) * cos(Float(y) / 13)
    return SIMD3(2 + 2 * wave, 2 - wave, 1 + wave * wave)
  }

  private func light(_ filters: String, _ more: String = "") async throws -> ViewerResponse {
    try await harness.file("/light" + ViewerHarness.query(["filters": filters]) + more)
  }

  private func message(_ answer: ViewerResponse) throws -> String {
    let error = try #require(try answer.object["error"] as? [String: Any])
    return try #require(error["message"] as? String)
  }

  @Test func `A filter changes the light, a second one what comes of it`() async throws {
    let plain = try await harness.file("/light").halfFloats
    let twice = try await light("CIExposureAdjust ev=1").halfFloats
    let back = try await light("CIExposureAdjust ev=1\nCIExposureAdjust inputEV=-1").halfFloats
    #expect(zip(plain, twice).allSatisfy { abs($1 - 2 * $0) <= 0.002 * abs($1) })
    #expect(zip(plain, back).allSatisfy { abs($1 - $0) <= 0.002 * abs($1) })
    #expect(plain != twice)
  }

  @Test func `A comparison has the filters of the picture that is shown, and not of the other`() async throws {
    let files = try #require(await harness.ask("/api/files").object["files"] as? [[String: Any]])
    let id = try #require(files.first { $0["name"] as? String == "waves.pfm" }?["id"] as? String)
    let filters = ViewerHarness.query(["filters": "CIExposureAdjust ev=1"]).dropFirst()
    let pair = "a=\(id)&b=\(id)"
    let plain = await harness.ask("/api/compare/map?\(pair)").halfFloats
    let brighter = await harness.ask("/api/compare/map?\(pair)&\(filters)").halfFloats
    #expect(plain.allSatisfy { $0 == 0 } && brighter.contains { $0 > 20 })
    let pixel = try await harness.ask("/api/compare/pixel?\(pair)&x=3&y=5&\(filters)").object
    func linear(_ name: String) -> [Double] { (pixel[name] as? [String: Any])?["linear"] as? [Double] ?? [] }
    #expect(!linear("a").isEmpty)
    #expect(zip(linear("a"), linear("b")).allSatisfy { abs($0 - 2 * $1) < 1e-3 * abs($0) })
    let summary = try await harness.ask("/api/compare?\(pair)&\(filters)").object
    let difference = try #require(summary["deltaEITP"] as? [String: Double])
    let most = try #require(difference["maximum"])
    #expect(abs(most - Double(brighter.max() ?? 0)) < 1e-3 * most)
  }

  @Test func `Another frame is said with the light, and everything else follows it`() async throws {
    let crop = "CICrop rectangle=[8,16,32,24]"
    let answer = try await light(crop)
    #expect(answer.header("X-Picture") == "32 24" && answer.header("X-Width") == "32")
    let whole = try await harness.file("/light").halfFloats
    // Core Image counts rows from below.
    let first = ((Self.height - 16 - 24) * Self.width + 8) * 3
    #expect(Array(answer.halfFloats[0..<96]) == Array(whole[first..<first + 96]))
    let details = try await harness.json(ViewerHarness.query(["filters": crop]))
    #expect(details["width"] as? Int == 32 && details["height"] as? Int == 24)
    #expect(try await light(crop, "&rect=0,0,33,1").status == 400)
  }

  @Test func `Pixels, statistics, scopes and renditions are those behind the filters`() async throws {
    let query = ViewerHarness.query([
      "filters": "CIColorMatrix rVector=[0,0,0,0] gVector=[0,0,0,0] bVector=[0,0,0,0] biasVector=[3,3,3,0]"
    ])
    let pixel = try await harness.json("/pixel" + query + "&x=4&y=5")
    let linear = try #require(pixel["linear"] as? [Double])
    #expect(linear.allSatisfy { abs($0 - 3) < 0.001 } && pixel["code"] is NSNull)
    let statistics = try await harness.json("/statistics" + query)
    #expect(abs(try #require(statistics["maximum"] as? Double) - 3) < 0.001)
    #expect(try await harness.file("/scopes" + query).status == 200)
    #expect(try await harness.file("/rendition" + query + "&headroom=2").header("Content-Type") == "image/png")
    #expect(try await harness.file("/picture" + query).status == 400)
    let export = try await harness.file("/export" + query + "&format=png", method: "POST")
    #expect(export.status == 200 && export.header("Content-Type") == "image/png")
  }

  @Test(arguments: [
    "CIGaussianBlur radius=9", "CIBumpDistortion center=[48,32] radius=30 scale=0.4", "CICrop rectangle=[10,8,60,40]",
    "CIAffineTransform transform=[1,0,0,1,6,4]", "CIMorphologyMaximum radius=6", "CIPixellate center=[48,32] scale=12",
    "CIDepthOfField point0=[0,32] point1=[96,32] radius=12", "CIGloom radius=8 intensity=0.5",
  ])
  func `A draft of half the size looks like the picture`(_ filter: String) async throws {
    let draft = try await light(filter, "&max=48&draft=1")
    let exact = try await light(filter, "&max=48")
    #expect(
      draft.header("X-Width") == exact.header("X-Width") && draft.header("X-Picture") == exact.header("X-Picture"))
    let pairs = zip(draft.halfFloats, exact.halfFloats)
    let error = pairs.reduce(0) { $0 + abs($1.0 - $1.1) } / Float(exact.halfFloats.count)
    let size = exact.halfFloats.reduce(0) { $0 + abs($1) } / Float(exact.halfFloats.count)
    #expect(error < 0.06 * size, "\(error) of \(size)")
  }

  @Test func `Other pictures are named as the strip names them, in quotes where needed`() async throws {
    let mixed = try await light("CIMultiplyCompositing backgroundImage=\"it's half.pfm\"").halfFloats
    let plain = try await harness.file("/light").halfFloats
    #expect(zip(plain, mixed).allSatisfy { abs($1 - $0 / 2) <= 0.003 * abs($1) + 0.001 })
  }

  @Test(arguments: [
    "CIMultiplyCompositing backgroundImage=/etc/passwd", "CIColorCube cubeData=/etc/passwd.cube", "CINoSuchFilter",
    "kernel:/etc/passwd#main", "CIExposureAdjust ev", "CIExposureAdjust ev=\"x\"", "CIGaussianBlur radius=-1",
    "CIMultiplyCompositing", "CICrop rectangle=[500,500,4,4]", "CIGaussianBlur inputImage=waves.pfm",
  ])
  func `What makes no sense, or names what is not shown, is refused with a reason`(_ filter: String) async throws {
    let answer = try await light(filter)
    #expect(answer.status == 400)
    let said = try message(answer)
    #expect(said.count > 10 && !said.contains("root:"))
  }

  @Test func `Too many filters and too large results are refused`() async throws {
    let many = Array(repeating: "CIExposureAdjust ev=0.1", count: 33).joined(separator: "\n")
    #expect(try await light(many).status == 400)
    let large = Array(repeating: "CIBicubicScaleTransform scale=100", count: 3).joined(separator: "\n")
    #expect(try await light(large).status == 422)
  }

  @Test func `A table that was brought is found by its name, and what is none is refused`() async throws {
    let cube = "LUT_3D_SIZE 2\n1 1 1\n0 1 1\n1 0 1\n0 0 1\n1 1 0\n0 1 0\n1 0 0\n0 0 0\n"
    let query = ViewerHarness.query(["name": "my look.cube"])
    #expect(await harness.ask("/api/tables" + query, method: "POST", body: Array("no table".utf8)).status == 415)
    #expect(await harness.ask("/api/tables", method: "POST", body: Array(cube.utf8)).status == 400)
    let filter = "CIColorCube cubeData=\"my look.cube\""
    #expect(try await light(filter).status == 400)
    #expect(await harness.ask("/api/tables" + query, method: "POST", body: Array(cube.utf8)).status == 200)
    #expect(try await light(filter).status == 200)
  }

  @Test func `The command and the recipe are those of the filters, whatever a file is called`() async throws {
    let query = ViewerHarness.query([
      "filters": "CIExposureAdjust ev=1\nCIMultiplyCompositing backgroundImage=waves.pfm", "headroom": "4",
      "layer": "metal",
      "exposure": "0.5",
    ])
    let answer = try await harness.json("/commands" + query, at: 1)
    let command = try #require(answer["convert"] as? String)
    #expect(
      command == "headroom convert 'it'\\''s half.pfm' 'it'\\''s half-filtered.png' --filter 'CIExposureAdjust ev=1' "
        + "--filter 'CIMultiplyCompositing backgroundImage=waves.pfm' --filter 'CIExposureAdjust ev=0.5' "
        + "--headroom 4.0 --tone-map clip")
    let recipe = try #require(answer["recipe"] as? [String: Any])
    let nodes = try #require(recipe["nodes"] as? [[String: Any]])
    #expect(nodes.compactMap { $0["filter"] as? String }.contains("CIMultiplyCompositing"))
    #expect(!"\(recipe)".contains(folder.path("")))
    #expect((answer["render"] as? String)?.contains("=it'\\''s half.pfm'") == true)
  }

  @Test func `The graph has every node with its extent, before planning and after`() async throws {
    let answer = try await harness.json(
      "/graph" + ViewerHarness.query(["filters": "CIGaussianBlur radius=10\nCIExposureAdjust ev=1", "headroom": "2"]))
    let recipe = try #require(answer["recipe"] as? [String: Any])
    let nodes = try #require(recipe["nodes"] as? [[String: Any]])
    let titles = nodes.compactMap { $0["title"] as? String }
    #expect(titles.first == "waves.pfm" && titles.contains("CIGaussianBlur") && titles.contains("toneMapped"))
    let ids = Set(nodes.compactMap { $0["id"] as? String })
    for node in nodes {
      for read in try #require(node["reads"] as? [[String: Any]]) {
        #expect(ids.contains(read["node"] as? String ?? ""))
      }
    }
    let picture = try #require(nodes.first?["extent"] as? [Double])
    #expect(picture == [0, 0, Double(Self.width), Double(Self.height)])
    let plan = try #require(answer["plan"] as? [String: Any])
    #expect(try #require(plan["steps"] as? [[String: Any]]).count >= 1)
    let output = try #require((plan["outputs"] as? [[String: Any]])?.first)
    #expect(try #require(output["reads"] as? [Int]).count + (try #require(output["sources"] as? [Int])).count > 0)
  }
}
