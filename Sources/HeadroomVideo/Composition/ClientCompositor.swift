package import Foundation
package import HeadroomColor
package import HeadroomGraphics

/// A client's compositor at work: the object, and what it said of itself before the first picture.
// Sendable: compositors are asked from one thread at a time; what they said does not change.
package final class ClientCompositor: @unchecked Sendable {
  package let object: any AVVideoCompositing
  /// The formats that source pictures may have, the best first; nil are any.
  package let sourceFormats: [OSType]?
  /// The formats of composed pictures, the best first.
  package let outputFormats: [OSType]
  package let takesHDR: Bool
  package let takesWideColor: Bool
  package let conformsColor: Bool
  /// Seconds after which a picture that is not there is an error; nil waits.
  package let timeLimit: TimeInterval?

  /// Makes the compositor and asks it.
  init(_ type: any AVVideoCompositing.Type, timeLimit: TimeInterval?) throws(VideoCompositionError) {
    guard let made = Self.make(type) else {
      throw .compositor("\(type)", "does not descend from NSObject")
    }
    object = made
    self.timeLimit = timeLimit
    let name = "\(type)"
    sourceFormats = try made.sourcePixelBufferAttributes.map { attributes throws(VideoCompositionError) in
      try Self.formats(attributes, name, "sourcePixelBufferAttributes")
    }
    outputFormats = try Self.formats(
      made.requiredPixelBufferAttributesForRenderContext, name, "requiredPixelBufferAttributesForRenderContext")
    takesHDR = made.supportsHDRSourceFrames
    takesWideColor = takesHDR || made.supportsWideColorSourceFrames
    conformsColor = made.canConformColorOfSourceFrames
  }

  private static func formats(
    _ attributes: [String: Any], _ name: String, _ property: String
  ) throws(VideoCompositionError) -> [OSType] {
    guard let value = attributes[kCVPixelBufferPixelFormatTypeKey],
      let codes = OptionValues.numbers(value)?.compactMap({ OSType(exactly: $0) }), !codes.isEmpty
    else { throw .compositor(name, "\(property) has no pixel format under kCVPixelBufferPixelFormatTypeKey") }
    let known = codes.filter { (try? CVPixelBuffer(width: 2, height: 2, pixelFormat: $0)) != nil }
    guard !known.isEmpty else { throw .compositor(name, "\(property) has no pixel format that is known") }
    return known
  }

  /// Classes that descend from `NSObject` have its `init()` at the place where this class has it.
  private static func make(_ type: any AVVideoCompositing.Type) -> (any AVVideoCompositing)? {
    let known: AnyClass = type
    guard known is NSObject.Type else { return nil }
    return unsafe unsafeBitCast(known, to: HeadroomNewObject.Type.self).init() as AnyObject as? any AVVideoCompositing
  }

  // MARK: - Colour

  /// The colour of the source pictures that it gets.
  ///
  /// - Parameters:
  ///   - source: what the source's codes mean.
  ///   - composed: the colour of the composition, as ``output(_:sources:stated:)`` has it.
  package func sourceColor(_ source: CICP, composed: CICP) -> CICP {
    let isHDR = VideoDynamicRange(transfer: source.transfer) != .sdr
    let isAllowed = takesHDR || !isHDR && (takesWideColor || !source.isWide)
    return conformsColor && isAllowed ? source : composed
  }

  /// The colour of what it composes: without HDR it makes SDR.
  package func output(
    sources: [CICP], stated: AVVideoComposition.Configuration
  ) throws(VideoCompositionError) -> CICP {
    if takesHDR { return try OutputColor.codes(for: sources, stated: stated) }
    var stated = stated
    let transfer = stated.colorTransferFunction.map { ImageBufferColor.code(of: $0, in: ImageBufferColor.transfers) }
    if let transfer, VideoDynamicRange(transfer: transfer) != .sdr { stated.colorTransferFunction = nil }
    let dark = sources.map { VideoDynamicRange(transfer: $0.transfer) == .sdr ? $0 : $0.standard }
    guard !takesWideColor else { return try OutputColor.codes(for: dark, stated: stated) }
    (stated.colorPrimaries, stated.colorYCbCrMatrix) = (nil, nil)
    return try OutputColor.codes(for: dark.map { $0.isWide ? .bt709Video : $0 }, stated: stated)
  }
}

extension CICP {
  /// Whether the primaries are wider than those of BT.709.
  fileprivate var isWide: Bool { [9, 11, 12].contains(primaries) }

  /// The same primaries in SDR.
  fileprivate var standard: CICP {
    CICP(primaries: primaries, transfer: 1, matrix: matrix, fullRange: false)
  }
}
