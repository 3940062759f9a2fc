package import HeadroomPixels

/// The needed part of a picture: up to four rectangles that do not overlap. A rectangle across a seam of a repeated
/// picture needs up to four corners of it, and two readers may look at opposite ends.
package struct PixelRegion: Equatable, Sendable {
  private var first = PixelRect.empty
  /// Those after the first; nearly always none, which takes no memory.
  private var others: [PixelRect] = []

  package static let mostRects = 4
  /// Rectangles are joined where that adds no more than this share of their pixels: each costs a separate pass.
  private static let tolerableGrowth = 0.25

  package init() {}

  package init(_ rect: PixelRect) { first = rect.isEmpty ? .empty : rect }

  package var isEmpty: Bool { first.isEmpty }

  package var rects: [PixelRect] {
    if others.isEmpty { return isEmpty ? [] : [first] }
    return [first] + others
  }

  /// The smallest rectangle around all.
  package var bounds: PixelRect { others.reduce(first) { $0.union($1) } }

  /// The number of pixels inside; a very large number for infinite rectangles.
  package var pixelCount: Double { others.reduce(Self.size(first)) { $0 + Self.size($1) } }

  package var largest: PixelRect { others.reduce(first) { Self.size($1) > Self.size($0) ? $1 : $0 } }

  package mutating func add(_ rect: PixelRect) {
    if rect.isEmpty || first.contains(rect) { return }
    if others.isEmpty, isEmpty || rect.contains(first) {
      first = rect
      return
    }
    insert(rect)
  }

  package mutating func add(_ region: PixelRegion) {
    add(region.first)
    for rect in region.others { add(rect) }
  }

  /// The part of it inside a rectangle.
  package func intersection(_ rect: PixelRect) -> PixelRegion {
    if others.isEmpty { return PixelRegion(first.intersection(rect)) }
    var result = PixelRegion()
    for part in rects { result.add(part.intersection(rect)) }
    return result
  }

  private mutating func insert(_ rect: PixelRect) {
    var (kept, rect) = (rects, rect)
    // A joined rectangle may now reach others.
    while let place = kept.firstIndex(where: { Self.belong(rect, $0) }) { rect = rect.union(kept.remove(at: place)) }
    kept.append(rect)
    self = PixelRegion()
    if kept.count > Self.mostRects {
      let (a, b) = Self.nearest(kept)
      let joined = kept[a].union(kept[b])
      for place in kept.indices where place != a && place != b { add(kept[place]) }
      return add(joined)
    }
    first = kept[0]
    others = Array(kept.dropFirst())
  }

  private static func belong(_ a: PixelRect, _ b: PixelRect) -> Bool {
    !a.intersection(b).isEmpty || growth(a, b) <= tolerableGrowth * (size(a) + size(b))
  }

  /// The pair whose joining adds least.
  private static func nearest(_ rects: [PixelRect]) -> (Int, Int) {
    var best = (pair: (0, 1), growth: Double.infinity)
    for b in rects.indices {
      for a in 0..<b where growth(rects[a], rects[b]) < best.growth {
        best = ((a, b), growth(rects[a], rects[b]))
      }
    }
    return best.pair
  }

  private static func growth(_ a: PixelRect, _ b: PixelRect) -> Double { size(a.union(b)) - size(a) - size(b) }

  /// Infinite rectangles have a size as well.
  private static func size(_ rect: PixelRect) -> Double { Double(rect.width) * Double(rect.height) }
}
