internal import Foundation
internal import HeadroomGraphics
internal import HeadroomImage

/// What a clip of a project shows, and how it comes into the frame.
struct ShownClip: Sendable {
  /// Index of the film among the script's sources; nil for stills.
  let source: Int?
  /// A picture or a text, upright, at the origin; nil for films.
  let still: CIImage?
  /// Upright, as displayed.
  let size: CGSize
  /// From upright pixels into the frame, origin at the top left.
  let fit: CGAffineTransform
  /// From pixels as decoded to upright ones, origin at the top left.
  private let turn: CGAffineTransform

  init(_ clip: TimelineClip, _ content: ProjectMedia.Content, _ frame: ProjectSize, _ films: inout FilmList) throws {
    switch content {
    case .film(let film):
      source = films.place(of: film)
      still = nil
      (size, turn) = (film.uprightSize, film.turn)
    case .still(let image):
      (source, still) = (nil, image)
      (size, turn) = (image.extent.size, .identity)
    case .sound:
      throw ProjectError(clip.clip.path, "\(clip.clip.source.shown) has no pictures")
    }
    fit = Self.fit(clip.clip.fit, size, frame)
  }

  /// From pixels as decoded into the frame, before the clip's own transform.
  var transform: CGAffineTransform { turn.concatenating(fit) }
  var isOpaque: Bool { still?.isOpaque ?? true }
  var isBright: Bool { (still?.contentHeadroom ?? 1) > 1 }

  func reference(at time: CMTime, _ sources: [FilmSource]) -> FrameReference? {
    source.map { FrameReference(source: $0, frame: sources[$0].frame(at: time)) }
  }

  /// How a decoded frame of its film is turned upright.
  func placement(of source: FilmSource) -> FramePlacement { FramePlacement(turn, of: source.naturalSize) }

  private static func fit(_ fit: ProjectClip.Fit, _ size: CGSize, _ frame: ProjectSize) -> CGAffineTransform {
    guard fit != .none, size.width > 0, size.height > 0 else { return .identity }
    let (across, down) = (Double(frame.width) / size.width, Double(frame.height) / size.height)
    let scale = fit == .fit ? min(across, down) : max(across, down)
    return CGAffineTransform(
      a: scale, b: 0, c: 0, d: scale, tx: (Double(frame.width) - size.width * scale) / 2,
      ty: (Double(frame.height) - size.height * scale) / 2)
  }
}

/// The films of a script, each once.
struct FilmList {
  private(set) var sources: [FilmSource] = []

  mutating func place(of film: FilmSource) -> Int {
    if let known = sources.firstIndex(where: { $0.file === film.file && $0.track.facts.id == film.track.facts.id }) {
      return known
    }
    sources.append(film)
    return sources.count - 1
  }
}
