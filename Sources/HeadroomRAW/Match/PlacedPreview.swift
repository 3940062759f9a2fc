/// Maps pixels of a preview that is rotated by quarter turns.
enum PreviewTurn {
  /// The pixel of the stored preview for a pixel of the rotated one.
  ///
  /// - Parameters:
  ///   - turns: the number of clockwise quarter turns.
  ///   - width: the width of the rotated preview.
  static func source(
    ofColumn column: Int, row: Int, turns: Int, width: Int, height: Int
  ) -> (column: Int, row: Int) {
    switch turns {
    case 1: (row, width - 1 - column)
    case 2: (width - 1 - column, height - 1 - row)
    case 3: (height - 1 - row, column)
    default: (column, row)
    }
  }
}

extension PreviewPlacement {
  /// The preview's light at the pixels of a picture of another size, as means over each pixel; nil outside the preview.
  package func light(of preview: SmallPicture, onWidth width: Int, height: Int) -> [SIMD3<Float>?] {
    let size = turns % 2 == 0 ? (preview.width, preview.height) : (preview.height, preview.width)
    let across = Self.samples(Double(size.0) / (self.width * Double(width)))
    let down = Self.samples(Double(size.1) / (self.height * Double(height)))
    var result: [SIMD3<Float>?] = []
    result.reserveCapacity(width * height)
    for y in 0..<height {
      for x in 0..<width {
        var sum = SIMD3<Float>.zero
        var isInside = true
        for row in 0..<down {
          for column in 0..<across {
            let place = place(
              (Double(x) + (Double(column) + 0.5) / Double(across)) / Double(width),
              (Double(y) + (Double(row) + 0.5) / Double(down)) / Double(height))
            guard let light = sample(preview, size, place) else {
              isInside = false
              continue
            }
            sum += light
          }
        }
        result.append(isInside ? sum / Float(across * down) : nil)
      }
    }
    return result
  }

  private static func samples(_ pixels: Double) -> Int { min(max(Int(pixels.rounded(.up)), 1), 8) }

  private func sample(
    _ preview: SmallPicture, _ size: (width: Int, height: Int), _ place: (x: Double, y: Double)
  ) -> SIMD3<Float>? {
    guard (0..<1).contains(place.x), (0..<1).contains(place.y) else { return nil }
    let from = PreviewTurn.source(
      ofColumn: Int(place.x * Double(size.width)), row: Int(place.y * Double(size.height)), turns: turns,
      width: size.width, height: size.height)
    return preview[from.row * preview.width + from.column]
  }
}
