/// Frames that came out of a decoder before their turn: they are decoded earlier than others, and shown later.
struct EarlyFrames {
  private struct Entry {
    let time: Int64
    let frame: DecodedFrame
  }

  private var entries: [Entry] = []
  private let most: Int

  /// - Parameter most: frames that precede one in the stream and are shown after it.
  init(atMost most: Int) { self.most = most }

  /// Keeps a frame.
  mutating func add(_ frame: DecodedFrame, at time: Int64) {
    if entries.count < most { entries.append(Entry(time: time, frame: frame)) }
  }

  /// The frame of a sample, where it is here. Those that are shown before it go: nobody steps forward to them.
  mutating func take(_ sample: Int, at time: Int64) -> DecodedFrame? {
    entries.removeAll { $0.time < time }
    guard let place = entries.firstIndex(where: { $0.frame.sample == sample }) else { return nil }
    return entries.remove(at: place).frame
  }

  mutating func removeAll() { entries.removeAll() }
}
