internal import HeadroomPixels

extension BoxHalving: TileNeighbourhood {
  func render(_ input: Tile, into output: Tile, scratch: ScratchArena) {
    let rect = unsafe output.rect
    for plane in 0..<4 {
      for y in rect.minY..<rect.maxY {
        let lower = unsafe input.row(plane, y: 2 * y) + (2 * rect.minX - input.rect.minX)
        let upper = unsafe input.row(plane, y: 2 * y + 1) + (2 * rect.minX - input.rect.minX)
        let out = unsafe output.row(plane, y: y)
        for i in 0..<rect.width {
          unsafe out[i] = ((lower[2 * i] + lower[2 * i + 1]) + (upper[2 * i] + upper[2 * i + 1])) * 0.25
        }
      }
    }
  }
}
