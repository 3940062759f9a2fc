/// Source pixels along one side that become fewer, each the mean of what lies under it. Pixels that two share count for
/// either by their part.
///
/// Places are whole numbers: a source pixel is ``target`` units wide, a result pixel ``source``.
struct BoxAxis: Sendable {
  let source: Int
  let target: Int

  /// The source pixels under a result pixel, and how much of the first and of the last counts.
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

  /// The result pixel that a source pixel counts for, what part of it does, and whether it is the last of it.
  func share(ofPixel index: Int) -> (target: Int, part: Float, isLast: Bool) {
    let place = index * target / source
    let inside = min((place + 1) * source - index * target, target)
    return (place, Float(inside) / Float(target), (index + 1) * target >= (place + 1) * source)
  }
}
