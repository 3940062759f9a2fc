/// A reader whose container lets the gain map be taken out without touching the base picture.
package protocol GainMapRemoving: ImageReader {
  /// The file with the base picture's data byte for byte as it was, and nothing of the map.
  func bytesWithoutGainMap() throws(ImageIOError) -> [UInt8]
}
