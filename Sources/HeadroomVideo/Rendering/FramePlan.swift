/// Which decoder gives which frame of a film that is played in order.
///
/// Each decoder follows a line of frames that rise. A line begins before its first picture is shown, so that a cut finds its
/// frames ready, and ends with its last.
package struct FramePlan {
  /// A frame of a line.
  package struct Use: Equatable {
    package let line: Int
    package let reference: FrameReference
  }

  private struct Line {
    let source: Int
    /// The last frame that is planned, and the last picture that shows it.
    var frame: Int
    var picture: Int
  }

  /// Pictures that are planned, the present one included: about a group of a coded film.
  package static let depth = 32
  /// Lines beside those of the present picture.
  private static let mostEarly = 1

  private let count: Int
  private var lines: [Int: Line] = [:]
  private var begun = 0
  /// The lines of the pictures that are planned, from the present one on.
  private var pictures: [[FrameReference: Int]] = []
  private var present = 0

  /// - Parameter count: pictures of the film.
  package init(count: Int) { self.count = count }

  /// The lines that go on.
  package var open: Set<Int> { Set(lines.keys) }

  /// The line that has a frame of the present picture.
  package func line(of reference: FrameReference) -> Int? { pictures.first?[reference] }

  /// Goes on to a picture, and plans those behind it.
  ///
  /// - Parameter references: the frames that a picture shows.
  /// - Returns: what was planned, in order.
  package mutating func advance(to picture: Int, references: (Int) -> Set<FrameReference>) -> [Use] {
    pictures.removeFirst(min(max(picture - present, 0), pictures.count))
    present = picture
    lines = lines.filter { $0.value.picture >= picture }
    var uses: [Use] = []
    while pictures.count < Self.depth, present + pictures.count < count {
      let number = present + pictures.count
      guard let added = plan(number, references(number)) else { break }
      uses += added
    }
    return uses
  }

  /// Plans a picture; nil where it has to wait for lines to end.
  private mutating func plan(_ number: Int, _ references: Set<FrameReference>) -> [Use]? {
    // From the last frame down each takes the line that is nearest before it.
    let order = references.sorted { ($0.source, $0.frame) > ($1.source, $1.frame) }
    var found: [FrameReference: Int] = [:]
    for reference in order { found[reference] = nearest(to: reference, besides: found.values) }
    let missing = order.filter { found[$0] == nil }
    let most = (pictures.first?.count ?? 0) + Self.mostEarly
    guard number == present || missing.isEmpty || lines.count + missing.count <= most else { return nil }
    for reference in missing {
      found[reference] = begun
      begun += 1
    }
    for (reference, line) in found {
      lines[line] = Line(source: reference.source, frame: reference.frame, picture: number)
    }
    pictures.append(found)
    return order.compactMap { reference in found[reference].map { Use(line: $0, reference: reference) } }
  }

  private func nearest(to reference: FrameReference, besides taken: some Collection<Int>) -> Int? {
    lines.filter { entry in
      entry.value.source == reference.source && !taken.contains(entry.key)
        && (0..<FrameReading.farAway).contains(reference.frame - entry.value.frame)
    }.max { ($0.value.frame, $0.key) < ($1.value.frame, $1.key) }?.key
  }
}
