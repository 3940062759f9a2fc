internal import Foundation
package import HeadroomColor
package import HeadroomGraphics
package import HeadroomImage

/// The pictures of an asset or a composition, resolved to files: what is seen at each time.
package struct VideoTimeline: Sendable {
  /// What a stretch of time shows.
  package struct Instruction: Sendable {
    package struct Layer: Sendable {
      package enum Content: Sendable {
        case track(TrackTimeline)
        /// At the origin, of finite size.
        case picture(CIImage)
      }

      package let content: Content
      package let configuration: AVVideoCompositionLayerInstruction.Configuration
      /// Whether pictures of another size than the output's are made to fit into it.
      package let fits: Bool

      /// Nil for a picture.
      package var track: TrackTimeline? {
        if case .track(let track) = content { return track }
        return nil
      }

      /// The stretches of its track that a range touches; none of a picture.
      package func stretches(in range: CMTimeRange) -> [TrackTimeline.Stretch] { track?.stretches(in: range) ?? [] }

      /// Whether it is a picture with light above white.
      package var isBrightPicture: Bool {
        if case .picture(let image) = content { return image.contentHeadroom > 1 }
        return false
      }
    }

    /// An instruction as a client's compositor gets it.
    // Sendable: clients do not change instructions while they are used.
    package struct Client: @unchecked Sendable {
      package let object: any AVVideoCompositionInstructionProtocol
    }

    package let timeRange: CMTimeRange
    /// Nil where the built-in compositor works.
    package let client: Client?
    /// Nil is black.
    package let background: CGColor?
    /// The first on top.
    package let layers: [Layer]
    /// Whether titles lie around its pictures.
    package let hasTitles: Bool
  }

  /// Where the times of pictures are from.
  package enum Timing: Sendable {
    case regular(CMTime)
    /// Those of a track's pictures. In its gaps they come every so often; an invalid time makes one for each gap.
    case track(TrackTimeline, inGaps: CMTime)
  }

  /// Pixels of the output.
  package let width: Int
  package let height: Int
  package let duration: CMTime
  package let timing: Timing
  /// What the output's codes mean.
  package let color: CICP
  /// How players are to turn the output; identity where instructions turned it.
  package let preferredTransform: CGAffineTransform
  package let metadataPolicy: AVVideoComposition.PerFrameHDRDisplayMetadataPolicy
  /// A client's compositor, and the composition that names it.
  package struct Compositing: Sendable {
    package let compositor: ClientCompositor
    package let composition: AVVideoComposition
  }

  /// Nil is the built-in one.
  package let compositor: Compositing?
  /// A client's filters; nil where there are none.
  package let filter: PictureFilter?
  /// What lies around the pictures of instructions that have titles.
  package let titles: VideoTitles?
  /// In order, each from where the one before ends.
  package let instructions: [Instruction]

  /// The instruction that a time is in.
  package func instruction(at time: CMTime) -> Instruction? {
    let place = instructions.partitionPoint { $0.timeRange.end > time }
    return place < instructions.count && instructions[place].timeRange.containsTime(time) ? instructions[place] : nil
  }

  /// The times of pictures in a range.
  ///
  /// - Parameter presented: the times of a source's pictures that are seen in a range, in order, both in the time of the
  ///   source's track; the first one may be before the range.
  package func frameTimes(
    in range: CMTimeRange, presented: (ResolvedSource, CMTimeRange) throws -> [CMTime]
  ) throws -> FrameTimes {
    switch timing {
    case .regular(let step): return try FrameTimes(every: step, in: range)
    case .track(let track, let step):
      var times: [CMTime] = []
      var end = range.start
      for stretch in track.stretches(in: range) {
        let part = stretch.target.intersection(range)
        times += try Self.gap(CMTimeRange(start: end, end: part.start), step)
        times += try stretch.frameTimes(in: part, presented: presented)
        end = part.end
      }
      return FrameTimes(times + (try Self.gap(CMTimeRange(start: end, end: range.end), step)))
    }
  }

  private static func gap(_ range: CMTimeRange, _ step: CMTime) throws -> [CMTime] {
    guard range.duration > .zero else { return [] }
    return step.isNumeric ? Array(try FrameTimes(every: step, in: range)) : [range.start]
  }
}

extension TrackTimeline.Stretch {
  /// Times of pictures in a part of the stretch; a picture from before is seen from the part's start on.
  fileprivate func frameTimes(
    in part: CMTimeRange, presented: (ResolvedSource, CMTimeRange) throws -> [CMTime]
  ) throws -> [CMTime] {
    let wanted = CMTimeRange(start: sourceTime(at: part.start), end: sourceTime(at: part.end))
    var times: [CMTime] = []
    for time in try presented(source, wanted) where time < wanted.end {
      let placed = target.start + (time - sourceRange.start).scaled(by: target.duration, over: sourceRange.duration)
      let shown = max(placed, part.start)
      if let last = times.last, last >= shown { continue }
      if shown < part.end { times.append(shown) }
    }
    return times
  }
}
