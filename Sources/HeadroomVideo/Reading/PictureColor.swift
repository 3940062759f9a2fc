internal import HeadroomColor
internal import HeadroomGraphics
internal import HeadroomPixels

extension PictureSettings {
  /// The colour of pictures that have one by themselves: as the client states it, else their own; BT.709 where they are
  /// wider, or HDR, and that is not wanted. Eight bits want it only where the client says so.
  func color(natural: CICP, _ format: OSType) -> CICP {
    if let color { return color }
    let isWide = [9, 11, 12].contains(natural.primaries) || VideoDynamicRange(transfer: natural.transfer) != .sdr
    return isWide && !(allowsWideColor ?? format.isDeep) ? .bt709Video : natural
  }
}

extension OSType {
  /// Whether a pixel format has more than eight bits.
  var isDeep: Bool {
    if let planes = BiplanarForm(self) { return planes.depth > 8 }
    return (try? CVPixelBuffer(width: 2, height: 2, pixelFormat: self))?.isDeep ?? false
  }
}

extension CVPixelBuffer {
  fileprivate var isDeep: Bool { readableFormat.bitsPerComponent > 8 }
}
