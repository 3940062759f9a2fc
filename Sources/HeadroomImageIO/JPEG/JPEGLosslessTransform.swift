internal import HeadroomContainers
internal import HeadroomGraphics

/// The way to turn and mirror a JPEG file without coding it again.
///
/// Blocks of coefficients are moved, transposed and their signs changed (ITU-T T.81, annex A.3.3: a mirrored block has
/// the odd frequencies negated). A mirror starts at the far edge, so that edge has to end with a whole unit of blocks,
/// in the picture and in its gain map; else the orientation tag states the turn.
struct JPEGLosslessTransform {
  /// The turn of the coefficients.
  let coding: CGImagePropertyOrientation
  /// The orientation tag after that.
  let tag: CGImagePropertyOrientation
  /// The method of turning, for reports.
  let notes: [String]

  init(
    from stored: CGImagePropertyOrientation, by edit: CodedEdit, frames: [JPEGFrame]
  ) {
    let turn = edit.turn
    let wanted = stored.followed(by: turn)
    let isCoded = turn != .up && !edit.turnsByTag && wanted != .up && frames.allSatisfy { Self.isExact(wanted, $0) }
    coding = isCoded ? wanted : .up
    tag = isCoded ? .up : wanted
    if isCoded {
      notes = ["its coefficients are turned"]
    } else if turn != .up {
      notes = [
        "it is turned by its orientation tag"
          + (wanted == .up || edit.turnsByTag ? "" : ": its edges do not end with whole blocks")
      ]
    } else {
      notes = []
    }
  }

  private static func isExact(_ turn: CGImagePropertyOrientation, _ frame: JPEGFrame) -> Bool {
    guard frame.isSupportedProcess, frame.precision == 8 else { return false }
    let mirrors = turn.storedMirrors
    let unit = frame.unit
    return (!mirrors.columns || frame.width % unit.width == 0) && (!mirrors.rows || frame.height % unit.height == 0)
  }

  /// The coded picture, turned, without application segments.
  func turned(_ stream: JPEGStream, part: String) throws(ImageIOError) -> [UInt8] {
    let decoder = try JPEGDecoder(stream.bytes, range: stream.start..<stream.end, part: part)
    // The library holds all coefficients, both original and turned.
    let memory = try CodecMemory.reserve(
      width: decoder.width, height: decoder.height,
      bytesPerPixel: 2 * CodecMemory.progressiveJPEGDecoder(components: stream.frame?.components.count ?? 3))
    defer { withExtendedLifetime(memory) {} }
    return try decoder.turned(coding)
  }
}

extension JPEGFrame {
  /// Pixels of a unit of blocks: a mirrored picture has to end with a whole one.
  fileprivate var unit: (width: Int, height: Int) {
    // The blocks of a single component are not grouped, whatever factors it states.
    guard components.count > 1 else { return (8, 8) }
    return (
      8 * (components.map(\.horizontalSampling).max() ?? 1), 8 * (components.map(\.verticalSampling).max() ?? 1)
    )
  }
}
