internal import Foundation
internal import HeadroomContainers
internal import HeadroomGraphics
internal import HeadroomImage
internal import HeadroomSymbols

/// The files and texts that a project shows, opened once each. One thread at a time.
package final class ProjectMedia {
  /// What a clip shows.
  enum Content {
    case film(FilmSource)
    /// A picture, upright, at the origin.
    case still(CIImage)
    case sound
  }

  /// The project's folder; empty is the working directory.
  private let folder: String
  private var films: [String: MediaFile] = [:]
  private var contents: [ProjectSourceUse: Content] = [:]
  /// What is odd about the files.
  package private(set) var warnings: [String] = []

  package init(folder: String) { self.folder = folder }

  /// What the project has to know of a source.
  ///
  /// - Throws: ``MediaFileError``; ``ProjectError`` where a text cannot be drawn.
  package func facts(_ use: ProjectSourceUse) throws -> ProjectSourceFacts {
    switch try content(use) {
    case .film(let source):
      let size = source.uprightSize
      return ProjectSourceFacts(
        duration: source.track.facts.timeRange.end, size: size, frameRate: source.facts.frameRate)
    case .still(let image): return ProjectSourceFacts(duration: nil, size: image.extent.size)
    case .sound: return ProjectSourceFacts(duration: try track(use, .audio).facts.timeRange.end)
    }
  }

  /// The open film of a source.
  func film(_ source: ProjectSource) throws(MediaError) -> MediaFile {
    do throws(MediaFileError) {
      return try file(ProjectSourceUse(source: source, kind: .audio))
    } catch {
      throw error.error
    }
  }

  func content(_ use: ProjectSourceUse) throws -> Content {
    if let known = contents[use] { return known }
    let content = try open(use)
    contents[use] = content
    return content
  }

  // MARK: - Opening

  private func open(_ use: ProjectSourceUse) throws -> Content {
    guard let path = use.source.path(from: folder) else { return .still(try drawing(use.source)) }
    guard use.kind == .video else {
      _ = try track(use, .audio)
      return .sound
    }
    do {
      let source = try FilmSource(try file(use), track: try track(use, .video))
      try source.checkProgressive()
      return .film(source)
    } catch let error as MediaFileError where error.error.reason == .unknownFormat {
      return .still(try picture(path))
    } catch let error as MediaError {
      throw MediaFileError(path: path, error)
    }
  }

  private func file(_ use: ProjectSourceUse) throws(MediaFileError) -> MediaFile {
    let path = use.source.path(from: folder) ?? ""
    if let known = films[path] { return known }
    do throws(MediaError) {
      let file = try MediaFile(path: path)
      films[path] = file
      warnings += file.facts.warnings.map { "\(path): \($0)" }
      return file
    } catch {
      throw MediaFileError(path: path, error)
    }
  }

  /// The track of a number, or the first of its kind.
  private func track(_ use: ProjectSourceUse, _ kind: TrackFacts.Kind) throws(MediaFileError) -> MediaTrack {
    let file = try file(use)
    let tracks = file.tracks.filter { $0.facts.kind == kind }
    let wanted = use.sourceTrack.map { number in tracks.first { Int($0.facts.id) == number } }
    if let found = wanted ?? tracks.first(where: \.facts.isEnabled) ?? tracks.first { return found }
    let words =
      use.sourceTrack.map { "there is no \(kind.rawValue) track \($0)" } ?? "there is no \(kind.rawValue) track"
    throw MediaFileError(path: file.path, MediaError(.invalidRequest(words)))
  }

  /// A still picture with all its light, upright.
  private func picture(_ path: String) throws(MediaFileError) -> CIImage {
    do {
      let image = try CIImage(
        reading: URL(fileURLWithPath: path), options: [.expandToHDR: true, .applyOrientationProperty: true])
      return image.transformed(by: CGAffineTransform(translationX: -image.extent.minX, y: -image.extent.minY))
    } catch let error as ImageIOError {
      throw MediaFileError(path: path, MediaError(error == .unknownFormat ? .unknownFormat : .container(error)))
    } catch {
      throw MediaFileError(path: path, MediaError(.malformed("\(error)")))
    }
  }

  private func drawing(_ source: ProjectSource) throws(ProjectError) -> CIImage {
    guard case .text(let text) = source else { return .empty() }
    let font = TextFont(name: text.font ?? TextFont().name, size: text.size ?? Self.usualTextSize)
    let color = text.color.map(CIColor.init) ?? .white
    let words = StyledText([StyledText.Run(text: text.text, style: StyledText.Style(font: font, color: color))])
    guard let image = CIImage.drawing(words, scale: 1, padding: 0) else {
      throw ProjectError(ProjectFile.rootKey("tracks"), "\(source.shown) cannot be drawn")
    }
    return image.transformed(by: CGAffineTransform(translationX: -image.extent.minX, y: -image.extent.minY))
  }

  /// Pixels of the em where nothing is said.
  private static let usualTextSize = 48.0
}

/// A file that cannot be used, by its path.
package struct MediaFileError: Error, Hashable, CustomStringConvertible {
  package let path: String
  package let error: MediaError

  package init(path: String, _ error: MediaError) { (self.path, self.error) = (path, error) }

  /// Whether the file is at fault, and not the machine or the user who stops it.
  var isOfFile: Bool { !error.isOfWork }

  /// Whether it lacks the track that was asked for.
  var isOfTrack: Bool { if case .invalidRequest = error.reason { true } else { false } }

  /// One line with the file as a project calls it.
  func words(_ name: String) -> String {
    if case .container(.unreadable(let path, _)) = error.reason, !FileManager.default.fileExists(atPath: path) {
      return "no file \(name)"
    }
    return "\(name): \(error)"
  }

  package var description: String { "\(path): \(error)" }
}

extension CIColor {
  convenience init(_ color: ProjectColor) {
    let c = color.components
    let space = CGColorSpace(encoding: color.encoding)
    if let own = CIColor(red: c[0], green: c[1], blue: c[2], alpha: c[3], colorSpace: space) {
      self.init(copying: own)
    } else {
      self.init(red: c[0], green: c[1], blue: c[2], alpha: c[3])
    }
  }
}

extension VideoFacts {
  /// Frames of a second as an edit takes them: exact where the rhythm is regular, else the nearest usual rate.
  package var frameRate: ExactRatio? {
    if !isVariableFrameRate, minFrameDuration.isNumeric, let value = Int32(exactly: minFrameDuration.value), value > 0 {
      let own = Double(minFrameDuration.timescale) / Double(value)
      // Some files round each step to ticks: the usual rate is meant.
      if let usual = Self.usual(near: own, within: 0.002) { return usual }
      return ExactRatio(minFrameDuration.timescale, value)
    }
    guard nominalFrameRate > 0 else { return nil }
    return Self.usual(near: nominalFrameRate, within: 0.05)
      ?? ExactRatio(Int32((min(nominalFrameRate, Self.largestRate) * 1000).rounded()), 1000)
  }

  /// Frames of a second that a project asks for at most; tables of a file may state any.
  private static let largestRate = 1000.0

  private static let usualRates: [(Int32, Int32)] = [
    (24_000, 1001), (24, 1), (25, 1), (30_000, 1001), (30, 1), (48, 1), (50, 1), (60_000, 1001), (60, 1), (120, 1),
  ]

  /// The nearest usual rate whose step differs by less than a share.
  private static func usual(near rate: Double, within share: Double) -> ExactRatio? {
    let nearest = usualRates.min { abs(Double($0.0) / Double($0.1) - rate) < abs(Double($1.0) / Double($1.1) - rate) }
    guard let (numerator, denominator) = nearest else { return nil }
    let own = Double(numerator) / Double(denominator)
    return abs(own - rate) <= share * rate ? ExactRatio(numerator, denominator) : nil
  }
}
