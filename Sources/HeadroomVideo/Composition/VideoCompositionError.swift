public import Foundation

/// Why a video composition cannot be used, exactly; the `underlying` error of an ``AVError`` of the code
/// ``AVError/Code/invalidVideoComposition``.
public enum VideoCompositionError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The time from picture to picture is no number above 0.
  case frameDuration(CMTime)
  /// There would be this many pictures.
  case frameCount(duration: CMTime, frameDuration: CMTime)
  /// The size is no number of pixels above 0, or too large.
  case renderSize(CGSize)
  /// Another scale than 1 in a file.
  case renderScale(Float)
  /// There are no instructions.
  case noInstructions
  /// An instruction's time range is none.
  case timeRange(CMTimeRange)
  /// The first instruction starts after the first picture.
  case startsLate(start: CMTime, needed: CMTime)
  /// Between two instructions there are times without any.
  case gap(end: CMTime, start: CMTime)
  /// An instruction starts before the one in front of it ends.
  case overlap(end: CMTime, start: CMTime)
  /// The last instruction ends before the last picture.
  case endsEarly(end: CMTime, needed: CMTime)
  /// A layer's track is no video track of the asset.
  case noTrack(CMPersistentTrackID, CMTimeRange)
  /// The track whose times pictures shall have is no video track of the asset.
  case noTimingTrack(CMPersistentTrackID)
  /// A ramp of a layer has times that are no numbers, or values that no picture can be made with.
  case ramp(CMPersistentTrackID, CMTimeRange)
  /// A colour property has a string without a meaning.
  case color(property: String, value: String)
  /// An instruction of a client's class, which only the client's compositor understands.
  case foreignInstruction(CMTimeRange)
  /// A client's compositor cannot be used; its class, and why.
  case compositor(String, String)
  /// The layers of an animation tool cannot be drawn around or into the pictures.
  case layers(String)
  /// A source has fields, or alpha, which compositions do not take.
  case source(URL, CMPersistentTrackID, String)

  /// What is wrong in words, with times and tracks.
  public var description: String {
    switch self {
    case .frameDuration(let time): "a frame duration of \(time)"
    case .frameCount(let duration, let frame): "\(duration) has too many frames of \(frame)"
    case .renderSize(let size): "a render size of \(size.width) by \(size.height)"
    case .renderScale(let scale): "a render scale of \(scale); files need 1"
    case .noInstructions: "there are no instructions"
    case .timeRange(let range): "an instruction for \(range), which is no time range"
    case .startsLate(let start, let needed): "the first instruction starts at \(start), the first frame is at \(needed)"
    case .gap(let end, let start): "no instruction from \(end) to \(start)"
    case .overlap(let end, let start): "an instruction starts at \(start), the one before ends at \(end)"
    case .endsEarly(let end, let needed): "the last instruction ends at \(end), frames go on to \(needed)"
    case .noTrack(let id, let range): "there is no video track \(id) for the instruction of \(range)"
    case .noTimingTrack(let id): "there is no video track \(id) to take frame times from"
    case .ramp(let id, let range): "a layer of track \(id) has a ramp in \(range) that cannot be"
    case .color(let property, let value): "\(property) is '\(value)', which means nothing"
    case .foreignInstruction(let range): "the instruction of \(range) is for a compositor of its own"
    case .compositor(let name, let what): "\(name): \(what)"
    case .layers(let what): "the animation tool: \(what)"
    case .source(let url, let id, let what): "\(url.lastPathComponent): track \(id): \(what) cannot be composed"
    }
  }
}

extension AVError {
  init(_ error: VideoCompositionError) { self.init(.invalidVideoComposition, underlying: error) }
}
