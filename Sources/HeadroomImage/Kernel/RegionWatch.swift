internal import Foundation
internal import HeadroomEngine
internal import HeadroomGraphics
package import HeadroomPixels
internal import Synchronization

/// Occasionally checks whether callbacks ask for everything that a kernel reads, and tells the developer once if one
/// does not. One for each kernel.
///
/// Pixels that were not asked for are transparent, at places that depend on the tiles, and nothing in the picture shows
/// why. For a check, the kernel computes some pixels of a tile again: those at its edges, where a callback that asks
/// for too little shows first.
final class RegionWatch: Sendable {
  private let turns = Atomic(0)
  private let hasTold = Atomic(false)

  /// The number of a kernel's first tiles that are checked, and of later tiles among which one is. A tile has a hundred
  /// times as many pixels as are checked.
  private static let (first, later) = (8, 64)

  /// The number of a turn with a check; nil for most turns.
  ///
  /// - Parameter isFirst: whether it is the first of a callback, which is always checked.
  func nextTurn(isFirst: Bool) -> Int? {
    guard !hasTold.load(ordering: .relaxed) else { return nil }
    let turn = turns.wrappingAdd(1, ordering: .relaxed).oldValue
    return isFirst || turn < Self.first || turn.isMultiple(of: Self.later) ? turn : nil
  }

  /// Reports it, once for each kernel name. Kernels that are made repeatedly share a name.
  func report(_ text: @autoclosure () -> String, kernel: String) {
    guard !hasTold.exchange(true, ordering: .relaxed) else { return }
    DeveloperNotes.log(text(), about: "regions of \(kernel)", atMost: 4)
  }
}

/// The pixels of an image that a kernel reads but its tile does not have.
final class MissedPixels {
  private let extent: PixelRect
  private(set) var rect = PixelRect.empty

  init(of extent: PixelRect) { self.extent = extent }

  /// Records a rectangle, as far as the image has pixels there.
  func note(_ read: PixelRect) {
    let inside = read.intersection(extent)
    if !inside.isEmpty { rect = rect.isEmpty ? inside : rect.union(inside) }
  }

  /// Reads a tile, and records missing pixels.
  func pixel(x: Int, y: Int, of tile: Tile) -> Pixel {
    let place = PixelRect(x: x, y: y, width: 1, height: 1)
    if unsafe tile.rect.contains(place) { return unsafe tile.pixel(x: x, y: y) }
    note(place)
    return .clear
  }
}

extension PixelRect {
  /// The most pixels of a part that ``parts(toLookAt:)`` returns.
  static let partToLookAt = 64

  /// Both ends of the first row, of the last, and of one between them that varies from turn to turn.
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
