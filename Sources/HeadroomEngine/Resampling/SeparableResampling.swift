internal import Foundation
package import HeadroomPixels

/// Resizes a picture with a kernel: columns first, then rows, a plane at a time, eight rows of the result together.
///
/// Weights follow from absolute positions, so results do not depend on tiles.
package struct SeparableResampling: NeighbourhoodImplementation, TileRowMemory {
  private let across: ResamplingAxis
  private let up: ResamplingAxis
  /// The result's extent, where light is limited to the range of the source; nil where the kernel alone decides.
  private let limits: PixelRect?
  private let columns = ColumnResampling.Kept()

  /// - Parameter limits: the extent of the result, for results that stay within the light of the source; see
  ///   `AntiRingingLimiter`.
  package init(_ kernel: ResamplingKernel, across: Double, up: Double, picture: PixelRect, limits: PixelRect? = nil) {
    self.across = ResamplingAxis(kernel, factor: across, first: picture.minX, end: picture.maxX)
    self.up = ResamplingAxis(kernel, factor: up, first: picture.minY, end: picture.maxY)
    self.limits = limits
  }

  package var fingerprint: Fingerprint {
    let result = limits.map { [Double($0.minX), Double($0.minY), Double($0.maxX), Double($0.maxY)] } ?? []
    return Fingerprint(across.kernel.name, across.fingerprint + up.fingerprint + result)
  }

  package var toleratesPartialInput: Bool { true }

  /// The pixels of the result on which those of a rectangle depend.
  private func surroundings(_ rect: PixelRect) -> PixelRect {
    limits.map { rect.expanded(dx: AntiRinging.reach, dy: AntiRinging.reach).intersection($0) } ?? rect
  }

  /// Grows with the rectangle by the same amount everywhere, so that it also gives the region of a rectangle of any
  /// size.
  package func region(for output: PixelRect) -> PixelRect {
    if output.isEmpty { return .empty }
    let reach = limits == nil ? 0 : AntiRinging.reach
    let result = output.expanded(dx: reach, dy: reach)
    let (left, right) = (across.taps(of: result.minX), across.taps(of: result.maxX - 1))
    let (bottom, top) = (up.taps(of: result.minY), up.taps(of: result.maxY - 1))
    return PixelRect(
      minX: left.first, minY: bottom.first, maxX: right.last + 1, maxY: top.last + 1)
  }

  /// For pictures that are not negative.
  package func peak(of inputs: [Float?]) -> Float? {
    (inputs.first ?? nil).map { max($0, 0) * (limits == nil ? across.kernel.largestOvershoot : 1) }
  }

  // MARK: By tiles

  package func render(_ input: Tile, into output: Tile, scratch: ScratchArena) {
    unsafe render(input, into: output, memory: nil, scratch: scratch)
  }

  package func makeMemory(for rect: PixelRect, scratch: ScratchArena) -> ResampledRows? {
    if limits == nil { return nil }
    let columns = surroundings(rect)
    return ResampledRows(columns.minX..<columns.maxX, scratch: scratch)
  }

  package func render(_ input: Tile, into output: Tile, memory: ResampledRows?, scratch: ScratchArena) {
    let mark = scratch.mark
    // Weights add up to 1 exactly, so that sums over ones need not be computed.
    let isOpaque = unsafe TileInspection.isOpaque(input)
    let input = unsafe TileInspection.summable(input, planes: isOpaque ? 3 : 4, scratch: scratch)
    let area = unsafe surroundings(output.rect)
    let memory = memory?.columns == area.minX..<area.maxX ? memory : nil
    let known = memory?.rows(for: area) ?? 0
    let rows = unsafe RowResampling(up, area.minY..<area.maxY - known, scratch: scratch)
    let group = unsafe RowGroup(0..<EightRows.count, width: input.rect.width, scratch: scratch)
    unsafe finish(output, area, isOpaque: isOpaque, memory: memory, known: known, from: input.rect, scratch) {
      plane, wanted in
      let part = unsafe group.moved(to: wanted)
      unsafe rows.fill(part, plane, of: input, isLimited: limits != nil)
      return unsafe part
    }
    scratch.reset(to: mark)
  }

  /// The columns of all rows of the result are summed at the same time, so that each input row is needed once.
  package func renderByRows(
    _ region: PixelRect, rowsAtATime: Int, _ input: (PixelRect) -> Tile, into output: Tile, scratch: ScratchArena
  ) -> Bool {
    let mark = scratch.mark
    let area = unsafe surroundings(output.rect)
    let rows = unsafe RowResampling(up, area.minY..<area.maxY, scratch: scratch)
    let groups = unsafe (0..<4).map { _ in unsafe RowGroup(0..<area.height, width: region.width, scratch: scratch) }
    for plane in unsafe groups.indices { unsafe groups[plane].clearSums() }
    let inner = scratch.mark
    for start in stride(from: region.minY, to: region.maxY, by: rowsAtATime) {
      let part = PixelRect(
        minX: region.minX, minY: start, maxX: region.maxX, maxY: min(start + rowsAtATime, region.maxY))
      let tile = unsafe TileInspection.summable(input(part), scratch: scratch)
      for plane in 0..<4 { unsafe rows.add(plane, of: tile, to: groups[plane], isLimited: limits != nil) }
      scratch.reset(to: inner)
    }
    unsafe finish(output, area, isOpaque: false, memory: nil, known: 0, from: region, scratch) { plane, _ in
      unsafe groups[plane]
    }
    scratch.reset(to: mark)
    return true
  }

  /// Computes the result from sums down the columns, plane by plane.
  ///
  /// - Parameters:
  ///   - area: the rows and columns of the result to compute.
  ///   - known: how many of its uppermost rows the memory holds.
  ///   - region: the columns of the input that the sums stand for.
  ///   - sums: gives those of a plane for some rows, counted from the lowest.
  private func finish(
    _ output: Tile, _ area: PixelRect, isOpaque: Bool, memory: ResampledRows?, known: Int, from region: PixelRect,
    _ scratch: ScratchArena, _ sums: (_ plane: Int, _ rows: Range<Int>) -> RowGroup
  ) {
    let planes = isOpaque ? 3 : 4
    let weights = columns.weights(across, area.minX..<area.maxX)
    let result = unsafe ResampledPlane(area, isLimited: limits != nil, scratch: scratch)
    let turned = unsafe ColumnBuffer(region.width, isLimited: limits != nil, scratch)
    for plane in 0..<planes {
      for row in stride(from: 0, to: area.height - known, by: EightRows.count) {
        let wanted = row..<min(row + EightRows.count, area.height - known)
        unsafe result.fill(wanted, sums(plane, wanted), weights, from: region.minX, turned)
      }
      if known > 0 { unsafe memory?.recall(plane, into: result) }
      unsafe memory?.keep(plane, of: result, below: output.rect.minY)
      unsafe result.limit()
      unsafe result.copy(into: output, plane)
    }
    memory?.finish(planes: planes)
    unsafe finishAlpha(output, isOpaque: isOpaque)
  }

  private func finishAlpha(_ output: Tile, isOpaque: Bool) {
    let rect = unsafe output.rect
    for y in rect.rows {
      let alpha = unsafe output.row(3, y: y)
      if isOpaque {
        unsafe alpha.update(repeating: 1, count: rect.width)
      } else {
        for x in 0..<rect.width { unsafe alpha[x] = min(max(alpha[x], 0), 1) }
      }
    }
  }

  // MARK: Pixel by pixel

  package func evaluate(x: Int, y: Int, _ input: (_ x: Int, _ y: Int) -> Pixel) -> Pixel {
    let sum: SIMD4<Double>
    if let limits {
      sum = AntiRingingReference(result: limits).value(x: x, y: y) { sample(x: $0, y: $1, input) }
    } else {
      sum = sample(x: x, y: y, input).value
    }
    return Pixel(r: Float(sum.x), g: Float(sum.y), b: Float(sum.z), a: Float(min(max(sum.w, 0), 1)))
  }

  private func sample(x: Int, y: Int, _ input: (_ x: Int, _ y: Int) -> Pixel) -> AntiRingingReference.Sample {
    let (columns, rows) = (across.exactWeights(at: x), up.exactWeights(at: y))
    let (shownColumns, shownRows) = (across.footprint(of: x), up.footprint(of: y))
    var sample = AntiRingingReference.Sample()
    for (row, rowWeight) in rows {
      for (column, weight) in columns {
        let (x, y) = (across.clamped(column), up.clamped(row))
        let pixel = input(x, y).summable
        sample.value += pixel * (rowWeight * weight)
        if shownColumns.contains(x), shownRows.contains(y) { sample.show(pixel) }
      }
    }
    return sample
  }
}
