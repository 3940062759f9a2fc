public import HeadroomContainers

extension FileBytes {
  /// Reads a file, or maps it when it is large; `-` or a pipe is read to its end.
  ///
  /// - Throws: `ImageIOError/unreadable(path:reason:)` with the system's words when the file is missing, a folder or
  ///   refused.
  public convenience init(path: String) throws(ImageIOError) {
    try self.init(path: path, mapsFrom: Self.mappingThreshold)
  }

  /// As ``init(path:mapsFrom:recognizing:)`` for pictures.
  package convenience init(path: String, mapsFrom threshold: Int) throws(ImageIOError) {
    try self.init(path: path, mapsFrom: threshold) { bytes throws(ImageIOError) in _ = try ImageFormats.recognize(bytes)
    }
  }
}
