internal import Foundation

/// What is wrong with a video composition, and where.
struct VideoCompositionProblem {
  /// The part of a composition that a problem is told of.
  enum Place {
    /// A property, by its name.
    case value(key: String)
    /// Times without an instruction.
    case emptyTime(CMTimeRange)
    /// The times of an instruction.
    case time(any AVVideoCompositionInstructionProtocol)
    /// A layer whose track is not there.
    case track(any AVVideoCompositionInstructionProtocol, AVVideoCompositionLayerInstruction)
  }

  let error: VideoCompositionError
  let place: Place

  init(_ error: VideoCompositionError, _ place: Place) { (self.error, self.place) = (error, place) }
  init(_ error: VideoCompositionError, value key: String) { self.init(error, .value(key: key)) }
}

/// What a composition is checked against.
struct VideoCompositionUse {
  /// Numbers of the video tracks that there are; nil checks no numbers.
  var tracks: Set<CMPersistentTrackID>?
  /// The part of the composition that is used. Without an end nothing is asked of the last instruction.
  var range: CMTimeRange
  /// Whether a film is made of it.
  var isFilm = false
}

extension AVVideoComposition.Configuration {
  /// All that is wrong, properties first, then times, then layers.
  func problems(in use: VideoCompositionUse) -> [VideoCompositionProblem] {
    let used = instructions(in: use.range)
    return valueProblems(use) + timeProblems(used, use.range) + used.flatMap { problems(of: $0, use) }
  }

  /// The instructions that a range has to do with: those that overlap it, and those whose times are none.
  func instructions(in range: CMTimeRange) -> [any AVVideoCompositionInstructionProtocol] {
    instructions.filter { instruction in
      let part = instruction.timeRange
      return !part.isStretch || part.containsTime(range.start) || part.start < range.end && part.end > range.start
    }
  }

  private func valueProblems(_ use: VideoCompositionUse) -> [VideoCompositionProblem] {
    var found: [VideoCompositionProblem] = []
    if !frameDuration.isNumeric || frameDuration <= .zero {
      found.append(VideoCompositionProblem(.frameDuration(frameDuration), value: "frameDuration"))
    }
    if !renderSize.isPicture { found.append(VideoCompositionProblem(.renderSize(renderSize), value: "renderSize")) }
    if use.isFilm ? renderScale != 1 : !(renderScale > 0 && renderScale.isFinite) {
      found.append(VideoCompositionProblem(.renderScale(renderScale), value: "renderScale"))
    }
    let timing = sourceTrackIDForFrameTiming
    if timing != kCMPersistentTrackID_Invalid, use.tracks?.contains(timing) == false {
      found.append(VideoCompositionProblem(.noTimingTrack(timing), value: "sourceTrackIDForFrameTiming"))
    }
    if let error = additionalLayerProblem(use) { found.append(VideoCompositionProblem(error, value: "animationTool")) }
    do {
      _ = try OutputColor.codes(for: [], stated: self)
    } catch {
      if case .color(let property, _) = error { found.append(VideoCompositionProblem(error, value: property)) }
    }
    return found
  }

  private func additionalLayerProblem(_ use: VideoCompositionUse) -> VideoCompositionError? {
    guard let id = animationTool?.trackID else { return nil }
    if use.tracks?.contains(id) == true {
      return .layers("the asset has a track \(id), which the additional layer shall be")
    }
    guard use.isFilm, customVideoCompositorClass != nil || pictureFilter != nil else { return nil }
    return .layers("the additional layer \(id) is shown by the built-in compositor, not by a client's")
  }

  /// Each instruction starts where the one before it ends, and together they hold all pictures.
  private func timeProblems(
    _ used: [any AVVideoCompositionInstructionProtocol], _ range: CMTimeRange
  ) -> [VideoCompositionProblem] {
    guard range.start.isNumeric, range.isValid else {
      return [VideoCompositionProblem(.timeRange(range), .emptyTime(range))]
    }
    guard !instructions.isEmpty else { return [VideoCompositionProblem(.noInstructions, .emptyTime(range))] }
    guard !used.isEmpty else { return [VideoCompositionProblem(beside(range), .emptyTime(range))] }
    var found: [VideoCompositionProblem] = []
    var end: CMTime?
    for instruction in used {
      let part = instruction.timeRange
      guard part.isStretch else {
        found.append(VideoCompositionProblem(.timeRange(part), .time(instruction)))
        continue
      }
      let needed = end ?? range.start
      if part.start > needed {
        let error =
          end == nil
          ? VideoCompositionError.startsLate(start: part.start, needed: needed) : .gap(end: needed, start: part.start)
        found.append(VideoCompositionProblem(error, .emptyTime(CMTimeRange(start: needed, end: part.start))))
      } else if let end, part.start < end {
        found.append(VideoCompositionProblem(.overlap(end: end, start: part.start), .time(instruction)))
      }
      end = part.end
    }
    return found + (end.map { endProblems($0, range) } ?? [])
  }

  /// Why no instruction has to do with a range.
  private func beside(_ range: CMTimeRange) -> VideoCompositionError {
    if let later = instructions.map(\.timeRange.start).filter({ $0 >= range.end }).min() {
      return .startsLate(start: later, needed: range.start)
    }
    return .endsEarly(end: instructions.map(\.timeRange.end).max() ?? .zero, needed: range.start)
  }

  /// The last picture has to begin before the end: regular ones begin at times of their own.
  private func endProblems(_ end: CMTime, _ range: CMTimeRange) -> [VideoCompositionProblem] {
    guard range.duration.isNumeric, frameDuration.isNumeric, frameDuration > .zero else { return [] }
    do {
      let last = try FrameTimes(every: frameDuration, in: range).last ?? range.start
      guard end <= last else { return [] }
      let rest = CMTimeRange(start: end, end: max(range.end, end))
      return [VideoCompositionProblem(.endsEarly(end: end, needed: last), .emptyTime(rest))]
    } catch {
      return [VideoCompositionProblem(error, value: "frameDuration")]
    }
  }

  private func problems(
    of instruction: any AVVideoCompositionInstructionProtocol, _ use: VideoCompositionUse
  ) -> [VideoCompositionProblem] {
    guard let known = instruction as? AVVideoCompositionInstruction else { return foreignProblems(instruction, use) }
    return known.layerInstructions.flatMap { layer in
      var found: [VideoCompositionProblem] = []
      let content = layer.configuration
      let isTrack = content.image == nil && content.trackID != animationTool?.trackID
      if isTrack, use.tracks?.contains(content.trackID) == false {
        found.append(VideoCompositionProblem(.noTrack(content.trackID, known.timeRange), .track(known, layer)))
      }
      if let range = content.unusableTime {
        found.append(VideoCompositionProblem(.ramp(content.trackID, range), value: "instructions"))
      }
      return found
    }
  }
}

extension AVVideoComposition.Configuration {
  /// What is wrong with an instruction of a client's class: only the client's compositor understands it, and of it only the
  /// tracks are known.
  private func foreignProblems(
    _ instruction: any AVVideoCompositionInstructionProtocol, _ use: VideoCompositionUse
  ) -> [VideoCompositionProblem] {
    guard customVideoCompositorClass != nil else {
      let refused = VideoCompositionProblem(.foreignInstruction(instruction.timeRange), .time(instruction))
      return use.isFilm ? [refused] : []
    }
    let missing = (instruction.sourceTracks ?? []).filter { use.tracks?.contains($0) == false }
    return missing.map { id in
      let layer = AVVideoCompositionLayerInstruction(configuration: .init(trackID: id))
      return VideoCompositionProblem(.noTrack(id, instruction.timeRange), .track(instruction, layer))
    }
  }
}

extension CMTimeRange {
  /// Whether it begins at a number and holds something.
  fileprivate var isStretch: Bool { start.isNumeric && isValid && duration > .zero }
}
