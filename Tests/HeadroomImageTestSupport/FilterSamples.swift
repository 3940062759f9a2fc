internal import Foundation
internal import HeadroomEngine
internal import HeadroomFilters
package import HeadroomImage
internal import HeadroomPixels
internal import HeadroomTestSupport

/// The filters at work: each with its defaults and with a few random parameters, on a picture with and without alpha.
package struct FilterSample: CustomStringConvertible {
  package let filter: CIFilter
  package let output: CIImage

  package var description: String { filter.description }
}

package enum FilterSamples {
  /// - Parameters:
  ///   - range: the colours of the input.
  ///   - makeImage: of a picture.
  package static func all(
    range: ClosedRange<Float>, width: Int, height: Int, makeImage: (TestPicture) throws -> CIImage = \.image
  ) throws -> [FilterSample] {
    var samples: [FilterSample] = []
    for entry in FilterRegistry.builtIn {
      // Of its name, so that a filter's draws stay what they are when others come.
      var generator = SeededGenerator(seed: entry.name.utf8.reduce(77) { ($0 ^ UInt64($1)) &* 0x100_0000_01B3 })
      for draw in 0..<3 {
        let filter = entry.makeFilter()
        let image = TestPicture.random(width: width, height: height, seed: UInt64(draw), range, isOpaque: draw == 1)
        let background = TestPicture.random(
          width: width, height: height, seed: UInt64(draw + 9), range, isOpaque: draw == 2)
        for (index, key) in entry.imageKeys.enumerated() {
          filter.setValue(try makeImage(index == 0 ? image : background), forKey: key)
        }
        for input in entry.inputs {
          if let example = input.example { filter.setValue(example, forKey: input.key) }
          if input.type == .rectangle { filter.setValue(CIVector([1, 2, 200, 100]), forKey: input.key) }
          if input.attributeClass == "NSArray" { filter.setValue(lines, forKey: input.key) }
          if draw > 0, let value = randomValue(input, &generator) { filter.setValue(value, forKey: input.key) }
        }
        if let output = filter.outputImage, !PixelRect(enclosing: output.extent).isEmpty {
          samples.append(FilterSample(filter: filter, output: output))
        }
      }
    }
    return samples
  }

  /// A mesh.
  package static let lines = [CIVector(x: 1, y: 2, z: 25.5, w: 17), CIVector(x: 20, y: 3, z: 4, w: 15.25)]

  private static func randomValue(_ input: InputDescription, _ generator: inout SeededGenerator) -> Any? {
    switch input.type {
    case .transform: return CIVector([0.8, 0.3, -0.4, 1.2, 3.25, -1.5])
    case .position:
      return CIVector([.random(in: 0...60, using: &generator), .random(in: 0...60, using: &generator)])
    case .color:
      let values = (0..<4).map { _ in CGFloat.random(in: 0...1, using: &generator) }
      return CIColor(red: values[0], green: values[1], blue: values[2], alpha: values[3])
    default: break
    }
    guard let slider = input.slider else { return nil }
    // Wide neighbourhoods belong to benchmarks; the reference renderer looks at every tap of every pixel.
    let upper = input.unit == .pixels ? min(slider.upperBound, max(9, slider.lowerBound + 2)) : slider.upperBound
    return Double.random(in: slider.lowerBound...upper, using: &generator)
  }
}
