package import HeadroomColor

/// Converts colours from one encoding to another, one at a time and in double precision.
///
/// It is the reference for all code that converts rows of pixels. The conversion is colorimetric, adapted with
/// Bradford where whites differ, without tone mapping. Results are in the range of the destination: standard-range
/// encodings clamp to 0...1.
package struct ColorConversion: Sendable {
  private let source: ColorEncoding
  private let destination: ColorEncoding
  private let matrix: Matrix3x3

  package init(from source: ColorEncoding, to destination: ColorEncoding) {
    self.source = source
    self.destination = destination
    matrix = source.primaries.matrix(to: destination.primaries)
  }

  /// Components of the source, three of them even for gray, as components of the destination.
  package func convert(_ components: SIMD3<Double>) -> SIMD3<Double> {
    if source == destination { return limited(components) }
    return limited(encode(matrix.apply(source.decode(components))))
  }

  /// Linear light in the destination's primaries as components of the destination; gray takes the luminance.
  private func encode(_ linear: SIMD3<Double>) -> SIMD3<Double> {
    guard destination.model == .monochrome else { return destination.encode(linear) }
    let luminance = (linear * destination.primaries.luminanceWeights).sum()
    return destination.encode(SIMD3(repeating: luminance))
  }

  private func limited(_ components: SIMD3<Double>) -> SIMD3<Double> {
    guard !destination.isExtended, destination.model == .rgb || destination.model == .monochrome else {
      return components
    }
    return components.clamped(lowerBound: .zero, upperBound: SIMD3(repeating: 1))
  }
}
