/// Makes pictures 2, 4 or 8 times smaller by averaging squares of samples, before they become pixels.
///
/// Chroma that is smaller already is averaged less, so that the result has full chroma. The averages are of codes: light is
/// averaged by ``LightReducer``.
package enum YCbCrReducer {
  /// The planes of `view`, `factor` times smaller, rounded up. Squares at the edge average the samples that they have.
  /// Rows are missing where the work was cancelled.
  package static func reduce(
    _ view: PlanarPicture, by factor: Int, isConcurrent: Bool
  ) throws(PixelError) -> PlanarPicture {
    precondition(view.layout.shift == 0 && view.chromaLayout == view.layout, "means are of codes in the low bits")
    let subsampling: PlanarPicture.Subsampling = view.subsampling == .monochrome ? .monochrome : .full
    let result = try PlanarPicture(
      width: (view.width + factor - 1) / factor, height: (view.height + factor - 1) / factor, bitDepth: view.bitDepth,
      subsampling: subsampling, coding: view.coding, layout: view.layout)
    for (index, plane) in view.planes.enumerated() {
      let isLuma = index == 0
      let across = isLuma ? factor : factor / view.subsampling.horizontal
      let down = isLuma ? factor : factor / view.subsampling.vertical
      let job = Job(plane: plane, result: result, index: index, across: across, down: down)
      job.run(isConcurrent: isConcurrent)
    }
    return result
  }

  // Sendable: the plane is only read and outlives the call; each row of the result is written by one thread.
  @safe
  private struct Job: @unchecked Sendable {
    let plane: PlanarPicture.Plane
    let result: PlanarPicture
    let index: Int
    let across: Int
    let down: Int

    private static let bandHeight = 32

    func run(isConcurrent: Bool) {
      let height = result.size(ofPlane: index).height
      let bands = (height + Self.bandHeight - 1) / Self.bandHeight
      ThreadPool.shared.performPieces(bands, maxWorkers: isConcurrent ? nil : 1) { band in
        let first = band * Self.bandHeight
        let sums = UnsafeMutablePointer<UInt32>.allocate(capacity: plane.width)
        defer { unsafe sums.deallocate() }
        for row in first..<min(first + Self.bandHeight, height) {
          if result.bytesPerSample == 1 {
            unsafe reduce(UInt8.self, row, sums)
          } else {
            unsafe reduce(UInt16.self, row, sums)
          }
        }
      }
    }

    private func reduce<Sample: FixedWidthInteger & UnsignedInteger>(
      _: Sample.Type, _ row: Int, _ sums: UnsafeMutablePointer<UInt32>
    ) {
      let width = result.size(ofPlane: index).width
      // Codecs' planes can be wider than the picture.
      let used = min(plane.width, width * across)
      let last = min(row * down + down, plane.height)
      let first = min(row * down, last - 1)
      unsafe sums.initialize(repeating: 0, count: used)
      for line in first..<last {
        let from = unsafe plane.row(line).assumingMemoryBound(to: Sample.self)
        for x in 0..<used { unsafe sums[x] &+= UInt32(truncatingIfNeeded: from[x]) }
      }
      let to = unsafe result.rowAddress(row, plane: index).assumingMemoryBound(to: Sample.self)
      unsafe average(sums, used, last - first, to, width)
    }

    @inline(__always)
    private func average<Sample: FixedWidthInteger & UnsignedInteger>(
      _ sums: UnsafeMutablePointer<UInt32>, _ used: Int, _ rows: Int, _ to: UnsafeMutablePointer<Sample>, _ width: Int
    ) {
      let full = used / across
      switch across {
      case 1: unsafe average(sums, by: 1, rows, to, full)
      case 2: unsafe average(sums, by: 2, rows, to, full)
      case 4: unsafe average(sums, by: 4, rows, to, full)
      default: unsafe average(sums, by: 8, rows, to, full)
      }
      guard full < width else { return }
      let columns = max(used - full * across, 1)
      var sum: UInt32 = 0
      for x in full * across..<max(used, full * across) { unsafe sum &+= sums[x] }
      let count = UInt32(columns * rows)
      unsafe to[full] = Sample(truncatingIfNeeded: (sum + count / 2) / count)
    }

    /// Averages of whole squares. The number of samples is a power of two except at the lower edge.
    @inline(__always)
    private func average<Sample: FixedWidthInteger & UnsignedInteger>(
      _ sums: UnsafeMutablePointer<UInt32>, by across: Int, _ rows: Int, _ to: UnsafeMutablePointer<Sample>,
      _ count: Int
    ) {
      let samples = UInt32(across * rows)
      let half = samples / 2
      if samples.nonzeroBitCount == 1 {
        let shift = UInt32(samples.trailingZeroBitCount)
        for x in 0..<count {
          var sum = half
          for j in 0..<across { unsafe sum &+= sums[across &* x &+ j] }
          unsafe to[x] = Sample(truncatingIfNeeded: sum &>> shift)
        }
      } else {
        for x in 0..<count {
          var sum = half
          for j in 0..<across { unsafe sum &+= sums[across &* x &+ j] }
          unsafe to[x] = Sample(truncatingIfNeeded: sum / samples)
        }
      }
    }
  }
}
