import Foundation
import HeadroomEngine
import HeadroomGraphics
import HeadroomImage
import HeadroomImageTestSupport
import HeadroomKernelLanguage
import HeadroomPixels
import HeadroomTestSupport
import Testing

/// Kernels from text on both renderers: rows on tiles, and the evaluator that walks the text.
@Suite("Kernels from text")
struct KernelTextTests {
  private static let folder = TestData.root.appending(path: "kernels")
  private static let files = ((try? FileManager.default.contentsOfDirectory(atPath: folder.path)) ?? []).sorted()
    .filter { $0.hasSuffix("metal") || $0.hasSuffix("cikernel") }

  @Test(
    "published sources give the same on both renderers, whatever the tiles",
    .enabled(if: !files.isEmpty, "no kernels in HEADROOM_TEST_DATA"), arguments: files)
  func published(_ file: String) throws {
    let url = Self.folder.appending(path: file)
    let program = try #require(try Self.program(url))
    for (kernel, signature) in zip(try CIKernel.kernels(contentsOf: url), program.kernels) {
      let image = try Self.image(of: kernel, signature, program)
      let rect = PixelRect(x: -3, y: -2, width: 45, height: 36)
      let (found, expected) = try (tiled(image, rect), reference(image, rect))
      let worst = zip(found, expected).map { Self.distance($0, $1) }.max() ?? 0
      if worst >= 2e-4 {
        let place = found.indices.first { Self.distance(found[$0], expected[$0]) >= 2e-4 } ?? 0
        let (x, y) = (rect.minX + place / 4 % rect.width, rect.minY + place / 4 / rect.width)
        Issue.record("\(file), \(kernel.name): \(found[place]) found, \(expected[place]) expected at \(x), \(y)")
      }
      let small = try tiled(image, rect, tileEdge: 11, workers: 2)
      #expect(small.map(\.bitPattern) == found.map(\.bitPattern), "\(file), \(kernel.name) in small tiles")
    }
  }

  private static func distance(_ a: Float, _ b: Float) -> Float {
    if a == b || (a.isNaN && b.isNaN) { return 0 }
    return a.isNaN || b.isNaN ? .infinity : abs(a - b) / max(1, abs(a), abs(b))
  }

  private static func program(_ url: URL) throws -> TypedProgram? {
    let bytes = try [UInt8](Data(contentsOf: url))
    let dialect: KernelDialect = url.pathExtension == "metal" ? .metal : .coreImage
    return KernelText(dialect: dialect).compile(SourceText(name: url.lastPathComponent, bytes: bytes)).program
  }

  /// The kernel on small pictures of HDR light, with numbers that are of use for most.
  private static func image(of kernel: CIKernel, _ signature: KernelSignature, _ program: TypedProgram) throws
    -> CIImage
  {
    var (arguments, seed): ([Any], UInt64) = ([], 3)
    for parameter in signature.parameters {
      switch parameter.argument {
      case .destination: continue
      case .pixel, .sampler:
        let picture = TestPicture.random(width: 40, height: 30, seed: seed, -0.2...3, isOpaque: seed % 2 == 0)
        arguments.append(picture.image)
        seed += 1
      case .color: arguments.append(CIColor(red: 0.2, green: 0.7, blue: 0.4))
      case .value(let type): arguments.append(Self.numbers(parameter.name, program.types.lanes(type)))
      }
    }
    let extent = CGRect(x: -1, y: 0, width: 41, height: 31)
    if let warp = kernel as? CIWarpKernel {
      let picture = TestPicture.random(width: 40, height: 30, seed: 9, -0.2...3, isOpaque: true).image
      return try warp.applied(extent: extent, roiCallback: { _, _ in .infinite }, image: picture, arguments: arguments)
    }
    return try kernel.applied(extent: extent, arguments: arguments)
  }

  private static func numbers(_ name: String, _ count: Int) -> Any {
    let isLength = ["size", "width", "height", "radius", "center", "centre", "scale"].contains {
      name.lowercased().contains($0)
    }
    let values: [Double] = (0..<count).map { (isLength ? 8 : 0.4) + 0.25 * Double($0) }
    return count == 1 ? values[0] : CIVector(values.map { CGFloat($0) })
  }

  private func tiled(_ image: CIImage, _ rect: PixelRect, tileEdge: Int? = nil, workers: Int? = nil) throws -> [Float] {
    try TestPicture.render(image, rect, tileEdge: tileEdge, workers: workers).pixels
  }

  private func reference(_ image: CIImage, _ rect: PixelRect) throws -> [Float] {
    try ReferenceRenderer.pixels(of: image.node, region: rect).pixels.flatMap { [$0.r, $0.g, $0.b, $0.a] }
  }

  // MARK: Loops, memories, edges

  /// Bodies of `float4 k(sampler s, sampler t, float n, destination d)`.
  static let bodies: [String] = [
    "float4 sum = 0; for (int y = -1; y <= 1; y++) { for (int x = -1; x <= 1; x++) { sum += s.sample(s.coord() + float2(x, y)); } } return sum / 9;",
    "return s.sample(d.coord() + float2(0.5, -2.25));",
    "return s.sample(s.transform(d.coord() * 0.5 + float2(n, 1)));",
    "float4 a = s.sample(s.coord()); float4 b = t.sample(t.coord() + float2(3, 0)); return mix(a, b, 0.25);",
    "float4 best = 0; for (int i = 0; i < int(d.coord().x); i++) { float4 c = s.sample(float2(float(i) + 0.5, d.coord().y)); if (c.r > best.r) { best = c; } } return best;",
    "float2 p = d.coord(); for (int i = 0; i < 20; i++) { float4 c = s.sample(p); p += c.rg; if (length(p - d.coord()) > 6) { return c; } } return t.sample(p);",
    "float4 e = s.extent(); return float4(e.xy, s.size());",
    "float4 row[5]; for (int i = 0; i < 5; i++) { row[i] = s.sample(s.coord() + float2(i - 2, 0)); } for (int i = 0; i < 4; i++) { for (int j = 0; j < 4 - i; j++) { if (row[j].r > row[j + 1].r) { float4 x = row[j]; row[j] = row[j + 1]; row[j + 1] = x; } } } return row[2];",
  ]

  @Test("samplers agree on both renderers", arguments: bodies, [false, true])
  func samplers(_ body: String, isClamped: Bool) throws {
    let source = """
      #include <CoreImage/CoreImage.h>
      using namespace metal;
      extern "C" { namespace coreimage {
        float4 k(sampler s, sampler t, float n, destination d) { \(body) }
      } }
      """
    let kernel = try CIKernel.kernels(withMetalString: source)[0]
    let pictures = [5, 6].map { TestPicture.random(width: 40, height: 30, seed: $0, -0.2...3, isOpaque: false).image }
    let images: [Any] = pictures.map { picture in
      isClamped ? CISampler(image: picture, options: [kCISamplerWrapMode: kCISamplerWrapClamp]) as Any : picture
    }
    let image = try kernel.applied(extent: CGRect(x: -4, y: -3, width: 50, height: 40), arguments: images + [2.5])
    let rect = PixelRect(x: -6, y: -5, width: 55, height: 45)
    let (found, expected) = try (tiled(image, rect), reference(image, rect))
    #expect(zip(found, expected).allSatisfy { Self.distance($0, $1) < 1e-5 })
    let small = try tiled(image, rect, tileEdge: 9, workers: 2)
    if let place = found.indices.first(where: { small[$0].bitPattern != found[$0].bitPattern }) {
      let (x, y) = (rect.minX + place / 4 % rect.width, rect.minY + place / 4 / rect.width)
      Issue.record("\(small[place]) in small tiles, \(found[place]) in large ones at \(x), \(y)")
    }
  }
}
