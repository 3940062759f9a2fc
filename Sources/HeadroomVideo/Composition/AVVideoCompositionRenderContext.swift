public import Foundation
public import HeadroomGraphics
internal import HeadroomPixels

/// Width and height of a pixel, as a ratio.
public struct AVPixelAspectRatio: Hashable, Sendable {
  public var horizontalSpacing: Int
  public var verticalSpacing: Int

  public init() { self.init(horizontalSpacing: 0, verticalSpacing: 0) }
  public init(horizontalSpacing: Int, verticalSpacing: Int) {
    (self.horizontalSpacing, self.verticalSpacing) = (horizontalSpacing, verticalSpacing)
  }
}

/// Pixels beside a picture that a compositor may read and write, at each edge.
public struct AVEdgeWidths: Hashable, Sendable {
  public var left: CGFloat
  public var top: CGFloat
  public var right: CGFloat
  public var bottom: CGFloat

  public init() { self.init(left: 0, top: 0, right: 0, bottom: 0) }
  public init(left: CGFloat, top: CGFloat, right: CGFloat, bottom: CGFloat) {
    (self.left, self.top, self.right, self.bottom) = (left, top, right, bottom)
  }
}

/// What a compositor's pictures are, and the memory for them. It does not change.
public final class AVVideoCompositionRenderContext: NSObject, Sendable {
  /// Pixels of a picture.
  public let size: CGSize
  /// From the composition's coordinates to pixels of the picture, the origin of both at the top left. Identity: pictures
  /// are composed with square pixels, as large as they are, without edges.
  public var renderTransform: CGAffineTransform { .identity }
  public var renderScale: Float { 1 }
  public var pixelAspectRatio: AVPixelAspectRatio { AVPixelAspectRatio(horizontalSpacing: 1, verticalSpacing: 1) }
  public var edgeWidths: AVEdgeWidths { AVEdgeWidths() }
  /// Whether quality counts more than time: yes, but for a player.
  public let highQualityRendering: Bool
  public let videoComposition: AVVideoComposition
  private let pool: CVPixelBufferPool
  private let timeLimit: TimeInterval?
  private let isClosed: @Sendable () -> Bool

  /// Most buffers that are in use at once.
  private static let mostBuffers = 8

  /// - Parameters:
  ///   - attributes: size and pixel format of the buffers.
  ///   - timeLimit: seconds that are waited for a buffer; nil waits for ever.
  ///   - isClosed: whether the pictures in work are not wanted any more, asked on the thread that waits.
  package init?(
    _ composition: AVVideoComposition, size: CGSize, attributes: CFDictionary, isPlayer: Bool,
    timeLimit: TimeInterval?, isClosed: @escaping @Sendable () -> Bool
  ) {
    var made: CVPixelBufferPool?
    unsafe CVPixelBufferPoolCreate(nil, nil, attributes, &made)
    guard let made else { return nil }
    (videoComposition, self.size, highQualityRendering, pool) = (composition, size, !isPlayer, made)
    (self.timeLimit, self.isClosed) = (timeLimit, isClosed)
  }

  /// A buffer of the picture's size with undefined pixels. While eight are in use it waits until one is given back.
  ///
  /// - Returns: nil where the work has ended or is cancelled, where no buffer came back within the composition's
  ///   ``AVVideoComposition/pictureTimeLimit``, and where there is no memory.
  public func newPixelBuffer() -> CVPixelBuffer? {
    let end = timeLimit.map { Date(timeIntervalSinceNow: $0) }
    while !isClosed() {
      do throws(CVError) {
        return try pool.makePixelBuffer(threshold: Self.mostBuffers)
      } catch {
        guard error.code == kCVReturnWouldExceedAllocationThreshold else { return nil }
        if let end, end.timeIntervalSinceNow <= 0 { return nil }
        Thread.sleep(forTimeInterval: 0.001)
      }
    }
    return nil
  }
}
