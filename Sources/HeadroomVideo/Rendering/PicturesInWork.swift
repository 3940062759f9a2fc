/// The pictures of a film in order. As many are begun ahead as clients make at once.
struct PicturesInWork<Begun> {
  private let times: FrameTimes
  private let count: Int
  private let begin: (CMTime) throws(MediaError) -> Begun
  private var begun: [Begun] = []
  /// The next picture to be begun.
  private var next = 0

  /// - Parameters:
  ///   - script: of the pictures; it says how many are made at once.
  ///   - begin: begins the picture of a time.
  init(_ script: any FrameScript, begin: @escaping (CMTime) throws(MediaError) -> Begun) {
    (times, count, self.begin) = (script.times, max(script.picturesInWork, 1), begin)
  }

  /// The next picture that is to be ended; nil behind the last.
  mutating func take() throws(MediaError) -> Begun? {
    while next < times.count, begun.count < count {
      begun.append(try begin(times[next]))
      next += 1
    }
    try MediaError.checkCancellation()
    return begun.isEmpty ? nil : begun.removeFirst()
  }
}
