internal import Foundation
package import HeadroomColor
public import HeadroomGraphics
package import HeadroomPixels

/// What a destination does with alpha.
public enum CIRenderDestinationAlphaMode: UInt, Sendable {
  /// Alpha is not stored; colour lies over black.
  case none = 0
  case premultiplied = 1
  case unpremultiplied = 2
}

/// A render target owned by a module above, such as a texture.
package protocol RenderSurface: Sendable {
  /// The memory to render into: the target itself, or a bitmap whose pixels ``commit(_:)`` takes over.
  func renderTarget() throws -> PixelBitmap
  /// Called with that bitmap when it holds the picture.
  func commit(_ target: PixelBitmap)
}

/// The target of a render: a pixel buffer or memory, and how numbers are stored there.
///
/// Configure it before starting a task, and do not change it while one runs.
public final class CIRenderDestination {
  enum Target {
    case pixelBuffer(CVPixelBuffer)
    case bitmap(PixelBitmap)
    /// Looked up when a task is started, by the thread that starts it.
    case surface(() throws -> any RenderSurface)
  }

  /// Takes a render, and runs it in its turn.
  package typealias Schedule = (@escaping @Sendable () -> Void) -> Void

  let target: Target
  /// Nil runs renders at once.
  package let schedule: Schedule?
  /// Width in pixels.
  public let width: Int
  /// Height in pixels.
  public let height: Int
  /// Default: as the target's format allows.
  public var alphaMode: CIRenderDestinationAlphaMode
  /// Whether row 0 is the bottom row. Default false: bitmaps run from the top.
  public var isFlipped = false
  /// Whether integers are dithered (ordered, by absolute position). Default false.
  public var isDithered = false
  /// Whether values are limited to 0 ... 1 before they are stored. Default true for integer targets, false for floats.
  public var isClamped: Bool
  /// Default: the pixel buffer's space, else sRGB, extended sRGB for floats, or grey of gamma 2.2.
  public var colorSpace: CGColorSpace?

  /// Lays the picture over what the destination holds; nil replaces it. Default nil.
  ///
  /// The picture is the foreground. Pixels outside of its extent stay as they are.
  public var blendKernel: CIBlendKernel?
  /// Whether ``blendKernel`` works on the numbers of ``colorSpace`` instead of linear light. Default false.
  public var blendsInDestinationColorSpace = false

  /// The pixels of a surface.
  public convenience init(ioSurface surface: IOSurface) { self.init(pixelBuffer: CVPixelBuffer(of: surface)) }

  /// A pixel buffer.
  public init(pixelBuffer: CVPixelBuffer) {
    target = .pixelBuffer(pixelBuffer)
    schedule = nil
    width = CVPixelBufferGetWidth(pixelBuffer)
    height = CVPixelBufferGetHeight(pixelBuffer)
    colorSpace = CGColorSpace(encoding: pixelBuffer.encoding)
    alphaMode = pixelBuffer.hasAlpha ? .premultiplied : .none
    isClamped = !pixelBuffer.readableFormat.isFloatingPoint
  }

  /// Memory of the client, rows from the top. It must stay valid until the task has completed.
  public init(
    bitmapData data: UnsafeMutableRawPointer, width: Int, height: Int, bytesPerRow: Int, format: CIFormat
  ) {
    let pixel = format.pixelFormat
    let storage = unsafe PixelStorage(foreign: data, byteCount: bytesPerRow * height, release: nil)
    let bitmap = try? PixelBitmap(
      storage: storage, planes: [PixelPlane(offset: 0, rowBytes: bytesPerRow)], width: width, height: height,
      format: pixel)
    guard let bitmap else {
      preconditionFailure("\(bytesPerRow) bytes a row and \(height) rows cannot hold \(width) pixels of \(pixel)")
    }
    target = .bitmap(bitmap)
    schedule = nil
    self.width = width
    self.height = height
    alphaMode = pixel.hasAlpha ? .premultiplied : .none
    isClamped = !pixel.isFloatingPoint
    let encoding: ColorEncoding = pixel.isGray ? .genericGrayGamma22 : pixel.isFloatingPoint ? .extendedSRGB : .sRGB
    colorSpace = CGColorSpace(encoding: encoding)
  }

  /// A bitmap in any format, such as planes of an encoder's frame, which are written in place.
  ///
  /// Luma and chroma are not clamped by default: their codes hold signals below black and above white, which a copy keeps.
  ///
  /// - Parameter encoding: the space of the numbers; ``colorSpace`` can replace it.
  package init(bitmap: PixelBitmap, encoding: ColorEncoding) {
    target = .bitmap(bitmap)
    schedule = nil
    width = bitmap.width
    height = bitmap.height
    alphaMode =
      switch bitmap.alpha {
      case .opaque: .none
      case .premultiplied: .premultiplied
      case .straight: .unpremultiplied
      }
    isClamped = !bitmap.format.isFloatingPoint && !bitmap.format.isYCbCr
    colorSpace = CGColorSpace(encoding: encoding)
  }

  /// A target owned by a module above. Its bitmaps must have the size given here.
  package init(
    width: Int, height: Int, hasAlpha: Bool, isClamped: Bool, encoding: ColorEncoding, schedule: Schedule?,
    surface: @escaping () throws -> any RenderSurface
  ) {
    target = .surface(surface)
    self.schedule = schedule
    self.width = width
    self.height = height
    alphaMode = hasAlpha ? .premultiplied : .none
    self.isClamped = isClamped
    colorSpace = CGColorSpace(encoding: encoding)
  }
}
