internal import HeadroomContainers
internal import HeadroomGraphics

/// An animated PNG: how long its first picture is shown, and how often all are.
extension PNGReader: FrameProperties {
  func frameProperties(at index: Int) -> (key: CFString, values: CFDictionary)? {
    // Of an animation that the picture is no part of, no frame comes before it.
    guard index == 0, let control = content(of: .frameControl, count: 26) else { return nil }
    // u16 numerator | u16 denominator, where 0 stands for 100
    let parts = (UInt16(control[20]) << 8 | UInt16(control[21]), UInt16(control[22]) << 8 | UInt16(control[23]))
    let seconds = Double(parts.0) / Double(parts.1 == 0 ? 100 : parts.1)
    return (
      kCGImagePropertyPNGDictionary,
      [kCGImagePropertyAPNGDelayTime: ShownDelay.of(seconds), kCGImagePropertyAPNGUnclampedDelayTime: seconds]
    )
  }

  package var fileProperties: (key: CFString, values: CFDictionary)? {
    guard let animation = content(of: .animation, count: 8) else { return nil }
    let loops = animation[4...7].reduce(0) { $0 << 8 | Int($1) }
    return (
      kCGImagePropertyPNGDictionary,
      [
        kCGImagePropertyAPNGLoopCount: loops, kCGImagePropertyAPNGCanvasPixelWidth: info.width,
        kCGImagePropertyAPNGCanvasPixelHeight: info.height,
      ]
    )
  }

  /// The first chunk of a type before the picture, where it has this length.
  private func content(of type: PNG.ChunkType, count: Int) -> [UInt8]? {
    guard directory.frameCount != nil, var walker = try? PNG.ChunkWalker(bytes) else { return nil }
    while let chunk = try? walker.next(), chunk.type != .pictureData {
      if chunk.type == type { return chunk.data.count == count ? bytes.copy(chunk.data) : nil }
    }
    return nil
  }
}
