extension AVVideoComposition {
  /// Whether an asset can be shown by the composition.
  ///
  /// Only instructions that overlap the time range are looked at. What an export needs beyond this, such as a
  /// ``renderScale`` of 1, it says itself.
  ///
  /// - Parameters:
  ///   - tracks: all tracks of one asset; nil does not check the numbers of tracks.
  ///   - duration: the asset's; an invalid one does not check where the instructions end.
  ///   - timeRange: the part that is to be shown. All is from zero with an infinite duration.
  ///   - validationDelegate: is told each problem until it says to stop. A layer's number is not told where `tracks` is
  ///     empty: there is no asset to tell.
  /// - Precondition: the tracks are those of one asset, as AVFoundation demands by an exception.
  public func isValid(
    for tracks: [AVAssetTrack]?, assetDuration duration: CMTime, timeRange: CMTimeRange,
    validationDelegate: (any AVVideoCompositionValidationHandling)?
  ) -> Bool {
    let assets = Set((tracks ?? []).compactMap(\.asset))
    precondition(assets.count < 2, "AVVideoComposition: the tracks belong to \(assets.count) assets")
    return isValid(tracks, duration, timeRange, of: assets.first, validationDelegate)
  }

  /// Whether an asset can be shown by the composition; as
  /// ``isValid(for:assetDuration:timeRange:validationDelegate:)`` of its tracks and duration.
  ///
  /// - Parameters:
  ///   - asset: nil checks neither the numbers of tracks nor where the instructions end.
  ///   - timeRange: instructions that lie beside it are not looked at.
  ///   - validationDelegate: is told what is wrong.
  /// - Throws: ``AVError`` where the asset cannot be read.
  public func isValid(
    for asset: AVAsset?, timeRange: CMTimeRange, validationDelegate: (any AVVideoCompositionValidationHandling)?
  ) async throws -> Bool {
    let contents = try asset?.contents()
    return isValid(contents?.tracks, contents?.duration ?? .invalid, timeRange, of: asset, validationDelegate)
  }

  /// As the async form, for code without concurrency: an asset that cannot be read is not valid.
  public func isValid(
    for asset: AVAsset?, timeRange: CMTimeRange, validationDelegate: (any AVVideoCompositionValidationHandling)?
  ) -> Bool {
    guard let asset else { return isValid(nil, .invalid, timeRange, of: nil, validationDelegate) }
    guard let contents = try? asset.contents() else { return false }
    return isValid(contents.tracks, contents.duration, timeRange, of: asset, validationDelegate)
  }

  private func isValid(
    _ tracks: [AVAssetTrack]?, _ duration: CMTime, _ timeRange: CMTimeRange, of asset: AVAsset?,
    _ delegate: (any AVVideoCompositionValidationHandling)?
  ) -> Bool {
    let whole = CMTimeRange(start: .zero, duration: duration)
    let ids = tracks.map { Set($0.filter { $0.mediaType == .video }.map(\.trackID)) }
    let range = duration.isNumeric ? timeRange.intersection(whole) : timeRange
    let problems = configuration.problems(in: VideoCompositionUse(tracks: ids, range: range))
    for problem in problems {
      guard let delegate, goesOn(after: problem.place, asset, delegate) else { return false }
    }
    return problems.isEmpty
  }

  private func goesOn(
    after place: VideoCompositionProblem.Place, _ asset: AVAsset?,
    _ delegate: any AVVideoCompositionValidationHandling
  ) -> Bool {
    switch place {
    case .value(let key):
      delegate.videoComposition(self, shouldContinueValidatingAfterFindingInvalidValueForKey: key)
    case .emptyTime(let range):
      delegate.videoComposition(self, shouldContinueValidatingAfterFindingEmptyTimeRange: range)
    case .time(let instruction):
      delegate.videoComposition(self, shouldContinueValidatingAfterFindingInvalidTimeRangeIn: instruction)
    case .track(let instruction, let layer):
      asset.map {
        delegate.videoComposition(
          self, shouldContinueValidatingAfterFindingInvalidTrackIDIn: instruction, layerInstruction: layer, asset: $0)
      } ?? true
    }
  }
}
