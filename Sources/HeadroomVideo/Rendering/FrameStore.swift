internal import HeadroomImage
internal import HeadroomPixels

/// Decoded frames of a script's sources.
///
/// A source has a decoder for each place at which it is shown at once, from when it is needed until it is not: a dissolve
/// between two parts of one film goes on in both.
final class FrameStore {
  /// A decoder, and the frame that it gave last, which may be shown for long.
  fileprivate final class Reading {
    let reader: FrameReader
    var number = -1
    var decoded: DecodedFrame?
    var image: CIImage?
    /// Whether it has given a frame for the present picture.
    var isUsed = false

    init(_ reader: FrameReader) { self.reader = reader }
  }

  private let sources: [FilmSource]
  private let isScrubbing: Bool
  private var readings: [Int: [Reading]] = [:]
  private var places: [Int: Int] = [:]

  /// - Parameter isScrubbing: whether frames are asked for in any order.
  init(_ sources: [FilmSource], isScrubbing: Bool) { (self.sources, self.isScrubbing) = (sources, isScrubbing) }

  /// Begins a picture that shows these frames. Decoders that it does not need are closed.
  func begin(_ references: Set<FrameReference>) {
    places = references.reduce(into: [:]) { $0[$1.source, default: 0] += 1 }
    for source in readings.keys where places[source] == nil { readings[source] = nil }
    for (source, list) in readings {
      for reading in list { reading.isUsed = false }
      let wanted = Set(references.filter { $0.source == source }.map(\.frame))
      // Those that are nearest to what is wanted stay.
      let order = list.sorted { $0.distance(to: wanted) < $1.distance(to: wanted) }
      readings[source] = Array(order.prefix(places[source] ?? 1))
    }
  }

  /// The codes of a frame.
  func frame(_ reference: FrameReference) throws(MediaError) -> DecodedFrame { try reading(of: reference).1 }

  /// A frame as an image.
  func image(_ reference: FrameReference) throws(MediaError) -> CIImage {
    let (reading, decoded) = try reading(of: reference)
    if let image = reading.image { return image }
    let image = try sources[reference.source].image(of: decoded)
    reading.image = image
    return image
  }

  private func reading(of reference: FrameReference) throws(MediaError) -> (Reading, DecodedFrame) {
    let reading = try place(for: reference)
    reading.isUsed = true
    if reading.number == reference.frame, let decoded = reading.decoded { return (reading, decoded) }
    // The memory of the last frame is free for the next.
    (reading.decoded, reading.image, reading.number) = (nil, nil, -1)
    let decoded = try frame(reference, of: reading.reader)
    (reading.decoded, reading.number) = (decoded, reference.frame)
    return (reading, decoded)
  }

  private func frame(_ reference: FrameReference, of reader: FrameReader) throws(MediaError) -> DecodedFrame {
    let source = sources[reference.source]
    do throws(MediaError) {
      let frame = try reader.frame(reference.frame)
      try source.check(frame)
      return frame
    } catch {
      throw error.of(.source(source.file.path))
    }
  }

  /// The decoder that reaches a frame soonest; a new one where each is busy elsewhere.
  private func place(for reference: FrameReference) throws(MediaError) -> Reading {
    let list = readings[reference.source] ?? []
    if let known = list.first(where: { $0.number == reference.frame }) { return known }
    let free = list.filter { !$0.isUsed }
    let nearest = free.min { $0.distance(to: [reference.frame]) < $1.distance(to: [reference.frame]) }
    let isFull = list.count >= places[reference.source] ?? 1
    if let nearest, isFull || nearest.distance(to: [reference.frame]) < Self.farAway { return nearest }
    let source = sources[reference.source]
    let opened = Reading(
      try source.file.reader(
        of: source.track, threads: ThreadPool.shared.workerCount, isScrubbing: isScrubbing))
    readings[reference.source] = list + [opened]
    return opened
  }

  /// Frames that are not decoded on the way.
  private static let farAway = 64
}

extension FrameStore.Reading {
  /// Frames from here to the nearest of those wanted; backwards is far away.
  fileprivate func distance(to frames: Set<Int>) -> Int {
    frames.map { $0 >= number ? $0 - number : Int.max / 2 }.min() ?? 0
  }
}
