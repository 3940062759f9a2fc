/// Is told what is wrong with a video composition.
///
/// Each method returns whether the search goes on; false ends it. Those that a class does not have go on. What is told is
/// found in the composition as it was when the validation began: changes that a method makes have no effect on it.
public protocol AVVideoCompositionValidationHandling: AnyObject {
  /// A property cannot be used.
  ///
  /// - Parameters:
  ///   - videoComposition: what is validated.
  ///   - key: its name: `frameDuration`, `renderSize`, `renderScale`, `sourceTrackIDForFrameTiming`, `colorPrimaries`,
  ///     `colorTransferFunction`, `colorYCbCrMatrix`; `instructions` for a ramp of a layer without numbers.
  func videoComposition(
    _ videoComposition: AVVideoComposition, shouldContinueValidatingAfterFindingInvalidValueForKey key: String
  ) -> Bool

  /// There are times without an instruction.
  func videoComposition(
    _ videoComposition: AVVideoComposition, shouldContinueValidatingAfterFindingEmptyTimeRange timeRange: CMTimeRange
  ) -> Bool

  /// An instruction starts before the one in front of it ends, or its time range is none.
  func videoComposition(
    _ videoComposition: AVVideoComposition,
    shouldContinueValidatingAfterFindingInvalidTimeRangeIn videoCompositionInstruction:
      any AVVideoCompositionInstructionProtocol
  ) -> Bool

  /// A layer shows a track that the asset does not have among its video tracks. Of an instruction of a client's class, whose
  /// layers are not known, a layer with the number of a track that it needs is told.
  func videoComposition(
    _ videoComposition: AVVideoComposition,
    shouldContinueValidatingAfterFindingInvalidTrackIDIn videoCompositionInstruction:
      any AVVideoCompositionInstructionProtocol,
    layerInstruction: AVVideoCompositionLayerInstruction, asset: AVAsset
  ) -> Bool
}

extension AVVideoCompositionValidationHandling {
  /// Goes on.
  public func videoComposition(
    _ videoComposition: AVVideoComposition, shouldContinueValidatingAfterFindingInvalidValueForKey key: String
  ) -> Bool { true }

  /// Goes on.
  public func videoComposition(
    _ videoComposition: AVVideoComposition, shouldContinueValidatingAfterFindingEmptyTimeRange timeRange: CMTimeRange
  ) -> Bool { true }

  /// Goes on.
  public func videoComposition(
    _ videoComposition: AVVideoComposition,
    shouldContinueValidatingAfterFindingInvalidTimeRangeIn videoCompositionInstruction:
      any AVVideoCompositionInstructionProtocol
  ) -> Bool { true }

  /// Goes on.
  public func videoComposition(
    _ videoComposition: AVVideoComposition,
    shouldContinueValidatingAfterFindingInvalidTrackIDIn videoCompositionInstruction:
      any AVVideoCompositionInstructionProtocol,
    layerInstruction: AVVideoCompositionLayerInstruction, asset: AVAsset
  ) -> Bool { true }
}
