internal import Foundation
internal import HeadroomGraphics
internal import HeadroomPixels

extension NSGraphicsContext {
  /// A context that draws into the memory of a representation, y up, a point of its size being the unit; nil where
  /// contexts cannot draw into pixels of its kind (those whose colour is not multiplied by alpha, 3 samples in 3 places).
  public convenience init?(bitmapImageRep bitmapRep: NSBitmapImageRep) {
    guard let bitmap = bitmapRep.pixels.editable(), let info = bitmap.contextInfo else { return nil }
    let memory = unsafe Unmanaged.passRetained(bitmap.storage)
    let context = unsafe CGContext(
      data: bitmap.rowAddress(0), width: bitmap.width, height: bitmap.height, bitsPerComponent: bitmap.format.bits,
      bytesPerRow: bitmap.rowBytes, space: bitmapRep.pixels.space, bitmapInfo: info,
      releaseCallback: { held, _ in
        if let held = unsafe held { unsafe Unmanaged<PixelStorage>.fromOpaque(held).release() }
      }, releaseInfo: memory.toOpaque())
    guard let context else {
      unsafe memory.release()
      return nil
    }
    let size = bitmapRep.size
    if size.width > 0, size.height > 0 {
      context.scaleBy(x: CGFloat(bitmap.width) / size.width, y: CGFloat(bitmap.height) / size.height)
    }
    self.init(cgContext: context, flipped: false)
  }
}

extension PixelBitmap {
  /// How a context describes the memory; nil for what it cannot draw into.
  fileprivate var contextInfo: CGBitmapInfo? {
    guard alpha != .straight else { return nil }
    let place: CGImageAlphaInfo? =
      switch format.layout {
      case .rgba, .grayAlpha: .premultipliedLast
      case .argb: .premultipliedFirst
      case .rgbx: .noneSkipLast
      case .gray: CGImageAlphaInfo.none
      default: nil
      }
    guard let place else { return nil }
    switch format.component {
    case .uint8: return CGBitmapInfo(alpha: place)
    case .uint16: return CGBitmapInfo(alpha: place, byteOrder: .order16Little)
    case .half: return CGBitmapInfo(alpha: place, component: .float, byteOrder: .order16Little)
    case .float: return CGBitmapInfo(alpha: place, component: .float, byteOrder: .order32Little)
    default: return nil
    }
  }
}
