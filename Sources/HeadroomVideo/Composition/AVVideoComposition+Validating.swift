internal import Foundation
internal import HeadroomContainers

extension AVVideoComposition.Configuration {
  /// Refuses what no file can be made of.
  ///
  /// - Parameters:
  ///   - tracks: numbers of the asset's video tracks.
  ///   - range: the part of the composition that is used.
  package func validate(tracks: Set<CMPersistentTrackID>, in range: CMTimeRange) throws(VideoCompositionError) {
    guard frameDuration.isNumeric, frameDuration > .zero else { throw .frameDuration(frameDuration) }
    guard renderSize.isPicture else { throw .renderSize(renderSize) }
    guard renderScale == 1 else { throw .renderScale(renderScale) }
    guard sourceTrackIDForFrameTiming == kCMPersistentTrackID_Invalid || tracks.contains(sourceTrackIDForFrameTiming)
    else { throw .noTimingTrack(sourceTrackIDForFrameTiming) }
    try validateTimes(in: range)
    for instruction in instructions { try validate(instruction, tracks) }
  }

  /// Each instruction starts where the one before it ends, and together they hold all pictures.
  private func validateTimes(in range: CMTimeRange) throws(VideoCompositionError) {
    guard let first = instructions.first?.timeRange else { throw .noInstructions }
    var end = first.start
    for instruction in instructions {
      let part = instruction.timeRange
      guard part.start.isNumeric, part.isValid, part.duration > .zero else { throw .timeRange(part) }
      if part.start > end { throw .gap(end: end, start: part.start) }
      if part.start < end { throw .overlap(end: end, start: part.start) }
      end = part.end
    }
    guard first.start <= range.start else { throw .startsLate(start: first.start, needed: range.start) }
    let last = try lastFrame(in: range)
    guard end > last else { throw .endsEarly(end: end, needed: last) }
  }

  /// The time that the last picture is not behind: its own where pictures come regularly.
  private func lastFrame(in range: CMTimeRange) throws(VideoCompositionError) -> CMTime {
    let times = try FrameTimes(every: frameDuration, in: range)
    return times.last ?? range.start
  }

  private func validate(
    _ instruction: any AVVideoCompositionInstructionProtocol, _ tracks: Set<CMPersistentTrackID>
  ) throws(VideoCompositionError) {
    guard let instruction = instruction as? AVVideoCompositionInstruction else {
      guard customVideoCompositorClass != nil else { throw .foreignInstruction(instruction.timeRange) }
      for track in instruction.sourceTracks ?? [] where !tracks.contains(track) {
        throw .noTrack(track, instruction.timeRange)
      }
      return
    }
    for layer in instruction.layerInstructions.map(\.configuration) {
      guard tracks.contains(layer.trackID) else { throw .noTrack(layer.trackID, instruction.timeRange) }
      if let range = layer.unusableTime { throw .ramp(layer.trackID, range) }
    }
  }
}

extension AVVideoCompositionInstructionProtocol {
  /// Numbers of the tracks that it needs; nil are all.
  var sourceTracks: [CMPersistentTrackID]? {
    requiredSourceTrackIDs?.compactMap { ($0 as? NSNumber)?.int32Value }
  }
}

extension CGSize {
  /// Whether a picture can be this large, in whole pixels.
  var isPicture: Bool {
    guard width.isFinite, height.isFinite, width >= 0.5, height >= 0.5 else { return false }
    let limits = DecodeLimits.standard
    let longest = CGFloat(limits.maxDimension)
    return width < longest && height < longest && width * height <= CGFloat(limits.maxPixels)
  }
}
