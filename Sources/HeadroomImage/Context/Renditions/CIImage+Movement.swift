extension CIImage {
  /// Whether this is another image whose pixels were only cut, turned, scaled or warped: whatever rendition of the picture
  /// goes through the same steps, its light stays the light it was.
  package func onlyMovesPixels(of other: CIImage) -> Bool {
    var node = node
    while node !== other.node {
      switch node.kind {
      case .affine, .crop, .clamp, .warp, .intermediate: break
      case .area(let operation) where operation is SeparableResampling: break
      default: return false
      }
      guard let input = node.inputs.first else { return false }
      node = input
    }
    return true
  }
}
