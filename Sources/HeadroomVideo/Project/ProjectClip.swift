package import Foundation
package import HeadroomContainers
package import HeadroomGraphics

/// A part of a source at its place in a track.
package struct ProjectClip: Sendable {
  /// How a picture of another size gets into the frame.
  package enum Fit: String, CaseIterable, Hashable, Sendable {
    /// Pixel for pixel, at the top left.
    case none
    /// As large as all of it fits.
    case fit
    /// As large as it leaves nothing of the frame free.
    case fill
  }

  package var source: ProjectSource
  /// The track of the source by its number in the file; nil is the first of the kind.
  package var sourceTrack: Int?
  /// The source's time where the clip starts.
  package var inPoint: CMTime = .zero
  /// How long it is shown, whatever its speed; nil is the rest of the source.
  package var duration: CMTime?
  /// Nil is the end of the clip before, less the transition.
  package var start: CMTime?
  /// From the clip before to this one.
  package var transition: ProjectTransition?
  /// Seconds of the source in a second; 0 holds the frame of ``inPoint``.
  package var speed: ExactRatio = .one
  /// From the source's pixels as displayed to the frame's, origin at the top left.
  package var transform: Keyframed<CGAffineTransform> = Keyframed(.identity)
  /// 0 to 1.
  package var opacity: Keyframed<Double> = Keyframed(1)
  /// In the source's pixels as displayed, origin at the top left; nil is all of it.
  package var crop: Keyframed<CGRect>?
  package var fit: Fit = .none
  /// In the order in which they are applied.
  package var filters: [ProjectFilter] = []
  /// A factor of the samples, 0 and more.
  package var volume: Keyframed<Double> = Keyframed(1)
  package var path: JSONPath

  package init(source: ProjectSource, path: JSONPath) { (self.source, self.path) = (source, path) }
}

/// What a clip shows.
package enum ProjectSource: Hashable, Sendable {
  /// A film, a sound or a picture, by its path as written.
  case file(String)
  case text(ProjectText)

  /// The path of a file, seen from the project's folder; nil for text.
  ///
  /// - Parameter folder: the folder of the project; empty is the working directory.
  package func path(from folder: String) -> String? {
    guard case .file(let path) = self else { return nil }
    return path.hasPrefix("/") || folder.isEmpty ? path : folder.hasSuffix("/") ? folder + path : "\(folder)/\(path)"
  }

  /// For messages.
  var shown: String {
    switch self {
    case .file(let path): ProjectError.shown(path)
    case .text(let text): "the text '\(ProjectError.shown(text.text))'"
    }
  }
}

/// Words at reference white.
package struct ProjectText: Hashable, Sendable {
  package var text: String
  /// Nil is the default, as for the other two.
  package var font: String?
  /// Points, which are pixels of the frame.
  package var size: Double?
  package var color: ProjectColor?

  package init(text: String, font: String? = nil, size: Double? = nil, color: ProjectColor? = nil) {
    (self.text, self.font, self.size, self.color) = (text, font, size, color)
  }
}

/// How a clip takes the place of the one before.
package struct ProjectTransition: Sendable {
  package enum Style: Hashable, Sendable {
    /// The later clip over the earlier one, at the transition's weight.
    case dissolve
    case wipe
    /// A filter of the category of transitions, by name.
    case filter(String)
  }

  package var style: Style
  package var duration: CMTime
  /// Of the filter, beside its images and its time; times from the later clip's start, which is the transition's.
  package var inputs: [ProjectFilter.Input] = []
  package var path: JSONPath

  package init(style: Style, duration: CMTime, path: JSONPath) {
    (self.style, self.duration, self.path) = (style, duration, path)
  }
}
