internal import Headroom
internal import HeadroomPictures

/// Writes float RGBA rows to standard output, some at a time.
struct PixelWriter {
  let format: PixelsCommand.Format

  func writeHead(width: Int, height: Int) throws(PictureError) {
    if format == .npy {
      try StandardStreams.write(NumPyHeader.float32(shape: [height, width, 4]), to: StandardStreams.output)
    }
  }

  func write(_ picture: LinearPicture) throws(PictureError) {
    switch format {
    case .npy: try writeNumPy(picture)
    case .csv: try writeText(picture)
    }
  }

  private func writeNumPy(_ picture: LinearPicture) throws(PictureError) {
    for row in 0..<picture.height {
      // NumPy's '<f4' is the native format of every supported machine.
      let problem = unsafe picture.withRow(row) { values in
        unsafe StandardStreams.writeAll(UnsafeRawBufferPointer(values), to: StandardStreams.output)
      }
      if let problem { throw PictureError(.output, file: "standard output", problem) }
    }
  }

  private func writeText(_ picture: LinearPicture) throws(PictureError) {
    for row in 0..<picture.height {
      let lines = unsafe picture.withRow(row) { values in
        (0..<picture.width).map { x in
          unsafe "\(values[4 * x]),\(values[4 * x + 1]),\(values[4 * x + 2]),\(values[4 * x + 3])\n"
        }
      }
      try StandardStreams.write(Array(lines.joined().utf8), to: StandardStreams.output)
    }
  }
}
