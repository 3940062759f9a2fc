/// The part of a coded picture that is meant to be seen (`clap`), in pixels of the coded picture.
///
/// ```
/// u32 width n d | u32 height n d | s32 n u32 d horizontal offset | s32 n u32 d vertical offset
/// ```
package struct CleanAperture: Hashable, Sendable {
  package var width: Double
  package var height: Double
  /// From the picture's middle to the part's.
  package var horizontalOffset: Double
  package var verticalOffset: Double

  package init(width: Double, height: Double, horizontalOffset: Double, verticalOffset: Double) {
    (self.width, self.height) = (width, height)
    (self.horizontalOffset, self.verticalOffset) = (horizontalOffset, verticalOffset)
  }

  /// Reads the payload of the box.
  ///
  /// - Throws: where it is short, or a denominator is 0 or negative.
  package init(_ reader: inout ByteReader) throws(ImageIOError) {
    func fraction(_ isSigned: Bool) throws(ImageIOError) -> Double {
      let place = reader.position
      let numerator = isSigned ? Double(try reader.s32()) : Double(try reader.u32())
      let denominator = try reader.u32()
      guard denominator > 0, denominator <= UInt32(Int32.max) else {
        throw .malformed(part: reader.part, text: "a denominator of \(denominator)", offset: place)
      }
      return numerator / Double(denominator)
    }
    width = try fraction(false)
    height = try fraction(false)
    horizontalOffset = try fraction(true)
    verticalOffset = try fraction(true)
  }
}
