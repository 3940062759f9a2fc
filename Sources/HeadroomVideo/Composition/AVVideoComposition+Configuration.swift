public import Foundation

extension AVVideoComposition {
  /// How the video tracks of an asset become one picture, as a value.
  ///
  /// Sendable: instructions of Headroom's classes lie behind locks; those of other classes must not change while a
  /// composition that has them is used, and are only read.
  public struct Configuration: @unchecked Sendable {
    /// Titles around the composed pictures, or a layer that instructions place among them.
    public var animationTool: AVVideoCompositionCoreAnimationTool?
    /// The primaries of the output, one of the `AVVideoColorPrimaries` strings. Nil takes those of the sources: of HDR
    /// BT.2020, of SDR the widest.
    public var colorPrimaries: String?
    /// The curve of the output, one of the `AVVideoTransferFunction` strings. Nil takes that of the sources that
    /// instructions use: HLG if one is HLG, otherwise PQ if one is PQ, otherwise BT.709.
    public var colorTransferFunction: String?
    /// The matrix of luma and chroma of the output, one of the `AVVideoYCbCrMatrix` strings. Nil takes the one that goes
    /// with the primaries.
    public var colorYCbCrMatrix: String?
    /// The class of a client's compositor, which makes the pictures; nil is the built-in one.
    public var customVideoCompositorClass: (any AVVideoCompositing.Type)?
    /// The time from one composed picture to the next, above 0.
    public var frameDuration: CMTime
    /// What is shown when, in order, each from where the one before ends.
    public var instructions: [any AVVideoCompositionInstructionProtocol]
    /// What becomes of HDR metadata that comes with pictures.
    public var perFrameHDRDisplayMetadataPolicy: PerFrameHDRDisplayMetadataPolicy
    /// A client's filters; nil where there are none.
    package var pictureFilter: PictureFilter?
    /// Seconds in which a client's compositor or filters have to finish a picture, else the work ends with an error; nil
    /// waits for ever. Apple's classes have no such limit.
    public var pictureTimeLimit: TimeInterval?
    /// How much larger pictures are composed than ``renderSize``. Files need 1.
    public var renderScale: Float
    /// Pixels of a composed picture, above 0.
    public var renderSize: CGSize
    /// Numbers of metadata tracks that come with the pictures.
    public var sourceSampleDataTrackIDs: [CMPersistentTrackID]
    /// The track whose pictures' times are those of the composed ones, so that irregular times stay. In its gaps pictures
    /// come every ``frameDuration``, which alone counts without a track (``kCMPersistentTrackID_Invalid``).
    public var sourceTrackIDForFrameTiming: CMPersistentTrackID

    /// Size, times and instructions have to be given; the rest is as its property says.
    public init(
      animationTool: AVVideoCompositionCoreAnimationTool? = nil, colorPrimaries: String? = nil,
      colorTransferFunction: String? = nil, colorYCbCrMatrix: String? = nil,
      customVideoCompositorClass: (any AVVideoCompositing.Type)? = nil,
      frameDuration: CMTime = .zero, instructions: [any AVVideoCompositionInstructionProtocol] = [],
      perFrameHDRDisplayMetadataPolicy: PerFrameHDRDisplayMetadataPolicy = .propagate, renderScale: Float = 1,
      renderSize: CGSize = .zero, sourceSampleDataTrackIDs: [CMPersistentTrackID] = [],
      sourceTrackIDForFrameTiming: CMPersistentTrackID = kCMPersistentTrackID_Invalid
    ) {
      self.animationTool = animationTool
      self.colorPrimaries = colorPrimaries
      self.colorTransferFunction = colorTransferFunction
      self.colorYCbCrMatrix = colorYCbCrMatrix
      self.customVideoCompositorClass = customVideoCompositorClass
      self.frameDuration = frameDuration
      self.instructions = instructions
      self.perFrameHDRDisplayMetadataPolicy = perFrameHDRDisplayMetadataPolicy
      self.renderScale = renderScale
      self.renderSize = renderSize
      self.sourceSampleDataTrackIDs = sourceSampleDataTrackIDs
      self.sourceTrackIDForFrameTiming = sourceTrackIDForFrameTiming
    }

    /// What shows the video tracks of an asset as they are meant to be shown.
    ///
    /// Pictures come as fast as those of the fastest track, 30 a second where no rate is known. They are as large as the
    /// composition's ``AVAsset/naturalSize``, of a file as the box around all turned tracks. For each stretch of time
    /// there is an instruction with the enabled tracks that show something, the first on top, turned by their
    /// ``AVAssetTrack/preferredTransform``. Without video tracks there are no instructions.
    ///
    /// - Parameters:
    ///   - asset: a file's or a composition.
    ///   - prototypeInstruction: has the background and the other settings of all instructions.
    /// - Throws: ``AVError`` where the asset cannot be read.
    public init(for asset: AVAsset, prototypeInstruction: AVVideoCompositionInstruction? = nil) async throws {
      try self.init(showing: asset, prototype: prototypeInstruction)
    }
  }
}
