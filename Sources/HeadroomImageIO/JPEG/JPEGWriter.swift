/// Writes JPEG files.
package struct JPEGWriter: ImageWriter {
  package init() {}
  package func encode(_ picture: StillImage, options: EncodeOptions) throws(ImageIOError) -> [UInt8] {
    throw .unsupported(part: "jpeg", text: "not yet")
  }
}
