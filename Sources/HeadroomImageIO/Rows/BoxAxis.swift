/// The reduction of source pixels along one side: each result pixel is the mean of the source pixels under it. A pixel
/// that two results share counts for each by its part.
///
/// Places are whole numbers: a source pixel is ``target`` units wide, a result pixel ``source``.
struct BoxAxis: Sendable {
  let source: Int
  let target: Int

  /// The source pixels under a result pixel, and the parts of the first and the last that count.
  struct Box: Sendable {
    var pixels: Range<Int>
    var first: Float
    var last: Float

    /// How much of one of the pixels counts.
    @inline(__always)
    func share(of pixel: Int) -> Float {
      if pixel == pixels.lowerBound { return pixels.count == 1 ? first + last - 1 : first }
      return pixel == pixels.upperBound - 1 ? last : 1
    }
  }

  var boxes: [Box] {
    (0..<target).map { index in
      let (start, end) = (index * source, (index + 1) * source)
      let pixels = start / target..<(end + target - 1) / target
      let first = Float((pixels.lowerBound + 1) * target - start) / Float(target)
      return Box(pixels: pixels, first: first, last: 1 - Float(pixels.upperBound * target - end) / Float(target))
    }
  }

  /// The result pixel for which a source pixel counts, the part that does, and whether it is the result's last one.
  func share(ofPixel index: Int) -> (target: Int, part: Float, isLast: Bool) {
    let place = index * target / source
    let inside = min((place + 1) * source - index * target, target)
    return (place, Float(inside) / Float(target), (index + 1) * target >= (place + 1) * source)
  }
}
