internal import Foundation
internal import HeadroomEngine
package import HeadroomPixels
internal import Synchronization

/// Looks now and then whether callbacks ask for all that a kernel reads, and tells the developer once where one does not. One for
/// each kernel.
///
/// What was not asked for is transparent, in other places with other tiles, and nothing in the picture says why. To look, the
/// kernel computes some pixels of a tile once more: those at its edges, where a callback that asks for too little shows first.
final class RegionWatch: Sendable {
  private let turns = Atomic(0)
  private let hasTold = Atomic(false)

  /// Tiles of a kernel that are looked at first, and of how many later ones one is. A tile has a hundred times as many pixels
  /// as are looked at.
  private static let (first, later) = (8, 64)

  /// The number of a turn in which to look; nil in most of them.
  ///
  /// - Parameter isFirst: whether it is the first of a callback, which is looked at in any case.
  func nextTurn(isFirst: Bool) -> Int? {
    guard !hasTold.load(ordering: .relaxed) else { return nil }
    let turn = turns.wrappingAdd(1, ordering: .relaxed).oldValue
    return isFirst || turn < Self.first || turn.isMultiple(of: Self.later) ? turn : nil
  }

  /// Tells it, unless this kernel's was told before. Kernels that are made again and again share a name.
  func tell(_ text: @autoclosure () -> String, kernel: String) {
    guard !hasTold.exchange(true, ordering: .relaxed) else { return }
    DeveloperNotes.tell(text(), about: "regions of \(kernel)", atMost: 4)
  }
}

/// The pixels of an image that a kernel reads and that are not in its tile.
final class MissedPixels {
  private let extent: PixelRect
  private(set) var rect = PixelRect.empty

  init(of extent: PixelRect) { self.extent = extent }

  /// Notes a rectangle, as far as the image has pixels there.
  func note(_ read: PixelRect) {
    let inside = read.intersection(extent)
    if !inside.isEmpty { rect = rect.isEmpty ? inside : rect.union(inside) }
  }

  /// Reads a tile, and notes what it has not.
  func pixel(x: Int, y: Int, of tile: Tile) -> Pixel {
    let place = PixelRect(x: x, y: y, width: 1, height: 1)
    if unsafe tile.rect.contains(place) { return unsafe tile.pixel(x: x, y: y) }
    note(place)
    return .clear
  }
}

extension PixelRect {
  /// Pixels of a part that ``parts(toLookAt:)`` gives, at most.
  static let partToLookAt = 64

  /// Both ends of the first row, of the last, and of one between them that is another in each turn.
  package func parts(toLookAt turn: Int) -> [PixelRect] {
    guard !isEmpty, !isInfinite else { return [] }
    let middle = minY + turn &* 89 % height
    let rows = height > 2 ? [minY, middle, maxY - 1] : Array(minY..<maxY)
    let length = Self.partToLookAt
    let columns =
      width <= length
      ? [minX..<maxX] : [minX..<minX + length, Swift.max(minX + length, maxX - length)..<maxX]
    return rows.flatMap { y in
      columns.map { PixelRect(minX: $0.lowerBound, minY: y, maxX: $0.upperBound, maxY: y + 1) }
    }
  }
}
