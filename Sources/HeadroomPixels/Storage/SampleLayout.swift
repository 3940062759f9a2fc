/// The layout of one component's samples in the rows of a plane.
package struct SampleLayout: Hashable, Sendable {
  /// Bytes of a sample: 1, or 2 as little-endian words.
  package let size: Int
  /// The distance in samples from one of the component to its next: 1, or 2 where Cb and Cr alternate.
  package let step: Int
  /// Bits of nothing below a code in its word.
  package let shift: Int

  /// The samples of a plane that holds one component.
  ///
  /// - Parameters:
  ///   - size: bytes of a sample; nil means one for up to 8 bits, else two.
  ///   - isHighAligned: whether codes lie in the high bits of their samples, not in the low ones.
  package static func planar(bitDepth: Int, size: Int? = nil, isHighAligned: Bool = false) -> SampleLayout {
    let size = size ?? (bitDepth > 8 ? 2 : 1)
    return SampleLayout(size: size, step: 1, shift: isHighAligned ? 8 * size - bitDepth : 0)
  }

  package init(size: Int, step: Int, shift: Int) {
    precondition((size == 1 || size == 2) && (step == 1 || step == 2) && (0..<8 * size).contains(shift), "no layout")
    self.size = size
    self.step = step
    self.shift = shift
  }

  /// Bytes from one sample of the component to the next.
  package var stride: Int { size * step }
}
