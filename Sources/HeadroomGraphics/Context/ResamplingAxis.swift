internal import Foundation

/// The source pixels, and their weights, that make each pixel of a destination axis.
struct ResamplingAxis: Sendable {
  /// First source pixel of each destination pixel.
  private let firsts: [Int]
  /// Weights, ``tapCount`` for each destination pixel.
  private let weights: [Float]
  /// The source pixels that each destination pixel shows, where the kernel has negative lobes; else none.
  private let footprints: [Range<Int>]
  /// The most source pixels that make a destination pixel.
  let tapCount: Int
  /// Destination pixels, the requested range.
  let range: Range<Int>
  /// The distance between the indices of destination and source, where every destination pixel is
  /// one source pixel; else nil.
  let shift: Int?

  /// - Parameters:
  ///   - range: destination pixels.
  ///   - scale: destination pixels per source pixel; negative where the axis is mirrored.
  ///   - offset: the position of source position 0 among the destination pixels.
  ///   - sourceCount: source pixels.
  ///   - quality: the kernel.
  init(range: Range<Int>, scale: Double, offset: Double, sourceCount: Int, quality: CGInterpolationQuality) {
    self.range = range
    if scale == 1, offset == offset.rounded(), range.allSatisfy({ (0..<sourceCount).contains($0 - Int(offset)) }) {
      shift = -Int(offset)
      tapCount = 1
      firsts = []
      weights = []
      footprints = []
      return
    }
    shift = nil
    let kernel = Kernel(quality, scale: abs(scale), sourceCount: sourceCount)
    // Kernels that reach beyond the source repeat its edge, so there are never more taps than source pixels.
    let count = min(kernel.tapCount, sourceCount)
    tapCount = count
    var firsts: [Int] = []
    var weights: [Float] = []
    var footprints: [Range<Int>] = []
    for pixel in range {
      // Clamped to the range of an integer, however far from the source the pixel lies.
      let center = min(max((Double(pixel) + 0.5 - offset) / scale, -0x1p50), 0x1p50)
      let start = Int((center - kernel.reach + 0.5).rounded(.down))
      let first = min(max(start, 0), sourceCount - count)
      var sums = [Double](repeating: 0, count: count)
      for tap in 0..<kernel.tapCount {
        let index = min(max(start + tap, 0), sourceCount - 1)
        let target = min(max(index - first, 0), count - 1)
        sums[target] += kernel.weight(Double(start + tap) + 0.5 - center)
      }
      let total = sums.reduce(0, +)
      if kernel.overshoots { footprints.append(kernel.footprint(around: center, sourceCount)) }
      firsts.append(first)
      weights += sums.map { Float(total != 0 ? $0 / total : 1 / Double(count)) }
    }
    self.firsts = firsts
    self.weights = weights
    self.footprints = footprints
  }

  /// Whether results have to be clamped to the light of the source.
  var overshoots: Bool { !footprints.isEmpty }

  /// The source pixels that a destination pixel shows: those within one pixel of the coarser grid, of a kernel that overshoots.
  func footprint(_ pixel: Int) -> Range<Int> {
    overshoots ? footprints[pixel - range.lowerBound] : first(pixel)..<first(pixel) + 1
  }

  /// First source pixel of a destination pixel.
  func first(_ pixel: Int) -> Int {
    if let shift { return pixel + shift }
    return firsts[pixel - range.lowerBound]
  }

  /// Weight of a source pixel counted from ``first(_:)``.
  func weight(_ pixel: Int, tap: Int) -> Float {
    shift != nil ? 1 : weights[(pixel - range.lowerBound) * tapCount + tap]
  }

  /// The source pixels that make a span of destination pixels.
  func sources(_ span: Range<Int>) -> Range<Int> {
    guard !span.isEmpty else { return 0..<0 }
    let starts = [first(span.lowerBound), first(span.upperBound - 1)]
    return (starts.min() ?? 0)..<((starts.max() ?? 0) + tapCount)
  }

  /// Calls `body` with the first source pixels and weights of all destination pixels.
  func withTaps(_ body: (UnsafePointer<Int>, UnsafePointer<Float>) -> Void) {
    unsafe firsts.withUnsafeBufferPointer { starts in
      unsafe weights.withUnsafeBufferPointer { factors in
        guard let starts = starts.baseAddress, let factors = factors.baseAddress else { return }
        unsafe body(starts, factors)
      }
    }
  }
}

extension ResamplingAxis {
  /// A kernel over source pixels, widened where several of them fall into one destination pixel.
  private struct Kernel {
    let reach: Double
    private let stretch: Double
    private let quality: CGInterpolationQuality

    /// - Parameter sourceCount: pixels of the source. A kernel twice as wide sees its mean; more would only take time.
    init(_ quality: CGInterpolationQuality, scale: Double, sourceCount: Int) {
      self.quality = quality
      let isFiltering = quality != .none && quality != .low
      stretch = isFiltering ? min(max(1 / scale, 1), 2 * Double(sourceCount)) : 1
      switch quality {
      case .none: reach = 0.5
      case .high: reach = 3 * stretch
      case .default, .low, .medium: reach = stretch
      }
    }

    /// Source pixels whose centre can lie within reach.
    var tapCount: Int { quality == .none ? 1 : Int((2 * reach).rounded(.up)) + 1 }

    /// Whether it has negative lobes.
    var overshoots: Bool { quality == .high }

    /// The source pixels within one pixel of the coarser grid.
    func footprint(around center: Double, _ sourceCount: Int) -> Range<Int> {
      let first = min(max(Int((center - stretch - 0.5).rounded(.up)), 0), sourceCount - 1)
      return first..<min(max(Int((center + stretch - 0.5).rounded(.down)), first), sourceCount - 1) + 1
    }

    func weight(_ distance: Double) -> Double {
      let x = abs(distance) / stretch
      switch quality {
      case .none: return 1
      case .high: return x < 3 ? Self.sinc(x) * Self.sinc(x / 3) : 0
      case .default, .low, .medium: return max(1 - x, 0)
      }
    }

    private static func sinc(_ x: Double) -> Double {
      x == 0 ? 1 : sin(.pi * x) / (.pi * x)
    }
  }
}
