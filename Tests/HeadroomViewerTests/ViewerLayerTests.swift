import Foundation
import HeadroomTestSupport
import HeadroomViewer
import Testing

/// Layers and parts of an OpenEXR file that the OpenEXR library wrote.
struct ViewerLayerTests {
  private let harness: ViewerHarness

  init() throws {
    let fixtures = TestData.packageRoot.appending(path: "Tests/HeadroomImageIOTests/OpenEXR/Fixtures")
    harness = try ViewerHarness([fixtures.appending(path: "layers.exr").path, fixtures.appending(path: "zip.exr").path])
  }

  @Test func `Details list layers of all parts, and none where there is no choice`() async throws {
    let layers = try await harness.json("")["layers"] as? [String]
    #expect(layers == ["beauty", "beauty/N", "beauty/key", "beauty/Z", "beauty/id", "lights", "lights/fill"])
    #expect(try await harness.json("", at: 1)["layers"] as? [String] == [])
  }

  @Test func `Everything that is asked of a layer is answered of it`() async throws {
    let usual = try await harness.file("/light").halfFloats
    for name in ["beauty/N", "beauty/key", "beauty/Z", "lights", "lights/fill"] {
      let query = ViewerHarness.query(["layerName": name])
      let light = try await harness.file("/light" + query)
      #expect(light.status == 200 && light.halfFloats != usual, "\(name)")
      for rest in ["/scopes", "/statistics", "/rendition", "/picture", "/graph", "/commands"] {
        #expect(try await harness.file(rest + query).status == 200, "\(rest) of \(name)")
      }
    }
    #expect(try await harness.file("/light" + ViewerHarness.query(["layerName": "beauty"])).halfFloats == usual)
  }

  @Test func `The command names part and layer as the command takes them`() async throws {
    let answer = try await harness.json("/commands" + ViewerHarness.query(["layerName": "lights/fill"]))
    #expect(
      answer["convert"] as? String == "headroom convert layers.exr layers-filtered.png --index 1 --layer fill")
  }

  @Test func `A pixel of a layer is what is stored there`() async throws {
    // x / 40 * 100 at the twelfth column of the top row.
    let pixel = try await harness.json("/pixel" + ViewerHarness.query(["layerName": "beauty/Z"]) + "&x=12&y=0")
    let code = try #require(pixel["code"] as? [Double])
    #expect(code.count == 1 && abs(code[0] - 90) < 0.05)
  }

  @Test func `A layer that is not there is refused`() async throws {
    #expect(try await harness.file("/light" + ViewerHarness.query(["layerName": "nose"])).status == 404)
    #expect(try await harness.file("/light" + ViewerHarness.query(["layerName": "N"]), at: 1).status == 404)
  }
}
