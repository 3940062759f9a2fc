import Foundation
import HeadroomColor
import HeadroomEngine
import HeadroomImage
import HeadroomImageTestSupport
import HeadroomPixels
import HeadroomRAW
import HeadroomTestSupport
import Testing

/// What operations say of their largest value holds: storage and tables rely on it. One that says nothing is unbounded.
@Suite struct ValueIntervalTests {
  private static let range: ClosedRange<Float> = -4...4

  @Test func `no filter's result is brighter than it says`() throws {
    var bounded: Set<String> = []
    let samples = try FilterSamples.all(range: Self.range, width: 31, height: 22) { try $0.image(peak: 4) }
    for sample in samples {
      guard let peak = sample.output.node.peak else { continue }
      bounded.insert(sample.filter.name)
      let rendered = try TestPicture.render(sample.output, .window(of: sample.output.extent).core)
      #expect(rendered.largestColor <= peak * 1.0001 + 1e-5, "\(sample) says \(peak)")
    }
    // Where nothing is known of the input, or nothing is said, nothing is tested.
    #expect(bounded.count >= 40)
  }

  @Test func `no recipe's result is brighter than its nodes say`() throws {
    for seed in 0..<60 as Range<UInt64> {
      let sources = try (0..<2).map { index in
        try TestPicture.random(
          width: 31 + 7 * index, height: 23 - 4 * index, seed: seed &+ UInt64(index), Self.range, isOpaque: index == 1
        ).image(peak: 4)
      }
      let recipe = RandomRecipe(seed: seed, length: 5, sources: sources)
      guard let peak = recipe.image.node.peak, !recipe.image.extent.isEmpty else { continue }
      let rendered = try TestPicture.render(recipe.image, .window(of: recipe.image.extent).core)
      #expect(rendered.largestColor <= peak * 1.001 + 1e-4, "seed \(seed) says \(peak): \(recipe.steps)")
    }
  }
}

extension TestPicture {
  /// The largest magnitude of red, green and blue, multiplied by alpha.
  fileprivate var largestColor: Float {
    pixels.indices.filter { $0 % 4 != 3 }.map { abs(pixels[$0]) }.max() ?? 0
  }

  /// The picture as an image whose source says how bright it is at most.
  fileprivate func image(peak: Float) throws -> CIImage {
    let bitmap = try PixelBitmap(width: size[0], height: size[1], format: .rgbaFloat)
    for row in 0..<size[1] {
      let values = pixels[(size[1] - 1 - row) * size[0] * 4..<(size[1] - row) * size[0] * 4]
      let floats = unsafe bitmap.rowAddress(row).assumingMemoryBound(to: Float.self)
      for (index, value) in values.enumerated() { unsafe floats[index] = value }
    }
    let source = BoundedSource(pixels: BitmapSource(bitmap: bitmap, encoding: nil, label: "picture"), peak: peak)
    let extent = CGRect(x: 0, y: 0, width: size[0], height: size[1])
    return CIImage(node: RecipeNode(.source(source), inputs: [], extent: extent))
  }
}

/// A source that knows a bound of its values.
private struct BoundedSource: SourceOperation {
  let pixels: BitmapSource
  let peak: Float

  var width: Int { pixels.width }
  var height: Int { pixels.height }
  var encoding: ColorEncoding? { nil }
  var alpha: AlphaMode { pixels.alpha }
  var isConstant: Bool { pixels.isConstant }
  var fingerprint: Fingerprint { pixels.fingerprint }
  func peak(of inputs: [Float?]) -> Float? { peak }
  func isOpaque(_ inputs: [Bool]) -> Bool { pixels.isOpaque([]) }
  func load(_ region: PixelRect) throws -> LoadedSource { try pixels.load(region) }
}
