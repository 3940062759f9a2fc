internal import HeadroomPixels

/// Frames that are asked for in any order.
///
/// A source has a decoder for each place at which it is shown at once, from when it is needed until it is not: a dissolve
/// between two parts of one film goes on in both.
final class SoughtFrames: FrameStore {
  private let sources: [FilmSource]
  private var readings: [Int: [FrameReading]] = [:]
  /// Of the present picture, by source.
  private var places: [Int: Int] = [:]
  /// Those that have given a frame for the present picture.
  private var used: Set<ObjectIdentifier> = []

  init(_ sources: [FilmSource]) { self.sources = sources }

  /// Decoders that the picture does not need are closed.
  func begin(_ references: Set<FrameReference>, at time: CMTime) {
    used = []
    places = references.reduce(into: [:]) { $0[$1.source, default: 0] += 1 }
    for source in readings.keys where places[source] == nil { readings[source] = nil }
    for (source, list) in readings {
      let wanted = Set(references.filter { $0.source == source }.map(\.frame))
      // Those that are nearest to what is wanted stay.
      let order = list.sorted { $0.distance(to: wanted) < $1.distance(to: wanted) }
      readings[source] = Array(order.prefix(places[source] ?? 1))
    }
  }

  func reading(of reference: FrameReference) throws(MediaError) -> FrameReading {
    let reading = try place(for: reference)
    used.insert(ObjectIdentifier(reading))
    return reading
  }

  /// The decoder that reaches a frame soonest; a new one where each is busy elsewhere.
  private func place(for reference: FrameReference) throws(MediaError) -> FrameReading {
    let list = readings[reference.source] ?? []
    if let known = list.first(where: { $0.number == reference.frame }) { return known }
    let free = list.filter { !used.contains(ObjectIdentifier($0)) }
    let nearest = free.min { $0.distance(to: [reference.frame]) < $1.distance(to: [reference.frame]) }
    let isFull = list.count >= places[reference.source] ?? 1
    if let nearest, isFull || nearest.distance(to: [reference.frame]) < FrameReading.farAway { return nearest }
    let source = sources[reference.source]
    let reader = try source.file.reader(
      of: source.track, threads: ThreadPool.shared.workerCount, isScrubbing: true)
    let opened = FrameReading(source) { number throws(MediaError) in try reader.frame(number) }
    readings[reference.source] = list + [opened]
    return opened
  }
}
