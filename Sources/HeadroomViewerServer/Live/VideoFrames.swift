#if Viewer
  internal import HeadroomPixels
  internal import HeadroomViewer
  internal import NIOCore
  internal import NIOWebSocket
  private import Synchronization

  /// Frames as VP9 in fragments of a movie, which the page hands to the browser's own player: for pages across a network.
  ///
  /// A text announces the type of the bytes, then follow the beginning of a movie and a fragment for each frame. A new
  /// size, or a new peak of the display, both stated by the beginning, starts a new movie.
  final class VideoFrames: FrameCarrier {
    let mostOnTheWay: UInt32 = 4
    /// A rate that leaves the network and both ends time for other work.
    static let mostFramesPerSecond = 30
    let shortestGap = TimeAmount.nanoseconds(1_000_000_000 / Int64(mostFramesPerSecond))

    private struct Running {
      var movie: LiveMovie
      var encoder: VP9Encoder
      let planes: PlanarPicture
    }

    private let running = Mutex<Running?>(nil)

    func messages(
      for frame: LiveFrame, number: UInt32, time: Double, screen: PageScreen
    ) throws -> [WebSocketFrame] {
      try running.withLock { running in
        var messages: [WebSocketFrame] = []
        let shape = LiveMovie.Shape(frame, headroom: screen.headroom)
        let isNew = running?.movie.shape != shape
        if isNew { messages = try Self.begin(&running, shape, frame, number, time) }
        guard var now = running.take() else { return messages }
        try frame.fill(now.planes)
        let coded = try now.encoder.encode(now.planes, isKey: isNew)
        let fragment = now.movie.fragment(coded.bytes, isKey: coded.isKey, time: time)
        running = now
        return messages + [Self.message(frame, .fragment, number, time, fragment)]
      }
    }

    /// Starts a movie. The encoder continues if only the peak differs.
    private static func begin(
      _ running: inout Running?, _ shape: LiveMovie.Shape, _ frame: LiveFrame, _ number: UInt32, _ time: Double
    ) throws -> [WebSocketFrame] {
      let movie = LiveMovie(shape, after: running?.movie)
      if let now = running, now.movie.shape.hasSize(of: shape) {
        running = Running(movie: movie, encoder: now.encoder, planes: now.planes)
      } else {
        let encoder = try VP9Encoder(
          width: shape.width, height: shape.height, framesPerSecond: mostFramesPerSecond)
        running = Running(
          movie: movie, encoder: encoder,
          planes: try LiveFrame.videoPlanes(width: shape.width, height: shape.height))
      }
      let text = ByteBuffer(string: "{\"video\":\"\(movie.shape.type.replacing("\"", with: "\\\""))\"}")
      return [
        WebSocketFrame(fin: true, opcode: .text, data: text),
        message(frame, .beginning, number, time, movie.beginning),
      ]
    }

    private static func message(
      _ frame: LiveFrame, _ format: LiveFrame.Format, _ number: UInt32, _ time: Double, _ bytes: [UInt8]
    ) -> WebSocketFrame {
      var data = ByteBuffer(bytes: frame.header(number: number, time: time, format: format))
      data.writeBytes(bytes)
      return WebSocketFrame(fin: true, opcode: .binary, data: data)
    }
  }
#endif
