import Foundation
import HeadroomEngine
import HeadroomGraphics
import HeadroomImage
import HeadroomImageTestSupport
import HeadroomPixels
import Testing

/// Warps of kernel text in a row are one step where no edge between them could show.
@Suite struct JoinedWarpTests {
  private let picture = TestPicture.random(width: 40, height: 30, seed: 12, -0.2...3, isOpaque: false).image
  private let rect = PixelRect(x: -6, y: -5, width: 55, height: 45)

  private func warp(_ body: String, of image: CIImage, _ extent: CGRect) throws -> CIImage {
    let kernel = try #require(CIWarpKernel(source: "kernel vec2 k() { vec2 d = destCoord(); \(body) }"))
    return try kernel.applied(extent: extent, image: image, arguments: [])
  }

  private static let wave = "return d + vec2(sin(d.y * 0.3) * 2.5, 1.25);"
  private static let shear = "return vec2(d.x * 0.8 + d.y * 0.1 + 2.0, d.y * 1.1 - 1.5);"

  private func pixels(_ image: CIImage, tileEdge: Int? = nil, workers: Int? = nil) throws -> [Float] {
    try TestPicture.render(image, rect, tileEdge: tileEdge, workers: workers).pixels
  }

  /// Both renderers agree, and tiles do not matter.
  private func check(_ image: CIImage) throws -> [Float] {
    let found = try pixels(image)
    let expected = try ReferenceRenderer.pixels(of: image.node, region: rect).pixels.flatMap {
      [$0.r, $0.g, $0.b, $0.a]
    }
    #expect(zip(found, expected).allSatisfy { abs($0 - $1) < 1e-4 })
    #expect(try pixels(image, tileEdge: 7, workers: 2).map(\.bitPattern) == found.map(\.bitPattern))
    return found
  }

  private func isOneStep(_ image: CIImage) -> Bool { image.node.inputs.first === picture.node }

  @Test func `Two warps with nothing between them are one, and are what a kernel of both is`() throws {
    let image = try warp(
      Self.shear, of: warp(Self.wave, of: picture, .infinite), CGRect(x: -4, y: -3, width: 50, height: 40))
    #expect(isOneStep(image))
    let both =
      "vec2 e = vec2(d.x * 0.8 + d.y * 0.1 + 2.0, d.y * 1.1 - 1.5); return e + vec2(sin(e.y * 0.3) * 2.5, 1.25);"
    let expected = try pixels(warp(both, of: picture, CGRect(x: -4, y: -3, width: 50, height: 40)))
    #expect(zip(try check(image), expected).allSatisfy { abs($0 - $1) < 1e-4 })
  }

  @Test func `Three are one too, and a transform that interpolates`() throws {
    let two = try warp(Self.shear, of: warp(Self.wave, of: picture, .infinite), .infinite)
    let three = try warp(Self.wave, of: two, .infinite)
    #expect(isOneStep(three))
    _ = try check(three)
    let turned = two.transformed(by: CGAffineTransform(rotationAngle: 0.3))
    #expect(isOneStep(turned))
    _ = try check(turned)
  }

  @Test func `An edge between two warps stays where the second could show it`() throws {
    let first = try warp(Self.wave, of: picture, picture.extent)
    let seen = try warp(Self.shear, of: first, CGRect(x: -4, y: -3, width: 50, height: 40))
    #expect(!isOneStep(seen))
    _ = try check(seen)
    // Its positions are 6...24 and 4.05...18.75.
    let inside = try warp(Self.shear, of: first, CGRect(x: 4, y: 5, width: 20, height: 12))
    #expect(isOneStep(inside))
    _ = try check(inside)
  }

  @Test func `A transform of a warp that ends somewhere is one step as well, and its edges are those of two`() throws {
    let turn = CGAffineTransform(rotationAngle: 0.3).scaledBy(x: 1.3, y: 0.8)
    let first = try warp(Self.wave, of: picture, picture.extent)
    let turned = first.transformed(by: turn)
    #expect(turned.node.inputs.first?.inputs.first === picture.node)
    _ = try check(turned)
    // Of one colour, all that is left to see is the edge.
    for white in [CIImage(color: .white), CIImage(color: .white).samplingNearest()] {
      let image = try warp(Self.wave, of: white, CGRect(x: 3, y: 2, width: 21, height: 17))
      let one = try check(image.transformed(by: turn))
      let two = try pixels(image.insertingIntermediate().transformed(by: turn))
      #expect(zip(one, two).allSatisfy { abs($0 - $1) < 2e-4 })
      #expect(one.contains { $0 == 1 } && one.contains { $0 == 0 })
    }
  }

  @Test func `Transforms that are exact, or average pixels, stay apart`() throws {
    let warped = try warp(Self.wave, of: picture, .infinite)
    for transform in [CGAffineTransform(translationX: 3, y: -2), CGAffineTransform(scaleX: 0.25, y: 0.25)] {
      #expect(!isOneStep(warped.transformed(by: transform)))
    }
    #expect(!isOneStep(try warp(Self.shear, of: warped.samplingNearest(), .infinite)))
  }

  @Test func `Where one warp gives no position there is nothing`() throws {
    let constant = try warp("return vec2(5.5, 5.5);", of: picture, .infinite)
    let image = try warp(
      "return d.x < 10.0 ? vec2(sqrt(-1.0), 1.0) : d;", of: constant, CGRect(x: 0, y: 0, width: 20, height: 4))
    #expect(isOneStep(image))
    let found = try check(image)
    func alpha(_ x: Int, _ y: Int) -> Float { found[((y - rect.minY) * rect.width + x - rect.minX) * 4 + 3] }
    #expect(alpha(9, 2) == 0 && alpha(10, 2) > 0)
  }
}
