/// The picture at half size: each pixel is the mean of four, anchored at even coordinates. Used in front of bilinear
/// sampling where a transform shrinks by two or more, against aliasing.
struct BoxHalving: AreaOperation {
  var fingerprint: Fingerprint { Fingerprint("halve") }

  func region(for output: PixelRect) -> PixelRect {
    func doubled(_ value: Int) -> Int { abs(value) >= PixelRect.limit ? value : 2 * value }
    return PixelRect(
      minX: doubled(output.minX), minY: doubled(output.minY), maxX: doubled(output.maxX), maxY: doubled(output.maxY))
  }

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

  func evaluate(x: Int, y: Int, _ input: (_ x: Int, _ y: Int) -> Pixel) -> Pixel {
    let p = [input(2 * x, 2 * y), input(2 * x + 1, 2 * y), input(2 * x, 2 * y + 1), input(2 * x + 1, 2 * y + 1)]
    func mean(_ value: (Pixel) -> Float) -> Float {
      ((value(p[0]) + value(p[1])) + (value(p[2]) + value(p[3]))) * 0.25
    }
    return Pixel(r: mean(\.r), g: mean(\.g), b: mean(\.b), a: mean(\.a))
  }
}
