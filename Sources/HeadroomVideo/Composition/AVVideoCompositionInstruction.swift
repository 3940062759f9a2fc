public import Foundation
public import HeadroomGraphics
internal import Synchronization

/// What a composition shows in a stretch of time.
public protocol AVVideoCompositionInstructionProtocol: AnyObject {
  /// When, in the composition's time.
  var timeRange: CMTimeRange { get }
  /// Whether an animation tool works on the composed pictures.
  var enablePostProcessing: Bool { get }
  /// Whether pictures may change over time where the sources' do not.
  var containsTweening: Bool { get }
  /// Numbers of the tracks whose pictures are needed; nil are all.
  var requiredSourceTrackIDs: [NSValue]? { get }
  /// The track whose pictures are the composed ones, as they are; ``kCMPersistentTrackID_Invalid`` if there is none.
  var passthroughTrackID: CMPersistentTrackID { get }
}

/// Layers over a background, in a stretch of time.
///
/// Sendable: subclasses are made here only, and what is stored lies behind a lock.
public class AVVideoCompositionInstruction: AVVideoCompositionInstructionProtocol, @unchecked Sendable {
  /// What a stretch of time shows, as a value.
  public struct Configuration: Sendable {
    /// What is seen beside and behind the layers; nil is black. Without a stated space it is sRGB, whose white is reference
    /// white; alpha does not count where the output has none.
    public var backgroundColor: CGColor?
    /// Whether an animation tool works on the composed pictures.
    public var enablePostProcessing: Bool
    /// The layers, the first on top. Without layers the background is seen.
    public var layerInstructions: [AVVideoCompositionLayerInstruction]
    /// Numbers of metadata tracks that come with the pictures.
    public var requiredSourceSampleDataTrackIDs: [CMPersistentTrackID]
    /// When, in the composition's time.
    public var timeRange: CMTimeRange

    /// No layers over black, at no time, unless they are given.
    public init(
      backgroundColor: CGColor? = nil, enablePostProcessing: Bool = true,
      layerInstructions: [AVVideoCompositionLayerInstruction] = [],
      requiredSourceSampleDataTrackIDs: [CMPersistentTrackID] = [], timeRange: CMTimeRange = .zero
    ) {
      self.backgroundColor = backgroundColor
      self.enablePostProcessing = enablePostProcessing
      self.layerInstructions = layerInstructions
      self.requiredSourceSampleDataTrackIDs = requiredSourceSampleDataTrackIDs
      self.timeRange = timeRange
    }
  }

  let state: Mutex<Configuration>

  fileprivate init(state: Configuration) { self.state = Mutex(state) }

  /// The instruction that a value describes.
  public convenience init(configuration: Configuration) { self.init(state: configuration) }

  package var configuration: Configuration { state.withLock { $0 } }

  /// When, in the composition's time.
  public var timeRange: CMTimeRange { configuration.timeRange }
  /// See ``Configuration/backgroundColor``.
  public var backgroundColor: CGColor? { configuration.backgroundColor }
  /// The layers, the first on top.
  public var layerInstructions: [AVVideoCompositionLayerInstruction] { configuration.layerInstructions }
  /// Whether an animation tool works on the composed pictures.
  public var enablePostProcessing: Bool { configuration.enablePostProcessing }
  /// Numbers of metadata tracks that come with the pictures.
  public var requiredSourceSampleDataTrackIDs: [CMPersistentTrackID] {
    configuration.requiredSourceSampleDataTrackIDs
  }

  /// Numbers of the layers' tracks.
  public var requiredSourceTrackIDs: [NSValue]? {
    layerInstructions.filter { $0.image == nil }.map { NSNumber(value: $0.trackID) }
  }

  /// The only layer's track, where the layer leaves its pictures as they are all the time.
  public var passthroughTrackID: CMPersistentTrackID {
    let content = configuration
    guard content.layerInstructions.count == 1, let layer = content.layerInstructions.first?.configuration,
      layer.image == nil, layer.isUntouched(in: content.timeRange)
    else { return kCMPersistentTrackID_Invalid }
    return layer.trackID
  }

  /// Whether a layer's opacity, transform or crop changes.
  public var containsTweening: Bool {
    let content = configuration
    return content.layerInstructions.contains { $0.configuration.changes(in: content.timeRange) }
  }

  /// The instruction as it is now, as an ``AVVideoCompositionInstruction``.
  public func copy() -> Any { AVVideoCompositionInstruction(configuration: configuration) }
  /// The instruction as it is now, as an ``AVMutableVideoCompositionInstruction``.
  public func mutableCopy() -> Any { AVMutableVideoCompositionInstruction(state: configuration) }
}

/// As ``AVVideoCompositionInstruction``, but it can be changed.
public final class AVMutableVideoCompositionInstruction: AVVideoCompositionInstruction, @unchecked Sendable {
  fileprivate override init(state: Configuration) { super.init(state: state) }

  /// No layers over black, at no time; set ``timeRange``.
  public init() { super.init(state: Configuration()) }

  /// When, in the composition's time.
  public override var timeRange: CMTimeRange {
    get { super.timeRange }
    set { state.withLock { $0.timeRange = newValue } }
  }

  /// See ``AVVideoCompositionInstruction/Configuration/backgroundColor``.
  public override var backgroundColor: CGColor? {
    get { super.backgroundColor }
    set { state.withLock { $0.backgroundColor = newValue } }
  }

  /// The layers, the first on top.
  public override var layerInstructions: [AVVideoCompositionLayerInstruction] {
    get { super.layerInstructions }
    set { state.withLock { $0.layerInstructions = newValue } }
  }

  /// Whether an animation tool works on the composed pictures.
  public override var enablePostProcessing: Bool {
    get { super.enablePostProcessing }
    set { state.withLock { $0.enablePostProcessing = newValue } }
  }

  /// Numbers of metadata tracks that come with the pictures.
  public override var requiredSourceSampleDataTrackIDs: [CMPersistentTrackID] {
    get { super.requiredSourceSampleDataTrackIDs }
    set { state.withLock { $0.requiredSourceSampleDataTrackIDs = newValue } }
  }
}
