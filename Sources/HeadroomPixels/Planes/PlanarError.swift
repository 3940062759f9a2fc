/// Why planes cannot become pixels, or pixels planes.
package enum PlanarError: Error, Hashable, Sendable {
  /// Matrix coefficients of H.273 that are not supported, or not for this curve.
  case unreadableMatrix(UInt8)
  /// Green, blue and red in planes of different sizes.
  case reducedComponents(PlanarPicture.Subsampling)
  /// Matrix coefficients without a plain matrix.
  case unwritableMatrix(UInt8)
}
