internal import HeadroomContainers
internal import HeadroomPixels

extension DNG {
  /// Black as measured in pixels that received no light (MaskedAreas), for files that do not state it.
  struct OpticalBlack: Sendable {
    /// The areas in pixels of the stored picture.
    let areas: [PixelRect]
  }
}

extension DNG.OpticalBlack {
  /// The most areas that are read; cameras have up to four.
  private static let most = 16
  /// The fewest pixels at a position of the pattern for a meaningful mean.
  private static let fewest = 64

  /// Nil where the file states black itself, or has no masked pixels.
  init?(_ fields: DNG.Fields, width: Int, height: Int, _ warnings: inout [String]) {
    guard fields[DNG.Tag.blackLevel] == nil, let field = fields[DNG.Tag.maskedAreas] else { return nil }
    let edges = fields.integers(DNG.Tag.maskedAreas, limit: 4 * Self.most) ?? []
    areas = stride(from: 0, to: edges.count - edges.count % 4, by: 4).compactMap { index in
      let (top, left, bottom, right) = (edges[index], edges[index + 1], edges[index + 2], edges[index + 3])
      guard top < bottom, left < right, bottom <= UInt64(height), right <= UInt64(width) else { return nil }
      return PixelRect(minX: Int(left), minY: Int(top), maxX: Int(right), maxY: Int(bottom))
    }
    guard !areas.isEmpty, areas.count * 4 == edges.count else {
      warnings.append(DNG.Fields.warning(field, "is no part of the picture"))
      return nil
    }
  }

  /// Sets black levels to the means of masked pixels, one for each position of a Bayer pattern and a single one for
  /// other mosaics. Levels stay as they are where there are too few pixels, or where a mean is not well below white.
  func measure(_ bitmap: PixelBitmap, into levels: inout SensorLevels, period: Int, corner: (x: Int, y: Int)) {
    guard bitmap.format == .gray16 else { return }
    let found = (0..<period * period).map { place in
      mean(bitmap, levels, row: place / period, column: place % period, period: period, corner: corner)
    }
    let white = levels.white.min() ?? 0
    let black = found.compactMap { $0 }
    guard black.count == found.count, black.allSatisfy({ $0 < 0.5 * white }) else { return }
    (levels.black, levels.blackRows, levels.blackColumns) = (black, period, period)
  }

  /// The mean at a position of the pattern, counted from the active area's corner, without the highest and the lowest
  /// hundredth: hot pixels are not black.
  private func mean(
    _ bitmap: PixelBitmap, _ levels: SensorLevels, row: Int, column: Int, period: Int, corner: (x: Int, y: Int)
  ) -> Double? {
    var counts = [Int](repeating: 0, count: 1 << 16)
    for area in areas {
      for y in area.rows where Self.rest(y - corner.y, period) == row {
        let line = unsafe bitmap.rowAddress(y).assumingMemoryBound(to: UInt16.self)
        for x in area.columns where Self.rest(x - corner.x, period) == column {
          counts[levels.linearized(Int(unsafe line[x]))] += 1
        }
      }
    }
    let all = counts.reduce(0, +)
    return all >= Self.fewest ? Self.mean(of: counts, leavingOut: all / 100, all) : nil
  }

  private static func rest(_ value: Int, _ period: Int) -> Int { (value % period + period) % period }

  private static func mean(of counts: [Int], leavingOut ends: Int, _ all: Int) -> Double {
    var (sum, passed) = (0.0, 0)
    for (code, count) in counts.enumerated() where count > 0 {
      let (first, last) = (max(passed, ends), min(passed + count, all - ends))
      sum += Double(code) * Double(max(last - first, 0))
      passed += count
    }
    return sum / Double(all - 2 * ends)
  }
}
