/// A source of moving pictures: a recipe, or a program's own view.
///
/// The viewer asks for the next frame when the page has room for one; frames of a faster source do not pile up, and a
/// slower source does not block the page.
package protocol LiveSource: Sendable {
  /// Has the next frame made.
  ///
  /// - Parameters:
  ///   - request: the display, the time and the last frame.
  ///   - queue: the queue on which frames are made.
  ///   - done: called once, on any thread, with the frame or an error; not called if the frame is no longer wanted.
  func next(_ request: LiveRequest, on queue: ViewerQueue, _ done: @escaping LiveReply)

  /// Called with a page's properties as a screen, when it opens and whenever they change. Does nothing.
  func screenChanged(_ screen: PageScreen)
}

package typealias LiveReply = @Sendable (Result<LiveFrame, any Error>) -> Void

extension LiveSource {
  package func screenChanged(_ screen: PageScreen) {}
}

/// A page's request for its next frame.
package struct LiveRequest: Sendable {
  package var screen: PageScreen
  /// Seconds since the page began to watch.
  package var time: Double
  /// ``LiveFrame/version`` of the page's current frame; 0 for none.
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
  /// Ratio of its peak to its SDR white, from the slider or the browser's own screen; at least 1.
  package var headroom = 1.0
  /// The size of its picture area in device pixels; 0 before the page has sent it.
  package var (width, height) = (0, 0)
  /// Device pixels per CSS pixel.
  package var density = 1.0

  package init() {}
}

/// A source whose frames are a function of headroom and time, rendered on demand.
package protocol RenderedLiveSource: LiveSource {
  /// The next frame for a display.
  ///
  /// - Parameters:
  ///   - headroom: of the display, as a ratio to its SDR white; at least 1.
  ///   - time: seconds since the page began to watch.
  /// - Throws: the reason if there is none; the page shows it.
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

/// One frame in the page's format.
package struct LiveFrame: Sendable {
  package enum Format: UInt32, Sendable {
    /// PQ of BT.2020 in 32-bit words: red in the lowest ten bits, then green, blue, and two bits of alpha.
    case rgb10a2 = 1
    /// Linear BT.2020 light in three half floats, 1.0 = reference white.
    case rgbHalf = 2
    /// The beginning of a movie: ISO boxes up to its first fragment.
    case beginning = 3
    /// A fragment of that movie, with this one frame.
    case fragment = 4
  }

  package let width: Int
  package let height: Int
  package let format: Format
  /// Rows from the top, contiguous.
  package let pixels: [UInt8]
  /// The number of the frame in its source, from 1 on; 0 where every frame is new.
  package var version = 0

  package init(width: Int, height: Int, format: Format, pixels: [UInt8]) {
    self.width = width
    self.height = height
    self.format = format
    self.pixels = pixels
  }

  /// The header before the pixels, or before the video made from them: eight words, the time in two of them.
  package func header(number: UInt32, time: Double, format: Format? = nil) -> [UInt8] {
    let words = [0x4852_464d, number, UInt32(width), UInt32(height), (format ?? self.format).rawValue]
    let bits = time.bitPattern
    return (words + [UInt32(truncatingIfNeeded: bits), UInt32(truncatingIfNeeded: bits >> 32), 0]).flatMap { word in
      (0..<4).map { UInt8(truncatingIfNeeded: word >> (8 * UInt32($0))) }
    }
  }
}
