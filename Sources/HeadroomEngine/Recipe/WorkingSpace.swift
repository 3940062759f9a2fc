package import HeadroomColor
internal import HeadroomGraphics

/// The linear space in which a graph is computed, as kernels receive it when a render is planned.
package struct WorkingSpace: Hashable, Sendable {
  /// Primaries of the working colour; nil when colour management is off.
  package let primaries: ColorPrimaries?

  package init(primaries: ColorPrimaries?) { self.primaries = primaries }

  /// Extended linear sRGB, Core Image's default.
  package static let `default` = WorkingSpace(primaries: .bt709)

  /// A colour in the working space, unpremultiplied, unclamped.
  package func color(_ components: SIMD3<Double>, in encoding: ColorEncoding) -> SIMD3<Double> {
    guard let primaries else { return components }
    return encoding.primaries.matrix(to: primaries).apply(encoding.decode(components))
  }
}
