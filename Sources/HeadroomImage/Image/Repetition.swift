internal import Foundation
internal import HeadroomEngine
internal import HeadroomGraphics
internal import HeadroomPixels

/// The pixels beyond an image's extent.
package enum ImageEdge: Hashable, Sendable {
  /// Transparent black.
  case transparent
  /// The nearest pixel.
  case clamp
  /// The image again.
  case `repeat`
  /// The image again, every other one mirrored.
  case mirror
}

extension CIImage {
  /// The image continued beyond its extent, which becomes infinite. Infinite and empty images stay unchanged.
  package func extended(_ edge: ImageEdge) -> CIImage {
    let bounds = PixelRect(enclosing: node.extent)
    if edge == .transparent || node.extent.isUnbounded || bounds.isEmpty { return self }
    if edge == .clamp { return clampedToExtent() }
    let pieces = Repetition(period: bounds, isMirrored: edge == .mirror)
    return appending(area: pieces, with: [self, self, self], extent: .infinite, keepsTags: true)
  }
}

/// An image over and over, in whole pixels.
///
/// A rectangle across a seam needs two or four pieces from opposite sides of the image. Each is a separate input, of
/// the same image, so that a seam does not need everything in between.
struct Repetition: AreaImplementation {
  let period: PixelRect
  let isMirrored: Bool

  var fingerprint: Fingerprint { Fingerprint("repetition", period.fingerprint + [isMirrored ? 1 : 0]) }

  /// A run of output coordinates that comes from one run of input coordinates.
  private struct Run {
    var output: Range<Int>
    var input: Range<Int>
    var isReversed: Bool
  }

  /// The runs along one axis, in order.
  private func runs(_ output: Range<Int>, _ period: Range<Int>) -> [Run] {
    let length = period.count
    var runs: [Run] = []
    var start = output.lowerBound
    while start < output.upperBound {
      let cell = (start - period.lowerBound).quotientRoundedDown(by: length)
      let origin = period.lowerBound + cell * length
      let end = min(output.upperBound, origin + length)
      let isReversed = isMirrored && cell & 1 == 1
      let first = isReversed ? period.upperBound - (end - origin) : period.lowerBound + start - origin
      runs.append(Run(output: start..<end, input: first..<first + end - start, isReversed: isReversed))
      start = end
    }
    return runs
  }

  /// The two pieces along one axis that a run of output needs; the second is empty where one suffices.
  private func pieces(_ output: Range<Int>, _ period: Range<Int>) -> [Range<Int>] {
    // Two periods contain all of it, and a seam.
    if output.count >= 2 * period.count { return [period, 0..<0] }
    let inputs = runs(output, period).map(\.input)
    if inputs.count == 1 { return [inputs[0], 0..<0] }
    let touching = inputs.count > 2 || inputs[0].overlaps(inputs[1]) || isMirrored
    if touching { return [inputs.dropFirst().reduce(inputs[0]) { $0.joined(with: $1) }, 0..<0] }
    return inputs
  }

  func region(for output: PixelRect, ofInput index: Int) -> PixelRect {
    if output.isEmpty { return .empty }
    if output.isInfinite { return index == 0 ? period : .empty }
    let x = pieces(output.minX..<output.maxX, period.minX..<period.maxX)[index & 1]
    let y = pieces(output.minY..<output.maxY, period.minY..<period.maxY)[index >> 1]
    if x.isEmpty || y.isEmpty { return .empty }
    return PixelRect(minX: x.lowerBound, minY: y.lowerBound, maxX: x.upperBound, maxY: y.upperBound)
  }

  func render(_ inputs: [Tile], into output: Tile, scratch: ScratchArena) {
    let rect = unsafe output.rect
    let columns = runs(rect.minX..<rect.maxX, period.minX..<period.maxX)
    for row in runs(rect.minY..<rect.maxY, period.minY..<period.maxY) {
      for column in columns {
        let tile = unsafe inputs.first { unsafe $0.rect.has(column.input, row.input) }
        guard let tile = unsafe tile else { continue }
        for y in row.output {
          let offset = y - row.output.lowerBound
          let source = row.isReversed ? row.input.upperBound - 1 - offset : row.input.lowerBound + offset
          let from = unsafe tile.rows(x: column.input.lowerBound, y: source)
          let to = unsafe output.rows(x: column.output.lowerBound, y: y)
          if column.isReversed {
            unsafe to.copyReversed(from: from, count: column.output.count)
          } else {
            unsafe to.copy(from: from, count: column.output.count)
          }
        }
      }
    }
  }

  func evaluate(x: Int, y: Int, _ inputs: [PixelReader]) -> Pixel {
    func folded(_ position: Int, _ low: Int, _ high: Int) -> Int {
      let length = high - low
      let within = ((position - low) % (2 * length) + 2 * length) % (2 * length)
      return low + (within < length ? within : isMirrored ? 2 * length - 1 - within : within - length)
    }
    let (sx, sy) = (folded(x, period.minX, period.maxX), folded(y, period.minY, period.maxY))
    // Each input has a part of the image; pixels that none has are transparent.
    let values = inputs.map { $0(sx, sy) }
    return values.first { $0 != .clear } ?? .clear
  }
}

extension Int {
  fileprivate func quotientRoundedDown(by divisor: Int) -> Int {
    self >= 0 ? self / divisor : -((divisor - 1 - self) / divisor)
  }
}

extension Range<Int> {
  fileprivate func joined(with other: Range<Int>) -> Range<Int> {
    Swift.min(lowerBound, other.lowerBound)..<Swift.max(upperBound, other.upperBound)
  }
}

extension PixelRect {
  fileprivate func has(_ x: Range<Int>, _ y: Range<Int>) -> Bool {
    x.lowerBound >= minX && x.upperBound <= maxX && y.lowerBound >= minY && y.upperBound <= maxY
  }
}

extension RowPointers {
  fileprivate func copyReversed(from other: RowPointers, count: Int) {
    for i in 0..<count {
      let last = count - 1 - i
      unsafe r[i] = other.r[last]
      unsafe g[i] = other.g[last]
      unsafe b[i] = other.b[last]
      unsafe a[i] = other.a[last]
    }
  }
}
