internal import HeadroomPixels

/// Replaces bad pixels by the mean of their nearest good neighbours of the same colour.
struct BadPixels {
  private let bitmap: PixelBitmap
  private let isFloat: Bool
  private let pattern: ColorFilterArray?
  /// The distance up to which neighbours are searched.
  private static let reach = 4

  init(_ bitmap: PixelBitmap, _ image: SensorImage) {
    self.bitmap = bitmap
    isFloat = bitmap.format == .grayFloat
    // The pattern counted from the corner of the stored picture.
    pattern = image.pattern?.shifted(rows: -image.activeArea.minY, columns: -image.activeArea.minX)
  }

  /// Fixes all samples that satisfy a condition.
  func fix(_ isBad: @Sendable (Float) -> Bool) {
    let (width, height) = (bitmap.width, bitmap.height)
    let found = Results<[Bool]>(count: height)
    ThreadPool.shared.concurrentPerform(height) { row in
      var marks: [Bool] = []
      for column in 0..<width where isBad(value(row, column)) {
        if marks.isEmpty { marks = [Bool](repeating: false, count: width) }
        marks[column] = true
      }
      found[row] = marks
    }
    fix(marks: found.all.map { $0 ?? [] })
  }

  func fix(_ rects: [PixelRect]) {
    let all = PixelRect(width: bitmap.width, height: bitmap.height)
    var marks = [[Bool]](repeating: [], count: bitmap.height)
    for rect in rects {
      let inside = rect.intersection(all)
      for row in inside.rows {
        if marks[row].isEmpty { marks[row] = [Bool](repeating: false, count: bitmap.width) }
        for column in inside.columns { marks[row][column] = true }
      }
    }
    fix(marks: marks)
  }

  /// Rows without bad pixels have empty marks. Good pixels are only read, and bad ones only written.
  private func fix(marks: [[Bool]]) {
    ThreadPool.shared.concurrentPerform(marks.count) { row in
      for (column, isBad) in marks[row].enumerated() where isBad {
        if let mean = neighbors(row, column, marks) { set(row, column, mean) }
      }
    }
  }

  /// The mean of the nearest ring that has good pixels of the same colour; nil for none.
  private func neighbors(_ row: Int, _ column: Int, _ marks: [[Bool]]) -> Float? {
    let plane = pattern?.plane(row: row, column: column)
    for ring in 1...Self.reach {
      var sum: Float = 0
      var weights: Float = 0
      for y in max(row - ring, 0)...min(row + ring, bitmap.height - 1) {
        for x in max(column - ring, 0)...min(column + ring, bitmap.width - 1) {
          guard max(abs(y - row), abs(x - column)) == ring, marks[y].isEmpty || !marks[y][x],
            pattern?.plane(row: y, column: x) == plane
          else { continue }
          let weight = 1 / Float((y - row) * (y - row) + (x - column) * (x - column))
          sum += weight * value(y, x)
          weights += weight
        }
      }
      if weights > 0 { return sum / weights }
    }
    return nil
  }

  private func value(_ row: Int, _ column: Int) -> Float {
    let address = unsafe bitmap.rowAddress(row)
    return isFloat
      ? unsafe address.assumingMemoryBound(to: Float.self)[column]
      : unsafe Float(address.assumingMemoryBound(to: UInt16.self)[column])
  }

  private func set(_ row: Int, _ column: Int, _ value: Float) {
    let address = unsafe bitmap.rowAddress(row)
    if isFloat {
      unsafe address.assumingMemoryBound(to: Float.self)[column] = value
    } else {
      unsafe address.assumingMemoryBound(to: UInt16.self)[column] = UInt16(min(max(value, 0), 65_535) + 0.5)
    }
  }
}
