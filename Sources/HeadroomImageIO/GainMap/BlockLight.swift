internal import HeadroomPixels

/// The light of a band's blocks with the wanted gains and with the found ones, on a base of 1.
struct BlockLight {
  private struct Block {
    var wanted: Float = 0
    var found: Float = 0
    /// Error of the brightest pixel, as a share of its light.
    var peakError: Float = 0
  }

  private let width: Int
  private let pixels: [BrightestPixels.Pixel]
  private var blocks: [Block]

  /// Blocks of all planes, and those that miss light.
  struct Missed: Sendable {
    private var blocks = 0
    private var missed = 0
    private var lamps = 0
    private var missedLamps = 0

    var share: Double { Double(missed) / Double(max(blocks, 1)) }
    /// Of the blocks with very bright pixels.
    var lampShare: Double { Double(missedLamps) / Double(max(lamps, 1)) }

    mutating func add(_ other: Missed) {
      blocks += other.blocks
      missed += other.missed
      lamps += other.lamps
      missedLamps += other.missedLamps
    }

    mutating func add(isMissed: Bool, isLamp: Bool) {
      blocks += 1
      missed += isMissed ? 1 : 0
      lamps += isLamp ? 1 : 0
      missedLamps += isMissed && isLamp ? 1 : 0
    }
  }

  /// Times white.
  private static let lamp: Float = 8

  /// - Parameter pixels: the brightest of every block of the band.
  init(_ pixels: [BrightestPixels.Pixel], width: Int, planes: Int) {
    self.width = width
    self.pixels = pixels
    blocks = Array(repeating: Block(), count: planes * pixels.count)
  }

  mutating func add(_ wanted: UnsafePointer<Float>, _ found: UnsafePointer<Float>, row: Int, plane: Int) {
    for (index, pixel) in pixels.enumerated() {
      let start = index * BrightestPixels.blockWidth
      var sums: (wanted: Float, found: Float) = (0, 0)
      for i in start..<min(start + BrightestPixels.blockWidth, width) {
        unsafe sums.wanted += exp2Fast(min(wanted[i], 16))
        unsafe sums.found += exp2Fast(min(found[i], 16))
      }
      blocks[plane * pixels.count + index].wanted += sums.wanted
      blocks[plane * pixels.count + index].found += sums.found
      guard pixel.row == row, pixel.isBright else { continue }
      let error = unsafe exp2Fast(found[pixel.column] - wanted[pixel.column]) - 1
      blocks[plane * pixels.count + index].peakError = error.magnitude
    }
  }

  /// Blocks that miss more than these shares, of all of their light and of the brightest pixel's.
  func missed(beyond tolerance: Float, _ pixelTolerance: Float) -> Missed {
    var result = Missed()
    for (index, block) in blocks.enumerated() {
      let isOff = (block.found - block.wanted).magnitude > tolerance * block.wanted
      let pixel = pixels[index % pixels.count]
      result.add(
        isMissed: isOff || block.peakError > pixelTolerance, isLamp: pixel.alternate.max() > Self.lamp)
    }
    return result
  }
}
