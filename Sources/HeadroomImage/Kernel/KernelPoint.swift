public import HeadroomEngine
internal import HeadroomPixels

/// The pixels at one place in all images of a kernel, as passed to a closure.
@safe public struct KernelPoint: ~Copyable {
  private let first: RowPointers
  private let others: UnsafePointer<RowPointers>
  private let index: Int
  /// The number of images.
  public let imageCount: Int
  /// The position of the pixel's centre (Core Image coordinates, y up).
  public let x: Float
  public let y: Float

  fileprivate init(
    _ first: RowPointers, _ others: UnsafePointer<RowPointers>, imageCount: Int, index: Int, x: Float, y: Float
  ) {
    unsafe self.first = unsafe first
    unsafe self.others = unsafe others
    self.imageCount = imageCount
    self.index = index
    self.x = x
    self.y = y
  }

  /// The pixel of an image, counted from 0 in the order of the arguments; premultiplied. Transparent outside the image,
  /// and for an index without an image.
  public subscript(_ image: Int) -> Pixel {
    guard image >= 0, image < imageCount else { return .clear }
    let rows = unsafe image == 0 ? first : others[image - 1]
    return unsafe Pixel(r: rows.r[index], g: rows.g[index], b: rows.b[index], a: rows.a[index])
  }
}

extension RowStage {
  /// A closure called for each pixel.
  package init(imageCount: Int, _ body: @escaping @Sendable (borrowing KernelPoint) -> Pixel) {
    unsafe self.init { rows, others, count, x, y in
      for i in 0..<count {
        let point = unsafe KernelPoint(
          rows, others, imageCount: imageCount, index: i, x: Float(x + i) + 0.5, y: Float(y) + 0.5)
        let out = body(point)
        unsafe (rows.r[i], rows.g[i], rows.b[i], rows.a[i]) = (out.r, out.g, out.b, out.a)
      }
    }
  }

  /// The result for one place.
  package func pixel(_ pixels: [Pixel], x: Int, y: Int) -> Pixel {
    let buffer = RowBuffer(capacity: max(pixels.count, 1))
    let rows = unsafe buffer.rows
    for (i, pixel) in pixels.enumerated() {
      unsafe (rows.r[i], rows.g[i], rows.b[i], rows.a[i]) = (pixel.r, pixel.g, pixel.b, pixel.a)
    }
    let others = unsafe pixels.indices.dropFirst().map { unsafe rows.advanced(by: $0) } + [rows]
    unsafe run(rows, others, 1, x, y)
    return unsafe Pixel(r: rows.r[0], g: rows.g[0], b: rows.b[0], a: rows.a[0])
  }
}
