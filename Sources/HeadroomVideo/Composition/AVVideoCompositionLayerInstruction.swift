public import Foundation
public import HeadroomGraphics
public import HeadroomImage
internal import Synchronization

/// How the pictures of a track lie in the composition, over time. ``Configuration`` says by what rules.
///
/// Sendable: subclasses are made here only, and what is stored lies behind a lock.
public class AVVideoCompositionLayerInstruction: @unchecked Sendable {
  let state: Mutex<Configuration>

  fileprivate init(state: Configuration) { self.state = Mutex(state) }

  /// The layer that a value describes.
  public convenience init(configuration: Configuration) { self.init(state: configuration) }

  /// See ``Configuration/init(image:)``.
  public convenience init(image: CIImage) { self.init(state: Configuration(image: image)) }

  package var configuration: Configuration { state.withLock { $0 } }

  /// The track whose pictures these are.
  public var trackID: CMPersistentTrackID { configuration.trackID }

  /// What is shown in place of a track; nil for tracks.
  public var image: CIImage? { configuration.image }

  /// See ``Configuration/opacityRamp(at:)``.
  public func opacityRamp(at time: CMTime) -> OpacityRamp? { configuration.opacityRamp(at: time) }
  /// See ``Configuration/transformRamp(at:)``.
  public func transformRamp(at time: CMTime) -> TransformRamp? { configuration.transformRamp(at: time) }
  /// See ``Configuration/cropRectangleRamp(at:)``.
  public func cropRectangleRamp(at time: CMTime) -> CropRectangleRamp? { configuration.cropRectangleRamp(at: time) }

  /// Writes the ramp of ``Configuration/opacityRamp(at:)`` to what is not nil.
  ///
  /// - Returns: false, without writing, behind the last ramp.
  public func getOpacityRamp(
    for time: CMTime, startOpacity: UnsafeMutablePointer<Float>?, endOpacity: UnsafeMutablePointer<Float>?,
    timeRange: UnsafeMutablePointer<CMTimeRange>?
  ) -> Bool {
    guard let ramp = opacityRamp(at: time) else { return false }
    unsafe startOpacity?.pointee = ramp.start
    unsafe endOpacity?.pointee = ramp.end
    unsafe timeRange?.pointee = ramp.timeRange
    return true
  }

  /// Writes the ramp of ``Configuration/transformRamp(at:)`` to what is not nil.
  ///
  /// - Returns: false, without writing, behind the last ramp.
  public func getTransformRamp(
    for time: CMTime, start startTransform: UnsafeMutablePointer<CGAffineTransform>?,
    end endTransform: UnsafeMutablePointer<CGAffineTransform>?, timeRange: UnsafeMutablePointer<CMTimeRange>?
  ) -> Bool {
    guard let ramp = transformRamp(at: time) else { return false }
    unsafe startTransform?.pointee = ramp.start
    unsafe endTransform?.pointee = ramp.end
    unsafe timeRange?.pointee = ramp.timeRange
    return true
  }

  /// Writes the ramp of ``Configuration/cropRectangleRamp(at:)`` to what is not nil.
  ///
  /// - Returns: false, without writing, behind the last ramp.
  public func getCropRectangleRamp(
    for time: CMTime, startCropRectangle: UnsafeMutablePointer<CGRect>?,
    endCropRectangle: UnsafeMutablePointer<CGRect>?, timeRange: UnsafeMutablePointer<CMTimeRange>?
  ) -> Bool {
    guard let ramp = cropRectangleRamp(at: time) else { return false }
    unsafe startCropRectangle?.pointee = ramp.start
    unsafe endCropRectangle?.pointee = ramp.end
    unsafe timeRange?.pointee = ramp.timeRange
    return true
  }

  /// The instruction as it is now, as an ``AVVideoCompositionLayerInstruction``.
  public func copy() -> Any { AVVideoCompositionLayerInstruction(configuration: configuration) }
  /// The instruction as it is now, as an ``AVMutableVideoCompositionLayerInstruction``.
  public func mutableCopy() -> Any { AVMutableVideoCompositionLayerInstruction(state: configuration) }
}

/// As ``AVVideoCompositionLayerInstruction``, but it can be changed.
public final class AVMutableVideoCompositionLayerInstruction: AVVideoCompositionLayerInstruction, @unchecked Sendable {
  fileprivate override init(state: Configuration) { super.init(state: state) }

  /// The pictures of no track yet; set ``trackID``.
  public init() { super.init(state: Configuration()) }

  /// The pictures of a track, as they are, not even turned by its ``AVAssetTrack/preferredTransform``.
  public init(assetTrack track: AVAssetTrack) { super.init(state: Configuration(assetTrack: track)) }

  /// See ``AVVideoCompositionLayerInstruction/Configuration/init(image:)``.
  public init(image: CIImage) { super.init(state: Configuration(image: image)) }

  /// The track whose pictures these are.
  public override var trackID: CMPersistentTrackID {
    get { super.trackID }
    set { state.withLock { $0.trackID = newValue } }
  }

  /// See ``AVVideoCompositionLayerInstruction/Configuration/setOpacity(_:at:)``.
  public func setOpacity(_ opacity: Float, at time: CMTime) { state.withLock { $0.setOpacity(opacity, at: time) } }

  /// See ``AVVideoCompositionLayerInstruction/Configuration/addOpacityRamp(_:)``.
  public func setOpacityRamp(
    fromStartOpacity startOpacity: Float, toEndOpacity endOpacity: Float, timeRange: CMTimeRange
  ) {
    state.withLock { $0.addOpacityRamp(OpacityRamp(timeRange: timeRange, start: startOpacity, end: endOpacity)) }
  }

  /// See ``AVVideoCompositionLayerInstruction/Configuration/setTransform(_:at:)``.
  public func setTransform(_ transform: CGAffineTransform, at time: CMTime) {
    state.withLock { $0.setTransform(transform, at: time) }
  }

  /// See ``AVVideoCompositionLayerInstruction/Configuration/addTransformRamp(_:)``.
  public func setTransformRamp(
    fromStart startTransform: CGAffineTransform, toEnd endTransform: CGAffineTransform, timeRange: CMTimeRange
  ) {
    state.withLock {
      $0.addTransformRamp(TransformRamp(timeRange: timeRange, start: startTransform, end: endTransform))
    }
  }

  /// See ``AVVideoCompositionLayerInstruction/Configuration/setCropRectangle(_:at:)``.
  public func setCropRectangle(_ cropRectangle: CGRect, at time: CMTime) {
    state.withLock { $0.setCropRectangle(cropRectangle, at: time) }
  }

  /// See ``AVVideoCompositionLayerInstruction/Configuration/addCropRectangleRamp(_:)``.
  public func setCropRectangleRamp(
    fromStartCropRectangle startCropRectangle: CGRect, toEndCropRectangle endCropRectangle: CGRect,
    timeRange: CMTimeRange
  ) {
    state.withLock {
      $0.addCropRectangleRamp(
        CropRectangleRamp(timeRange: timeRange, start: startCropRectangle, end: endCropRectangle))
    }
  }
}
