import Foundation
import HeadroomEngine
import HeadroomFilters
import HeadroomGraphics
import HeadroomImage
import HeadroomImageTestSupport
import HeadroomPixels
import HeadroomTestSupport
import Testing

/// Pictures in another size: no rings, the same light, as sharp as before.
@Suite struct ResamplingTests {
  /// Grey light as an opaque image.
  private func image(_ width: Int, _ height: Int, _ light: (_ x: Int, _ y: Int) -> Float) -> CIImage {
    TestPictures.image(
      (0..<height).flatMap { y in (0..<width).flatMap { x in [light(x, y), light(x, y), light(x, y), 1] } },
      width: width, height: height)
  }

  private func disc(_ side: Int, _ inside: Float, on outside: Float) -> CIImage {
    let (middle, radius) = (Float(side - 1) / 2, Float(side) * 0.27)
    return image(side, side) { x, y in
      hypot(Float(x) - middle, Float(y) - middle) < radius ? inside : outside
    }
  }

  private func pixels(_ image: CIImage) throws -> [Pixel] { try tiled(image, PixelRect(enclosing: image.extent)) }

  private func plain(_ image: CIImage, _ size: Int) -> CIImage {
    image.applyingFilter("CILanczosScaleTransform", parameters: ["inputScale": Float(size) / Float(image.extent.width)])
  }

  @Test(
    arguments: [(0.06, 6), (0.021, 0.83), (-0.2, 40), (900, 0.3)] as [(Float, Float)], [16, 25, 50, 64, 160])
  func `A disc on another light has no ring`(_ light: (inside: Float, outside: Float), _ size: Int) throws {
    let picture = disc(64, light.inside, on: light.outside)
    let found = try pixels(picture.resized(to: CGSize(width: size, height: size))).map(\.r)
    let (least, most) = (min(light.inside, light.outside), max(light.inside, light.outside))
    #expect(found.allSatisfy { $0 >= least && $0 <= most })
    #expect(found.contains(light.inside) && found.contains(light.outside))
    let mean = try pixels(picture).map { Double($0.r) }.reduce(0, +) / 4096
    #expect(abs(found.map { Double($0) }.reduce(0, +) / Double(size * size) - mean) < 0.004 * Double(most))
  }

  @Test func `The filter still has its rings`() throws {
    #expect(try pixels(plain(disc(64, 0.06, on: 6), 16)).contains { $0.r < 0 })
  }

  /// Lamps in the night, some of them of one pixel.
  private func night(_ side: Int) -> (image: CIImage, light: [Float]) {
    var generator = SeededGenerator(seed: 5)
    var light = (0..<side * side).map { _ in Float.random(in: 0.005...0.015, using: &generator) }
    for _ in 0..<side * side / 800 {
      let (x, y) = (Int.random(in: 3..<side - 6, using: &generator), Int.random(in: 3..<side - 6, using: &generator))
      let (size, lamp) = (Int.random(in: 1...3, using: &generator), Float.random(in: 2...30, using: &generator))
      for row in y..<y + size { for column in x..<x + size { light[row * side + column] = lamp } }
    }
    return (image(side, side) { x, y in light[y * side + x] }, light)
  }

  @Test(arguments: [42, 61, 100]) func `Lamps in the night keep their light`(_ size: Int) throws {
    let (picture, light) = night(128)
    let mean = light.map(Double.init).reduce(0, +) / Double(light.count)
    let found = try pixels(picture.resized(to: CGSize(width: size, height: size)))
    #expect(found.allSatisfy { $0.r >= 0.005 })
    #expect(abs(found.map { Double($0.r) }.reduce(0, +) / Double(size * size) / mean - 1) < 0.003)
  }

  @Test func `Means of blocks are nearer to those of the source than the filter's`() throws {
    let side = 120
    let (picture, light) = night(side)
    // Four by four pixels of the result are twelve by twelve of the source.
    func error(_ result: [Pixel]) -> Double {
      var sum = 0.0
      for y in 0..<10 {
        for x in 0..<10 {
          var (ours, theirs) = (0.0, 0.0)
          for i in 0..<16 { ours += Double(result[(y * 4 + i / 4) * 40 + x * 4 + i % 4].r) / 16 }
          // Rows of pixels lie from the bottom, those of the light from the top.
          for i in 0..<144 {
            let row = side - 1 - y * 12 - i / 12
            theirs += Double(light[row * side + x * 12 + i % 12]) / 144
          }
          sum += abs(ours - theirs)
        }
      }
      return sum
    }
    let ours = try error(pixels(picture.resized(to: CGSize(width: 40, height: 40))))
    #expect(ours < 1.01 * error(try pixels(plain(picture, 40))))
  }

  /// An edge that is tilted a little is seen at many places between pixels.
  @Test(arguments: [1.2, 2, 3.9] as [Float])
  func `Edges of little contrast are as steep as the filter's`(
    _ ratio: Float
  ) throws {
    let picture = image(120, 120) { x, y in Float(x) < 60 + Float(y) / 12 ? 0.2 : 0.2 * ratio }
    func rise(_ result: [Pixel]) -> Float {
      var profile: [(distance: Float, light: Float)] = []
      for y in 2..<28 {
        // Where the edge lies in a row; rows from the bottom.
        let edge: Float = 60 + (117.5 - 4 * Float(y)) / 12
        for x in 0..<30 { profile.append((Float(x) + 0.5 - edge / 4, result[y * 30 + x].r)) }
      }
      profile.sort { $0.distance < $1.distance }
      func crossing(_ share: Float) -> Float {
        let level: Float = 0.2 + share * 0.2 * (ratio - 1)
        return profile.last { $0.distance < 1.5 && $0.light < level }?.distance ?? 0
      }
      return crossing(0.9) - crossing(0.1)
    }
    let ours = try rise(pixels(picture.resized(to: CGSize(width: 30, height: 30))))
    let theirs = try rise(pixels(plain(picture, 30)))
    #expect(ours <= theirs + 0.06, "\(ours) \(theirs)")
  }

  @Test func `What is transparent stays so, and colours keep to their alpha`() throws {
    let floats = (0..<64 * 64).flatMap { (index: Int) -> [Float] in
      let (x, y) = (index % 64 - 30, index / 64 - 33)
      let alpha: Float = x * x + y * y < 289 ? 0.8 : 0
      return [4 * alpha, 0.5 * alpha, 0.1 * alpha, alpha]
    }
    for size in [19, 100] {
      let found = try pixels(
        TestPictures.image(floats, width: 64, height: 64).resized(to: CGSize(width: size, height: size)))
      #expect(found.allSatisfy { $0.a >= 0 && $0.a <= 0.8 && abs($0.r - 4 * $0.a) < 1e-5 })
      #expect(found.contains { $0.a == 0 } && found.contains { $0.a == 0.8 })
    }
  }

  /// More columns than are worked on together, and rows that are remembered from band to band.
  @Test(arguments: [(700, 300), (2500, 41), (90, 23)])
  func `Neither tiles nor workers nor memory matter to a bit`(_ size: (width: Int, height: Int)) throws {
    let image = TestPictures.random(width: 1500, height: 70, seed: 3).resized(
      to: CGSize(width: size.width, height: size.height))
    let region = PixelRect(enclosing: image.extent)
    let whole = try tiled(image, region, workers: 1)
    #expect(try tiled(image, region, workers: 2) == whole)
    #expect(try tiled(image, region, tileEdge: 61, workers: 2) == whole)
    #expect(try tiled(image, region, workers: 2, memoryLimit: 24 << 20) == whole)
    // A part of it is the part.
    let part = PixelRect(x: 11, y: 5, width: 60, height: 13)
    let expected = part.rows.flatMap { y in whole[y * size.width + part.minX..<y * size.width + part.maxX] }
    #expect(try tiled(image, part) == expected)
  }

  @Test func `Sizes that mean nothing give nothing, and the own size the picture`() throws {
    let picture = TestPictures.random(width: 9, height: 7)
    #expect(picture.resized(to: CGSize(width: 0, height: 5)).extent.isEmpty)
    #expect(picture.resized(to: CGSize(width: CGFloat.nan, height: 5)).extent.isEmpty)
    #expect(picture.resized(to: CGSize(width: CGFloat.infinity, height: 5)).extent.isEmpty)
    let moved = picture.transformed(by: CGAffineTransform(translationX: 5, y: -3))
    #expect(try pixels(moved.resized(to: CGSize(width: 9, height: 7))) == pixels(picture))
    #expect(moved.resized(to: CGSize(width: 4, height: 6)).extent == CGRect(x: 0, y: 0, width: 4, height: 6))
    #expect(try pixels(picture.resized(to: CGSize(width: 1, height: 1))).count == 1)
  }
}
