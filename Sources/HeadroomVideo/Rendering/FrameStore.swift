internal import HeadroomImage

/// Decoded frames of a script's sources, as codes and as images. One thread at a time.
protocol FrameStore: AnyObject, FramePictures {
  /// Begins a picture that shows these frames.
  ///
  /// - Parameter time: the picture's, by the script.
  func begin(_ references: Set<FrameReference>, at time: CMTime)
  /// What gives a frame of the picture.
  func reading(of reference: FrameReference) throws(MediaError) -> FrameReading
}

extension FrameStore {
  package func frame(_ reference: FrameReference) throws(MediaError) -> DecodedFrame {
    try reading(of: reference).frame(reference.frame)
  }

  package func image(_ reference: FrameReference, turned turn: GridTurn) throws(MediaError) -> CIImage {
    try reading(of: reference).image(reference.frame, turned: turn)
  }
}

/// A decoder, and the frame that it gave last, which may be shown for long.
final class FrameReading {
  private let source: FilmSource
  private let allowsFields: Bool
  private let read: (Int) throws(MediaError) -> DecodedFrame
  /// The frame that it gave last; -1 before the first.
  private(set) var number = -1
  private var decoded: DecodedFrame?
  private var shown: (image: CIImage, turn: GridTurn)?

  /// - Parameters:
  ///   - allowsFields: whether interlaced frames are given as they are.
  ///   - read: decodes a frame by its number.
  init(_ source: FilmSource, allowsFields: Bool = false, read: @escaping (Int) throws(MediaError) -> DecodedFrame) {
    (self.source, self.allowsFields, self.read) = (source, allowsFields, read)
  }

  func frame(_ number: Int) throws(MediaError) -> DecodedFrame {
    if number == self.number, let decoded { return decoded }
    // The memory of the last frame is free for the next.
    (decoded, shown, self.number) = (nil, nil, -1)
    do throws(MediaError) {
      let frame = try read(number)
      if !allowsFields { try source.check(frame) }
      (decoded, self.number) = (frame, number)
      return frame
    } catch {
      throw error.of(.source(source.file.path))
    }
  }

  func image(_ number: Int, turned turn: GridTurn) throws(MediaError) -> CIImage {
    let decoded = try frame(number)
    if let shown, shown.turn == turn { return shown.image }
    let image = try source.image(of: decoded, turned: turn)
    shown = (image, turn)
    return image
  }

  /// Frames from the last one to the nearest of those wanted; backwards is far away.
  func distance(to frames: Set<Int>) -> Int { frames.map { $0 >= number ? $0 - number : Int.max / 2 }.min() ?? 0 }
}

extension FrameReading {
  /// Frames that are not decoded on the way to another: a second decoder begins nearer to it.
  static let farAway = 64
}
