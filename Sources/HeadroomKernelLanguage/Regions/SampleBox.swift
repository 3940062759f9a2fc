/// A rectangle of positions, including its ends; an infinite end is unknown.
package struct SampleBox: Sendable, Hashable {
  package var x: ClosedRange<Float>
  package var y: ClosedRange<Float>

  package init(x: ClosedRange<Float>, y: ClosedRange<Float>) {
    self.x = x
    self.y = y
  }

  package static let everything = SampleBox(x: -Float.infinity...Float.infinity, y: -Float.infinity...Float.infinity)

  /// Whether all of its ends are known.
  package var isBounded: Bool {
    x.lowerBound.isFinite && x.upperBound.isFinite && y.lowerBound.isFinite && y.upperBound.isFinite
  }

  package func contains(_ position: SIMD2<Float>) -> Bool { x.contains(position.x) && y.contains(position.y) }

  package func joined(_ other: SampleBox) -> SampleBox {
    SampleBox(x: Self.joined(x, other.x), y: Self.joined(y, other.y))
  }

  private static func joined(_ a: ClosedRange<Float>, _ b: ClosedRange<Float>) -> ClosedRange<Float> {
    min(a.lowerBound, b.lowerBound)...max(a.upperBound, b.upperBound)
  }
}

/// The properties of a sampler's space that positions depend on.
package struct SamplerSpace: Sendable, Hashable {
  /// The origin and size of the image there.
  package var extent: SIMD4<Float>
  /// The transform from the working space into it: `x' = a x + c y + tx`, `y' = b x + d y + ty`, in the order a, b, c,
  /// d, tx, ty.
  package var transform: [Float]

  package init(extent: SIMD4<Float>, transform: [Float] = [1, 0, 0, 1, 0, 0]) {
    self.extent = extent
    self.transform = transform
  }
}
