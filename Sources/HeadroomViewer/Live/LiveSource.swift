/// Pictures that move: a recipe, or a program's own view.
///
/// The viewer asks for the next frame when the page has room for one; a source that is slower or faster than the page neither piles
/// up nor starves it.
package protocol LiveSource: Sendable {
  /// Has the next frame made.
  ///
  /// - Parameters:
  ///   - request: for what.
  ///   - queue: where frames are made.
  ///   - done: called once, on any thread, with the frame or why there is none; not at all where nobody wants the frame any more.
  func next(_ request: LiveRequest, on queue: ViewerQueue, _ done: @escaping LiveReply)

  /// Hears what a page says of itself as a screen, when it opens and whenever that changes. Does nothing.
  func hear(_ screen: PageScreen)
}

package typealias LiveReply = @Sendable (Result<LiveFrame, any Error>) -> Void

extension LiveSource {
  package func hear(_ screen: PageScreen) {}
}

/// What a page wants to be shown next.
package struct LiveRequest: Sendable {
  package var screen: PageScreen
  /// Seconds since the page began to watch.
  package var time: Double
  /// ``LiveFrame/version`` of the frame that it has; 0 for none.
  package var last: Int
  /// Whether the page is still there.
  package var isWanted: @Sendable () -> Bool

  package init(
    screen: PageScreen, time: Double, last: Int = 0, isWanted: @escaping @Sendable () -> Bool = { true }
  ) {
    (self.screen, self.time, self.last, self.isWanted) = (screen, time, last, isWanted)
  }
}

/// A page as the screen of a program.
package struct PageScreen: Hashable, Sendable {
  /// Ratio of its peak to its SDR white: of the slider, or of the browser's own screen; 1 and more.
  package var headroom = 1.0
  /// Where it shows pictures, in device pixels; 0 before it has said so.
  package var (width, height) = (0, 0)
  /// Device pixels for one of CSS.
  package var density = 1.0

  package init() {}
}

/// A source whose frames are a function of headroom and time, rendered when they are asked for.
package protocol RenderedLiveSource: LiveSource {
  /// The next frame for a display.
  ///
  /// - Parameters:
  ///   - headroom: of the display, as a ratio to its SDR white; 1 and more.
  ///   - time: seconds since the page began to watch.
  /// - Throws: why there is none; the page is told.
  func frame(headroom: Double, time: Double) throws -> LiveFrame
}

extension RenderedLiveSource {
  package func next(_ request: LiveRequest, on queue: ViewerQueue, _ done: @escaping LiveReply) {
    let job = ViewerJob {
      done(Result { try frame(headroom: request.screen.headroom, time: request.time) })
    }
    if !queue.submit(job, .now) { done(.failure(ViewerError(status: 409, message: "busy"))) }
  }
}

/// One frame, as the page takes it.
package struct LiveFrame: Sendable {
  package enum Format: UInt32, Sendable {
    /// PQ of BT.2020 in 32-bit words: red in the lowest ten bits, then green, blue, and two bits of alpha.
    case rgb10a2 = 1
    /// Linear BT.2020 light in three half floats, 1.0 = reference white.
    case rgbHalf = 2
    /// How a movie begins: ISO boxes up to its first fragment.
    case beginning = 3
    /// A fragment of that movie, with this one frame.
    case fragment = 4
  }

  package let width: Int
  package let height: Int
  package let format: Format
  /// Rows from the top, one behind the other.
  package let pixels: [UInt8]
  /// Which of its source's frames it is, from 1 on; 0 where every one is another.
  package var version = 0

  package init(width: Int, height: Int, format: Format, pixels: [UInt8]) {
    self.width = width
    self.height = height
    self.format = format
    self.pixels = pixels
  }

  /// What stands in front of the pixels, or of the video that they became: eight words, the time in two of them.
  package func header(number: UInt32, time: Double, format: Format? = nil) -> [UInt8] {
    let words = [0x4852_464d, number, UInt32(width), UInt32(height), (format ?? self.format).rawValue]
    let bits = time.bitPattern
    return (words + [UInt32(truncatingIfNeeded: bits), UInt32(truncatingIfNeeded: bits >> 32), 0]).flatMap { word in
      (0..<4).map { UInt8(truncatingIfNeeded: word >> (8 * UInt32($0))) }
    }
  }
}
