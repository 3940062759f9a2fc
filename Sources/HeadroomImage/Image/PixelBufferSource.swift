package import HeadroomColor
package import HeadroomEngine
package import HeadroomGraphics
package import HeadroomPixels

/// A pixel buffer as a source; its memory is read when a render starts.
package struct PixelBufferSource: SourceOperation {
  package let buffer: CVPixelBuffer
  package let encoding: ColorEncoding?
  package let alpha: AlphaMode

  init(_ buffer: CVPixelBuffer, encoding: ColorEncoding?) {
    self.buffer = buffer
    self.encoding = encoding
    alpha = buffer.hasAlpha ? buffer.alphaMode : .opaque
  }

  /// A buffer may be filled with the next frame while images of it still exist.
  package var isConstant: Bool { false }
  package var access: SourceAccess { buffer.isDirectlyReadable ? .memory : .decoded }
  package var width: Int { CVPixelBufferGetWidth(buffer) }
  package var height: Int { CVPixelBufferGetHeight(buffer) }
  package var fingerprint: Fingerprint { Fingerprint("CVPixelBuffer", [], objects: [ObjectIdentifier(buffer)]) }
  package func isOpaque(_ inputs: [Bool]) -> Bool { alpha == .opaque }
  package func load(_ region: PixelRect) throws -> LoadedSource { LoadedSource(bitmap: try buffer.readableBitmap()) }
}

extension CVPixelBuffer {
  /// Whether the format stores alpha.
  package var hasAlpha: Bool { readableFormat.hasAlpha }
}
