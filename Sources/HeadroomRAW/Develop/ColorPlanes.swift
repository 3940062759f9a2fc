/// The destination of developed pixels: three planes of floats with the same distance between rows.
@unsafe package struct ColorPlanes {
  package var red: UnsafeMutablePointer<Float>
  package var green: UnsafeMutablePointer<Float>
  package var blue: UnsafeMutablePointer<Float>
  /// Floats from one row to the next.
  package var stride: Int

  package init(
    red: UnsafeMutablePointer<Float>, green: UnsafeMutablePointer<Float>, blue: UnsafeMutablePointer<Float>,
    stride: Int
  ) {
    unsafe self.red = unsafe red
    unsafe self.green = unsafe green
    unsafe self.blue = unsafe blue
    unsafe self.stride = stride
  }

  /// The planes seen from another pixel.
  package func moved(x: Int, y: Int) -> ColorPlanes {
    let offset = unsafe y * stride + x
    return unsafe ColorPlanes(red: red + offset, green: green + offset, blue: blue + offset, stride: stride)
  }

  @inline(__always) func plane(_ index: Int) -> UnsafeMutablePointer<Float> {
    unsafe index == 0 ? red : index == 1 ? green : blue
  }
}

/// Pointers for several threads that write different pixels.
// Sendable: every part of a job has its own rectangle.
@unsafe struct SharedPlanes: @unchecked Sendable { let planes: ColorPlanes }
