extension LensWarp {
  /// The same warp, enlarged until no point at the picture's edge has its source outside the picture; unchanged where
  /// that takes more than twice the size.
  package func filling(width: Int, height: Int) -> LensWarp {
    let edge = Self.edge(width: width, height: height)
    func isFilled(_ scale: Double) -> Bool {
      let warp = enlarged(by: scale)
      return edge.allSatisfy { place in
        planes.indices.allSatisfy { plane in
          let source = warp.source(x: place.x, y: place.y, plane: plane)
          return source.x > -0.5 && source.x < Double(width) - 0.5 && source.y > -0.5 && source.y < Double(height) - 0.5
        }
      }
    }
    if isFilled(1) { return self }
    var (low, high) = (1.0, 2.0)
    guard isFilled(high) else { return self }
    for _ in 0..<16 {
      let middle = (low + high) / 2
      if isFilled(middle) { high = middle } else { low = middle }
    }
    return enlarged(by: high)
  }

  /// Positions all around a picture.
  private static func edge(width: Int, height: Int) -> [SIMD2<Double>] {
    let (right, bottom) = (Double(width - 1), Double(height - 1))
    let steps = 64
    return (0...steps).flatMap { step -> [SIMD2<Double>] in
      let (x, y) = (right * Double(step) / Double(steps), bottom * Double(step) / Double(steps))
      return [SIMD2(x, 0), SIMD2(x, bottom), SIMD2(0, y), SIMD2(right, y)]
    }
  }

  private func enlarged(by scale: Double) -> LensWarp {
    LensWarp(
      centerX: centerX, centerY: centerY, radius: radius, planes: planes.map { [LensStage.powers([1 / scale])] + $0 })
      ?? self
  }
}
