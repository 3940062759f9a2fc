public import Foundation
internal import Synchronization

/// How the video tracks of an asset become one picture: size, times, colour, and what is shown when.
///
/// It is checked where it is used: what cannot be composed is refused before the first picture with a
/// ``VideoCompositionError``.
///
/// Sendable: subclasses are made here only, and what is stored lies behind a lock.
public class AVVideoComposition: @unchecked Sendable {
  /// What becomes of HDR metadata that comes with pictures.
  public struct PerFrameHDRDisplayMetadataPolicy: RawRepresentable, Hashable, Sendable {
    public let rawValue: String
    public init(rawValue: String) { self.rawValue = rawValue }

    /// What is found on the composed picture is passed on.
    public static let propagate = Self(rawValue: "Propagate")
    /// What fits the composed pictures is measured, and takes the place of what was there.
    public static let generate = Self(rawValue: "Generate")
  }

  let state: Mutex<Configuration>

  fileprivate init(state: Configuration) { self.state = Mutex(state) }

  /// The composition that a value describes.
  public convenience init(configuration: Configuration) { self.init(state: configuration) }

  /// What shows the video tracks of an asset as they are meant to be shown; see ``Configuration/init(for:prototypeInstruction:)``.
  /// Without video that can be read there are no instructions.
  public convenience init(propertiesOf asset: AVAsset) {
    self.init(state: (try? Configuration(showing: asset)) ?? Configuration(frameDuration: .standardFrame))
  }

  /// As ``init(propertiesOf:)``.
  ///
  /// - Throws: ``AVError`` where the asset cannot be read.
  public class func videoComposition(withPropertiesOf asset: AVAsset) async throws -> AVVideoComposition {
    AVVideoComposition(state: try Configuration(showing: asset))
  }

  /// As ``videoComposition(with:applyingCIFiltersWithHandler:)``; without instructions where the asset cannot be read.
  public convenience init(
    asset: AVAsset,
    applyingCIFiltersWithHandler applier: @escaping @Sendable (AVAsynchronousCIImageFilteringRequest) -> Void
  ) {
    self.init(state: .filtering(asset, PictureFilter(start: applier)))
  }

  /// Shows the first enabled video track of an asset, each picture changed by a handler.
  ///
  /// The composition is as large as the track is shown upright, as fast as the asset's fastest video track. Handlers see
  /// light in the working space of the context that renders what they return. They are called for several pictures at a
  /// time, in order; each request is finished exactly once, at once or later, on any thread.
  ///
  /// - Throws: ``AVError`` where the asset cannot be read.
  public class func videoComposition(
    with asset: AVAsset,
    applyingCIFiltersWithHandler applier: @escaping @Sendable (AVAsynchronousCIImageFilteringRequest) -> Void
  ) async throws -> AVVideoComposition {
    AVVideoComposition(state: try Configuration(filtering: asset, by: PictureFilter(start: applier)))
  }

  package var configuration: Configuration { state.withLock { $0 } }

  /// See ``Configuration/frameDuration``.
  public var frameDuration: CMTime { configuration.frameDuration }
  /// See ``Configuration/sourceTrackIDForFrameTiming``.
  public var sourceTrackIDForFrameTiming: CMPersistentTrackID { configuration.sourceTrackIDForFrameTiming }
  /// See ``Configuration/renderSize``.
  public var renderSize: CGSize { configuration.renderSize }
  /// See ``Configuration/renderScale``.
  public var renderScale: Float { configuration.renderScale }
  /// See ``Configuration/instructions``.
  public var instructions: [any AVVideoCompositionInstructionProtocol] { configuration.instructions }
  /// See ``Configuration/animationTool``.
  public var animationTool: AVVideoCompositionCoreAnimationTool? { configuration.animationTool }
  /// See ``Configuration/colorPrimaries``.
  public var colorPrimaries: String? { configuration.colorPrimaries }
  /// See ``Configuration/colorTransferFunction``.
  public var colorTransferFunction: String? { configuration.colorTransferFunction }
  /// See ``Configuration/colorYCbCrMatrix``.
  public var colorYCbCrMatrix: String? { configuration.colorYCbCrMatrix }
  /// See ``Configuration/sourceSampleDataTrackIDs``.
  public var sourceSampleDataTrackIDs: [CMPersistentTrackID] { configuration.sourceSampleDataTrackIDs }
  /// See ``Configuration/customVideoCompositorClass``.
  public var customVideoCompositorClass: (any AVVideoCompositing.Type)? { configuration.customVideoCompositorClass }
  /// See ``Configuration/pictureTimeLimit``.
  public var pictureTimeLimit: TimeInterval? { configuration.pictureTimeLimit }
  /// See ``Configuration/perFrameHDRDisplayMetadataPolicy``.
  public var perFrameHDRDisplayMetadataPolicy: PerFrameHDRDisplayMetadataPolicy {
    configuration.perFrameHDRDisplayMetadataPolicy
  }

  /// The composition as it is now, as an ``AVVideoComposition``. Its instructions are the same objects.
  public func copy() -> Any { snapshot }
  /// The composition as it is now.
  final var snapshot: AVVideoComposition { AVVideoComposition(configuration: configuration) }
  /// The composition as it is now, as an ``AVMutableVideoComposition``. Its instructions are the same objects.
  public func mutableCopy() -> Any { AVMutableVideoComposition(state: configuration) }
}

/// As ``AVVideoComposition``, but it can be changed.
public final class AVMutableVideoComposition: AVVideoComposition, @unchecked Sendable {
  fileprivate override init(state: Configuration) { super.init(state: state) }

  /// Without size, times and instructions, which have to be set.
  public init() { super.init(state: Configuration()) }

  /// What shows the video tracks of an asset as they are meant to be shown; see
  /// ``AVVideoComposition/Configuration/init(for:prototypeInstruction:)``. Without video that can be read there are no
  /// instructions.
  public init(propertiesOf asset: AVAsset) {
    super.init(state: (try? Configuration(showing: asset)) ?? Configuration(frameDuration: .standardFrame))
  }

  /// As ``init(propertiesOf:)``, with the background and other settings of an instruction.
  public init(propertiesOf asset: AVAsset, prototypeInstruction: AVVideoCompositionInstruction) {
    super.init(
      state: (try? Configuration(showing: asset, prototype: prototypeInstruction))
        ?? Configuration(frameDuration: .standardFrame))
  }

  /// As ``init(propertiesOf:)``.
  ///
  /// - Throws: ``AVError`` where the asset cannot be read.
  public override class func videoComposition(
    withPropertiesOf asset: AVAsset
  ) async throws -> AVMutableVideoComposition {
    AVMutableVideoComposition(state: try Configuration(showing: asset))
  }

  /// As ``init(propertiesOf:)``, with the background and other settings of an instruction.
  ///
  /// - Throws: ``AVError`` where the asset cannot be read.
  public class func videoComposition(
    withPropertiesOf asset: AVAsset, prototypeInstruction: AVVideoCompositionInstruction
  ) async throws -> AVMutableVideoComposition {
    AVMutableVideoComposition(state: try Configuration(showing: asset, prototype: prototypeInstruction))
  }

  /// As ``AVVideoComposition/init(asset:applyingCIFiltersWithHandler:)``.
  public init(
    asset: AVAsset,
    applyingCIFiltersWithHandler applier: @escaping @Sendable (AVAsynchronousCIImageFilteringRequest) -> Void
  ) {
    super.init(state: .filtering(asset, PictureFilter(start: applier)))
  }

  /// As ``AVVideoComposition/videoComposition(with:applyingCIFiltersWithHandler:)``.
  ///
  /// - Throws: ``AVError`` where the asset cannot be read.
  public override class func videoComposition(
    with asset: AVAsset,
    applyingCIFiltersWithHandler applier: @escaping @Sendable (AVAsynchronousCIImageFilteringRequest) -> Void
  ) async throws -> AVMutableVideoComposition {
    AVMutableVideoComposition(state: try Configuration(filtering: asset, by: PictureFilter(start: applier)))
  }

  /// See ``AVVideoComposition/Configuration/frameDuration``.
  public override var frameDuration: CMTime {
    get { super.frameDuration }
    set { state.withLock { $0.frameDuration = newValue } }
  }

  /// See ``AVVideoComposition/Configuration/sourceTrackIDForFrameTiming``.
  public override var sourceTrackIDForFrameTiming: CMPersistentTrackID {
    get { super.sourceTrackIDForFrameTiming }
    set { state.withLock { $0.sourceTrackIDForFrameTiming = newValue } }
  }

  /// See ``AVVideoComposition/Configuration/renderSize``.
  public override var renderSize: CGSize {
    get { super.renderSize }
    set { state.withLock { $0.renderSize = newValue } }
  }

  /// See ``AVVideoComposition/Configuration/renderScale``.
  public override var renderScale: Float {
    get { super.renderScale }
    set { state.withLock { $0.renderScale = newValue } }
  }

  /// See ``AVVideoComposition/Configuration/animationTool``.
  public override var animationTool: AVVideoCompositionCoreAnimationTool? {
    get { super.animationTool }
    set { state.withLock { $0.animationTool = newValue } }
  }

  /// See ``AVVideoComposition/Configuration/colorPrimaries``.
  public override var colorPrimaries: String? {
    get { super.colorPrimaries }
    set { state.withLock { $0.colorPrimaries = newValue } }
  }

  /// See ``AVVideoComposition/Configuration/colorTransferFunction``.
  public override var colorTransferFunction: String? {
    get { super.colorTransferFunction }
    set { state.withLock { $0.colorTransferFunction = newValue } }
  }

  /// See ``AVVideoComposition/Configuration/colorYCbCrMatrix``.
  public override var colorYCbCrMatrix: String? {
    get { super.colorYCbCrMatrix }
    set { state.withLock { $0.colorYCbCrMatrix = newValue } }
  }

  /// See ``AVVideoComposition/Configuration/sourceSampleDataTrackIDs``.
  public override var sourceSampleDataTrackIDs: [CMPersistentTrackID] {
    get { super.sourceSampleDataTrackIDs }
    set { state.withLock { $0.sourceSampleDataTrackIDs = newValue } }
  }

  /// See ``AVVideoComposition/Configuration/customVideoCompositorClass``.
  public override var customVideoCompositorClass: (any AVVideoCompositing.Type)? {
    get { super.customVideoCompositorClass }
    set { state.withLock { $0.customVideoCompositorClass = newValue } }
  }

  /// See ``AVVideoComposition/Configuration/pictureTimeLimit``.
  public override var pictureTimeLimit: TimeInterval? {
    get { super.pictureTimeLimit }
    set { state.withLock { $0.pictureTimeLimit = newValue } }
  }

  /// See ``AVVideoComposition/Configuration/perFrameHDRDisplayMetadataPolicy``.
  public override var perFrameHDRDisplayMetadataPolicy: PerFrameHDRDisplayMetadataPolicy {
    get { super.perFrameHDRDisplayMetadataPolicy }
    set { state.withLock { $0.perFrameHDRDisplayMetadataPolicy = newValue } }
  }

  /// See ``AVVideoComposition/Configuration/instructions``.
  public override var instructions: [any AVVideoCompositionInstructionProtocol] {
    get { super.instructions }
    set {
      let content = Configuration(instructions: newValue)
      state.withLock { $0.instructions = content.instructions }
    }
  }
}
