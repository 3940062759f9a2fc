internal import HeadroomContainers
internal import HeadroomGraphics

extension WebPReader: FrameProperties {
  func frameProperties(at index: Int) -> (key: CFString, values: CFDictionary)? {
    guard file.isAnimated, file.frames.indices.contains(index) else { return nil }
    let seconds = Double(file.frames[index].duration) / 1000
    return (
      kCGImagePropertyWebPDictionary,
      [
        kCGImagePropertyWebPDelayTime: ShownDelay.of(seconds), kCGImagePropertyWebPUnclampedDelayTime: seconds,
      ]
    )
  }
}

extension WebPReader: ContainerProperties {
  package var isIndexed: Bool { false }
  package var pixelsPerInch: (x: Double, y: Double)? { nil }
  package var ownProperties: (key: CFString, values: CFDictionary)? { nil }

  package var fileProperties: (key: CFString, values: CFDictionary)? {
    guard file.isAnimated else { return nil }
    var values: CFDictionary = [
      kCGImagePropertyWebPCanvasPixelWidth: file.width, kCGImagePropertyWebPCanvasPixelHeight: file.height,
    ]
    if let count = file.loopCount { values[kCGImagePropertyWebPLoopCount] = count }
    return (kCGImagePropertyWebPDictionary, values)
  }
}
