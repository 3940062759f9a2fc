/// The shape of a pixel (`pasp`): width to height.
package struct PixelAspect: Hashable, Sendable {
  package let horizontal: UInt32
  package let vertical: UInt32

  package init(horizontal: UInt32, vertical: UInt32) {
    (self.horizontal, self.vertical) = (horizontal, vertical)
  }

  package init(_ reader: inout ByteReader) throws(ImageIOError) {
    self.init(horizontal: try reader.u32(), vertical: try reader.u32())
  }

  /// In lowest terms; 1 to 1 where a number is 0, as nobody knows what that means.
  package var reduced: (width: Int, height: Int) {
    guard horizontal > 0, vertical > 0 else { return (1, 1) }
    var (rest, divisor) = (horizontal, vertical)
    while rest != 0 { (rest, divisor) = (divisor % rest, rest) }
    return (Int(horizontal / divisor), Int(vertical / divisor))
  }
}
